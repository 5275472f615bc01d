"""The ways to read a hand that the options allow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules.arrangements import Arrangement, Group, SetKind, Shape, arrangements
from rules.hong_kong.convention import Convention
from rules.hong_kong.facts import Facts
from rules.tiles import Tile, kind


class Reading(NamedTuple):
    """A hand read one way: all its sets, declared ones with them, and its pair."""

    arrangement: Arrangement
    sets: tuple[Group, ...]
    pair: Tile | None
    chows: int

    def claims_pair(self, facts: Facts) -> bool:
        """Whether a discard completed the pair, and can have completed nothing else."""
        winning = facts.hand.winning_tile
        if facts.hand.self_draw or winning is None or kind(winning) != self.pair:
            return False
        return not any(kind(winning) in group.tiles for group in self.arrangement.sets)


def readings(facts: Facts, convention: Convention) -> Iterator[Reading]:
    """Every way to read the hand, those with too many chows too."""
    quads = convention.options.seven_pairs_quad_as_two
    for arrangement in arrangements(facts.kinds, convention.shapes):
        if _repeats_a_pair(arrangement) and not quads:
            continue
        sets = facts.melds + arrangement.sets
        chows = sum([group.kind is SetKind.CHOW for group in sets])
        yield Reading(arrangement, sets, arrangement.pair, chows)


def _repeats_a_pair(arrangement: Arrangement) -> bool:
    seven_pairs = arrangement.shape is Shape.SEVEN_PAIRS
    return seven_pairs and len(set(arrangement.loose)) < 7


def may_win(facts: Facts, convention: Convention) -> bool:
    """Whether the tiles, read one way or another, are a winning hand."""
    most = convention.options.max_chows
    return any(reading.chows <= most for reading in readings(facts, convention))
