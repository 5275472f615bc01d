"""Exports as files: CSV, JSON and Excel workbooks.

CSV and JSON are written in pieces, and XLSX to a temporary file, so that no whole file
is in memory. In workbooks each value has its type, and text is never a formula. Public
files are cached on disk; files for directors are made for each request.

CSV and JSON are in English, because programs read them. Workbooks are in the user's
language.
"""

from __future__ import annotations

import io
import json
import re
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import IO, TypeVar

from django.utils.timezone import localtime
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter

from scoring.exports.export_columns_and_values import (
    Audience,
    Column,
    ColumnKind,
    Export,
    Selection,
    Value,
    plain,
)
from tournaments.files.excel_workbooks import fill
from tournaments.files.formula_safe_csv_writing import written_csv
from tournaments.files.generated_file_cache import Kind, MadeFile, made, made_once
from tournaments.languages import page_language
from tournaments.tournament_time.dates_in_words import date_in_words

BOLD = Font(bold=True)

#: Characters that Excel does not allow in names of sheets, and maximum length.
NOT_IN_SHEET_NAMES, LONGEST_SHEET_NAME = re.compile(r"[\[\]:*?/\\]"), 31
#: Column width in characters, unless the heading is wider.
WIDTHS = {ColumnKind.TEXT: 24, ColumnKind.TIME: 20}
LEAST_WIDTH = 8

#: Sheets of a tournament's workbook, by key.
WHOLE_EVENT = ("players", "seating", "standings", "teams", "results", "hands")


def write_workbook(
    exports: Iterable[Export[object]], selection: Selection, file: IO[bytes]
) -> None:
    """Write a workbook with a sheet for each export. Sheet names and page headers mark
    results that may still change. Raises Withheld if results are not published yet.
    """
    book = Workbook(write_only=True)
    try:
        for export in exports:
            _add_sheet(book, export, selection)
    except BaseException:
        # Unfinished sheets keep temporary files open until the workbook is saved.
        book.save(io.BytesIO())
        raise
    book.save(file)


def _add_sheet(book: Workbook, export: Export[object], selection: Selection) -> None:
    """Add a sheet for an export. The first row has the headings and stays visible."""
    sheet = book.create_sheet(sheet_name(_title(export, selection)))
    if provisional := export.provisional_words(selection):
        sheet.oddHeader.center.text = f"{provisional} {_now(selection)}"
    sheet.freeze_panes = "A2"
    columns = export.shown_columns(selection.tournament, selection.audience)
    for place, column in enumerate(columns, start=1):
        sheet.column_dimensions[get_column_letter(place)].width = _width(column)
    heads = _cells(sheet, [str(column.heading) for column in columns])
    for cell in heads:
        cell.font = BOLD
    sheet.append(heads)
    for values in export.values(selection):
        sheet.append(_cells(sheet, values))


def sheet_name(title: str) -> str:
    """Return a title as the name of a sheet.

    Characters that Excel does not allow are replaced, and long titles are cut.
    """
    return NOT_IN_SHEET_NAMES.sub(" ", title)[:LONGEST_SHEET_NAME].strip()


def _title(export: Export[object], selection: Selection) -> str:
    if not export.is_provisional(selection):
        return str(export.title)
    return _("%(title)s (provisional)") % {"title": export.title}


def _now(selection: Selection) -> str:
    return date_in_words(
        localtime(timezone=selection.tournament.zone), "DATETIME_FORMAT"
    )


def _width(column: Column[object]) -> int:
    return max(len(str(column.heading)) + 2, WIDTHS.get(column.kind, LEAST_WIDTH))


def _cells(sheet: object, values: Sequence[Value]) -> list[WriteOnlyCell]:
    cells = [WriteOnlyCell(sheet) for _value in values]
    for cell, value in zip(cells, values, strict=True):
        fill(cell, value)
    return cells


T = TypeVar("T")

#: Rows in one piece of a CSV or JSON file.
PIECE = 200

#: Byte order mark. It shows spreadsheets that a CSV file is in UTF-8.
MARK = "\ufeff"


@dataclass(frozen=True)
class Format:
    """A file format.

    `pieces`: yields the pieces of a file; `for_programs`: the file is always in
    English.
    """

    ending: str
    content_type: str
    pieces: Callable[[Export[object], Selection], Iterable[bytes]]
    for_programs: bool = True


def name_of(export: Export[object], selection: Selection, ending: str) -> str:
    """Return the file name, with the tournament's address, the export, its round and
    the ending. The name of a file whose results may still change contains
    "provisional".
    """
    parts = [selection.tournament.slug, export.key]
    if selection.round and export.by_round:
        parts.append(f"round-{selection.round}")
    if export.is_provisional(selection):
        parts.append("provisional")
    return f"{'-'.join(parts)}.{ending}"


