"""A referee's lookup pages."""
