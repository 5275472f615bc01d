"""Rounds in which some players cannot sit at a full table: byes, absences and
repairs."""
