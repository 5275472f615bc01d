"""Calculate facts of a hand that are the same in every reading, and find its
readings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rules.hand_of_tiles import Hand
from rules.tiles import Tile, counts, mask_of, wind_tile
from rules.winning_arrangements import (
    Arrangement,
    SetKind,
    Shape,
    arrangements,
    pack,
    standard_readings,
    waits,
)

#: The winning hands: four sets and a pair, and the irregular hands.
SHAPES = (Shape.STANDARD, Shape.SEVEN_PAIRS, Shape.THIRTEEN_ORPHANS)
_IRREGULAR = SHAPES[1:]
_COPIES = 4


class Facts:
    """Facts about a valid hand.

    `concealed`: the tiles in hand with the winning tile. `chows` and `triplets`: the
    lowest tile of each meld; triplets include kongs. `exposed`: the number of claimed
    sets.
    """

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.winning = hand.winning_tile
        self.concealed = tuple(hand.concealed_kinds)
        self.chows: list[Tile] = []
        self.triplets: list[Tile] = []
        self.kongs = 0
        self.concealed_kongs = 0
        melded: list[Tile] = []
        for meld in hand.melds:
            melded += meld.tiles
            if meld.kind is SetKind.CHOW:
                self.chows.append(min(meld.tiles))
                continue
            self.triplets.append(meld.tiles[0])
            if meld.kind is SetKind.KONG:
                self.kongs += 1
                self.concealed_kongs += meld.concealed
        self.exposed = len(hand.melds) - self.concealed_kongs
        self.mask = mask_of((*self.concealed, *melded))
        self.seat = wind_tile(hand.seat_wind)


class Reading(NamedTuple):
    """A regular hand read as sets and a pair.

    `chows` and `triplets`: the lowest tile of each set, in order; triplets include
    kongs. `concealed_triplets`: the number of concealed triplets. `finished`: a discard
    completed a triplet.
    """

    arrangement: Arrangement
    chows: tuple[Tile, ...]
    triplets: tuple[Tile, ...]
    pair: Tile
    concealed_triplets: int
    finished: bool


def regular_readings(facts: Facts) -> Iterator[Reading]:
    """Yield every reading of the hand as four sets and a pair.

    If the winning discard fits into a sequence or the pair, it does not count as
    completing a triplet.
    """
    claimed = None if facts.hand.self_draw else facts.winning
    for sets, pair in standard_readings(pack(facts.concealed)):
        chows = [first for kind, first in sets if kind is SetKind.CHOW]
        triplets = [first for kind, first in sets if kind is not SetKind.CHOW]
        finished = (
            claimed in triplets
            and pair != claimed
            and not any(first <= (claimed or 0) <= first + 2 for first in chows)
        )
        yield Reading(
            Arrangement(Shape.STANDARD, sets, pair),
            tuple(sorted(facts.chows + chows)),
            tuple(sorted(facts.triplets + triplets)),
            pair,
            len(triplets) + facts.concealed_kongs - finished,
            finished,
        )


def irregular_readings(facts: Facts) -> Iterator[Arrangement]:
    """Yield the reading of the hand as Seven Pairs or Thirteen Terminals; none for
    other hands."""
    if not facts.hand.melds:
        yield from arrangements(facts.concealed, _IRREGULAR)


def waiting_tiles(hand: Hand) -> tuple[Tile, ...]:
    """Return the tile kinds that complete the hand, without kinds that it already holds
    four times."""
    melded = [tile for meld in hand.melds for tile in meld.tiles]
    held = counts((*hand.concealed, *melded))
    shapes: Sequence[Shape] = SHAPES if not hand.melds else SHAPES[:1]
    kinds = waits(hand.concealed, shapes)
    return tuple(tile for tile in kinds if held[tile] < _COPIES)
