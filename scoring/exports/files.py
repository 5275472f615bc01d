"""An export as a file: CSV and JSON piece by piece, so that no file is held in memory;
XLSX row by row into a file of its own."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, islice
from typing import IO, TypeVar

from scoring.exports.export import Asked, Export, Value, plain
from scoring.exports.workbook import write_workbook
from tournaments.files.formula_safe_csv_writing import written_csv

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
