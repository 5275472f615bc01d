"""Plans as text, from files or pasted from a spreadsheet.

The child process that reads uploads imports this module, so the module must not import
models.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from rules.faults import Fault, RuleError
from rules.translation_marks import ListedTexts, _, listed
from rules.winds import WINDS
from tournaments.files.csv_and_json_parsing import NoTable, as_csv
from tournaments.files.formula_safe_csv_writing import written_csv
from tournaments.seating.files.pasted_tables import (
    MOST_ROUNDS,
    MOST_START_NUMBER,
    MOST_TABLES,
    NUMBER_NAMES,
    Line,
    Sheet,
    column_names,
    refuse_too_long,
)
from tournaments.seating.files.player_files import read_entries
from tournaments.seating.impossible_constraints import MOST_ROUNDS as MOST_PLAN_ROUNDS
from tournaments.seating.seating_plan import (
    SEATS_PER_TABLE,
    Plan,
    SeatOrEmpty,
    Table,
    from_data,
)

__all__ = ["read_entries", "read_plan", "read_plan_file", "write_plan"]

SEATS = ("east", "south", "west", "north")
#: Columns of a plan with one table per line, and of one with one seat per line.
TABLE_COLUMNS = ("round", "table", *SEATS)
SEAT_COLUMNS = ("round", "table", "seat", "number")
_SEAT_NAMES = dict(zip((wind.value.lower() for wind in WINDS), SEATS, strict=True))
_PLAN_NAMES = {**NUMBER_NAMES, **_SEAT_NAMES, "wind": "seat", "player": "number"}

#: Notations of an empty seat.
_EMPTY = ("", "-", "–", "—", "0")


def read_plan(text: str, first_round: int = 1) -> Plan:
    """Return the plan in a text. The text must have one of these forms:

    - One table per line below a first line with the column names round, table, E, S, W,
      N (or east, south, west, north). Columns may be in any order, and other columns
      are ignored.
    - One seat per line below a first line with the column names round, table, seat (or
      wind), number.
    - One table per line without column names: round, table, E, S, W, N; or only E, S,
      W, N with a blank line between rounds.
    - The text that `python -m tournaments.seating plan` prints: for each round a line
      "Round 1", a line of column names and one line per table. The report is ignored.
    - JSON: the plan of `seating_plan.as_data`, alone or under the key "rounds" (for
      edited seating, the key "changed"); or rows of the first form, as JSON.

    An empty seat is an empty cell, "-" or 0. Rounds are numbered from 1 or from
    `first_round`. Raises RuleError with all faults.
    """
    if text.lstrip("\ufeff \t\r\n").startswith(("[", "{")):
        return _from_json(text, first_round)
    sheet = Sheet(_as_tables(text), spaces=True)
    placing = _Placing(sheet, first_round)
    for seat in _seats(sheet):
        placing.add(seat)
    return placing.plan()


_ROUND = re.compile(r"Round (\d{1,4})")
_TABLE = re.compile(r"\d{1,6}( +(\d{1,6}|-)){4}")


def _as_tables(text: str) -> str:
    """Return the text of a printed plan as lines of a table with column names. Return
    other texts unchanged."""
    lines = [line.strip() for line in text.lstrip("\ufeff").splitlines()]
    if not lines or not _ROUND.fullmatch(lines[0]):
        return text
    written, round_ = [" ".join(TABLE_COLUMNS)], _ROUND.fullmatch(lines[0])
    for line in lines[1:]:
        round_ = _ROUND.fullmatch(line) or round_
        is_table = round_ is not None and _TABLE.fullmatch(line)
        written.append(f"{round_[1]} {line}" if round_ and is_table else "")
    return "\n".join(written)


def read_plan_file(content: bytes, first_round: int) -> Plan:
    """Return the plan in a UTF-8 file. Raises RuleError if the file is not UTF-8, and
    as `read_plan` does."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        message = _("This file is not UTF-8 text. Save it as CSV UTF-8.")
        raise RuleError(Fault("not_utf8", message)) from None
    return read_plan(text, first_round)


def write_plan(plan: Plan) -> str:
    """Return the plan as CSV text with one table per line. `read_plan` can read the
    text."""
    tables = (
        (round_number, table_number, *("" if n is None else n for n in table))
        for round_number, round_ in enumerate(plan, 1)
        for table_number, table in enumerate(round_, 1)
    )
    return written_csv((TABLE_COLUMNS, *tables), line_end="\n")


