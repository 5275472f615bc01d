"""The seating engine and its command line, `python -m tournaments.seating`."""

from tournaments.seating.seating_command import main, run

__all__ = ["main", "run"]
