"""Filters for templates: how figures of a tournament are written."""
