"""The command line, `python -m tournaments.seating`: draw, judge, verify."""

from tournaments.seating.cli.main import main, run

__all__ = ["main", "run"]
