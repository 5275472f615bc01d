"""What is wrong with the jokers of a hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules.faults import Fault
from rules.hands import Hand
from rules.text import _
from rules.tiles import JOKER, KINDS, counts


class Jokers(NamedTuple):
    """How many jokers are in play, and how many tiles of a kind a hand may have, those
    included that jokers stand for."""

    played: int = 0
    copies: int = 4


NO_JOKERS = Jokers()


def joker_faults(hand: Hand, jokers: Jokers) -> Iterator[Fault]:
    """The faults of the jokers of `hand`."""
    shown = (*hand.dora_indicators, *hand.ura_indicators)
    count = (*hand.tiles, *shown).count(JOKER)
    if not count:
        return
    if not jokers.played:
        yield Fault("no_jokers", _("J: these rules have no jokers."))
        return
    if count > jokers.played:
        yield Fault(
            "too_many_jokers",
            _("%(count)s jokers entered. These rules have %(most)s."),
            "concealed",
            {"count": count, "most": jokers.played},
        )
    if hand.winning_tile == JOKER and not hand.self_draw:
        yield Fault(
            "joker_claimed",
            _("A discarded joker is dead and cannot be claimed."),
            "winning_tile",
        )
    settled = [meld.settled or meld for meld in hand.melds]
    melded = counts(tile for meld in settled for tile in meld.tiles if tile < KINDS)
    if max(melded) > jokers.copies:
        yield Fault(
            "too_many_of_a_kind",
            _("A hand can have at most %(most)s identical tiles, jokers included."),
            "melds",
            {"most": jokers.copies},
        )
