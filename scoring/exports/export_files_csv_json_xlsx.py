"""Exports as sheets of an Excel workbook: every value of its own type, no text a
formula.

An export as a file: CSV and JSON piece by piece, so that no file is held in memory;
XLSX row by row into a file of its own.

Files of exports on the disk: what everybody may have is kept for those who ask next,
what is for directors is made for the one who asks.
"""

from __future__ import annotations

import io
import json
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import IO, TypeVar

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter

from scoring.exports.export_columns_and_values import (
    Asked,
    Audience,
    Column,
    ColumnKind,
    Export,
    Value,
    plain,
)
from tournaments.files.excel_workbooks import fill
from tournaments.files.formula_safe_csv_writing import written_csv
from tournaments.files.generated_file_cache import Kind, MadeFile, made, made_once

BOLD = Font(bold=True)

#: How wide a column is, in characters, unless its heading is wider.
WIDTHS = {ColumnKind.TEXT: 24, ColumnKind.TIME: 20}
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


T = TypeVar("T")

#: So many rows of a CSV or JSON file are one piece.
PIECE = 200

#: What tells spreadsheets that a CSV file is UTF-8.
MARK = "\ufeff"


@dataclass(frozen=True)
class Format:
    """A kind of file: its ending, what browsers call it, and its pieces."""

    ending: str
    content_type: str
    pieces: Callable[[Export[object], Asked], Iterable[bytes]]


def name_of(export: Export[object], asked: Asked, ending: str) -> str:
    """What the file is called."""
    parts = [asked.tournament.slug, export.key]
    if asked.round and export.by_round:
        parts.append(f"round-{asked.round}")
    if export.is_provisional(asked):
        parts.append("provisional")
    return f"{'-'.join(parts)}.{ending}"


def csv_pieces(export: Export[object], asked: Asked) -> Iterator[bytes]:
    """The CSV file. Its columns have the names that programs know them by, and that the
    program reads."""
    columns = export.shown_columns(asked.tournament, asked.audience)
    heads: list[object] = [column.key for column in columns]
    mark = MARK
    for piece in _in_pieces(chain([heads], map(_csv_cells, export.values(asked)))):
        yield (mark + written_csv(piece)).encode()
        mark = ""


def _csv_cells(values: Iterable[Value]) -> list[object]:
    return ["" if value is None else _csv_cell(value) for value in values]


def _csv_cell(value: Value) -> object:
    return int(value) if isinstance(value, bool) else plain(value)


def json_pieces(export: Export[object], asked: Asked) -> Iterator[bytes]:
    """The JSON file: the event, the columns with their words, why its results may still
    change ("" where they do not), and a list of rows."""
    columns = export.shown_columns(asked.tournament, asked.audience)
    keys = [column.key for column in columns]
    head: Mapping[str, object] = {
        "event": asked.tournament.slug,
        "revision": asked.tournament.revision,
        "export": export.key,
        "provisional": export.provisional_words(asked),
        "columns": [
            {"key": column.key, "words": str(column.words), "kind": column.kind.value}
            for column in columns
        ],
    }
    pieces = _in_pieces(export.values(asked))
    first = next(pieces, [])
    yield json.dumps(head, ensure_ascii=False)[:-1].encode() + b', "rows": ['
    between = "\n"
    for piece in chain([first], pieces):
        for values in piece:
            row = dict(zip(keys, map(plain, values), strict=True))
            yield f"{between}{json.dumps(row, ensure_ascii=False)}".encode()
            between = ",\n"
    yield b"\n]}\n"


def xlsx_pieces(export: Export[object], asked: Asked) -> Iterator[bytes]:
    """The workbook with one sheet."""
    with tempfile.TemporaryFile() as file:
        write_workbook([export], asked, file)
        file.seek(0)
        yield from iter(lambda: file.read(1 << 16), b"")


def _in_pieces(rows: Iterable[T]) -> Iterator[list[T]]:
    rows = iter(rows)
    while piece := list(islice(rows, PIECE)):
        yield piece


FORMATS: Mapping[str, Format] = {
    each.ending: each
    for each in (
        Format("csv", "text/csv; charset=utf-8", csv_pieces),
        Format(
            "xlsx",
            "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            xlsx_pieces,
        ),
        Format("json", "application/json", json_pieces),
    )
}


def pieces_of(export: Export[object], asked: Asked, ending: str) -> Iterator[bytes]:
    """The file in that format, piece by piece. The first piece is made at once, so that
    Withheld is raised here."""
    pieces = iter(FORMATS[ending].pieces(export, asked))
    return chain([next(pieces)], pieces)


def write(export: Export[object], asked: Asked, ending: str, file: IO[bytes]) -> None:
    """Write the file in that format. Raises Withheld."""
    for piece in pieces_of(export, asked, ending):
        file.write(piece)


#: Seconds that somebody waits for another file, and a thread of the pages with them.
PATIENCE = 2.0


def file_of(
    export: Export[object], asked: Asked, ending: str, *, release: float
) -> MadeFile:
    """The file in that format, open to be read. `release`: when the program last
    changed. Raises Withheld; Busy while another one takes long."""
    lane = "long" if export.is_long else "short"

    def make(file: IO[bytes]) -> None:
        write(export, asked, ending, file)

    if asked.audience is Audience.DIRECTORS:
        return MadeFile(made_once(make, lane=lane, patience=PATIENCE), "")
    return made(
        _kind(export, asked, ending, release), make, lane=lane, patience=PATIENCE
    )


def workbook_of(exports: Iterable[Export[object]], asked: Asked) -> IO[bytes]:
    """The workbook with a sheet for each export, open to be read. Raises as
    `file_of` does."""
    return made_once(
        lambda file: write_workbook(exports, asked, file),
        lane="long",
        patience=PATIENCE,
    )


def _kind(export: Export[object], asked: Asked, ending: str, release: float) -> Kind:
    event = asked.tournament
    # A database that was begun anew numbers its events again.
    state = (event.slug, event.created_at.isoformat(), event.revision, release)
    return Kind(
        event.pk, f"{name_of(export, asked, ending)} {get_language()}", repr(state)
    )
