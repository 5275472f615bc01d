"""ledger.jsonl: whole ledgers, line by line, with everything that was corrected."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scoring.event_folder.json_lines import (
    LONGEST_NAME,
    LineReader,
    read_lines,
    write_lines,
    write_time,
    written_entry,
)
from scoring.event_folder.layout import LEDGER, MOST_HANDS, MOST_LINES
from scoring.event_folder.recorded import Key, LedgerLine
from scoring.ledger.book import Book
from scoring.models import RETRACTION, LedgerEntry
from tournaments.files.faults import FileFault


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
    return write_lines(_written(book, line) for book in books for line in book.lines)


def _written(book: Book, line: LedgerEntry) -> Mapping[str, object]:
    sequences = {each.pk: each.sequence for each in book.lines}
    values: dict[str, object] = {
        "round": book.session.round.number,
        "table": book.session.table,
        "line": line.sequence,
        "hand": line.hand,
    }
    if line.kind != RETRACTION:
        values["entry"] = written_entry(line.raw)
    if line.supersedes_id:
        values["instead_of"] = sequences[line.supersedes_id]
    if line.reason:
        values["reason"] = line.reason
    return values | {"by": line.by, "at": write_time(line.at)}


def read_ledgers(content: bytes) -> LedgerFile:
    """What the file says. Raises nothing."""
    found: dict[Key, list[LedgerLine]] = {}
    first_lines: dict[Key, int] = {}
    unreadable: set[Key] = set()
    faults: list[FileFault] = []
    for line in read_lines(LEDGER, content, _ledger_line):
        faults += line.faults
        if line.table:
            first_lines.setdefault(line.table, line.number)
        if line.table and line.value:
            found.setdefault(line.table, []).append(line.value)
        elif line.table:
            unreadable.add(line.table)
    return LedgerFile(found, first_lines, frozenset(unreadable), tuple(faults))


def _ledger_line(reader: LineReader) -> LedgerLine:
    """The ledger line; only good if there is no fault."""
    return LedgerLine(
        line=reader.number,
        sequence=reader.integer("line", low=1, high=MOST_LINES),
        hand=reader.integer("hand", low=1, high=MOST_HANDS),
        entry=reader.optional_entry(),
        instead_of=reader.optional_integer("instead_of", low=1, high=MOST_LINES),
        by=reader.words("by", LONGEST_NAME),
        at=reader.time("at"),
        reason=reader.words("reason"),
    )
