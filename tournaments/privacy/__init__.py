"""Anonymise players, and delete old contact data."""
