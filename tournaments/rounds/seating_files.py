"""Seating as CSV or JSON, one table per line.

The child process for uploads imports this module, so it must not need models. The
reader of tournament folders uses `seating_in`, to show the faults of all files
together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_noop as _

from rules.faults import RuleError
from rules.winds import WINDS, Wind
from tournaments.files.csv_and_json_parsing import NoTable, as_csv
from tournaments.files.file_faults import FileFault
from tournaments.files.read_in_child_process import values_of
from tournaments.files.strict_csv_reader import CsvFile, Row
from tournaments.files.upload_limits import SEATING_LINES
from tournaments.seating.files.pasted_tables import (
    MOST_ROUNDS,
    MOST_START_NUMBER,
    MOST_TABLES,
)

SEATS: Mapping[Wind, str] = dict(
    zip(WINDS, ("east", "south", "west", "north"), strict=True)
)
SEATING = ("round", "table", *SEATS.values())


@dataclass(frozen=True)
class TableRow:
    """The seating of one table: player numbers in the order E S W N. A short table has
    two or three."""

    round: int
    table: int
    numbers: tuple[int, ...]


def read_seating(content: bytes | str) -> list[TableRow]:
    """Return the tables in a text or file with the columns of `SEATING`: CSV, or JSON
    as the program writes it. Long content is read in a child process.

    Raises RuleError with every fault as a `FileFault`.
    """
    return [
        TableRow(round_, table, tuple(numbers))
        for round_, table, numbers in values_of(seating_values, content)
    ]


def seating_values(content: bytes) -> list[tuple[int, int, tuple[int, ...]]]:
    """Return round, table and player numbers of each table. Raises RuleError as
    `read_seating` does."""
    table = CsvFile(
        "", _as_csv(content), SEATING, headless=True, most_lines=SEATING_LINES
    )
    tables = seating_in(table)
    rounds = {line: row.round for line, row in tables}
    for line, number in seated_twice(tables):
        message = _("Player %(number)s is at two tables in round %(round)s.")
        round_ = rounds[line]
        table.fault("seated_twice", message, "", line, number=number, round=round_)
    if table.faults:
        raise RuleError(*sorted(table.faults, key=lambda fault: fault.line))
    return [(row.round, row.table, row.numbers) for _line, row in tables]


def _as_csv(content: bytes) -> bytes | str:
    try:
        table = as_csv(content.decode(errors="replace"))
    except NoTable:
        message = _("This JSON is not a list of tables in this program's format.")
        raise RuleError(FileFault("no_table", message)) from None
    return content if table is None else table


def seating_in(table: CsvFile) -> list[tuple[int, TableRow]]:
    """Return (line, table) of the file's valid rows. Adds faults for tables that are
    repeated in a round."""
    tables = table.lines(_table)
    table.refuse_doubles(
        ((line, f"{row.round}.{row.table}") for line, row in tables),
        _("Table %(value)s (round.table) is listed twice, first in line %(first)s."),
        "table",
    )
    return tables


def seated_twice(tables: Sequence[tuple[int, TableRow]]) -> list[tuple[int, int]]:
    """Return (line, player number) of every seat whose player already has a seat in
    that round.
    """
    seated: set[tuple[int, int]] = set()
    twice = []
    for line, row in tables:
        for number in row.numbers:
            if (row.round, number) in seated:
                twice.append((line, number))
            seated.add((row.round, number))
    return twice


def _table(row: Row) -> TableRow:
    return TableRow(
        row.integer("round", 1, MOST_ROUNDS),
        row.integer("table", 1, MOST_TABLES),
        _numbers(row),
    )


def _numbers(row: Row) -> tuple[int, ...]:
    """Return the player numbers in the order E S W N. A table of three has no North, a
    table of two has neither North nor West."""
    *seats, north = SEATS.values()
    if row.raw(north):
        seats.append(north)
    elif not row.raw(SEATS[Wind.WEST]):
        seats.remove(SEATS[Wind.WEST])
    return tuple(row.integer(column, 1, MOST_START_NUMBER) for column in seats)
