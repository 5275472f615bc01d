"""Run the command line: read the arguments, answer the input, return the exit
status."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import BinaryIO

from rules.cli.json_lines_in_and_out import answer_lines, read_json
from rules.cli.rules_command_help import FORMATS, PROGRAM
from rules.cli.rules_named_in_row import Defaults, as_row, rules_of
from rules.cli.score_command import COMMANDS, answer
from rules.faults import Fault, RuleError
from rules.hand_as_json import Row
from rules.pattern_reference import pattern_page, pattern_pages
from rules.rule_sheet import rule_sheet
from rules.ruleset_registry import RULESETS
from rules.run_in_shell import run_in_shell
from rules.translation_marks import _


def build_parser() -> ArgumentParser:
    """Return the parser of `python -m rules`, with options and help of each command."""
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


def main() -> int:
    """Run the program and return its exit status."""
    return run_in_shell(lambda: run(sys.argv[1:], sys.stdin.buffer, sys.stdout.buffer))


def run(arguments: Sequence[str], source: BinaryIO, sink: BinaryIO) -> int:
    """Run the command in `arguments`, reading from `source` and writing to `sink`.

    Returns the exit status: 1 if a page cannot be made because of faulty options,
    otherwise 0.
    """
    chosen = build_parser().parse_args(arguments)
    if chosen.command in COMMANDS:
        defaults = Defaults(chosen.ruleset, chosen.preset)
        answer_lines(partial(answer, chosen.command, defaults=defaults), source, sink)
        return 0
    try:
        page = _PAGES[chosen.command](chosen)
    except RuleError as error:
        for fault in error.faults:
            print(f"{fault.field}: {fault.sentence}", file=sys.stderr)
        return 1
    sink.write(page.encode())
    sink.flush()
    return 0


def _sheet(chosen: Namespace) -> str:
    options = as_row(_read_options(chosen.options)) if chosen.options else {}
    row: Row = {
        "ruleset": chosen.ruleset,
        "preset": chosen.preset,
        "options": options,
    }
    return rule_sheet(RULESETS[chosen.ruleset][0], rules_of(row))


def _read_options(path: Path) -> object:
    try:
        return read_json(path.read_bytes())
    except OSError as error:
        raise RuleError(
            Fault(
                "cannot_read",
                _("Cannot read %(path)s: %(why)s."),
                "options",
                {"path": path, "why": error.strerror},
            )
        ) from None


def _patterns(chosen: Namespace) -> str:
    return pattern_page(chosen.ruleset) if chosen.ruleset else pattern_pages()


_PAGES: Mapping[str, Callable[[Namespace], str]] = {
    "sheet": _sheet,
    "patterns": _patterns,
}
