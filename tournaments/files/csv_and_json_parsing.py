"""Split CSV text into records, and convert JSON tables to CSV.

JSON tables are lists of rows, or the JSON files that the program exports (`rows`, each
with its values by column). `formula_safe_csv_writing` writes CSV.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from rules.faults import Fault, RuleError
from rules.translation_marks import _
from tournaments.files.formula_safe_csv_writing import unguarded, written_csv
from tournaments.files.upload_limits import JSON_CELLS, RECORD_CELLS

_LINE = re.compile(r"[^\r\n]+")


class TooManyCells(csv.Error):
    """Error for a record with more than `RECORD_CELLS` cells."""


#: Called with the number of the unreadable line and the error.
Refuse = Callable[[int, csv.Error], None]


def records(
    text: str, delimiter: str, refuse: Refuse
) -> Iterator[tuple[int, list[str]]]:
    """Yield (first line number, cells) of every record, including blank records.

    Outer spaces and the apostrophes of `formula_safe_csv_writing` are removed. Calls
    `refuse` for a line that is not CSV or has too many cells.
    """
    lines = _Lines(text, delimiter)
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    line = 1
    try:
        for cells in reader:
            yield line, [unguarded(cell.strip()).strip() for cell in cells]
            line = reader.line_num + 1
            lines.delimiters = 0
    except csv.Error as error:
        refuse(line, error)


class _Lines:
    """Iterator over the lines of a text. Raises csv.Error before a record with too many
    `delimiters` is parsed."""

    def __init__(self, text: str, delimiter: str) -> None:
        self._lines = io.StringIO(text, newline="")
        self._delimiter = delimiter
        self.delimiters = 0

    def __iter__(self) -> Iterator[str]:
        for line in self._lines:
            delimiters = line.count(self._delimiter)
            self.delimiters += delimiters
            if delimiters >= RECORD_CELLS:
                raise TooManyCells
            if self.delimiters >= RECORD_CELLS:
                raise csv.Error  # An unclosed quote would swallow all following lines.
            yield line


def first_line(text: str) -> str:
    """Return the first line that is not blank; "" if there is none."""
    lines = (match[0] for match in _LINE.finditer(text))
    return next(filter(str.strip, lines), "")


def column_name(cell: str) -> str:
    """Return a column's name in code: first_name for "First name"."""
    return "_".join(cell.lower().split())


class NoTable(ValueError):
    """Error for a JSON text without a table."""


def as_csv(text: str) -> str | None:
    """Return the table in a JSON text as CSV, with a line of column names.

    None if the text is not a JSON object or list. Raises NoTable if it contains no
    table, and RuleError if the table has more than `JSON_CELLS` cells, because each row
    may have different columns.
    """
    if text.lstrip("\ufeff \t\r\n")[:1] not in ("{", "["):
        return None
    try:
        data = json.loads(text.lstrip("\ufeff"))
    except (ValueError, RecursionError):
        return None
    rows = _rows(data)
    columns = list(dict.fromkeys(key for row in rows for key in row))
    if len(rows) * len(columns) > JSON_CELLS:
        message = _("This list has more than %(limit)s cells. Import it in parts.")
        raise RuleError(Fault("too_many_cells", message, "", {"limit": JSON_CELLS}))
    lines = [[_cell(row.get(column)) for column in columns] for row in rows]
    return written_csv([columns, *lines])


def _rows(data: object) -> Sequence[Mapping[str, object]]:
    rows = data.get("rows") if isinstance(data, dict) else data
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise NoTable
    return rows


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, dict | list):
        raise NoTable
    return str(int(value)) if isinstance(value, bool) else str(value)
