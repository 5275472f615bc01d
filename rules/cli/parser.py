"""What the command line understands, and what `--help` says about it."""

from __future__ import annotations

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from pathlib import Path

from rules.cli.commands import COMMANDS
from rules.cli.help_texts import FORMATS, PROGRAM
from rules.registry import RULESETS


def build_parser() -> ArgumentParser:
    """The parser of `python -m rules`: each command with its options and help."""
    parser = ArgumentParser(
        prog="python -m rules",
        description=PROGRAM,
        formatter_class=RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="command")

    def command(name: str) -> ArgumentParser:
        summary, description = FORMATS[name]
        return commands.add_parser(
            name,
            help=summary,
            description=description,
            formatter_class=RawDescriptionHelpFormatter,
        )

    for name in COMMANDS:
        _add_defaults(command(name))
    _add_choices_of_sheet(command("sheet"))
    command("patterns").add_argument(
        "ruleset", nargs="?", choices=RULESETS, help="default: all"
    )
    return parser


def _add_defaults(command: ArgumentParser) -> None:
    command.add_argument("--ruleset", help="ruleset for rows without one")
    command.add_argument("--preset", help="preset for rows without one")


def _add_choices_of_sheet(command: ArgumentParser) -> None:
    command.add_argument("ruleset", choices=RULESETS)
    command.add_argument("--preset", help="default: the first of the ruleset")
    command.add_argument(
        "--options",
        type=Path,
        metavar="FILE",
        help="JSON file with the options that differ",
    )