def csv_pieces(export: Export[object], selection: Selection) -> Iterator[bytes]:
    """Yield the CSV file in pieces.

    The headings are the column keys, as imports expect.
    """
    columns = export.shown_columns(selection.tournament, selection.audience)
    heads: list[object] = [column.key for column in columns]
    mark = MARK
    for piece in _in_pieces(chain([heads], map(_csv_cells, export.values(selection)))):
        yield (mark + written_csv(piece)).encode()
        mark = ""


def _csv_cells(values: Iterable[Value]) -> list[object]:
    return ["" if value is None else _csv_cell(value) for value in values]


def _csv_cell(value: Value) -> object:
    return int(value) if isinstance(value, bool) else plain(value)


def json_pieces(export: Export[object], selection: Selection) -> Iterator[bytes]:
    """Yield the JSON file in pieces: tournament, columns, why results may still change
    (or ""), and the list of rows.
    """
    columns = export.shown_columns(selection.tournament, selection.audience)
    keys = [column.key for column in columns]
    head: Mapping[str, object] = {
        "event": selection.tournament.slug,
        "revision": selection.tournament.revision,
        "export": export.key,
        "provisional": export.provisional_words(selection),
        "columns": [
            {"key": column.key, "words": str(column.heading), "kind": column.kind.value}
            for column in columns
        ],
    }
    pieces = _in_pieces(export.values(selection))
    first = next(pieces, [])
    yield json.dumps(head, ensure_ascii=False)[:-1].encode() + b', "rows": ['
    between = "\n"
    for piece in chain([first], pieces):
        for values in piece:
            row = dict(zip(keys, map(plain, values), strict=True))
            yield f"{between}{json.dumps(row, ensure_ascii=False)}".encode()
            between = ",\n"
    yield b"\n]}\n"


def xlsx_pieces(export: Export[object], selection: Selection) -> Iterator[bytes]:
    """Yield a workbook with one sheet, in pieces."""
    with tempfile.TemporaryFile() as file:
        write_workbook([export], selection, file)
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
            for_programs=False,
        ),
        Format("json", "application/json", json_pieces),
    )
}


def pieces_of(
    export: Export[object], selection: Selection, ending: str
) -> Iterator[bytes]:
    """Return an iterator over the pieces of the file.

    The first piece is made immediately, so that this function, not the iterator, raises
    Withheld.
    """
    pieces = iter(FORMATS[ending].pieces(export, selection))
    if FORMATS[ending].for_programs:
        pieces = _in_english(pieces)
    return chain([next(pieces)], pieces)


def _in_english(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """Yield the pieces of a file in English.

    The caller's language is active between the pieces.
    """
    while True:
        with page_language.for_programs():
            piece = next(pieces, None)
        if piece is None:
            return
        yield piece


def write(
    export: Export[object], selection: Selection, ending: str, file: IO[bytes]
) -> None:
    """Write the export to `file` in the format `ending`.

    Raises Withheld if the results are not published yet.
    """
    for piece in pieces_of(export, selection, ending):
        file.write(piece)


#: Maximum wait in seconds while another file is made. It blocks a thread of the web
#: server.
PATIENCE = 2.0


def file_of(
    export: Export[object], selection: Selection, ending: str, *, release: float
) -> MadeFile:
    """Return the export as a file in the format `ending`, open for reading.

    `release`: time of the program's last change. Raises Withheld if the results are not
    published yet, and Busy if making another file takes too long.
    """
    lane = "long" if export.is_long else "short"

    def make(file: IO[bytes]) -> None:
        write(export, selection, ending, file)

    if selection.audience is Audience.DIRECTORS:
        return MadeFile(made_once(make, lane=lane, patience=PATIENCE), "")
    return made(
        _kind(export, selection, ending, release), make, lane=lane, patience=PATIENCE
    )


def workbook_of(exports: Iterable[Export[object]], selection: Selection) -> IO[bytes]:
    """Return the workbook with a sheet for each export, open for reading.

    Raises Withheld and Busy, as `file_of` does.
    """
    return made_once(
        lambda file: write_workbook(exports, selection, file),
        lane="long",
        patience=PATIENCE,
    )


def _kind(
    export: Export[object], selection: Selection, ending: str, release: float
) -> Kind:
    event = selection.tournament
    # A new database may use the same ids.
    state = (event.slug, event.created_at.isoformat(), event.revision, release)
    name = name_of(export, selection, ending)
    if not FORMATS[ending].for_programs:
        name += f" {get_language()}"
    return Kind(event.pk, name, repr(state))
