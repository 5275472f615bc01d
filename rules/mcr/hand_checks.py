"""Check a hand against MCR (1998 rules, articles 7 and 8)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.faults import Fault
from rules.hand_faults import common_faults, tile_count_faults
from rules.hand_of_tiles import (
    FLOWER_REPLACEMENT,
    LAST_OF_KIND,
    LAST_TILE,
    REPLACEMENT,
    ROBBING_KONG,
    Hand,
)
from rules.mcr.options import McrOptions
from rules.tiles import CODES
from rules.translation_marks import _

FLAGS = (LAST_TILE, REPLACEMENT, FLOWER_REPLACEMENT, ROBBING_KONG, LAST_OF_KIND)
EXCLUSIVE = ((ROBBING_KONG, LAST_TILE), (REPLACEMENT, FLOWER_REPLACEMENT))


def hand_faults(hand: Hand, options: McrOptions) -> list[Fault]:
    """Return every fault of a winner's hand; empty if the hand is valid."""
    faults = common_faults(hand, flags=FLAGS, exclusive=EXCLUSIVE)
    faults += tile_count_faults(hand)
    if not hand.winner:
        faults.append(
            Fault("not_the_winner", _("Only the winner's hand is scored."), "winner")
        )
    if hand.winning_tile is None:
        faults.append(
            Fault(
                "no_winning_tile",
                _(
                    "Enter the winning tile. If the dealer won with the tiles dealt, "
                    "enter the last tile."
                ),
                "winning_tile",
            )
        )
    elif LAST_OF_KIND in hand.flags and not options.last_tile_with_pair:
        faults += _last_of_kind_faults(hand, hand.winning_tile)
    return faults


def _last_of_kind_faults(hand: Hand, winning: int) -> Iterator[Fault]:
    hidden = [tile for meld in hand.kongs if meld.concealed for tile in meld.tiles]
    if winning in hand.concealed or winning in hidden:
        yield Fault(
            "last_of_kind_in_hand",
            _(
                "%(tile)s was not the last of its kind: another one is concealed in "
                "the hand."
            ),
            "flags",
            {"tile": CODES[winning]},
        )
