"""The command line, `python -m tournaments.seating`: draw, judge, verify."""

from tournaments.seating.seating_command import main, run

__all__ = ["main", "run"]
