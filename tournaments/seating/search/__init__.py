"""Searches that assign players, labels and tables if no construction is known."""
