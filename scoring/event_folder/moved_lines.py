"""Which lines of a ledger.jsonl from versions up to 1.0.1 only moved to another hand.

Those files do not say it (`moved_from`), but have it in their order, which is that of
`scoring.corrections.insertions`: what moves is taken back from its end on, then entered
again from its start on. Before it a hand is taken back that was taken out, or entered
that was put in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from scoring.models import RETRACTION, LedgerEntry
from scoring.wording.reasons import of_line

#: By how many hands the later ones move, by the key of the reason.
STEPS = {"hand_removed": -1, "hand_inserted": 1}

#: By how many hands the rest moved; what a change took back, and what it entered, each
#: in the order of the ledger.
Change = tuple[int, list[LedgerEntry], list[LedgerEntry]]


def refer_to_what_moved(lines: Sequence[LedgerEntry]) -> None:
    """Give every line that only moved the line it was before. `lines`: a whole ledger,
    not yet written."""
    for step, gone, entered in _changes(lines):
        number = min(len(gone), len(entered))
        were = [line.supersedes for line in reversed(gone[-number:])]
        pairs = list(zip(were, entered[-number:], strict=True))
        if all(was and _is_moved(was, line, step) for was, line in pairs):
            for was, line in pairs:
                line.moved_from = was


def _changes(lines: Iterable[LedgerEntry]) -> Iterator[Change]:
    """The lines that one change wrote, one after the other: some that take back, then
    some that enter."""
    for (_by, reason), written in groupby(lines, lambda line: (line.by, of_line(line))):
        if (step := STEPS.get(reason.key)) is None:
            continue
        gone: list[LedgerEntry] = []
        for takes_back, some in groupby(written, lambda line: line.kind == RETRACTION):
            if takes_back:
                gone = list(some)
            elif gone:
                yield step, gone, list(some)


def _is_moved(was: LedgerEntry, line: LedgerEntry, step: int) -> bool:
    return line.kind == was.kind and line.hand == was.hand + step
