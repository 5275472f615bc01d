"""The effects of a correction on later hands: their payments and dealers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.ruleset_and_table_state import Line
from rules.winds import WINDS, Wind
from scoring.ledger.replay_with_unsaved_entry import Preview
from tournaments.models import Seat

#: Seat after the change, by seat before it.
NOBODY_MOVES: Mapping[Wind, Wind] = {seat: seat for seat in WINDS}


@dataclass(frozen=True)
class Part:
    """A player's score change in a hand, before and after the correction."""

    seat: Seat
    before: int
    after: int


@dataclass(frozen=True)
class ChangedHand:
    """A hand affected by the correction.

    `hand`: its new number; `was`: its former number; `dealer`: the new dealer, None if
    unchanged.
    """

    hand: int
    parts: tuple[Part, ...]
    dealer: Seat | None
    was: int

    @property
    def moves(self) -> bool:
        return self.hand != self.was


def changed_hands(
    preview: Preview,
    seats: Mapping[Wind, Seat],
    sits: Mapping[Wind, Wind] = NOBODY_MOVES,
) -> tuple[ChangedHand, ...]:
    """Return the other hands that the correction affects, by number.

    `seats`: players by former seat; `sits`: new seats by former seat.
    """
    before = _hands(preview.before.lines)
    after = {
        line.hand: replayed
        for line, replayed in zip(preview.lines, preview.after.lines, strict=False)
        if line.settles_hand and replayed is not preview.line
    }
    changes = (
        _changed(hand, before[preview.was.get(hand, hand)], now, seats, sits)
        for hand, now in sorted(after.items())
    )
    return tuple(changed for changed in changes if changed)


def _hands(lines: tuple[Line, ...]) -> Mapping[int, Line]:
    """Return the outcomes by hand number."""
    return {line.before.hand: line for line in lines if line.entry.settles_hand}


def _changed(
    hand: int,
    old: Line,
    new: Line,
    seats: Mapping[Wind, Seat],
    sits: Mapping[Wind, Wind],
) -> ChangedHand | None:
    """Return the differences between two outcomes of a hand; None if they are equal."""
    paid, pays = old.settlement.changes, new.settlement.changes
    parts = tuple(
        Part(seats[seat], paid[seat], pays[sits[seat]])
        for seat in old.before.seats
        if paid[seat] != pays[sits[seat]]
    )
    dealt_by = next(seat for seat in WINDS if sits[seat] is new.before.dealer)
    dealer = None if dealt_by is old.before.dealer else seats[dealt_by]
    changed = ChangedHand(hand, parts, dealer, old.before.hand)
    return changed if parts or dealer or changed.moves else None
