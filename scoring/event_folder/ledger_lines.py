"""ledger.jsonl: whole ledgers, line by line, with everything that was corrected."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from scoring.event_folder.json_lines import read_lines, write_lines
from scoring.event_folder.layout import LEDGER
from scoring.event_folder.line_columns import Key, line_of, written
from scoring.event_folder.recorded_rows import LedgerLine
from scoring.ledger.book import Book
from scoring.models import RETRACTION
from scoring.wording.reasons import of_line
from tournaments.files.file_faults import FileFault


@dataclass(frozen=True)
class LedgerFile:
    """The lines that could be read, by table in the order of the file; the tables
    that are named at all, and what is wrong with the other lines."""

    lines: Mapping[Key, list[LedgerLine]]
    first_lines: Mapping[Key, int]
    unreadable: frozenset[Key]
    faults: tuple[FileFault, ...]


def write_ledgers(books: Iterable[Book]) -> bytes:
    """The file that tells all lines of these books."""
    return write_lines(written(line) for book in books for line in _lines_of(book))


def _lines_of(book: Book) -> Iterator[LedgerLine]:
    sequences: dict[int | None, int] = {each.pk: each.sequence for each in book.lines}
    for line in book.lines:
        entry = line.raw if line.kind != RETRACTION else None
        yield line_of(
            LedgerLine,
            line,
            book.session,
            entry=entry,
            instead_of=sequences.get(line.supersedes_id),
            moved_from=sequences.get(line.moved_from_id),
            reason=of_line(line),
        )


def read_ledgers(content: bytes) -> LedgerFile:
    """What the file says. Raises nothing."""
    found: dict[Key, list[LedgerLine]] = {}
    first_lines: dict[Key, int] = {}
    unreadable: set[Key] = set()
    faults: list[FileFault] = []
    for line in read_lines(LEDGER, content, LedgerLine):
        faults += line.faults
        if line.table:
            first_lines.setdefault(line.table, line.number)
        if line.table and line.value:
            found.setdefault(line.table, []).append(line.value)
        elif line.table:
            unreadable.add(line.table)
    return LedgerFile(found, first_lines, frozenset(unreadable), tuple(faults))
