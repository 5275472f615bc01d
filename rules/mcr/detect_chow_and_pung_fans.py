"""Count the fans that several chows, or several pungs, make together.

The account-once and non-identical principles (1998 rules, article 10; Green Book
3.9.1.5) as a graph: sets are nodes, and a fan joins its sets. No fan may join sets that
are already joined. The most valuable choice counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import combinations, pairwise
from typing import NamedTuple

from rules.mcr import patterns
from rules.tiles import Tile, rank, suit

Sets = tuple[Tile, ...]


class Joined(NamedTuple):
    """A fan, and the positions of its sets in the tuple of sets."""

    fan: int
    places: tuple[int, ...]


@lru_cache(maxsize=1 << 14)
def chow_fans(chows: Sets) -> tuple[int, ...]:
    """Return the fans that count for these chows, given by their lowest tiles in
    order."""
    return tuple(joined.fan for joined in best(all_chow_fans(chows)))


@lru_cache(maxsize=1 << 14)
def pung_fans(pungs: Sets) -> tuple[int, ...]:
    """Return the fans that count for these pungs and kongs, given by their tiles in
    order."""
    return tuple(joined.fan for joined in best(all_pung_fans(pungs)))


def all_chow_fans(chows: Sets) -> Iterator[Joined]:
    """Yield every fan that several of the chows can make, the most valuable first."""
    for size, name in ((4, _four_chows), (3, _three_chows), (2, _two_chows)):
        yield from _named(chows, size, name)


def all_pung_fans(pungs: Sets) -> Iterator[Joined]:
    """Yield every fan that several of the pungs can make, the most valuable first."""
    for size, name in ((4, _four_pungs), (3, _three_pungs), (2, _two_pungs)):
        yield from _named(pungs, size, name)


def _named(
    sets: Sets, size: int, name: Callable[[Sets], int | None]
) -> Iterator[Joined]:
    for places in combinations(range(len(sets)), size):
        fan = name(tuple(sets[place] for place in places))
        if fan is not None:
            yield Joined(fan, places)


def best(candidates: Iterable[Joined]) -> tuple[Joined, ...]:
    """Return the most valuable combination of these fans that joins no two sets
    twice."""
    return max(_choices(tuple(candidates), ()), key=_value)


def _choices(
    candidates: tuple[Joined, ...], chosen: tuple[Joined, ...]
) -> Iterator[tuple[Joined, ...]]:
    yield chosen
    for index, candidate in enumerate(candidates):
        if may_join(candidate, chosen):
            yield from _choices(candidates[index + 1 :], (*chosen, candidate))


def may_join(candidate: Joined, chosen: tuple[Joined, ...]) -> bool:
    """Return whether the fan `candidate` may count together with the chosen fans."""
    groups = [{place} for place in range(4)]
    for joined in chosen:
        merged = set().union(*(groups[place] for place in joined.places))
        for place in merged:
            groups[place] = merged
    if any(one in groups[other] for one, other in combinations(candidate.places, 2)):
        return False
    same = [set(joined.places) for joined in chosen if joined.fan == candidate.fan]
    return all(places.isdisjoint(candidate.places) for places in same)


def _value(choice: tuple[Joined, ...]) -> int:
    return sum(patterns.FANS[joined.fan].value for joined in choice)


def _steps(sets: Sets) -> set[int]:
    return {later - earlier for earlier, later in pairwise(sets)}


def _suits(sets: Sets) -> int:
    return len({suit(first) for first in sets})


def _ranks(sets: Sets) -> list[int]:
    return sorted(rank(first) for first in sets)


def _four_chows(chows: Sets) -> int | None:
    if _suits(chows) != 1:
        return None
    steps = _steps(chows)
    if steps == {0}:
        return patterns.QUADRUPLE_CHOW
    return patterns.FOUR_PURE_SHIFTED_CHOWS if steps in ({1}, {2}) else None


def _three_chows(chows: Sets) -> int | None:
    if _suits(chows) == 1:
        steps = _steps(chows)
        return _PURE_CHOWS.get(steps.pop()) if len(steps) == 1 else None
    if _suits(chows) != 3:
        return None
    low, middle, high = _ranks(chows)
    return _MIXED_CHOWS.get((middle - low, high - middle))


_PURE_CHOWS = {
    0: patterns.PURE_TRIPLE_CHOW,
    1: patterns.PURE_SHIFTED_CHOWS,
    2: patterns.PURE_SHIFTED_CHOWS,
    3: patterns.PURE_STRAIGHT,
}
_MIXED_CHOWS = {
    (0, 0): patterns.MIXED_TRIPLE_CHOW,
    (1, 1): patterns.MIXED_SHIFTED_CHOWS,
    (3, 3): patterns.MIXED_STRAIGHT,
}


def _two_chows(chows: Sets) -> int | None:
    low, high = _ranks(chows)
    if _suits(chows) == 2:
        return patterns.MIXED_DOUBLE_CHOW if low == high else None
    return _PURE_PAIRS.get(high - low)


_PURE_PAIRS = {
    0: patterns.PURE_DOUBLE_CHOW,
    3: patterns.SHORT_STRAIGHT,
    6: patterns.TWO_TERMINAL_CHOWS,
}


def _four_pungs(pungs: Sets) -> int | None:
    shifted = _in_suits(pungs) and _suits(pungs) == 1 and _steps(pungs) == {1}
    return patterns.FOUR_PURE_SHIFTED_PUNGS if shifted else None


def _three_pungs(pungs: Sets) -> int | None:
    if not _in_suits(pungs):
        return None
    if _suits(pungs) == 1:
        return patterns.PURE_SHIFTED_PUNGS if _steps(pungs) == {1} else None
    if _suits(pungs) != 3:
        return None
    low, middle, high = _ranks(pungs)
    return _MIXED_PUNGS.get((middle - low, high - middle))


_MIXED_PUNGS = {(0, 0): patterns.TRIPLE_PUNG, (1, 1): patterns.MIXED_SHIFTED_PUNGS}


def _two_pungs(pungs: Sets) -> int | None:
    same = _in_suits(pungs) and rank(pungs[0]) == rank(pungs[1])
    return patterns.DOUBLE_PUNG if same else None


def _in_suits(pungs: Sets) -> bool:
    return all(suit(pung) < 3 for pung in pungs)
