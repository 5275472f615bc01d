"""Write CSV files so that spreadsheets do not run any text as a formula.

A text that a spreadsheet would run gets a leading apostrophe, which marks it as text.
Reading removes the apostrophe.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable

Cell = str | int

APOSTROPHE = "'"

#: First characters of formulas, full-width ones (Chinese, Japanese input) included.
#: Invisible characters may precede them.
_RUN = re.compile(
    r"[\t\r\n]|[\s\x00-\x1f\u200b-\u200f\u2060\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]"
)
_GUARDED = re.compile(rf"{APOSTROPHE}+(?:{_RUN.pattern})")
_NUMBER = re.compile(r"-[0-9]+(?:\.[0-9]+)?")


def written_csv(rows: Iterable[Iterable[object]], *, line_end: str = "\r\n") -> str:
    """Return rows as the text of a CSV file (RFC 4180). Texts are guarded, and lose
    their outer spaces because readers strip them too."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator=line_end)
    writer.writerows([guarded(str(cell).strip()) for cell in row] for row in rows)
    return text.getvalue()


def is_run(text: str) -> bool:
    """Return whether a spreadsheet would run the text as a formula; false for
    numbers."""
    return bool(_RUN.match(text)) and not _NUMBER.fullmatch(text)


def guarded(text: str) -> str:
    """Return the text as a cell that no spreadsheet runs as a formula."""
    if is_run(text) or _GUARDED.match(text):
        return APOSTROPHE + text
    return text


def unguarded(cell: str) -> str:
    """Return the text in a cell made by `guarded`; other cells are unchanged."""
    return cell[1:] if _GUARDED.match(cell) else cell
