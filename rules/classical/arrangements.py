"""Arrange a hand into sets and pairs: every arrangement for a winner, the best for a
loser."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules.classical.arrangement_facts import Facts, PlacedSet
from rules.tiles import KINDS, Tile, mask_of
from rules.winning_arrangements import (
    Arrangement,
    Group,
    SetKind,
    Shape,
    pack,
    standard_readings,
)


class Reading(NamedTuple):
    """A hand read as sets (melds first) and pairs.

    `completed` is the set that the winning tile completed, or None. `pair_completed`:
    the winning tile completed the pair.
    """

    sets: tuple[PlacedSet, ...]
    pairs: tuple[Tile, ...]
    completed: PlacedSet | None = None
    pair_completed: bool = False
    arrangement: Arrangement | None = None

    @property
    def chows(self) -> int:
        return sum([placed_set.kind is SetKind.CHOW for placed_set in self.sets])

    @property
    def pungs(self) -> int:
        """Return a bit mask of the tile kinds that form a pung or kong."""
        return mask_of([s.tile for s in self.sets if s.kind is not SetKind.CHOW])


def winning_readings(facts: Facts) -> Iterator[Reading]:
    """Yield the arrangements of a winner's tiles as four sets and a pair.

    Each set or pair that the winning tile may have completed gives one arrangement. A
    set completed by a discard is exposed.
    """
    for groups, pair in standard_readings(pack(facts.kinds)):
        sets = (*facts.melds, *map(_CONCEALED.__getitem__, groups))
        arrangement = Arrangement(Shape.STANDARD, groups, pair)
        if facts.winning is None:
            yield Reading(sets, (pair,), arrangement=arrangement)
            continue
        if facts.winning == pair:
            yield Reading(sets, (pair,), None, True, arrangement)
        for place in _places_of(facts.winning, groups):
            place += len(facts.melds)
            completed = sets[place]
            if facts.drawn:
                yield Reading(sets, (pair,), completed, False, arrangement)
                continue
            completed = completed._replace(exposed=True, open=True)
            claimed = (*sets[:place], completed, *sets[place + 1 :])
            yield Reading(claimed, (pair,), completed, False, arrangement)


def _places_of(tile: Tile, groups: tuple[Group, ...]) -> Iterator[int]:
    """Yield the index of each set in `groups` that contains `tile`; of identical sets,
    only the first.
    """
    for place, (kind, first) in enumerate(groups):
        size = 3 if kind is SetKind.CHOW else 1
        if first <= tile < first + size and groups.index(groups[place]) == place:
            yield place


def losing_reading(facts: Facts) -> Reading:
    """Return the best reading of a loser's concealed tiles.

    Three or four of a kind are a pung, two are a pair. Chows score nothing.
    """
    held = [0] * KINDS
    for kind in facts.kinds:
        held[kind] += 1
    pungs = (
        PlacedSet(SetKind.PUNG, kind, False, False)
        for kind, count in enumerate(held)
        if count >= 3
    )
    pairs = tuple(kind for kind, count in enumerate(held) if count == 2)
    return Reading((*facts.melds, *pungs), pairs)


_CONCEALED = {
    Group(kind, tile): PlacedSet(kind, tile, False, False)
    for kind in (SetKind.CHOW, SetKind.PUNG)
    for tile in range(KINDS)
}
