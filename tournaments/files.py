"""Players and seatings as CSV files, read strictly: every fault by file and line.

`read_players` and `read_seating` read one text, pasted or from a file. An event
folder reads through `CsvFile` and `Row` too, so all its faults come at once.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar, cast

from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from rules.faults import Fault, RuleError
from rules.winds import WINDS, Wind
from tournaments.models import Entry, Player, Team
from tournaments.refusals import sentence
from tournaments.setup import PlayerRow, TableRow

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
#: The columns of players to register: `PLAYERS`, and what the draw asks about.
REGISTRATION = (*PLAYERS, "group", "table", "first", "last")
SEATING = ("round", "table", *SEATS.values())

MOST_START_NUMBER = 999_999
MOST_ROUNDS = 99
MOST_TABLES = 9_999

_WHOLE_NUMBER = re.compile(r"[+-]?[0-9]{1,9}")


@dataclass(frozen=True)
class FileFault(Fault):
    """What is wrong in a file. `line` 0 is the whole file; `acceptable` faults
    contradict something but can still be imported, with a flag."""

    file: str = ""
    line: int = 0
    acceptable: bool = False

    @property
    def where(self) -> str:
        """The file and line, as far as they are known."""
        if not self.line:
            return self.file
        if not self.file:
            return gettext("line %(line)s") % {"line": self.line}
        return gettext("%(file)s line %(line)s") % {
            "file": self.file,
            "line": self.line,
        }


def located(fault: Fault) -> str:
    """What the fault says and where, in the reader's language."""
    where = fault.where if isinstance(fault, FileFault) else ""
    return f"{where}: {sentence(fault)}" if where else sentence(fault)


class CsvFile:
    """A CSV file opened: its rows, and the faults found in it so far.

    UTF-8 with or without BOM; commas, semicolons or tabs; any line ends; columns
    in any order and more of them than needed. Reading never raises.
    """

    def __init__(
        self,
        name: str,
        content: bytes | str,
        columns: Sequence[str],
        *,
        optional: Collection[str] = (),
        headless: bool = False,
    ) -> None:
        """`columns` in their usual order, `optional` ones among them. `headless`:
        a first line that names none of them is a row already."""
        self.name = name
        self.faults: list[FileFault] = []
        self.rows: list[Row] = []
        #: Some or all lines could not be read at all.
        self.is_broken = False
        self._columns = columns
        self._optional = optional
        self._headless = headless
        if text := self._decoded(content):
            self._read(text)
        elif not self.faults:
            self._break("empty", _("This file is empty."))

    def fault(
        self, code: str, message: str, field: str = "", line: int = 0, **params: object
    ) -> None:
        self.faults.append(FileFault(code, message, field, params, self.name, line))

    def attempt(self, row: Row, read: Callable[[Row], T]) -> T | None:
        """What `read` makes of the row; None if it finds a fault in it."""
        before = len(self.faults)
        value = read(row)
        return value if len(self.faults) == before else None

    def lines(self, read: Callable[[Row], T]) -> list[tuple[int, T]]:
        """(line, what `read` made of it) of the rows in which it found no fault."""
        values = ((row.line, self.attempt(row, read)) for row in self.rows)
        return [(line, value) for line, value in values if value is not None]

    def _break(self, code: str, message: str, line: int = 0, **params: object) -> None:
        self.is_broken = True
        self.fault(code, message, "", line, **params)

    def _decoded(self, content: bytes | str) -> str:
        """The content as text that databases can keep; "" with a fault."""
        try:
            text = content.decode() if isinstance(content, bytes) else content
        except UnicodeDecodeError as error:
            self._break(
                "not_utf8",
                _("This is not text in UTF-8: save the file as CSV (UTF-8)."),
                error.object.count(b"\n", 0, error.start) + 1,
            )
            return ""
        if "\0" in text:
            message = _("This line holds a character that is no text.")
            self._break("not_text", message, text.count("\n", 0, text.index("\0")) + 1)
            return ""
        return text.removeprefix("\ufeff")

    def _read(self, text: str) -> None:
        records = self._records(text)
        line, first = next(records, (1, []))
        header = [_as_column(cell) for cell in first]
        if self._headless and not set(header) & set(self._columns):
            self._add(line, first, self._columns)
            header = list(self._columns)
        elif not self._header_is_good(line, header):
            return
        for line, cells in records:
            self._add(line, cells, header)

    def _records(self, text: str) -> Iterator[tuple[int, list[str]]]:
        """(line it begins on, cells) of every record that is not blank."""
        reader = csv.reader(
            io.StringIO(text, newline=""), delimiter=self._delimiter(text), strict=True
        )
        line = 1
        try:
            for cells in reader:
                if any(cell.strip() for cell in cells):
                    yield line, cells
                line = reader.line_num + 1
        except csv.Error:
            message = _("This line cannot be read as CSV: look for a stray quote.")
            self._break("not_csv", message, line)

    def _delimiter(self, text: str) -> str:
        first = next(filter(str.strip, text.splitlines()), "")

        def known(delimiter: str) -> tuple[int, int]:
            cells = first.split(delimiter)
            named = sum(_as_column(cell.strip('"')) in self._columns for cell in cells)
            return named, len(cells)

        return max(",;\t", key=known)

    def _header_is_good(self, line: int, header: Sequence[str]) -> bool:
        twice = sorted({name for name in header if name and header.count(name) > 1})
        missing = [
            name
            for name in self._columns
            if name not in header and name not in self._optional
        ]
        if twice:
            message = _("Column %(names)s is there twice.")
            self._break("column_twice", message, line, names=", ".join(twice))
        if missing:
            message = _("Column %(names)s is missing.")
            self._break("column_missing", message, line, names=", ".join(missing))
        return not (twice or missing)

    def _add(self, line: int, cells: Sequence[str], header: Sequence[str]) -> None:
        if any(cell.strip() for cell in cells[len(header) :]):
            self.fault(
                "too_many_cells",
                _("This line has %(cells)s cells, the first line has %(columns)s."),
                line=line,
                cells=len(cells),
                columns=len(header),
            )
            return
        values = dict(zip(header, map(str.strip, cells), strict=False))
        self.rows.append(Row(self, line, values))


