"""Read text with cells: CSV files, or lines pasted from a spreadsheet.

Commas, semicolons or tabs separate the cells. Spaces also separate cells if the caller
allows this. All kinds of line ends are accepted, with or without a BOM. All faults are
collected with their lines.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from rules.faults import Fault, RuleError
from rules.translation_marks import _, listed
from tournaments.files.csv_and_json_parsing import (
    TooManyCells,
    column_name,
    first_line,
    records,
)
from tournaments.files.upload_limits import (
    FILE_FAULTS,
    RECORD_CELLS,
    SEATING_CHARACTERS,
)

MOST_START_NUMBER = 999_999
MOST_ROUNDS = 300
MOST_TABLES = 9_999

#: Other names of the column with player numbers.
NUMBER_NAMES = dict.fromkeys(("start_number", "no", "no.", "#"), "number")

_WHOLE_NUMBER = re.compile(r"[0-9]{1,9}")


class Line(NamedTuple):
    """A line of a text: its number (from 1), and its cells without surrounding spaces.
    A blank line has no cells."""

    number: int
    cells: Sequence[str]


def refuse_too_long(text: str) -> None:
    """Raise RuleError if a text has more than `SEATING_CHARACTERS` characters."""
    if len(text) > SEATING_CHARACTERS:
        message = _("This text has more than %(most)s characters.")
        raise RuleError(Fault("too_long", message, "", {"most": SEATING_CHARACTERS}))


class Sheet:
    """The lines of a text and the faults found in the lines so far. `end` raises the
    faults."""

    def __init__(self, text: str, *, spaces: bool = False) -> None:
        """Read the text.

        If `spaces` is True and the first line contains no other separator, spaces
        separate the cells. Raises RuleError for a text that is too long.
        """
        self.faults: list[Fault] = []
        self.lines: list[Line] = []
        refuse_too_long(text)
        if "\0" in text:
            line = text.count("\n", 0, text.index("\0")) + 1
            message = _("Line %(line)s contains an invalid character.")
            self.fault("not_text", message, line)
        else:
            self._read(text.removeprefix("\ufeff"), spaces)

    @property
    def filled(self) -> list[Line]:
        """Return the lines of the text that are not blank."""
        return [line for line in self.lines if line.cells]

    def fault(self, code: str, message: str, line: int = 0, **params: object) -> None:
        """Add a fault in a line, or in the whole text if `line` is 0.

        Raises RuleError with all faults as soon as there are `FILE_FAULTS` faults.
        """
        if line:
            params = {"line": line, **params}
        self.faults.append(
            Fault(code, message, f"lines.{line}" if line else "", params)
        )
        if len(self.faults) >= FILE_FAULTS:
            self.end()

    def end(self) -> None:
        """Raise RuleError with all faults, in the order of the lines. Do nothing if
        there are no faults."""
        if self.faults:
            raise RuleError(*sorted(self.faults, key=_line_of))

    def number(self, line: int, column: str, cell: str, most: int) -> int | None:
        """Return the whole number in a cell, from 1 to `most`.

        For another cell, add a fault and return None.
        """
        if not cell:
            message = _("Line %(line)s: %(column)s is empty.")
            self.fault("missing", message, line, column=column)
        elif not _WHOLE_NUMBER.fullmatch(cell):
            message = _("Line %(line)s: %(column)s “%(value)s” is not a whole number.")
            self.fault("not_a_number", message, line, column=column, value=cell)
        elif not 1 <= int(cell) <= most:
            message = _(
                "Line %(line)s: %(column)s is %(value)s. Enter a number from 1 to "
                "%(most)s."
            )
            self.fault(
                "out_of_range", message, line, column=column, value=cell, most=most
            )
        else:
            return int(cell)
        return None

    def rows(
        self, names: Mapping[str, str], used: Collection[str]
    ) -> Iterator[tuple[int, dict[str, str]]]:
        """Yield the line number and the cells by column name, for each line below the
        first. The first line contains the column names.

        `names` maps other names of columns to the standard names. It is a fault if a
        column in `used` occurs twice, or if a line has more cells than the first.
        """
        first, *rest = self.filled
        columns = column_names(first.cells, names)
        twice = sorted(name for name in used if columns.count(name) > 1)
        if twice:
            message = _("Line %(line)s: duplicate columns: %(names)s.")
            self.fault("column_twice", message, first.number, names=listed(twice))
            return
        for line in rest:
            if len(line.cells) > len(columns):
                self.fault(
                    "too_many_cells",
                    _(
                        "Line %(line)s has %(cells)s cells; the first line has "
                        "%(columns)s."
                    ),
                    line.number,
                    cells=len(line.cells),
                    columns=len(columns),
                )
            else:
                missing = [""] * (len(columns) - len(line.cells))
                cells = zip(columns, [*line.cells, *missing], strict=True)
                yield line.number, dict(cells)

    def _read(self, text: str, spaces: bool) -> None:
        delimiter = _delimiter(text)
        if spaces and not delimiter:
            for number, line in enumerate(text.splitlines(), 1):
                self.lines.append(Line(number, line.split()))
            return
        for number, cells in records(text, delimiter or ",", self._refuse):
            while cells and not cells[-1]:  # Spreadsheets add empty cells.
                cells.pop()
            self.lines.append(Line(number, cells))

    def _refuse(self, line: int, error: csv.Error) -> None:
        if isinstance(error, TooManyCells):
            message = _("Line %(line)s has more than %(limit)s cells.")
            self.fault("too_many_cells", message, line, limit=RECORD_CELLS)
            return
        message = _("Line %(line)s cannot be read. Check for a stray quote.")
        self.fault("not_csv", message, line)


def column_names(cells: Iterable[str], names: Mapping[str, str]) -> list[str]:
    """Return the standard names of the columns. `names` maps other names to the
    standard names."""
    return [names.get(name, name) for name in map(column_name, cells)]


def _delimiter(text: str) -> str:
    """Return the separator used in the first line that is not blank, or "" if there is
    none."""
    first = first_line(text)
    delimiter = max("\t;,", key=first.count)
    return delimiter if delimiter in first else ""


def _line_of(fault: Fault) -> int:
    line = fault.params.get("line", 0)
    return line if isinstance(line, int) else 0
