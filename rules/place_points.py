"""Options of the points that the four places of a table bring to the standings, and of
who shares them; those rulesets declare them that have no uma."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from rules.options import choice, numbers
from rules.ranking import place_seats
from rules.table import Placing
from rules.text import _
from rules.winds import WINDS, Scores, Wind

#: Seats with equal scores share what their places bring.
SPLIT = "split"
#: The one who sat closer to the first East is placed before the others.
SEAT_ORDER = "seat_order"


class PlacePoints(Protocol):
    """What of a ruleset's options is about places."""

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
            "closer to the first East is ranked higher."
        ),
        source,
    )


def place_by(
    scores: Scores, options: PlacePoints, seats: Sequence[Wind] = WINDS
) -> Mapping[Wind, Placing]:
    """Places and table points of the seats where somebody sits, as these options
    say."""
    if options.tie == SPLIT:
        return place_seats(scores, options.table_points, seats)
    in_order = sorted(seats, key=lambda seat: -scores[seat])
    marks = {seat: len(WINDS) - place for place, seat in enumerate(in_order)}
    placed = place_seats(marks, options.table_points, seats)
    return {
        seat: Placing(each.place, scores[seat], each.table_points)
        for seat, each in placed.items()
    }


def shares_of(options: PlacePoints) -> tuple[int, ...] | None:
    """What the places bring, where whoever is tied shares it; else None."""
    return tuple(options.table_points) if options.tie == SPLIT else None
