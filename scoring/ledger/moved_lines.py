"""Lines that only moved to another hand, when one between others was taken out or put
in: whose words they are.

Such a line is written by whoever moved it. What it says was entered before, by
somebody else perhaps, in the line that was taken back for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from scoring.models import RETRACTION, LedgerEntry

#: What one change took back, and what it entered, each in the order of the ledger.
Change = tuple[list[LedgerEntry], list[LedgerEntry]]


def moved_lines(lines: Sequence[LedgerEntry]) -> dict[int, LedgerEntry]:
    """What each line that moved was before, by its key. `lines`: a whole ledger.

    A ledger does not say it, but has it in its order (see `hand_order`): what moves is
    taken back from its end on, then entered again from its start on. Before it a hand
    is taken back that was taken out, or entered that was put in.
    """
    by_key = {line.pk: line for line in lines}
    moved: dict[int, LedgerEntry] = {}
    for gone, entered in _changes(lines):
        number, step = _moving(gone, entered)
        if not number:
            continue
        were = [by_key[line.supersedes_id or 0] for line in reversed(gone[-number:])]
        pairs = list(zip(were, entered[-number:], strict=True))
        if all(_is_moved(was, line, step) for was, line in pairs):
            moved |= {line.pk: was for was, line in pairs}
    return moved


def _moving(
    gone: Sequence[LedgerEntry], entered: Sequence[LedgerEntry]
) -> tuple[int, int]:
    """How many lines a change may have moved, and by how many hands."""
    if len(gone) == len(entered):
        return 0, 0
    return min(len(gone), len(entered)), 1 if len(entered) > len(gone) else -1


def _changes(lines: Iterable[LedgerEntry]) -> Iterator[Change]:
    """Lines one after the other that somebody wrote for one reason: some that take
    back, then some that enter."""
    for _who, written in groupby(lines, lambda line: (line.by, line.reason)):
        gone: list[LedgerEntry] = []
        for takes_back, some in groupby(written, lambda line: line.kind == RETRACTION):
            if takes_back:
                gone = list(some)
            elif gone:
                yield gone, list(some)


def _is_moved(was: LedgerEntry, line: LedgerEntry, step: int) -> bool:
    return line.kind == was.kind and line.hand == was.hand + step
