"""Searches for players, labels and tables, for needs beyond the constructions."""
