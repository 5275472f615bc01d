"""Ratings of players, computed from all games of a ruleset in order."""
