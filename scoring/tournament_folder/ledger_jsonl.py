"""ledger.jsonl: whole ledgers, line by line, with all corrections.

Files from versions up to 1.0.1 do not mark lines that only moved to another hand
(`moved_from`). Such lines are recognised by the order in which
`scoring.corrections.insert_and_remove_hands` writes lines. The first line removes a
hand or enters the inserted hand. Then the moved hands are removed from last to first,
and entered again from first to last.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from scoring.ledger.table_ledger import TableLedger
from scoring.models import RETRACTION, LedgerEntry
from scoring.tournament_folder.column_types_and_table_points import (
    Key,
    line_of,
    written,
)
from scoring.tournament_folder.file_layout import LEDGER
from scoring.tournament_folder.json_line_files import read_lines, write_lines
from scoring.tournament_folder.rows_as_written import LedgerLine
from scoring.wording.stored_reasons import of_line
from tournaments.files.file_faults import FileFault


@dataclass(frozen=True)
class LedgerFile:
    """The content of ledger.jsonl.

    `lines`: readable lines by table, in the order of the file. `first_lines`: line
    number of each table's first line. `unreadable`: tables with faulty lines.
    """

    lines: Mapping[Key, list[LedgerLine]]
    first_lines: Mapping[Key, int]
    unreadable: frozenset[Key]
    faults: tuple[FileFault, ...]


def write_ledgers(ledgers: Iterable[TableLedger]) -> bytes:
    """Return the file with all lines of these ledgers."""
    return write_lines(
        written(line) for ledger in ledgers for line in _lines_of(ledger)
    )


def _lines_of(ledger: TableLedger) -> Iterator[LedgerLine]:
    sequences: dict[int | None, int] = {row.pk: row.sequence for row in ledger.lines}
    for line in ledger.lines:
        entry = line.raw if line.kind != RETRACTION else None
        yield line_of(
            LedgerLine,
            line,
            ledger.game,
            entry=entry,
            instead_of=sequences.get(line.supersedes_id),
            moved_from=sequences.get(line.moved_from_id),
            reason=of_line(line),
        )


def read_ledgers(content: bytes) -> LedgerFile:
    """Return the content of the file.

    Faults of the content are in the result, not raised.
    """
    lines: dict[Key, list[LedgerLine]] = {}
    first_lines: dict[Key, int] = {}
    unreadable: set[Key] = set()
    faults: list[FileFault] = []
    for line in read_lines(LEDGER, content, LedgerLine):
        faults += line.faults
        if line.table:
            first_lines.setdefault(line.table, line.number)
        if line.table and line.value:
            lines.setdefault(line.table, []).append(line.value)
        elif line.table:
            unreadable.add(line.table)
    return LedgerFile(lines, first_lines, frozenset(unreadable), tuple(faults))


#: Change of the later hands' numbers, by the key of the reason.
STEPS = {"hand_removed": -1, "hand_inserted": 1}

#: Change of the later hands' numbers, removed lines and entered lines. Lines are in the
#: order of the ledger.
Change = tuple[int, list[LedgerEntry], list[LedgerEntry]]


def refer_to_what_moved(lines: Sequence[LedgerEntry]) -> None:
    """Set `moved_from` on every line that only moved to another hand. `lines`: a whole
    ledger, unsaved."""
    for step, gone, entered in _changes(lines):
        number = min(len(gone), len(entered))
        were = [line.supersedes for line in reversed(gone[-number:])]
        pairs = list(zip(were, entered[-number:], strict=True))
        if all(was and _is_moved(was, line, step) for was, line in pairs):
            for was, line in pairs:
                line.moved_from = was


def _changes(lines: Iterable[LedgerEntry]) -> Iterator[Change]:
    """Yield the changes that moved hands: change of the hand numbers, removed lines and
    entered lines.
    """
    for (_by, reason), changed in groupby(lines, lambda line: (line.by, of_line(line))):
        if (step := STEPS.get(reason.key)) is None:
            continue
        gone: list[LedgerEntry] = []
        for takes_back, some in groupby(changed, lambda line: line.kind == RETRACTION):
            if takes_back:
                gone = list(some)
            elif gone:
                yield step, gone, list(some)


def _is_moved(was: LedgerEntry, line: LedgerEntry, step: int) -> bool:
    return line.kind == was.kind and line.hand == was.hand + step
