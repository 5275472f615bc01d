"""Rounds: seating, clock, referee calls, match days and stages."""
