"""Exports as sheets of an Excel workbook: every value of its own type, no text a
formula."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from typing import IO

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter

from scoring.exports.export import Asked, Column, Export, Kind, Value
from tournaments.files.excel_workbooks import fill

BOLD = Font(bold=True)

#: How wide a column is, in characters, unless its heading is wider.
WIDTHS = {Kind.TEXT: 24, Kind.TIME: 20}
LEAST_WIDTH = 8

#: What the workbook of a whole event holds, by key.
WHOLE_EVENT = ("players", "seating", "standings", "teams", "results", "hands")


def write_workbook(
    exports: Iterable[Export[object]], asked: Asked, file: IO[bytes]
) -> None:
    """Write a workbook with a sheet for each export. Where results may still change,
    the name of the sheet and the head of each printed page say so. Raises Withheld."""
    book = Workbook(write_only=True)
    try:
        for export in exports:
            _add_sheet(book, export, asked)
    except BaseException:
        # A sheet that was begun lies in a file of its own until the book is saved.
        book.save(io.BytesIO())
        raise
    book.save(file)


def _add_sheet(book: Workbook, export: Export[object], asked: Asked) -> None:
    """A sheet whose first row, in people's words, stays in view."""
    sheet = book.create_sheet(_title(export, asked))
    if provisional := export.provisional_words(asked):
        sheet.oddHeader.center.text = f"{provisional} {_now(asked)}"
    sheet.freeze_panes = "A2"
    columns = export.shown_columns(asked.tournament, asked.audience)
    for place, column in enumerate(columns, start=1):
        sheet.column_dimensions[get_column_letter(place)].width = _width(column)
    heads = _cells(sheet, [str(column.words) for column in columns])
    for cell in heads:
        cell.font = BOLD
    sheet.append(heads)
    for values in export.values(asked):
        sheet.append(_cells(sheet, values))


def _title(export: Export[object], asked: Asked) -> str:
    if not export.is_provisional(asked):
        return str(export.title)
    return _("%(title)s (provisional)") % {"title": export.title}


def _now(asked: Asked) -> str:
    return date_format(localtime(timezone=asked.tournament.zone), "DATETIME_FORMAT")


def _width(column: Column[object]) -> int:
    return max(len(str(column.words)) + 2, WIDTHS.get(column.kind, LEAST_WIDTH))


def _cells(sheet: object, values: Sequence[Value]) -> list[WriteOnlyCell]:
    cells = [WriteOnlyCell(sheet) for _value in values]
    for cell, value in zip(cells, values, strict=True):
        fill(cell, value)
    return cells
