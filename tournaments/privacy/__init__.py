"""Anonymisation of players, and deletion of old contact data."""
