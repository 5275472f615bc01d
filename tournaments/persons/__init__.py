"""Persons over several tournaments: matching, merging, erasing, and their choices."""
