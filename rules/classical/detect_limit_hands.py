"""Detect limit hands. They pay the limit, or a part of the limit, regardless of their
points."""

from __future__ import annotations

from collections.abc import Iterator

from rules.classical.arrangement_facts import Facts
from rules.classical.arrangements import Reading
from rules.classical.detect_doubles import is_concealed
from rules.classical.options import ScoringOptions
from rules.hand_of_tiles import (
    DOUBLE_KONG,
    EARTHLY,
    FLOWER_REPLACEMENT,
    HEAVENLY,
    LAST_TILE,
    REPLACEMENT,
    ROBBING_KONG,
)
from rules.tiles import (
    DRAGON_MASK,
    GREEN,
    GREEN_MASK,
    HONOR_MASK,
    TERMINAL_MASK,
    WIND_MASK,
    tile,
)
from rules.winning_arrangements import SetKind

_ONE_DOT, _FIVE_DOTS, _TWO_BAMBOOS = map(tile, ("1p", "5p", "2s"))
#: Rank of the snake's pair -> first ranks of its chows.
_SNAKE_CHOWS = {2: {3, 6}, 5: {2, 6}, 8: {2, 5}}


def limits_of_hand(facts: Facts, options: ScoringOptions) -> Iterator[str]:
    """Yield the limit hands that do not depend on how the tiles form sets."""
    yield from _by_the_last_tile(facts, options)
    if not facts.mask & ~HONOR_MASK:
        yield "all_honours"
    if not facts.mask & ~TERMINAL_MASK:
        yield "heads_and_tails"
    if not facts.mask & ~GREEN_MASK and (
        facts.held[GREEN] or not options.jade_needs_green_dragon
    ):
        yield "imperial_jade"
    if len(facts.hand.kongs) == 4:
        yield "fourfold_plenty"


def _by_the_last_tile(facts: Facts, options: ScoringOptions) -> Iterator[str]:
    flags = facts.hand.flags
    if not flags:
        return
    supplemented = facts.hand.bonus and options.heavenly_without_supplements
    if HEAVENLY in flags and not supplemented:
        yield "heavenly"
    if EARTHLY in flags:
        yield "earthly"
    if DOUBLE_KONG in flags:
        yield "twofold_fortune"
    if facts.winning == _FIVE_DOTS and flags & {REPLACEMENT, FLOWER_REPLACEMENT}:
        yield "plum_blossom"
    if facts.winning == _ONE_DOT and LAST_TILE in flags and facts.hand.self_draw:
        yield "plucking_moon"
    if facts.winning == _TWO_BAMBOOS and ROBBING_KONG in flags:
        yield "scratching_pole"


def limits_of_reading(
    facts: Facts, reading: Reading, options: ScoringOptions
) -> Iterator[str]:
    """Yield the limit hands that this arrangement of four sets and a pair makes."""
    if facts.one_suit and is_concealed(facts, reading):
        yield "concealed_true_colour"
    if facts.one_suit and _is_snake(facts, reading, options):
        yield "squirming_snake"
    pungs = reading.pungs
    if not DRAGON_MASK & ~pungs and not (
        options.scholars_without_chow and reading.chows
    ):
        yield "three_great_scholars"
    if not WIND_MASK & ~pungs:
        yield "four_blessings"
    if pungs.bit_count() == 4:
        yield from _treasures(facts, reading, options)


def _is_snake(facts: Facts, reading: Reading, options: ScoringOptions) -> bool:
    """Return whether the sets are pungs of 1 and 9, two chows and a pair that together
    use all numbers of a suit."""
    if not options.snake_exposed and facts.melds:
        return False
    chows = {
        placed_set.tile % 9 + 1
        for placed_set in reading.sets
        if placed_set.kind is SetKind.CHOW
    }
    pungs = {
        placed_set.tile % 9 + 1
        for placed_set in reading.sets
        if placed_set.kind is not SetKind.CHOW
    }
    pair = reading.pairs[0] % 9 + 1
    return pungs == {1, 9} and chows == _SNAKE_CHOWS.get(pair)


def _treasures(
    facts: Facts, reading: Reading, options: ScoringOptions
) -> Iterator[str]:
    """Yield the limit hands of four concealed pungs.

    Hidden treasure needs a drawn last tile. Buried treasure needs one suit, with or
    without honors, and no kongs; a discard may complete its pair.
    """
    if any(placed_set.open for placed_set in reading.sets):
        return
    claimed = any(placed_set.exposed for placed_set in reading.sets)
    if facts.drawn and (options.hidden_treasure_claimed_kongs or not claimed):
        yield "hidden_treasure"
    if facts.suits == 1 and not facts.hand.kongs:
        yield "buried_treasure"