class Row:
    """One line of a file; what cannot be read in it becomes a fault of the file."""

    def __init__(self, file: CsvFile, line: int, values: Mapping[str, str]) -> None:
        self.line = line
        self._file = file
        self._values = values

    def fault(self, code: str, message: str, column: str, **params: object) -> None:
        self._file.fault(code, message, column, self.line, column=column, **params)

    def raw(self, column: str) -> str:
        """The cell as it is; "" if it is empty or there is none."""
        return self._values.get(column, "")

    def text(self, column: str, longest: int) -> str:
        """The cell's text, at most `longest` characters."""
        text = self.raw(column)
        if len(text) > longest:
            message = _("%(column)s has more than %(longest)s characters.")
            self.fault("too_long", message, column, longest=longest)
        return text

    def integer(self, column: str, low: int, high: int) -> int:
        """The whole number from `low` to `high`; any with a fault otherwise."""
        number = self.optional_integer(column, low, high)
        if number is None:
            self.fault("missing", _("%(column)s is empty."), column)
            return max(low, 0)
        return number

    def optional_integer(self, column: str, low: int, high: int) -> int | None:
        """The whole number; None if the cell is empty."""
        text = self.raw(column).replace("\u2212", "-")
        if not text:
            return None
        if not _WHOLE_NUMBER.fullmatch(text):
            message = _("%(column)s is “%(value)s”: give a whole number.")
            self.fault("not_a_number", message, column, value=text)
            return max(low, 0)
        number = int(text)
        if not low <= number <= high:
            message = _("%(column)s is %(value)s: give %(low)s to %(high)s.")
            self.fault(
                "out_of_range", message, column, value=number, low=low, high=high
            )
            return max(low, 0)
        return number


