"""Rounds in which not all players can sit: byes, absences, repairs."""
