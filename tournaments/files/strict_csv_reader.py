"""Read CSV files strictly and record every fault with file and line."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TypeVar

from django.utils.translation import gettext_noop as _

from rules.translation_marks import listed
from tournaments.files.csv_and_json_parsing import (
    TooManyCells,
    column_name,
    first_line,
    records,
)
from tournaments.files.file_faults import FileFault
from tournaments.files.upload_limits import FILE_FAULTS, FILE_LINES, RECORD_CELLS

T = TypeVar("T")

_WHOLE_NUMBER = re.compile(r"[+-]?[0-9]{1,9}")


class CsvFile:
    """An opened CSV file: its rows, and the faults found so far.

    Text is UTF-8 with or without BOM, with commas, semicolons or tabs, and any line
    ends. Columns may be in any order, and other columns are ignored. Apostrophes added
    by `formula_safe_csv_writing` are removed. Reading never raises an error.
    """

    def __init__(
        self,
        name: str,
        content: bytes | str,
        columns: Sequence[str],
        *,
        optional: Collection[str] = (),
        headless: bool = False,
        most_lines: int = FILE_LINES,
    ) -> None:
        """Read the file.

        `columns` are in their usual order and include the `optional` columns. With
        `headless`, a first line without any column name is a row. A file with more than
        `most_lines` rows is not read.
        """
        self.name = name
        self.faults: list[FileFault] = []
        self.rows: list[Row] = []
        #: Some or all lines could not be read.
        self.is_broken = False
        self._columns = columns
        self._optional = optional
        self._headless = headless
        self._most_lines = most_lines
        if text := self._decoded(content):
            self._read(text)
        elif not self.faults:
            self._break("empty", _("This file is empty."))

    def fault(
        self, code: str, message: str, field: str = "", line: int = 0, **params: object
    ) -> None:
        """Add a fault, unless there are already `FILE_FAULTS` faults. `field` is the
        name of its column, or ""."""
        if len(self.faults) >= FILE_FAULTS:
            return
        if field:
            params = {"column": field, **params}
        self.faults.append(FileFault(code, message, field, params, self.name, line))

    def attempt(self, row: Row, read: Callable[[Row], T]) -> T | None:
        """Return `read(row)`; None if reading adds a fault.

        If the file already has `FILE_FAULTS` faults, return None without reading.
        """
        before = len(self.faults)
        if before >= FILE_FAULTS:
            return None
        value = read(row)
        return value if len(self.faults) == before else None

    def lines(self, read: Callable[[Row], T]) -> list[tuple[int, T]]:
        """Return (line, `read(row)`) of the rows without faults."""
        values = ((row.line, self.attempt(row, read)) for row in self.rows)
        return [(line, value) for line, value in values if value is not None]

    def refuse_doubles(
        self, values: Iterable[tuple[int, object]], message: str, field: str
    ) -> None:
        """Add a fault for every (line, value) whose value also appears in an earlier
        line. Empty values are skipped."""
        first: dict[object, int] = {}
        for line, value in values:
            if value in first:
                self.fault(
                    "given_twice", message, field, line, value=value, first=first[value]
                )
            elif value not in (None, ""):
                first[value] = line

    def _break(self, code: str, message: str, line: int = 0, **params: object) -> None:
        self.is_broken = True
        self.fault(code, message, "", line, **params)

    def _decoded(self, content: bytes | str) -> str:
        """Return the content as text that databases can store; "" if this is not
        possible, with a fault."""
        try:
            text = content.decode() if isinstance(content, bytes) else content
        except UnicodeDecodeError as error:
            self._break(
                "not_utf8",
                _("This is not UTF-8 text. Save the file as CSV (UTF-8)."),
                error.object.count(b"\n", 0, error.start) + 1,
            )
            return ""
        if "\0" in text:
            message = _("This line contains an invalid character.")
            self._break("not_text", message, text.count("\n", 0, text.index("\0")) + 1)
            return ""
        return text.removeprefix("\ufeff")

    def _read(self, text: str) -> None:
        every = records(text, self._delimiter(text), self._refuse)
        filled = ((line, cells) for line, cells in every if any(cells))
        line, first = next(filled, (1, []))
        header = list(map(column_name, first))
        if self._headless and not set(header) & set(self._columns):
            self._add(line, first, self._columns)
            header = list(self._columns)
        elif not self._header_is_good(line, header):
            return
        for line, cells in filled:
            if len(self.rows) >= self._most_lines:
                message = _("This file has more than %(limit)s lines.")
                self._break("too_many_lines", message, limit=self._most_lines)
                return
            if len(self.faults) >= FILE_FAULTS:
                return
            self._add(line, cells, header)

    def _refuse(self, line: int, error: csv.Error) -> None:
        if isinstance(error, TooManyCells):
            message = _("This line has more than %(limit)s cells.")
            self._break("too_many_cells", message, line, limit=RECORD_CELLS)
            return
        message = _("This line is not valid CSV. Look for a stray quote.")
        self._break("not_csv", message, line)

    def _delimiter(self, text: str) -> str:
        first = first_line(text)

        def known(delimiter: str) -> tuple[int, int]:
            cells = first.split(delimiter)
            named = sum(column_name(cell.strip('"')) in self._columns for cell in cells)
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
            message = _("Duplicate columns: “%(names)s”.")
            self._break("column_twice", message, line, names=listed(twice))
        if missing:
            message = _("Missing columns: %(names)s.")
            self._break("column_missing", message, line, names=listed(missing))
        return not (twice or missing)

    def _add(self, line: int, cells: Sequence[str], header: Sequence[str]) -> None:
        if any(cells[len(header) :]):
            self.fault(
                "too_many_cells",
                _(
                    "This line has %(cells)s cells instead of %(columns)s, as in "
                    "the first line."
                ),
                line=line,
                cells=len(cells),
                columns=len(header),
            )
            return
        self.rows.append(Row(self, line, dict(zip(header, cells, strict=False))))


class Row:
    """A line of a file. Unreadable cells add faults to the file."""

    def __init__(self, file: CsvFile, line: int, values: Mapping[str, str]) -> None:
        self.line = line
        self._file = file
        self._values = values

    def fault(self, code: str, message: str, field: str, **params: object) -> None:
        self._file.fault(code, message, field, self.line, **params)

    def raw(self, column: str) -> str:
        """Return the cell as it is in the file; "" if it is empty or missing."""
        return self._values.get(column, "")

    take = raw

    def says(self, column: str) -> bool:
        return bool(self.raw(column))

    def free_text(self, column: str, longest: int | None = None) -> str:
        """Return the text in the cell. Adds a fault if it has more than `longest`
        characters."""
        text = self.raw(column)
        if longest is not None and len(text) > longest:
            message = _("%(column)s is longer than %(longest)s characters.")
            self.fault("too_long", message, column, longest=longest)
        return text

    def one_of(self, column: str, choices: Sequence[str]) -> str:
        """Return the text in the cell. Adds a fault if it is not one of the choices."""
        text = self.raw(column)
        if text not in choices:
            message = _("%(column)s is “%(value)s”. Enter one of %(choices)s.")
            allowed = listed(choices)
            self.fault("not_a_choice", message, column, value=text, choices=allowed)
        return text

    def integer(self, column: str, low: int, high: int) -> int:
        """Return the whole number from `low` to `high` in the cell. Adds a fault for
        other content, and then returns `low`, or 0 if `low` is negative."""
        number = self.optional_integer(column, low, high)
        if number is None:
            self.fault("missing", _("%(column)s is empty."), column)
            return max(low, 0)
        return number

    def optional_integer(self, column: str, low: int, high: int) -> int | None:
        """Return the whole number from `low` to `high` in the cell; None if the cell is
        empty. Adds a fault for other content, and then returns `low`, or 0 if `low` is
        negative."""
        text = self.raw(column).replace("\u2212", "-")
        if not text:
            return None
        if not _WHOLE_NUMBER.fullmatch(text):
            message = _("%(column)s is “%(value)s”. Enter a whole number.")
            self.fault("not_a_number", message, column, value=text)
            return max(low, 0)
        number = int(text)
        if not low <= number <= high:
            message = _(
                "%(column)s is %(value)s. Enter a number from %(low)s to %(high)s."
            )
            self.fault(
                "out_of_range", message, column, value=number, low=low, high=high
            )
            return max(low, 0)
        return number
