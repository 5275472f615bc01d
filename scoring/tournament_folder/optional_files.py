"""Read and write the optional files, according to the columns that their
lines declare.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scoring.tournament_folder.column_types_and_table_points import (
    key_in,
    names_of,
    read_line,
    written,
)
from scoring.tournament_folder.confirmations_csv import ConfirmationLine
from scoring.tournament_folder.extra_time_csv import ExtraTime
from scoring.tournament_folder.file_layout import FileColumns
from scoring.tournament_folder.folder_or_zip import Files
from scoring.tournament_folder.json_line_files import read_lines, write_lines
from scoring.tournament_folder.late_hands_and_conflicts_jsonl import (
    ConflictLine,
    LateLine,
)
from scoring.tournament_folder.optional_file_rows import FurtherLine
from tournaments.files.file_faults import FileFault
from tournaments.files.strict_csv_reader import Row
from tournaments.models import Tournament

#: The kinds of lines, in the order in which they are written and stored.
KINDS: Sequence[type[FurtherLine]] = (
    ConfirmationLine,
    LateLine,
    ConflictLine,
    ExtraTime,
)


def read_further(files: Files) -> tuple[list[FurtherLine], list[FileFault]]:
    """Return the valid lines by file, table and time, and the faults of the other
    lines.
    """
    further: list[FurtherLine] = []
    faults: list[FileFault] = []
    for kind in KINDS:
        if kind.file in files:
            lines, wrong = _read(kind, files[kind.file])
            further += sorted(lines, key=_place)
            faults += wrong
    return further, faults


def _place(line: FurtherLine) -> tuple[object, ...]:
    return line.table, getattr(line, "at", None)


def _read(
    kind: type[FurtherLine], content: bytes
) -> tuple[list[FurtherLine], list[FileFault]]:
    if kind.file.endswith(".jsonl"):
        read = list(read_lines(kind.file, content, kind))
        values = [line.value for line in read if line.value is not None]
        return values, [fault for line in read for fault in line.faults]

    def line_in(row: Row) -> FurtherLine:
        line = read_line(kind, row, key_in(row))
        line.refuse_half(row)
        return line

    file = _columns_of(kind).opened(kind.file, content)
    return [line for _number, line in file.lines(line_in)], file.faults


def written_further(tournament: Tournament) -> Iterator[tuple[str, bytes]]:
    """Yield name and content of the optional files that have lines."""
    for kind in KINDS:
        lines = list(map(written, kind.lines_of(tournament)))
        if lines and kind.file.endswith(".jsonl"):
            yield kind.file, write_lines(lines)
        elif lines:
            rows = ([line.get(name, "") for name in names_of(kind)] for line in lines)
            yield kind.file, _columns_of(kind).written(rows)


def _columns_of(kind: type[FurtherLine]) -> FileColumns:
    return FileColumns(names_of(kind), rare=kind.rare)