class _Seat(NamedTuple):
    """A seat with its player number, or None for an empty seat. `line` is the number of
    the line that contains the seat."""

    line: int
    round: int
    table: int
    wind: int
    number: SeatOrEmpty


class _Placing:
    """A plan that is built from the lines of a sheet."""

    def __init__(self, sheet: Sheet, first_round: int) -> None:
        self._sheet = sheet
        self._first_round = first_round
        self._seats: dict[tuple[int, int, int], _Seat] = {}
        self._players: dict[tuple[int, int], _Seat] = {}
        #: Lines that repeat a table. Each gets only one fault.
        self._doubles: set[int] = set()

    def add(self, seat: _Seat) -> None:
        taken = self._seats.setdefault((seat.round, seat.table, seat.wind), seat)
        if taken is not seat:
            self._refuse_double(seat, taken)
        elif seat.number is not None:
            before = self._players.setdefault((seat.round, seat.number), seat)
            if before is not seat:
                self._refuse_twice(seat, before)

    def plan(self) -> Plan:
        """Return the plan. Raises RuleError with all faults of the sheet."""
        # After other faults, gaps may only be lines that could not be read.
        if not self._sheet.faults:
            self._refuse_gaps()
        self._sheet.end()
        return tuple(
            tuple(self._table(round_, table) for table in tables)
            for round_, tables in self._tables().items()
        )

    def _tables(self) -> dict[int, list[int]]:
        """Return the table numbers of each round, in ascending order."""
        tables: dict[int, list[int]] = {}
        for round_, table in sorted({key[:2] for key in self._seats}):
            tables.setdefault(round_, []).append(table)
        return tables

    def _table(self, round_: int, table: int) -> Table:
        seats = [
            self._seats.get((round_, table, wind)) for wind in range(SEATS_PER_TABLE)
        ]
        east, south, west, north = (seat and seat.number for seat in seats)
        return east, south, west, north

    def _refuse_double(self, seat: _Seat, taken: _Seat) -> None:
        if seat.line not in self._doubles:
            self._doubles.add(seat.line)
            self._sheet.fault(
                "given_twice",
                _(
                    "Line %(line)s: this seat at table %(table)s of round %(round)s "
                    "is taken in line %(first)s."
                ),
                seat.line,
                table=seat.table,
                round=seat.round,
                first=taken.line,
            )

    def _refuse_twice(self, seat: _Seat, before: _Seat) -> None:
        self._sheet.fault(
            "seated_twice",
            _(
                "Line %(line)s: player %(number)s already sits at table %(table)s of "
                "round %(round)s in line %(first)s."
            ),
            seat.line,
            number=seat.number,
            table=before.table,
            round=before.round,
            first=before.line,
        )

    def _refuse_gaps(self) -> None:
        tables = self._tables()
        if not tables:
            self._sheet.fault("no_rounds", _("This text contains no tables."))
        # Later rounds may be numbered from 1 or as in the tournament.
        first = self._first_round if min(tables, default=0) >= self._first_round else 1
        if gaps := _gaps(list(tables), first):
            message = _("Rounds are missing: %(rounds)s.")
            self._sheet.fault("round_missing", message, rounds=gaps)
        for round_, numbers in tables.items():
            if gaps := _gaps(numbers):
                message = _("Tables of round %(round)s are missing: %(tables)s.")
                self._sheet.fault("table_missing", message, round=round_, tables=gaps)


def _gaps(numbers: Sequence[int], first: int = 1) -> ListedTexts:
    """Return the missing numbers from `first` to the last of `numbers`, as "2, 5–9".
    `numbers` are in ascending order."""
    gaps = []
    for before, number in pairwise([first - 1, *numbers]):
        if number == before + 2:
            gaps.append(str(before + 1))
        elif number > before + 2:
            gaps.append(f"{before + 1}–{number - 1}")
    return listed(gaps)


def _seats(sheet: Sheet) -> Iterator[_Seat]:
    """Yield the seats of all lines, for each supported form of lines."""
    lines = sheet.filled
    if not lines:
        return iter(())
    if not any(char.isalpha() for cell in lines[0].cells for char in cell):
        return _bare_seats(sheet)
    columns = set(column_names(lines[0].cells, _PLAN_NAMES))
    if columns >= set(TABLE_COLUMNS):
        return _seats_by_table(sheet)
    if columns >= set(SEAT_COLUMNS):
        return _seats_by_seat(sheet)
    sheet.fault(
        "column_missing",
        _(
            "Line %(line)s: use the columns %(tables)s, or %(seats)s for one seat per "
            "line."
        ),
        lines[0].number,
        tables=listed(TABLE_COLUMNS),
        seats=listed(SEAT_COLUMNS),
    )
    return iter(())


