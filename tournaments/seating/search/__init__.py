"""Searches for players, labels and tables, where no construction helps."""
