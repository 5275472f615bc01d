"""Run the program: read the arguments, answer the lines, return the exit status."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import BinaryIO

from rules.cli.chosen_rules import Defaults, as_row, rules_of
from rules.cli.commands import COMMANDS, answer
from rules.cli.json_lines import answer_lines, read_json
from rules.cli.parser import build_parser
from rules.command_line import run_in_shell
from rules.faults import Fault, RuleError
from rules.hand_rows import Row
from rules.pattern_reference import pattern_page, pattern_pages
from rules.registry import RULESETS
from rules.rule_sheet import rule_sheet
from rules.text import _


def main() -> int:
    """Run the program; its exit status."""
    return run_in_shell(lambda: run(sys.argv[1:], sys.stdin.buffer, sys.stdout.buffer))


def run(arguments: Sequence[str], source: BinaryIO, sink: BinaryIO) -> int:
    """Do what the arguments say, from `source` to `sink`; the exit status."""
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