def _seats_by_table(sheet: Sheet) -> Iterator[_Seat]:
    for line, cells in sheet.rows(_PLAN_NAMES, TABLE_COLUMNS):
        yield from _whole_table(sheet, line, [cells[name] for name in TABLE_COLUMNS])


def _seats_by_seat(sheet: Sheet) -> Iterator[_Seat]:
    for line, cells in sheet.rows(_PLAN_NAMES, SEAT_COLUMNS):
        place = _place(sheet, line, cells["round"], cells["table"])
        name = cells["seat"].lower()
        seat = _SEAT_NAMES.get(name, name)
        if seat not in SEATS:
            message = _("Line %(line)s: seat “%(value)s” is not E, S, W or N.")
            sheet.fault("not_a_seat", message, line, value=cells["seat"])
        elif place:
            number = _chair(sheet, line, "number", cells["number"])
            yield _Seat(line, *place, SEATS.index(seat), number)


def _bare_seats(sheet: Sheet) -> Iterator[_Seat]:
    """Yield the seats of tables without column names.

    Each line contains round, table and four players, or only the four players.
    """
    if max(len(line.cells) for line in sheet.filled) > SEATS_PER_TABLE:
        for line in sheet.filled:
            cells = _padded(sheet, line, len(TABLE_COLUMNS))
            yield from _whole_table(sheet, line.number, cells)
        return
    round_, table = 1, 0
    for line in sheet.lines:
        if line.cells:
            table += 1
            place = [str(round_), str(table)]
            cells = _padded(sheet, line, SEATS_PER_TABLE)
            yield from _whole_table(sheet, line.number, [*place, *cells])
        elif table:
            round_, table = round_ + 1, 0


def _padded(sheet: Sheet, line: Line, width: int) -> list[str]:
    if len(line.cells) > width:
        message = _(
            "Line %(line)s has %(cells)s cells. Enter round, table and 4 player "
            "numbers, or only the 4 numbers."
        )
        sheet.fault("too_many_cells", message, line.number, cells=len(line.cells))
    return [*line.cells, *[""] * width][:width]


def _whole_table(sheet: Sheet, line: int, cells: Sequence[str]) -> Iterator[_Seat]:
    """Yield the four seats in a line. Yield nothing if the round or table is
    invalid."""
    place = _place(sheet, line, *cells[:2])
    chairs = [
        _chair(sheet, line, name, cell)
        for name, cell in zip(SEATS, cells[2:], strict=True)
    ]
    if place:
        for wind, number in enumerate(chairs):
            yield _Seat(line, *place, wind, number)


def _place(sheet: Sheet, line: int, round_: str, table: str) -> tuple[int, int] | None:
    round_number = sheet.number(line, "round", round_, MOST_ROUNDS)
    table_number = sheet.number(line, "table", table, MOST_TABLES)
    if round_number is None or table_number is None:
        return None
    return round_number, table_number


def _chair(sheet: Sheet, line: int, column: str, cell: str) -> SeatOrEmpty:
    if cell in _EMPTY:
        return None
    return sheet.number(line, column, cell, MOST_START_NUMBER)


def _from_json(text: str, first_round: int) -> Plan:
    refuse_too_long(text)
    try:
        data = json.loads(text.lstrip("\ufeff"))
    except (ValueError, RecursionError):
        raise _not_json() from None
    if isinstance(data, dict) and "rows" in data:
        return _from_rows(text, first_round)
    if isinstance(data, dict):
        data = data.get("changed", data.get("rounds"))
    if isinstance(data, list) and len(data) > MOST_PLAN_ROUNDS:
        message = _("A plan can have at most %(most)s rounds. This one has %(rounds)s.")
        params = {"rounds": len(data), "most": MOST_PLAN_ROUNDS}
        raise RuleError(Fault("too_many_rounds", message, "", params))
    return from_data(data)


def _from_rows(text: str, first_round: int) -> Plan:
    try:
        return read_plan(as_csv(text) or "", first_round)
    except NoTable:
        raise _not_json() from None


def _not_json() -> RuleError:
    return RuleError(
        Fault("not_json", _("This text looks like JSON but cannot be read."))
    )
