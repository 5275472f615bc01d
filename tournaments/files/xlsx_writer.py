"""Cells of Excel workbooks (.xlsx) that are written: each of its value's own type, and
nothing a formula."""

from __future__ import annotations

from datetime import datetime
from fractions import Fraction

from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE, Cell

Value = str | int | float | Fraction | datetime | None


def fill(cell: Cell, value: Value) -> None:
    """Give a cell its value: a text that looks like a formula, or like a fault, stays
    a text; a whole number is written as one; a time is written without its zone,
    which cells have not."""
    if isinstance(value, datetime):
        value = value.replace(tzinfo=None)
    if isinstance(value, Fraction):
        value = int(value) if value.denominator == 1 else float(value)
    if isinstance(value, str):
        value = ILLEGAL_CHARACTERS_RE.sub("", value) or None
    cell.value = value
    if isinstance(value, str):
        cell.data_type = "s"
