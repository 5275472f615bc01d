"""CSV text taken apart: the one way in which the program reads it. Its counterpart is
`csv_writer`."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator

from tournaments.files.csv_writer import unguarded


def records(
    text: str, delimiter: str, refuse: Callable[[int], None]
) -> Iterator[tuple[int, list[str]]]:
    """(line it begins on, cells without spaces around them and unguarded) of every
    record, also of blank ones. `refuse` is called with the line that is no CSV, if one
    is."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    line = 1
    try:
        for cells in reader:
            yield line, [unguarded(cell.strip()).strip() for cell in cells]
            line = reader.line_num + 1
    except csv.Error:
        refuse(line)


def first_line(text: str) -> str:
    """The first line that is not blank."""
    return next(filter(str.strip, text.splitlines()), "")


def column_name(cell: str) -> str:
    """A column as programs call it: "First name" is first_name."""
    return "_".join(cell.lower().split())
