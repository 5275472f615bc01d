"""Persons over several tournaments: match, merge and erase records, and store
choices."""
