"""Ledger entries with exchanged seats, for a table where players did not sit as
recorded."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import TypeVar, cast

from rules.hand_in_entry import EnteredHand
from rules.ledger_entries import Entry, Reseat, RulesChanged
from rules.winds import WINDS, Wind

#: Recorded seat -> the player's real seat.
Seats = Mapping[Wind, Wind]

AS_RECORDED: Seats = {seat: seat for seat in WINDS}

E = TypeVar("E", bound=Entry)


def exchanged(entry: E, seats: Seats) -> E:
    """Return `entry` with each seat replaced by the seat where the player really sat.

    Hands entered by tiles lose their winds, which belong to the wrong seats. A reseat
    or a change of rules is returned unchanged.
    """
    if isinstance(entry, Reseat | RulesChanged) or all(
        seats[seat] is seat for seat in WINDS
    ):
        return entry
    return cast(E, _exchanged(entry, seats))


def in_another_hand(entry: E) -> E:
    """Return `entry` for use in another hand: its hands of tiles lose their winds."""
    return cast(E, _exchanged(entry, AS_RECORDED))


def one_after_the_other(first: Seats, second: Seats) -> Seats:
    """Return one exchange of seats that replaces two: `first`, then `second`."""
    return {seat: second[first[seat]] for seat in WINDS}


def _exchanged(value: object, seats: Seats) -> object:
    match value:
        case Wind():
            return seats[value]
        case EnteredHand():
            return _without_winds(value)
        case Mapping():
            moved = {
                _exchanged(key, seats): _exchanged(inner, seats)
                for key, inner in value.items()
            }
            return _in_order(moved)
        case tuple():
            return _sorted_seats(tuple(_exchanged(inner, seats) for inner in value))
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = [field.name for field in dataclasses.fields(value) if field.init]
        changes = {name: _exchanged(getattr(value, name), seats) for name in fields}
        return dataclasses.replace(value, **changes)
    return value


def _without_winds(entered: EnteredHand) -> EnteredHand:
    melds = tuple(
        dataclasses.replace(meld, claimed_from=None) for meld in entered.hand.melds
    )
    return EnteredHand(dataclasses.replace(entered.hand, melds=melds))


def _in_order(by_seat: dict[object, object]) -> dict[object, object]:
    """Return a mapping by seat in the order of the seats; any other mapping is
    unchanged."""
    if not all(isinstance(key, Wind) for key in by_seat):
        return by_seat
    return {seat: by_seat[seat] for seat in WINDS if seat in by_seat}


def _sorted_seats(values: tuple[object, ...]) -> tuple[object, ...]:
    seats = [value for value in values if isinstance(value, Wind)]
    if len(seats) < len(values):
        return values
    return tuple(sorted(seats, key=WINDS.index))
