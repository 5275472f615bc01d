"""Hands other than four sets and a pair, as fourteen tile kinds that jokers can
complete.

`real` is the number of tiles of each kind, without jokers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from rules.tiles import (
    ENDS_MASK,
    HONOR_MASK,
    KINDS,
    SUIT_MASKS,
    TERMINALS_AND_HONORS,
    WIND_TILES,
    Tile,
)

Kinds = tuple[Tile, ...]

_GATES = (3, 1, 1, 1, 1, 1, 1, 1, 3)
_SUITS = range(3)


def thirteen_orphans(real: Sequence[int]) -> Iterator[Kinds]:
    for twice in TERMINALS_AND_HONORS:
        if hand := _fitting(real, (*TERMINALS_AND_HONORS, twice)):
            yield hand
            return


def nine_gates(real: Sequence[int]) -> Iterator[Kinds]:
    """Yield Nine Gates of each suit with each possible fourteenth tile, if the real
    tiles fit."""
    for suit in _SUITS:
        gates = [9 * suit + rank for rank in range(9) for _n in range(_GATES[rank])]
        for extra in range(9 * suit, 9 * suit + 9):
            if hand := _fitting(real, (*gates, extra)):
                yield hand


def seven_pairs(
    real: Sequence[int], masks: Iterable[int], *, quads: bool
) -> Iterator[Kinds]:
    """Yield hands of seven pairs that contain the real tiles.

    Pairs made of jokers only use the kinds in a mask, one hand for each of `masks`.
    `quads`: four of a kind may count as two pairs.
    """
    paired = [count + count % 2 for count in real]
    free = 7 - sum(paired) // 2
    if free < 0 or (max(paired) > 2 and not quads):
        return
    held = tuple(kind for kind in range(KINDS) for _n in range(paired[kind]))
    for mask in masks:
        others = [kind for kind in range(KINDS) if mask >> kind & 1]
        new = [kind for kind in others if not paired[kind]][:free]
        if len(new) == free:
            yield tuple(sorted((*held, *new, *new)))


#: Kinds of seven pairs: honors, a suit, a suit and honors, two suits, any.
PAIR_MASKS = (
    HONOR_MASK,
    *SUIT_MASKS,
    *(suit | HONOR_MASK for suit in SUIT_MASKS),
    *(one | other for one, other in combinations(SUIT_MASKS, 2)),
    (1 << KINDS) - 1,
)


def all_pair_honours(real: Sequence[int]) -> Iterator[Kinds]:
    for hand in seven_pairs(real, (ENDS_MASK,), quads=False):
        if all(ENDS_MASK >> kind & 1 for kind in hand):
            yield hand


def wriggling_snake(real: Sequence[int]) -> Iterator[Kinds]:
    for suit in _SUITS:
        snake = (9 * suit, *range(9 * suit, 9 * suit + 9), *WIND_TILES)
        if hand := _fitting(real, snake):
            yield hand


def knitting(real: Sequence[int]) -> Iterator[Kinds]:
    for one, other in combinations(_SUITS, 2):
        numbers = [max(real[9 * one + n], real[9 * other + n]) for n in range(9)]
        if chosen := _seven_in_all(numbers):
            pairs = ((9 * one + n, 9 * other + n) for n in chosen)
            if hand := _fitting(real, [kind for pair in pairs for kind in pair]):
                yield hand


def _seven_in_all(numbers: list[int]) -> list[int]:
    """Return seven ranks from 0 to 8: rank n as often as `numbers[n]`, then missing
    ranks once each. Empty if `numbers` has more than seven."""
    return _filled_up([n for n in range(9) for _n in range(numbers[n])], 7)


def triple_knitting(real: Sequence[int]) -> Iterator[Kinds]:
    for number in range(9):
        for suits in combinations(_SUITS, 2):
            pair = [9 * suit + number for suit in suits]
            rest = list(real)
            for kind in pair:
                rest[kind] -= rest[kind] > 0
            most = [max(rest[n], rest[9 + n], rest[18 + n]) for n in range(9)]
            triples = _filled_up([n for n in range(9) for _n in range(most[n])], 4)
            knitted = [9 * suit + n for n in triples for suit in _SUITS]
            if triples and (hand := _fitting(real, (*pair, *knitted))):
                yield hand
                return


def _filled_up(numbers: list[int], wanted: int) -> list[int]:
    """Return `wanted` numbers from 0 to 8: `numbers`, then missing numbers once each.

    Empty if `numbers` has more than `wanted`, or if too few numbers are missing.
    """
    others = [n for n in range(9) if n not in numbers]
    missing = wanted - len(numbers)
    return [*numbers, *others[:missing]] if 0 <= missing <= len(others) else []


def squirming_snake(
    real: Sequence[int], melded: Sequence[tuple[Tile, ...]]
) -> Iterator[Kinds]:
    """Yield the tiles of a Squirming Snake that are not in melds: pungs of 1 and 9, a
    pair, and two chows, all of one suit."""
    for suit in _SUITS:
        for pair in (2, 5, 8):
            first = 9 * suit
            runs = [n for n in range(2, 9) if n != pair]
            sets = [
                (first,) * 3,
                (first + 8,) * 3,
                tuple(first + n - 1 for n in runs[:3]),
                tuple(first + n - 1 for n in runs[3:]),
            ]
            left = list(sets)
            for meld in melded:
                if meld[:3] in left:
                    left.remove(meld[:3])
            if len(left) != len(sets) - len(melded):
                continue
            tiles = [kind for group in left for kind in group]
            if hand := _fitting(real, (*tiles, *(first + pair - 1,) * 2)):
                yield hand


def _fitting(real: Sequence[int], kinds: Iterable[Tile]) -> Kinds | None:
    """Return the sorted kinds of a hand; None if the hand lacks a real tile or has five
    tiles of a kind."""
    hand = tuple(sorted(kinds))
    held = [0] * KINDS
    for kind in hand:
        held[kind] += 1
    if any(needed > room for needed, room in zip(real, held, strict=True)):
        return None
    return hand if max(held) <= _COPIES else None


_COPIES = 4
