"""Exports as files: CSV, JSON and Excel workbooks.

CSV and JSON are written in pieces and XLSX to a temporary file, so that no file is held
in memory. In workbooks each value has its type, and text is never a formula. Public
files are cached on disk; files for directors are made for each request.
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

#: Column width in characters, unless the heading is wider.
WIDTHS = {ColumnKind.TEXT: 24, ColumnKind.TIME: 20}
LEAST_WIDTH = 8

#: Sheets of a tournament's workbook, by key.
WHOLE_EVENT = ("players", "seating", "standings", "teams", "results", "hands")


def write_workbook(
    exports: Iterable[Export[object]], asked: Asked, file: IO[bytes]
) -> None:
    """Write a workbook with a sheet for each export. Sheet names and page headers mark
    results that may still change. Raises Withheld."""
    book = Workbook(write_only=True)
    try:
        for export in exports:
            _add_sheet(book, export, asked)
    except BaseException:
        # Unfinished sheets keep temporary files open until the workbook is saved.
        book.save(io.BytesIO())
        raise
    book.save(file)


def _add_sheet(book: Workbook, export: Export[object], asked: Asked) -> None:
    """Add a sheet whose first row has the headings and stays visible."""
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

#: Rows in one piece of a CSV or JSON file.
PIECE = 200

#: Byte order mark: tells spreadsheets that a CSV file is UTF-8.
MARK = "\ufeff"


@dataclass(frozen=True)
class Format:
    """A file format: extension, content type, and a function that yields the file."""

    ending: str
    content_type: str
    pieces: Callable[[Export[object], Asked], Iterable[bytes]]


def name_of(export: Export[object], asked: Asked, ending: str) -> str:
    """Return the file name."""
    parts = [asked.tournament.slug, export.key]
    if asked.round and export.by_round:
        parts.append(f"round-{asked.round}")
    if export.is_provisional(asked):
        parts.append("provisional")
    return f"{'-'.join(parts)}.{ending}"


def csv_pieces(export: Export[object], asked: Asked) -> Iterator[bytes]:
    """Yield the CSV file. Its headings are the column keys, which imports read."""
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
    """Yield the JSON file: tournament, columns, why results may still change (or ""),
    and a list of rows."""
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
    """Yield the workbook with one sheet."""
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
    """Return an iterator over the file's pieces. The first is made immediately, so that
    Withheld is raised here."""
    pieces = iter(FORMATS[ending].pieces(export, asked))
    return chain([next(pieces)], pieces)


def write(export: Export[object], asked: Asked, ending: str, file: IO[bytes]) -> None:
    """Write the file in this format. Raises Withheld."""
    for piece in pieces_of(export, asked, ending):
        file.write(piece)


#: Maximum wait in seconds while another file is made; it blocks a thread of the web
#: server.
PATIENCE = 2.0


def file_of(
    export: Export[object], asked: Asked, ending: str, *, release: float
) -> MadeFile:
    """Return the file in this format, open for reading.

    `release`: time of the program's last change. Raises Withheld, and Busy while
    another file takes long.
    """
    lane = "long" if export.is_long else "short"

    def make(file: IO[bytes]) -> None:
        write(export, asked, ending, file)

    if asked.audience is Audience.DIRECTORS:
        return MadeFile(made_once(make, lane=lane, patience=PATIENCE), "")
    return made(
        _kind(export, asked, ending, release), make, lane=lane, patience=PATIENCE
    )


def workbook_of(exports: Iterable[Export[object]], asked: Asked) -> IO[bytes]:
    """Return the workbook with a sheet for each export, open for reading. Raises the
    same errors as `file_of`."""
    return made_once(
        lambda file: write_workbook(exports, asked, file),
        lane="long",
        patience=PATIENCE,
    )


def _kind(export: Export[object], asked: Asked, ending: str, release: float) -> Kind:
    event = asked.tournament
    # A new database uses the same ids again.
    state = (event.slug, event.created_at.isoformat(), event.revision, release)
    return Kind(
        event.pk, f"{name_of(export, asked, ending)} {get_language()}", repr(state)
    )
