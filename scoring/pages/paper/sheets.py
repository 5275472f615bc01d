"""Rows dealt out to sheets of paper."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

#: So many rows of a list has a sheet, on A4 and on Letter; and the last one at least so
#: many, which the one before it gives away.
ROWS = 45
LEAST = 5


def dealt(rows: Sequence[T], most: int = ROWS, least: int = LEAST) -> list[list[T]]:
    """The rows on as few sheets as hold them, `most` on each. The last one takes some
    from the sheet before it, rather than have fewer than `least`. Of none none."""
    sheets = [list(rows[start : start + most]) for start in range(0, len(rows), most)]
    if len(sheets) > 1 and (lacking := min(least, most) - len(sheets[-1])) > 0:
        sheets[-1] = [*sheets[-2][-lacking:], *sheets[-1]]
        del sheets[-2][-lacking:]
    return sheets


def in_columns(rows: Sequence[T], number: int) -> list[list[T]]:
    """The rows in so many columns of about the same length, read downwards."""
    height = -(-len(rows) // number) if rows else 0
    return [list(rows[n * height : (n + 1) * height]) for n in range(number)]
