"""Detect items that score doubles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.classical.arrangement_facts import Facts, PlacedSet
from rules.classical.arrangements import Reading
from rules.classical.detect_points import pair_items, set_items
from rules.classical.scoring_tables import Convention
from rules.hand_of_tiles import (
    DOUBLE_KONG,
    FLOWER_REPLACEMENT,
    LAST_TILE,
    ORIGINAL_CALL,
    REPLACEMENT,
    ROBBING_KONG,
)
from rules.tiles import (
    DRAGON_MASK,
    ENDS_MASK,
    FLOWERS,
    SEASONS,
    WIND_MASK,
    WIND_TILES,
    mask_of,
)
from rules.winning_arrangements import SetKind

_DEAD_WALL = frozenset((REPLACEMENT, FLOWER_REPLACEMENT, DOUBLE_KONG))
#: Most exposed sets of a winning hand with an original call.
_MOST_EXPOSED_AFTER_CALL = 2


def set_doubles(sets: Iterable[PlacedSet], facts: Facts) -> Iterator[str]:
    for kind, tile, _exposed, _open in sets:
        if kind is SetKind.CHOW:
            continue
        if DRAGON_MASK >> tile & 1:
            yield "dragon_set"
        if tile == facts.own:
            yield "own_wind_set"
        if tile == facts.round:
            yield "round_wind_set"


def bonus_doubles(facts: Facts) -> Iterator[str]:
    bonus = facts.hand.bonus
    if not bonus:
        return
    number = WIND_TILES.index(facts.own)
    flower, season = FLOWERS[number] in bonus, SEASONS[number] in bonus
    if flower and season:
        yield "own_flower_and_season"
    if flower:
        yield "own_flower"
    if season:
        yield "own_season"
    if set(FLOWERS) <= set(bonus):
        yield "all_flowers"
    if set(SEASONS) <= set(bonus):
        yield "all_seasons"


def sets_together(reading: Reading) -> Iterator[str]:
    """Yield the doubles for combinations of sets, which winners and losers can
    score."""
    concealed = [s for s in reading.sets if s.kind is not SetKind.CHOW and not s.open]
    if len(concealed) >= 3:
        yield "three_concealed_pungs"
    pungs = reading.pungs
    for mask, little, big in (
        (DRAGON_MASK, "little_three_dragons", "big_three_dragons"),
        (WIND_MASK, "little_four_joys", "big_four_joys"),
    ):
        lacking = mask & ~pungs
        if not lacking:
            yield big
        elif lacking.bit_count() == 1 and lacking & mask_of(reading.pairs):
            yield little


def circumstances(facts: Facts) -> Iterator[str]:
    """Yield the winner's doubles for having one suit, for having only terminals and
    honors, and for the source of the last tile.
    """
    flags = facts.hand.flags
    if facts.suits == 1:
        yield "true_colour" if facts.one_suit else "false_colour"
    if not facts.mask & ~ENDS_MASK:
        yield "terminals_and_honors"
    if not flags:
        return
    if flags & _DEAD_WALL:
        yield "dead_wall_tile"
    if LAST_TILE in flags:
        yield "last_wall_tile" if facts.hand.self_draw else "last_discard"
    if ROBBING_KONG in flags:
        yield "robbing_the_kong"


def winning_doubles(
    facts: Facts, reading: Reading, convention: Convention
) -> Iterator[str]:
    """Yield the winner's doubles for this reading of the hand."""
    exposed = exposed_sets(facts, reading)
    if not reading.chows:
        yield "no_chow"
        if facts.one_suit:
            yield "purity"
    if is_concealed(facts, reading):
        yield "only_concealed"
    if ORIGINAL_CALL in facts.hand.flags and exposed <= _MOST_EXPOSED_AFTER_CALL:
        yield "original_call"
    scoring = (*set_items(reading.sets), *pair_items(reading.pairs, facts))
    if convention.points.keys().isdisjoint(scoring):
        yield "zero_points"


def exposed_sets(facts: Facts, reading: Reading) -> int:
    """Return the number of exposed sets; a pair completed by a discard counts as
    one."""
    pair = reading.pair_completed and not facts.drawn
    return pair + sum(1 for placed_set in reading.sets if placed_set.exposed)


def is_concealed(facts: Facts, reading: Reading) -> bool:
    """Return whether the winner drew the winning tile and no set of the hand is
    open."""
    return facts.drawn and not any(placed_set.open for placed_set in reading.sets)
