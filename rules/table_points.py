"""Calculate places and exact table points, and declare their rule options, for rulesets
without uma."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Protocol, Self, TypeVar

from rules.rule_option_types import choice, numbers
from rules.ruleset_and_table_state import Placing
from rules.translation_marks import _
from rules.winds import WINDS, Scores, Wind


class Comparable(Protocol):
    def __lt__(self, other: Self, /) -> bool: ...


Name = TypeVar("Name")


def places(
    marks: Iterable[tuple[Name, Comparable]],
) -> list[tuple[int, Name]]:
    """Return (place, name) pairs from (name, mark) pairs; the highest mark is first.

    Equal marks share a place, and the next place is skipped: 1 2 3 3 5. Names with
    equal marks keep their order.
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
    """Return the place, score and table points of each seat in `seats`.

    With fewer than four players, only the points of the first places are used. Tied
    seats share the points of their places equally, as exact fractions: three tied first
    places get 7/3 points each.
    """
    placed = places((seat, scores[seat]) for seat in seats)
    result = {}
    for place, seat in placed:
        tied = sum(1 for other, _seat in placed if other == place)
        pool = sum(shares[place - 1 : place - 1 + tied])
        result[seat] = Placing(place, scores[seat], Fraction(pool, tied))
    return result


#: Seats with equal scores share the points of their places.
SPLIT = "split"
#: Of seats with equal scores, the one closer to the first East is placed higher.
SEAT_ORDER = "seat_order"


class PlacePoints(Protocol):
    """The rule options for places that a ruleset must have."""

    @property
    def table_points(self) -> Sequence[int]: ...
    @property
    def tie(self) -> str: ...


def table_points(source: str = "") -> tuple[int, ...]:
    return numbers((4, 2, 1, 0), 0, 1000, _("Table points for the 4 places"), source)


def tie(source: str = "") -> str:
    return choice(
        SPLIT,
        (SPLIT, SEAT_ORDER),
        _(
            "Tied players share places and table points. If off, the player seated "
            "closer to the first East ranks higher."
        ),
        source,
    )


def place_by(
    scores: Scores,
    options: PlacePoints,
    seats: Sequence[Wind] = WINDS,
    last: Collection[Wind] = (),
) -> Mapping[Wind, Placing]:
    """Return the place, score and table points of each occupied seat, by these options.

    The seats in `last` are placed after the others whatever their scores. Each gets the
    points of the last place.
    """
    if last:
        others = [seat for seat in seats if seat not in last]
        points = Fraction(options.table_points[len(seats) - 1])
        behind = {seat: Placing(len(others) + 1, scores[seat], points) for seat in last}
        return {**place_by(scores, options, others), **behind}
    if options.tie == SPLIT:
        return place_seats(scores, options.table_points, seats)
    in_order = sorted(seats, key=lambda seat: -scores[seat])
    marks = {seat: len(WINDS) - place for place, seat in enumerate(in_order)}
    placed = place_seats(marks, options.table_points, seats)
    return {
        seat: Placing(placing.place, scores[seat], placing.table_points)
        for seat, placing in placed.items()
    }


def shares_of(options: PlacePoints) -> tuple[int, ...] | None:
    """Return the points for each place, or None if tied players do not share points."""
    return tuple(options.table_points) if options.tie == SPLIT else None
