"""The command line `python -m rules`: JSON lines in and out, and pages to print."""

from rules.cli.rules_command import main, run
from rules.cli.score_command import COMMANDS, answer

__all__ = ["COMMANDS", "answer", "main", "run"]
