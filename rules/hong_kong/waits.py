"""The tiles a hand waits for."""

from __future__ import annotations

from dataclasses import replace

from rules.arrangements import waits
from rules.hands import Hand
from rules.hong_kong.arrangements import may_win
from rules.hong_kong.convention import Convention
from rules.hong_kong.facts import Facts
from rules.hong_kong.jokers import play_of, whole_hands
from rules.jokers.hands import settled
from rules.jokers.waits import waiting_kinds
from rules.tiles import Tile, counts, kinds_of


def waiting_tiles(hand: Hand, convention: Convention) -> tuple[Tile, ...]:
    """The kinds that complete a hand without faults to a shape the options allow; not
    those of which the player holds all four."""
    if hand.has_jokers:
        hand, convention = settled(hand), convention.with_jokers
        return waiting_kinds(
            hand,
            play_of(hand, convention),
            lambda real: whole_hands(hand, real, convention),
        )
    held = counts(hand.tiles)
    return tuple(
        tile
        for tile in waits(tuple(kinds_of(hand.concealed)), convention.shapes)
        if held[tile] < 4
        and may_win(Facts(replace(hand, winning_tile=tile)), convention)
    )
