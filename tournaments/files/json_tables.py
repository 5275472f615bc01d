"""Tables in JSON, read as the CSV they would be: the files that the program gives of an
event (`rows`, each with its values by column), or such rows alone."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from rules.faults import Fault, RuleError
from rules.translation_marks import _
from tournaments.files.csv_writer import written_csv
from tournaments.files.upload_limits import JSON_CELLS


class NoTable(ValueError):
    """JSON that holds no table."""


def as_csv(text: str) -> str | None:
    """The table in a JSON text, as CSV with a first line that names its columns; None
    for any other text.

    Raises NoTable, and RuleError for more than `JSON_CELLS` cells: every row may have
    columns of its own.
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
        message = _("This list has more than %(limit)s cells.")
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
