"""The order in which the lines of a ledger that count are replayed."""

from __future__ import annotations

from collections.abc import Iterable

from rules.ledger_entries import Gong, Penalty, PlayEnded, Reseat, RulesChanged, Totals
from scoring.models import LedgerEntry

#: What was not played, so that totals from paper do not stand for it.
NOT_PLAYED = (Totals.kind, Reseat.kind, Gong.kind, PlayEnded.kind, RulesChanged.kind)


def is_behind(line: LedgerEntry, totals: int) -> bool:
    """Whether totals of that place stand for the line: for whatever was there before
    them, and for hands that are copied from the table's sheet later."""
    if line.place < totals:
        return True
    if line.kind == Penalty.kind:
        return bool(line.data.get("in_totals"))
    return line.kind not in NOT_PLAYED


def in_order(lines: Iterable[LedgerEntry]) -> list[LedgerEntry]:
    """Lines in the order they are replayed.

    Penalties and false wins of a hand come before its outcome; a correction
    stands in the place of what it corrects. Totals come after all that they stand
    for, and before what came later; the end of play, which paper does not know,
    comes right before them.
    """
    lines = list(lines)
    totals = [line.place for line in lines if line.kind == Totals.kind]
    first = min(totals, default=None)

    def order(line: LedgerEntry) -> tuple[int, int, bool, int]:
        if first is None or is_behind(line, first):
            ends = first is not None and line.kind in (Gong.kind, PlayEnded.kind)
            if ends:
                return 1, 0, False, line.place
            return 0, line.hand, line.settles_hand, line.place
        return 2, 0, False, line.place

    return sorted(lines, key=order)
