"""Rounds: seats, clock, calls, match days and stages."""
