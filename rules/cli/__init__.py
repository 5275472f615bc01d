"""The command line, `python -m rules`: JSON lines in and out, pages to print."""

from rules.cli.commands import COMMANDS, answer
from rules.cli.main import main, run

__all__ = ["COMMANDS", "answer", "main", "run"]
