"""The ways to read a hand's tiles."""

from __future__ import annotations

from collections.abc import Iterator

from rules.arrangements import Arrangement, Shape, arrangements
from rules.hands import Hand

SHAPES = (Shape.STANDARD, Shape.SEVEN_PAIRS, Shape.THIRTEEN_ORPHANS)


def readings(hand: Hand) -> Iterator[Arrangement]:
    """Every way to read the concealed tiles, the winning one among them; the seven
    pairs of Riichi are all different."""
    for reading in arrangements(hand.concealed_kinds, SHAPES):
        if reading.shape is not Shape.SEVEN_PAIRS or len(set(reading.loose)) == 7:
            yield reading
