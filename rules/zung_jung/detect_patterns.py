"""Detect the patterns of a hand: in each series of patterns, only the best pattern."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from rules.hand_of_tiles import (
    EARTHLY,
    HEAVENLY,
    LAST_TILE,
    REPLACEMENT,
    ROBBING_KONG,
)
from rules.tiles import (
    DRAGONS,
    ENDS_MASK,
    HONOR_MASK,
    TERMINAL_MASK,
    WIND_TILES,
    Tile,
    suits_in,
)
from rules.winning_arrangements import Arrangement, Shape
from rules.zung_jung.hand_facts_and_readings import Facts, Reading

_NINE_GATES = tuple(
    tuple(9 * suit + rank for rank in (0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8))
    for suit in range(3)
)
_CONCEALED = {
    2: "two_concealed_triplets",
    3: "three_concealed_triplets",
    4: "four_concealed_triplets",
}
_KONGS = {1: "one_kong", 2: "two_kongs", 3: "three_kongs", 4: "four_kongs"}

Tiles = tuple[Tile, ...]


def of_the_hand(facts: Facts) -> Iterator[str]:
    """Yield the ids of the patterns that are the same in every reading. They also apply
    to irregular hands except Thirteen Terminals."""
    yield from of_winning(facts)
    yield from _of_tiles(facts.mask)


def of_winning(facts: Facts) -> Iterator[str]:
    """Yield the ids of the patterns for the way of winning (official
    number 9)."""
    hand = facts.hand
    if not hand.flags:
        return
    if LAST_TILE in hand.flags:
        yield "final_draw" if hand.self_draw else "final_discard"
    if REPLACEMENT in hand.flags:
        yield "win_on_kong"
    if ROBBING_KONG in hand.flags:
        yield "robbing_a_kong"
    if HEAVENLY in hand.flags:
        yield "blessing_of_heaven"
    if EARTHLY in hand.flags:
        yield "blessing_of_earth"


@lru_cache(maxsize=1 << 15)
def _of_tiles(mask: int) -> tuple[str, ...]:
    """Return the ids of the patterns that depend only on the kinds in a hand (official
    numbers 1.3, 2.1, 3.4, 8.1). `mask` has the kinds as bits."""
    patterns = []
    if not mask & ENDS_MASK:
        patterns.append("no_terminals")
    if suits_in(mask) == 1:
        patterns.append("mixed_one_suit" if mask & HONOR_MASK else "pure_one_suit")
    if not mask & ~HONOR_MASK:
        patterns.append("all_honors")
    if not mask & ~TERMINAL_MASK:
        patterns.append("pure_greater_terminals")
    elif not mask & ~ENDS_MASK:
        patterns.append("mixed_greater_terminals")
    return tuple(patterns)


def of_irregular(facts: Facts, arrangement: Arrangement) -> list[str]:
    """Return the ids of all patterns of Seven Pairs or Thirteen Terminals."""
    if arrangement.shape is Shape.THIRTEEN_ORPHANS:
        return [*of_winning(facts), "thirteen_terminals"]
    return [*of_the_hand(facts), "seven_pairs"]


def of_regular(facts: Facts, reading: Reading) -> list[str]:
    """Return the ids of the patterns of a regular hand in this reading.

    A pattern of series 3.1 appears once for each set. The patterns of `of_the_hand` are
    left out.
    """
    chows, triplets, pair = reading.chows, reading.triplets, reading.pair
    patterns = []
    if not facts.exposed:
        patterns.append("concealed_hand")
        if not facts.hand.melds and facts.hand.concealed in _NINE_GATES:
            patterns.append("nine_gates")
    if facts.kongs:
        patterns.append(_KONGS[facts.kongs])
    if reading.concealed_triplets > 1:
        patterns.append(_CONCEALED[reading.concealed_triplets])
    if len(chows) > 1:
        patterns += _of_chows(chows)
    if triplets:
        patterns += _of_triplets(triplets, pair)
        patterns += ["value_honor" for tile in triplets if _has_value(tile, facts.seat)]
    if chows:
        patterns += _lesser_terminals(chows, triplets, pair)
    return patterns


def _has_value(tile: Tile, seat: Tile) -> bool:
    return tile == seat or tile in DRAGONS


@lru_cache(maxsize=1 << 14)
def _of_chows(chows: Tiles) -> tuple[str, ...]:
    """Return the ids of the patterns of sequences (official numbers 1.1, 5.1, 6.1,
    7.1)."""
    patterns = ["all_sequences"] if len(chows) == 4 else []
    patterns += _identical(chows)
    held = set(chows)
    if any({rank, rank + 9, rank + 18} <= held for rank in range(7)):
        patterns.append("three_similar_sequences")
    if any({first, first + 3, first + 6} <= held for first in (0, 9, 18)):
        patterns.append("nine_tile_straight")
    return tuple(patterns)


def _identical(chows: Tiles) -> Iterator[str]:
    times = Counter(chows)
    most = max(times.values())
    if most == 4:
        yield "four_identical_sequences"
    elif most == 3:
        yield "three_identical_sequences"
    elif most == 2 and len(chows) == 4 and len(times) == 2:
        yield "two_identical_sequences_twice"
    elif most == 2:
        yield "two_identical_sequences"


@lru_cache(maxsize=1 << 15)
def _of_triplets(triplets: Tiles, pair: Tile) -> tuple[str, ...]:
    """Return the ids of the patterns of triplets and the pair (official numbers 3.2,
    3.3, 4.1, 6.2, 7.2)."""
    patterns = ["all_triplets"] if len(triplets) == 4 else []
    patterns += _dragons(triplets, pair)
    patterns += _winds(triplets, pair)
    numbers = {tile for tile in triplets if tile < WIND_TILES[0]}
    patterns += _similar(numbers, pair)
    patterns += _consecutive(numbers)
    return tuple(patterns)


def _dragons(triplets: Tiles, pair: Tile) -> Iterator[str]:
    sets = sum(tile in DRAGONS for tile in triplets)
    if sets == 3:
        yield "big_three_dragons"
    elif sets == 2 and pair in DRAGONS:
        yield "small_three_dragons"


def _winds(triplets: Tiles, pair: Tile) -> Iterator[str]:
    sets = sum(tile in WIND_TILES for tile in triplets)
    has_pair = pair in WIND_TILES
    if sets == 4:
        yield "big_four_winds"
    elif sets == 3:
        yield "small_four_winds" if has_pair else "big_three_winds"
    elif sets == 2 and has_pair:
        yield "small_three_winds"


def _similar(numbers: set[Tile], pair: Tile) -> Iterator[str]:
    for rank in range(9):
        alike = {rank, rank + 9, rank + 18}
        if alike <= numbers:
            yield "three_similar_triplets"
            return
        if pair in alike and alike - {pair} <= numbers:
            yield "small_three_similar_triplets"
            return


def _consecutive(numbers: set[Tile]) -> Iterator[str]:
    run = longest = 0
    for tile in range(WIND_TILES[0]):
        run = 0 if tile % 9 == 0 else run
        run = run + 1 if tile in numbers else 0
        longest = max(longest, run)
    if longest == 4:
        yield "four_consecutive_triplets"
    elif longest == 3:
        yield "three_consecutive_triplets"


def _lesser_terminals(chows: Tiles, triplets: Tiles, pair: Tile) -> Iterator[str]:
    """Yield the id of Mixed or Pure Lesser Terminals, if the hand has one of these
    patterns. Hands without sequences have Greater Terminals instead."""
    if any(first % 9 not in (0, 6) for first in chows):
        return
    bits = 1 << pair
    for tile in triplets:
        bits |= 1 << tile
    if bits & ~ENDS_MASK:
        return
    yield "mixed_lesser_terminals" if bits & HONOR_MASK else "pure_lesser_terminals"
