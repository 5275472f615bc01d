"""Search for the hands of sets and a pair that jokers can make.

The search puts the lowest remaining tile into each possible set or pair, and fills gaps
with jokers. Sets made of jokers only come last. A ruleset defines which sets have the
same effect (their class) and which hands have the same value (their worth). The search
returns one hand of each worth.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from rules.tiles import KINDS, Tile, is_honor
from rules.winning_arrangements import CHOWS, PUNGS, Group, SetKind


class Pair(NamedTuple):
    """A pair of a hand: two tiles of the same kind."""

    first: Tile

    @property
    def kind(self) -> None:
        return None

    @property
    def tiles(self) -> tuple[Tile, ...]:
        return self.first, self.first


Block = Group | Pair
PAIRS = tuple(Pair(first) for first in range(KINDS))
RUNS = tuple(chow for chow in CHOWS if chow.first < 27 and chow.first % 9 < 7)

#: Key of equal sets and pairs; key of equal hands.
ClassOf = Callable[[Block], Hashable]
WorthOf = Callable[[tuple[Block, ...]], Hashable]


@dataclass(frozen=True)
class Search:
    """The tiles in hand, and the limits of the search for hands that jokers can make.

    `real`: the number of tiles of each kind, without jokers. `sets`: the number of sets
    to make, in addition to a pair. `melded`: the number of tiles of each kind in melds.
    `copies`: the maximum number of tiles of a kind, including jokers. `chows`: the
    maximum number of chows in hand. `free`: the sets and pairs that jokers alone may
    make, most valuable first.
    """

    real: tuple[int, ...]
    sets: int
    melded: tuple[int, ...]
    copies: int
    chows: int
    class_of: ClassOf
    worth_of: WorthOf
    free: tuple[Block, ...]


def completions(search: Search) -> Iterator[tuple[Block, ...]]:
    """Yield the sets and the pair of each complete hand, one hand for each worth."""
    begun: set[Hashable] = set()
    seen: set[Hashable] = set()
    groups = _by_class(search)
    for blocks in _covered(search, list(search.real), list(search.melded), ()):
        chows = sum(1 for block in blocks if block.kind is SetKind.CHOW)
        start = (search.worth_of(blocks), len(blocks), chows)
        if start in begun:
            continue
        begun.add(start)
        for complete in _filled(search, blocks, groups):
            worth = search.worth_of(complete)
            if worth not in seen:
                seen.add(worth)
                yield complete


def _covered(
    search: Search, left: list[int], held: list[int], blocks: tuple[Block, ...]
) -> Iterator[tuple[Block, ...]]:
    """Yield the sets and pairs that contain all real tiles.

    `left`: the number of tiles of each kind that are not in a set yet. `held`: the
    number of each kind in melds and `blocks`.
    """
    lowest = next((kind for kind, count in enumerate(left) if count), None)
    if lowest is None:
        yield blocks
        return
    pairs = sum(1 for block in blocks if block.kind is None)
    sets = len(blocks) - pairs
    if not _can_be_covered(tuple(left), search.sets - sets, 1 - pairs):
        return
    chows = sum(1 for block in blocks if block.kind is SetKind.CHOW)
    for block in _with(lowest, pair=not pairs, chow=chows < search.chows):
        if block.kind is not None and sets == search.sets:
            continue
        if _has_room(block, held, search.copies):
            after, held_after = list(left), list(held)
            for kind in block.tiles:
                held_after[kind] += 1
                after[kind] -= after[kind] > 0
            yield from _covered(search, after, held_after, (*blocks, block))


def _with(kind: Tile, *, pair: bool, chow: bool) -> Iterator[Block]:
    """Yield the sets and pairs that can contain `kind`."""
    yield PUNGS[kind]
    if pair:
        yield PAIRS[kind]
    if chow and not is_honor(kind):
        for first in range(max(kind - 2, kind // 9 * 9), kind + 1):
            if first % 9 < 7:
                yield CHOWS[first]


def _has_room(block: Block, held: Sequence[int], copies: int) -> bool:
    if block.kind is SetKind.CHOW:
        return all(held[kind] < copies for kind in block.tiles)
    return held[block.first] + len(block.tiles) <= copies


@lru_cache(maxsize=1 << 14)
def _can_be_covered(left: tuple[int, ...], sets: int, pairs: int) -> bool:
    """Return whether this number of sets and pairs, filled with jokers, can contain all
    remaining tiles."""
    suits = (left[:9], left[9:18], left[18:27], left[27:])
    alone = [_fewest_sets(suit, number == 3, 0) for number, suit in enumerate(suits)]
    if sum(alone) <= sets:
        return True
    if not pairs:
        return False
    paired = (_fewest_sets(suit, number == 3, 1) for number, suit in enumerate(suits))
    return any(
        sum(alone) - own + with_pair <= sets
        for own, with_pair in zip(alone, paired, strict=True)
    )


@lru_cache(maxsize=1 << 15)
def _fewest_sets(suit: tuple[int, ...], honors: bool, pairs: int) -> int:
    """Return the fewest sets that contain all tiles of a suit, with this number of
    pairs. Jokers fill the gaps."""
    lowest = next((rank for rank, count in enumerate(suit) if count), None)
    if lowest is None:
        return 0
    best = 1 + _fewest_sets(_without(suit, (lowest,) * 3), honors, pairs)
    if pairs:
        best = min(best, _fewest_sets(_without(suit, (lowest,) * 2), honors, 0))
    if not honors:
        for first in range(max(lowest - 2, 0), min(lowest, 6) + 1):
            run = _without(suit, (first, first + 1, first + 2))
            best = min(best, 1 + _fewest_sets(run, honors, pairs))
    return best


def _without(suit: tuple[int, ...], ranks: tuple[int, ...]) -> tuple[int, ...]:
    left = list(suit)
    for rank in ranks:
        left[rank] -= left[rank] > 0
    return tuple(left)


Choices = tuple[tuple[Block, ...], ...]


def _filled(
    search: Search, blocks: tuple[Block, ...], groups: tuple[Choices, Choices]
) -> Iterator[tuple[Block, ...]]:
    """Yield `blocks` completed to a hand by sets and a pair made of jokers only.

    `groups`: the possible sets and the possible pairs, by class.
    """
    pairs = sum(1 for block in blocks if block.kind is None)
    sets = search.sets - (len(blocks) - pairs)
    held = list(search.melded)
    for block in blocks:
        for kind in block.tiles:
            held[kind] += 1
    if not sets and pairs:
        yield blocks
        return
    chows = search.chows - sum(1 for block in blocks if block.kind is SetKind.CHOW)
    for added in _sets_added(groups[0], sets, held, chows, search.copies, 0):
        held_after = list(held)
        for block in added:
            for kind in block.tiles:
                held_after[kind] += 1
        if pairs:
            yield (*blocks, *added)
            continue
        for choices in groups[1]:
            if pair := _first_with_room(choices, held_after, search.copies):
                yield (*blocks, *added, pair)


def _by_class(search: Search) -> tuple[Choices, Choices]:
    """Return the sets and the pairs that jokers alone can make, both grouped by
    class."""
    sets: dict[Hashable, list[Block]] = {}
    pairs: dict[Hashable, list[Block]] = {}
    for block in search.free:
        by_class = pairs if block.kind is None else sets
        by_class.setdefault(search.class_of(block), []).append(block)
    return tuple(map(tuple, sets.values())), tuple(map(tuple, pairs.values()))


def _sets_added(
    groups: Choices, wanted: int, held: list[int], chows: int, copies: int, start: int
) -> Iterator[tuple[Block, ...]]:
    """Yield combinations of `wanted` sets made of jokers only; each combination of
    classes once."""
    if not wanted:
        yield ()
        return
    for number in range(start, len(groups)):
        block = _first_with_room(groups[number], held, copies)
        if block is None or (block.kind is SetKind.CHOW and not chows):
            continue
        held_after = list(held)
        for kind in block.tiles:
            held_after[kind] += 1
        left = chows - (block.kind is SetKind.CHOW)
        for more in _sets_added(groups, wanted - 1, held_after, left, copies, number):
            yield (block, *more)


def _first_with_room(
    choices: Sequence[Block], held: Sequence[int], copies: int
) -> Block | None:
    return next((block for block in choices if _has_room(block, held, copies)), None)
