"""Rank players and teams by the stored results."""
