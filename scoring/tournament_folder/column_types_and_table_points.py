"""Columns of lines in files, declared once for reading, writing and storing.

A line about a table of a round is a dataclass derived from `TableLine`. Each of its
fields is `Annotated` with a column of the kinds below. The column defines how the value
is read and written, and its name in the file if that differs from the field's name. CSV
files and files with a JSON object on each line use the same kinds.

The module also reads and writes table points: “4”, “1.5”, “7/3”.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from fractions import Fraction
from typing import ClassVar, Protocol, TypeVar, get_type_hints

from django.db.models import Model
from django.utils.translation import gettext_noop as _

from rules.faults import RuleError
from scoring.tournament_folder.prepared_inserts import Values
from scoring.wording import stored_reasons
from scoring.wording.stored_reasons import NONE, Reason
from tournaments.files.file_faults import FileFault, at_line
from tournaments.files.strict_csv_reader import Row
from tournaments.models import Game
from tournaments.seating.files.pasted_tables import MOST_ROUNDS, MOST_TABLES

#: A table of a round: (round number, table number).
Key = tuple[int, int]

LONGEST_NAME = 150
_TABLE = ("round", "table")


class Given(Protocol):
    """Named values of a line, or of an object in event.json."""

    def fault(self, code: str, message: str, field: str, **params: object) -> None: ...
    def take(self, name: str, /) -> object: ...


class Cells(Given, Protocol):
    """A line as read from a CSV file or a JSON object."""

    @property
    def line(self) -> int: ...
    def says(self, name: str, /) -> bool: ...
    def integer(self, name: str, /, *, low: int, high: int) -> int: ...
    def free_text(self, name: str, longest: int | None = None, /) -> str: ...
    def one_of(self, name: str, choices: tuple[str, ...], /) -> str: ...


@dataclass(frozen=True)
class Column:
    """A function that reads a column's value, and one that writes it.

    `may_be_empty`: an absent value is read as `empty`.
    """

    read: Callable[[Cells, str], object]
    write: Callable[..., object] = lambda value: value
    name: str = ""
    may_be_empty: bool = False
    empty: object = None

    def value_in(self, cells: Cells) -> object:
        if self.may_be_empty and not cells.says(self.name):
            return self.empty
        return self.read(cells, self.name)


def whole(low: int, high: int, *, optional: bool = False, name: str = "") -> Column:
    """Return a column for a whole number from `low` to `high`.

    `optional`: the value may be absent.
    """

    def read(cells: Cells, name: str) -> int:
        return cells.integer(name, low=low, high=high)

    return Column(read, name=name, may_be_empty=optional)


def text_column(longest: int | None = None, *, optional: bool = False) -> Column:
    """Return a column for a text of at most `longest` characters.

    `optional`: the value may be absent and is then empty.
    """

    def read(cells: Cells, name: str) -> str:
        return cells.free_text(name, longest)

    return Column(read, may_be_empty=optional, empty="")


def name(*, optional: bool = False) -> Column:
    """Return a column for the name of a person."""
    return text_column(LONGEST_NAME, optional=optional)


def one_of(choices: Iterable[str], *, optional: bool = False, name: str = "") -> Column:
    known = tuple(map(str, choices))

    def read(cells: Cells, name: str) -> str:
        return cells.one_of(name, known)

    return Column(read, name=name, may_be_empty=optional, empty="")


def reason(
    among: Collection[str] = stored_reasons.WORDS, /, *, optional: bool = False
) -> Column:
    """Return a column for a reason. Files contain its text. `among`: keys of the
    program's reasons that are recognised by their text."""

    def read(cells: Cells, name: str) -> Reason:
        return stored_reasons.read(cells.free_text(name), among)

    def write(why: Reason) -> str:
        return why.as_written

    return Column(read, write, may_be_empty=optional, empty=NONE)


def moment(*, optional: bool = False) -> Column:
    """Return a column for a time with its time zone.

    `optional`: the value may be absent.
    """
    return Column(read_moment, write_time, may_be_empty=optional)


def entry(*, optional: bool = False, name: str = "") -> Column:
    """Return a column for a ledger entry with its kind.

    The rules read the entry later. `optional`: the value may be absent.
    """

    def read(cells: Cells, name: str) -> object:
        value = cells.take(name)
        if isinstance(value, dict) and "kind" in value:
            return value
        message = _("Enter a JSON object with the kind and values of the entry.")
        cells.fault("not_an_entry", message, name)
        return {}

    return Column(read, _written_entry, name, optional)


def read_moment(values: Given, name: str) -> datetime:
    """Return a time with its time zone.

    For any other value, add a fault and return an invalid time.
    """
    at = read_time(values.take(name))
    if at is None:
        message = _("Enter a time with its zone, such as 2026-05-02T10:30:00+00:00.")
        values.fault("not_a_time", message, name)
    return at or datetime.min.replace(tzinfo=UTC)


def read_time(text: object) -> datetime | None:
    """Return the time in `text` in UTC; None if it is not a time with a time zone."""
    try:
        at = datetime.fromisoformat(text) if isinstance(text, str) else None
        return at.astimezone(UTC) if at and at.tzinfo else None
    except (ValueError, OverflowError):
        return None


