"""Searches that assign players, labels and tables where no construction helps."""
