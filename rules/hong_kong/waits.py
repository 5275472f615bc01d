"""The tiles a hand waits for."""

from __future__ import annotations

from dataclasses import replace

from rules.arrangements import waits
from rules.hands import Hand
from rules.hong_kong.arrangements import may_win
from rules.hong_kong.convention import Convention
from rules.hong_kong.facts import Facts
from rules.tiles import Tile, counts, kind


def waiting_tiles(hand: Hand, convention: Convention) -> tuple[Tile, ...]:
    """The kinds that complete a hand without faults to a shape the options allow; not
    those of which the player holds all four."""
    held = counts(hand.tiles)
    return tuple(
        tile
        for tile in waits(tuple(map(kind, hand.concealed)), convention.shapes)
        if held[tile] < 4
        and may_win(Facts(replace(hand, winning_tile=tile)), convention)
    )