def write_time(at: datetime) -> str:
    return at.astimezone(UTC).isoformat()


def _written_entry(raw: Mapping[str, object]) -> object:
    """Return an entry with sorted keys, because PostgreSQL changes the order
    of keys.
    """
    return json.loads(json.dumps(raw, sort_keys=True))


def key_in(cells: Cells) -> Key:
    """Return round and table number of a line.

    They are invalid if a fault was added.
    """
    return (
        cells.integer("round", low=1, high=MOST_ROUNDS),
        cells.integer("table", low=1, high=MOST_TABLES),
    )


@dataclass(frozen=True)
class TableLine:
    """A line about a table of a round.

    `line`: line number in the file, 0 if it is not in a file yet. Its columns are
    `round`, `table` and the columns of its fields.
    """

    file: ClassVar[str]
    #: Columns that are left out if they are empty in all lines.
    rare: ClassVar[Collection[str]] = ()
    #: The columns after `round` and `table`, by field.
    columns: ClassVar[Mapping[str, Column]]

    line: int
    table: Key

    def __init_subclass__(cls) -> None:
        cls.columns = {
            field: replace(column, name=column.name or field)
            for field, hint in get_type_hints(cls, include_extras=True).items()
            for column in getattr(hint, "__metadata__", ())
        }

    def fault(
        self, code: str, message: str, field: str = "", **params: object
    ) -> FileFault:
        """Return a fault with this line's file and number."""
        return FileFault(code, message, field, params, self.file, self.line)

    def refused(self, error: RuleError) -> list[FileFault]:
        """Return the faults that the rules found in this line, with its file and
        number.
        """
        return [at_line(fault, self.file, self.line) for fault in error.faults]

    def refuse_half(self, cells: Cells) -> None:
        """Add faults to the cells for missing values that other values need.

        Does nothing by default.
        """
        return


L = TypeVar("L", bound=TableLine)


def names_of(kind: type[TableLine]) -> Sequence[str]:
    """Return the names of a file's columns."""
    return (*_TABLE, *(column.name for column in kind.columns.values()))


def read_line(kind: type[L], cells: Cells, table: Key) -> L:
    """Return the line read from cells.

    It is invalid if a fault was added to the cells.
    """
    make: Callable[..., L] = kind
    values = {field: column.value_in(cells) for field, column in kind.columns.items()}
    return make(cells.line, table, **values)


def line_of(kind: type[L], row: Model, game: Game, **others: object) -> L:
    """Return the line for a database row about this game.

    `others`: values of fields that have another name in the database.
    """
    make: Callable[..., L] = kind
    own = kind.columns.keys() - others.keys()
    values = {field: getattr(row, field) for field in own} | others
    return make(0, (game.round.number, game.table), **values)


def written(line: TableLine) -> dict[str, object]:
    """Return the values by column, as in files. Empty values are left out."""
    values: dict[str, object] = dict(zip(_TABLE, line.table, strict=True))
    for field, column in line.columns.items():
        value = getattr(line, field)
        if not column.may_be_empty or value != column.empty:
            values[column.name] = column.write(value)
    return values


def kept(line: TableLine, model: type[Model]) -> Values:
    """Return the line's values by the field names of the database model."""
    own = {field.name for field in model._meta.concrete_fields}
    fields = line.columns.keys() & own
    return {field: getattr(line, field) for field in fields}


_FIGURE = re.compile(r"(-?[0-9]{1,6})(?:[.,]([0-9]{1,6})|/([1-9][0-9]{0,3}))?")


@dataclass(frozen=True)
class Figure:
    """Table points as written. `blur`: upper limit of the rounding error; 0 for whole
    numbers and fractions."""

    value: Fraction
    blur: Fraction = Fraction(0)

    def is_about(self, exact: Fraction) -> bool:
        return self.value == exact or abs(self.value - exact) < self.blur


def read_figure(text: str) -> Figure | None:
    """Return table points such as "4", "1.5", "7/3" or the rounded "2.33"; None for
    other text."""
    match = _FIGURE.fullmatch(text)
    if match is None:
        return None
    whole, decimals, divisor = match.groups()
    if divisor:
        return Figure(Fraction(int(whole), int(divisor)))
    if not decimals:
        return Figure(Fraction(int(whole)))
    return Figure(Fraction(f"{whole}.{decimals}"), Fraction(1, 10 ** len(decimals)))


def write_figure(exact: Fraction) -> str:
    """Return table points in their shortest exact form, such as "4", "1.5" or "7/3"."""
    return str(float(exact)) if exact.denominator in (2, 4) else str(exact)


def decimals(exact: Fraction) -> str:
    """Return table points rounded to 3 decimals, such as "4", "1.5" or "2.333"."""
    return f"{float(exact):.3f}".rstrip("0").rstrip(".")


def figure_in(row: Row, column: str) -> Figure | None:
    """Return a cell's table points; None if it is empty or has a fault."""
    text = row.raw(column)
    figure = read_figure(text)
    if text and figure is None:
        message = _(
            "%(column)s is “%(value)s”. Enter table points such as 4, 1.5 or 7/3."
        )
        row.fault("not_a_figure", message, column, value=text)
    return figure
