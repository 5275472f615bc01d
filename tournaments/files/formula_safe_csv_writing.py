"""CSV files as this program writes them: no spreadsheet takes a text for a formula.

A text that a spreadsheet would run is written with an apostrophe before it, which
tells spreadsheets that it is text; reading takes the apostrophe off again.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable

Cell = str | int

APOSTROPHE = "'"

#: What begins so is run; full width, too, where people write Chinese or Japanese.
#: Whatever is not seen may stand before it.
_RUN = re.compile(
    r"[\t\r\n]|[\s\x00-\x1f\u200b-\u200f\u2060\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]"
)
_GUARDED = re.compile(rf"{APOSTROPHE}+(?:{_RUN.pattern})")
_NUMBER = re.compile(r"-[0-9]+(?:\.[0-9]+)?")


def written_csv(rows: Iterable[Iterable[object]], *, line_end: str = "\r\n") -> str:
    """A CSV file as spreadsheets write it (RFC 4180), with texts guarded and without
    spaces around them, which readers take off."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator=line_end)
    writer.writerows([guarded(str(cell).strip()) for cell in row] for row in rows)
    return text.getvalue()


def is_run(text: str) -> bool:
    """Whether a spreadsheet would run the text. A number is only a number."""
    return bool(_RUN.match(text)) and not _NUMBER.fullmatch(text)


def guarded(text: str) -> str:
    """The text as a cell that no spreadsheet runs."""
    if is_run(text) or _GUARDED.match(text):
        return APOSTROPHE + text
    return text


def unguarded(cell: str) -> str:
    """The text that `guarded` made a cell of; any other cell as it is."""
    return cell[1:] if _GUARDED.match(cell) else cell
