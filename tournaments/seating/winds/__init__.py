"""Assign players at a table to East, South, West and North."""
