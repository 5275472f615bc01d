"""Places and table points, exactly."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Protocol, Self, TypeVar

from rules.table import Placing
from rules.winds import WINDS, Scores, Wind


class Comparable(Protocol):
    def __lt__(self, other: Self, /) -> bool: ...


Name = TypeVar("Name")


def places(
    marks: Iterable[tuple[Name, Comparable]],
) -> list[tuple[int, Name]]:
    """(place, name) from (name, mark), the highest mark first.

    Equal marks share a place and the next place is skipped: 1 2 3 3 5. Names
    with equal marks keep the order they came in.
    """
    ordered = sorted(marks, key=lambda pair: pair[1], reverse=True)
    placed: list[tuple[int, Name]] = []
    for index, (name, mark) in enumerate(ordered):
        shares = index > 0 and not (mark < ordered[index - 1][1])
        placed.append((placed[-1][0] if shares else index + 1, name))
    return placed


def place_seats(
    scores: Scores,
    shares: Sequence[int] = (4, 2, 1, 0),
    seats: Sequence[Wind] = WINDS,
) -> Mapping[Wind, Placing]:
    """Places and table points of the seats of a table; fewer than four share those of
    the first places.

    Tied seats share the points of the places they occupy equally, as exact
    fractions: three tied first get 7/3 each.
    """
    placed = places((seat, scores[seat]) for seat in seats)
    result = {}
    for place, seat in placed:
        tied = sum(1 for other, _seat in placed if other == place)
        pool = sum(shares[place - 1 : place - 1 + tied])
        result[seat] = Placing(place, scores[seat], Fraction(pool, tied))
    return result
