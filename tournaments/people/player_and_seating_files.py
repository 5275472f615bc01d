"""Players and seating plans as CSV files.

`read_seating` reads one text, pasted or uploaded. The import of a tournament folder
uses `players_in` and `seating_in`, to report the faults of all its files together.
Other player lists are read by `player_lists`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeVar, cast

from django.db import models
from django.utils.translation import gettext_noop as _

from rules.faults import RuleError
from rules.winds import WINDS, Wind
from tournaments.files.csv_and_json_parsing import NoTable, as_csv
from tournaments.files.file_faults import FileFault
from tournaments.files.strict_csv_reader import CsvFile, Row
from tournaments.files.upload_limits import SEATING_LINES
from tournaments.models import Player, Team
from tournaments.people.register_players import PlayerRow
from tournaments.rounds.seat_rounds_and_exchange_seats import TableRow
from tournaments.seating.files.pasted_tables import (
    MOST_ROUNDS,
    MOST_START_NUMBER,
    MOST_TABLES,
)

T = TypeVar("T")

SEATS: Mapping[Wind, str] = dict(
    zip(WINDS, ("east", "south", "west", "north"), strict=True)
)
PLAYERS = (
    "number",
    "first_name",
    "last_name",
    "country",
    "club",
    "team",
    "ema_number",
)
SEATING = ("round", "table", *SEATS.values())


def read_seating(content: bytes | str, file: str = "") -> list[TableRow]:
    """Return the tables in a text or file with the columns of `SEATING`: CSV, or JSON
    in this program's format. Raises RuleError with every fault as a `FileFault`."""
    text = _as_csv(content, file)
    table = CsvFile(file, text, SEATING, headless=True, most_lines=SEATING_LINES)
    tables = seating_in(table)
    rounds = {line: row.round for line, row in tables}
    for line, number in seated_twice(tables):
        message = _("Player %(number)s is at two tables in round %(round)s.")
        round_ = rounds[line]
        table.fault("seated_twice", message, "", line, number=number, round=round_)
    return _faultless(table, tables)


def _as_csv(content: bytes | str, file: str) -> bytes | str:
    text = content.decode(errors="replace") if isinstance(content, bytes) else content
    try:
        table = as_csv(text)
    except NoTable:
        message = _("This JSON is not a list of tables in this program's format.")
        raise RuleError(FileFault("no_table", message, file=file)) from None
    return content if table is None else table


def players_in(
    table: CsvFile, read: Callable[[Row], PlayerRow] | None = None
) -> list[tuple[int, PlayerRow]]:
    """Return (line, player) of the file's valid rows, and add faults for repeated
    player numbers and EMA numbers. `read` converts a row to a player, by default from
    the columns of `PLAYERS`."""
    players = table.lines(read or player_of)
    _refuse_doubles(
        table,
        ((line, player.number) for line, player in players),
        _("Number %(value)s is listed twice, first in line %(first)s."),
        "number",
    )
    _refuse_doubles(
        table,
        ((line, player.ema_number) for line, player in players),
        _("EMA number %(value)s is listed twice, first in line %(first)s."),
        "ema_number",
    )
    return players


def seating_in(table: CsvFile) -> list[tuple[int, TableRow]]:
    """Return (line, table) of the file's valid rows, and add faults for tables repeated
    in a round."""
    tables = table.lines(_table)
    _refuse_doubles(
        table,
        ((line, f"{row.round}.{row.table}") for line, row in tables),
        _("Table %(value)s (round.table) is listed twice, first in line %(first)s."),
        "table",
    )
    return tables


def seated_twice(tables: Sequence[tuple[int, TableRow]]) -> list[tuple[int, int]]:
    """Return (line, player number) of every seat whose player already sits in that
    round."""
    seated: set[tuple[int, int]] = set()
    twice = []
    for line, row in tables:
        for number in row.numbers:
            if (row.round, number) in seated:
                twice.append((line, number))
            seated.add((row.round, number))
    return twice


def player_of(row: Row) -> PlayerRow:
    """Return the player in a row with the columns of `PLAYERS`."""

    def text(column: str) -> str:
        return row.words(column, _longest(Player, column))

    if not row.raw("last_name"):
        row.fault("missing", _("%(column)s is empty."), "last_name")
    return PlayerRow(
        last_name=text("last_name"),
        first_name=text("first_name"),
        number=row.optional_integer("number", 1, MOST_START_NUMBER),
        country=text("country"),
        club=text("club"),
        team=row.words("team", _longest(Team, "name")),
        ema_number=text("ema_number"),
    )


def _longest(model: type[models.Model], field: str) -> int:
    text = cast("models.CharField[str, str]", model._meta.get_field(field))
    return text.max_length or 0


def _table(row: Row) -> TableRow:
    return TableRow(
        row.integer("round", 1, MOST_ROUNDS),
        row.integer("table", 1, MOST_TABLES),
        _numbers(row),
    )


def _numbers(row: Row) -> tuple[int, ...]:
    """Return the player numbers E S W N. A table of three has no North, a table of two
    also no West."""
    *seats, north = SEATS.values()
    if row.raw(north):
        seats.append(north)
    elif not row.raw(SEATS[Wind.WEST]):
        seats.remove(SEATS[Wind.WEST])
    return tuple(row.integer(column, 1, MOST_START_NUMBER) for column in seats)


def _refuse_doubles(
    table: CsvFile,
    values: Iterator[tuple[int, object]],
    message: str,
    field: str,
) -> None:
    first: dict[object, int] = {}
    for line, value in values:
        if value in first:
            table.fault(
                "given_twice", message, field, line, value=value, first=first[value]
            )
        elif value not in (None, ""):
            first[value] = line


def _faultless(table: CsvFile, lines: Sequence[tuple[int, T]]) -> list[T]:
    if table.faults:
        raise RuleError(*sorted(table.faults, key=lambda fault: fault.line))
    return [value for _line, value in lines]
