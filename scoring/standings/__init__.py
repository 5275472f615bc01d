"""Rank players and teams by the stored results; `stages` cuts by that rank."""