def read_players(content: bytes | str, file: str = "") -> list[PlayerRow]:
    """Players from a text or file; without a first line of column names, the
    columns are those of `REGISTRATION`. A player without a number gets the next
    one.

    Raises RuleError with every fault as a `FileFault`.
    """
    table = CsvFile(
        file,
        content,
        REGISTRATION,
        optional=set(REGISTRATION) - {"last_name"},
        headless=True,
    )
    players = players_in(table, _registered)
    return _faultless(table, players)


def read_seating(content: bytes | str, file: str = "") -> list[TableRow]:
    """Tables from a text or file, with the columns of `SEATING`.

    Raises RuleError with every fault as a `FileFault`.
    """
    table = CsvFile(file, content, SEATING, headless=True)
    tables = seating_in(table)
    for line, number in seated_twice(tables):
        message = _("Player %(number)s sits at two tables of round %(round)s.")
        round_ = dict(tables)[line].round
        table.fault("seated_twice", message, "", line, number=number, round=round_)
    return _faultless(table, tables)


def players_in(
    table: CsvFile, read: Callable[[Row], PlayerRow] | None = None
) -> list[tuple[int, PlayerRow]]:
    """(line, player) of the file's good rows; numbers and EMA numbers are unique.
    `read` makes a player of a row, by default from the columns of `PLAYERS`."""
    players = table.lines(read or player_of)
    _refuse_doubles(
        table,
        ((line, player.number) for line, player in players),
        _("Number %(value)s is given twice, first in line %(first)s."),
        "number",
    )
    _refuse_doubles(
        table,
        ((line, player.ema_number) for line, player in players),
        _("EMA number %(value)s is given twice, first in line %(first)s."),
        "ema_number",
    )
    return players


def seating_in(table: CsvFile) -> list[tuple[int, TableRow]]:
    """(line, table) of the file's good rows, each table of a round once."""
    tables = table.lines(_table)
    _refuse_doubles(
        table,
        ((line, f"{row.round}.{row.table}") for line, row in tables),
        _("Table %(value)s (round.table) is given twice, first in line %(first)s."),
        "table",
    )
    return tables


def seated_twice(tables: Sequence[tuple[int, TableRow]]) -> list[tuple[int, int]]:
    """(line, start number) of every seat whose player already sits in that round."""
    seated: set[tuple[int, int]] = set()
    twice = []
    for line, row in tables:
        for number in row.numbers:
            if (row.round, number) in seated:
                twice.append((line, number))
            seated.add((row.round, number))
    return twice


def player_of(row: Row) -> PlayerRow:
    """The player in a row with the columns of `PLAYERS`."""

    def text(column: str) -> str:
        return row.text(column, _longest(Player, column))

    if not row.raw("last_name"):
        row.fault("missing", _("%(column)s is empty."), "last_name")
    return PlayerRow(
        last_name=text("last_name"),
        first_name=text("first_name"),
        number=row.optional_integer("number", 1, MOST_START_NUMBER),
        country=text("country"),
        club=text("club"),
        team=row.text("team", _longest(Team, "name")),
        ema_number=text("ema_number"),
    )


def _registered(row: Row) -> PlayerRow:
    """A player with what the draw asks about."""
    first = row.optional_integer("first", 1, MOST_ROUNDS)
    last = row.optional_integer("last", 1, MOST_ROUNDS)
    if first and last and last < first:
        message = _("last (%(last)s) is before first (%(first)s).")
        row.fault("leaves_before_coming", message, "last", first=first, last=last)
    return replace(
        player_of(row),
        group=row.text("group", _longest(Entry, "group")),
        fixed_table=row.optional_integer("table", 1, MOST_TABLES),
        first_round=first,
        last_round=last,
    )


def _longest(model: type[models.Model], field: str) -> int:
    text = cast("models.CharField[str, str]", model._meta.get_field(field))
    return text.max_length or 0


def _table(row: Row) -> TableRow:
    east, south, west, north = (
        row.integer(column, 1, MOST_START_NUMBER) for column in SEATS.values()
    )
    return TableRow(
        row.integer("round", 1, MOST_ROUNDS),
        row.integer("table", 1, MOST_TABLES),
        (east, south, west, north),
    )


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


def _as_column(cell: str) -> str:
    return "_".join(cell.lower().split())
