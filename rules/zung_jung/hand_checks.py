"""Check a hand against the rules of Zung Jung: its flags, its tiles, and whether its
player can have this hand."""

from __future__ import annotations

from collections.abc import Iterator

from rules.faults import Fault
from rules.hand_faults import common_faults, indicator_faults, tile_count_faults
from rules.hand_of_tiles import (
    EARTHLY,
    HEAVENLY,
    LAST_TILE,
    REPLACEMENT,
    ROBBING_KONG,
    Hand,
)
from rules.shared_fault_messages import EARTHLY_DRAWN, NO_WINNING_TILE, NOT_THE_WINNER

FLAGS = (LAST_TILE, REPLACEMENT, ROBBING_KONG, HEAVENLY, EARTHLY)
#: Flags that exclude each other: after the last tile no kong can be declared, and in
#: the first turns there is no last tile, replacement or robbed kong.
EXCLUSIVE = (
    (LAST_TILE, ROBBING_KONG),
    (HEAVENLY, EARTHLY),
    *(
        (first, other)
        for first in (HEAVENLY, EARTHLY)
        for other in (LAST_TILE, REPLACEMENT, ROBBING_KONG)
    ),
)


def hand_faults(hand: Hand) -> list[Fault]:
    """Return every fault of a winner's hand; empty if the hand is valid."""
    faults = common_faults(hand, flags=FLAGS, exclusive=EXCLUSIVE, bonus_tiles=False)
    faults += indicator_faults(hand)
    faults += tile_count_faults(hand)
    faults += _other_faults(hand)
    return faults


def _other_faults(hand: Hand) -> Iterator[Fault]:
    if not hand.winner:
        yield Fault(
            "not_the_winner",
            NOT_THE_WINNER,
            "winner",
        )
    if hand.winning_tile is None and HEAVENLY not in hand.flags:
        yield Fault(
            "no_winning_tile",
            NO_WINNING_TILE,
            "winning_tile",
        )
    if EARTHLY in hand.flags and hand.self_draw:
        yield Fault(
            "earthly_drawn",
            EARTHLY_DRAWN,
            "flags",
        )
