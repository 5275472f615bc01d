"""Find every interpretation of a hand in MCR, with its fans.

An interpretation is an arrangement, and the set or pair that the winning tile
completed. This decides the wait and whether a discard completed a pung (1998 rules,
article 7).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules.mcr import patterns
from rules.mcr.detect_fans import (
    Held,
    add_knitted_singles,
    add_knitted_straight,
    add_sets,
    add_seven_pairs,
    shared_fans,
)
from rules.mcr.hand_facts_and_waits import Facts, special_shapes
from rules.tiles import Tile
from rules.winning_arrangements import (
    Arrangement,
    SetKind,
    Shape,
    arrangements,
    standard_readings,
)

_CONCEALED_PUNGS = {
    2: patterns.TWO_CONCEALED_PUNGS,
    3: patterns.THREE_CONCEALED_PUNGS,
    4: patterns.FOUR_CONCEALED_PUNGS,
}


class Interpretation(NamedTuple):
    """One interpretation of a winning hand: an arrangement, the place of the winning
    tile, and its fans (`held`).

    `wait`: the fan for the shape that the winning tile completed, even if there were
    other waits; None if no fan fits. `melded_pung`: a discard completed a pung.
    """

    arrangement: Arrangement
    wait: int | None
    melded_pung: bool
    held: Held


def interpretations(facts: Facts) -> Iterator[Interpretation]:
    """Yield every interpretation of a hand; none if it is not a winning hand."""
    for sets, pair in standard_readings(facts.packed):
        arrangement = Arrangement(Shape.STANDARD, sets, pair)
        held = shared_fans(facts)
        add_sets(held, facts, sets, pair)
        yield from _placed(facts, arrangement, held)
    if shapes := special_shapes(facts.concealed):
        for arrangement in arrangements(facts.concealed, shapes):
            yield from _special(facts, arrangement)


def _special(facts: Facts, arrangement: Arrangement) -> Iterator[Interpretation]:
    held: Held = dict.fromkeys(facts.circumstances, 1)
    match arrangement.shape:
        case Shape.THIRTEEN_ORPHANS:
            held[patterns.THIRTEEN_ORPHANS] = 1
        case Shape.KNITTED_SINGLES:
            add_knitted_singles(held, facts)
        case Shape.SEVEN_PAIRS:
            if not _pairs_allowed(facts):
                return
            held = shared_fans(facts)
            add_seven_pairs(held, facts)
        case Shape.KNITTED_STRAIGHT:
            held = shared_fans(facts)
            add_knitted_straight(held, facts, arrangement)
            yield from _placed(facts, arrangement, held)
            return
    yield Interpretation(arrangement, None, False, held)


def _pairs_allowed(facts: Facts) -> bool:
    return facts.options.four_of_a_kind_as_two_pairs or not facts.tile_hogs


def _placed(
    facts: Facts, arrangement: Arrangement, held: Held
) -> Iterator[Interpretation]:
    """Yield an interpretation for each place of the winning tile that changes the
    score."""
    pungs = sum(group.kind is SetKind.PUNG for group in arrangement.sets)
    for melded_pung, wait in dict.fromkeys(places(facts, arrangement)):
        held_here = held.copy()
        concealed = pungs + facts.concealed_kongs - melded_pung
        if concealed > 1:
            held_here[_CONCEALED_PUNGS[concealed]] = 1
        if wait is not None and _wait_counts(facts, arrangement, wait):
            held_here[wait] = 1
        yield Interpretation(arrangement, wait, melded_pung, held_here)


def places(facts: Facts, arrangement: Arrangement) -> Iterator[tuple[bool, int | None]]:
    """Yield, for each place of the winning tile, whether a discard completed a pung,
    and the fan of the wait (None if no fan fits)."""
    winning = facts.winning
    if arrangement.pair == winning:
        yield False, patterns.SINGLE_WAIT
    discarded = not (facts.hand.self_draw or facts.options.discarded_pung_is_concealed)
    for kind, first in arrangement.sets:
        if kind is SetKind.CHOW:
            if first <= winning <= first + 2:
                yield False, _chow_wait(first, winning)
        elif first == winning:
            yield discarded, None
    if winning in arrangement.loose:
        yield False, None


def _chow_wait(first: Tile, winning: Tile) -> int | None:
    if winning == first + 1:
        return patterns.CLOSED_WAIT
    edge = first + 2 if first % 9 == 0 else first
    return patterns.EDGE_WAIT if first % 9 in (0, 6) and winning == edge else None


def _wait_counts(facts: Facts, arrangement: Arrangement, wait: int) -> bool:
    if arrangement.shape is Shape.KNITTED_STRAIGHT:
        rule = facts.options.knitted_straight_waits
        if rule == "single_only" and wait != patterns.SINGLE_WAIT:
            return False
        if rule == "not_on_knitted_tiles" and facts.winning in arrangement.loose:
            return False
    if facts.options.last_tile_with_pair and patterns.LAST_TILE in facts.circumstances:
        return wait != patterns.SINGLE_WAIT and facts.waits == (facts.winning,)
    return facts.waits == (facts.winning,)
