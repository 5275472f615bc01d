"""Whether somebody is let in over a line, counted as `rules.reachable_places` counts
places: the first of a race, and where several races are run beside each other the best
of those, too, who are not among the first of their own.

The races share no table. So nobody of one has to stay behind for somebody of another to
get ahead, and what each can do worst, or best, is counted for itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.reachable_places import Race, best_place, enough_if, worst_place


@dataclass(frozen=True)
class Line:
    """The first `size` of each race are let in, and the best `rest` of all others.
    `race`: where the one runs who is asked about; `beside`: the others."""

    race: Race
    size: int
    rest: int = 0
    beside: tuple[Race, ...] = ()

    @property
    def lets_all_in(self) -> bool:
        """Whether no more run in the race than are let in of it."""
        return len(self.race.points) <= self.size


def is_out_of_reach(line: Line, me: int) -> bool:
    """Whether I am not let in, whatever happens; False where that was not found out."""
    best = best_place(line.race, me)
    if best is None or best <= line.size:
        return False
    gained = line.race.shares[0] * line.race.played_by(me)
    ahead = [best_place(race, me) for race in _with_me(line, me, gained)]
    return _beyond(line, [best, *(place or 1 for place in ahead)]) >= line.rest


def is_sure(line: Line, me: int) -> bool:
    """Whether I am let in, whatever happens; False where that was not found out."""
    if line.lets_all_in:
        return True
    least = line.race.shares[-1] * line.race.played_by(me)
    worst = worst_place(line.race, me)
    return worst is not None and _lets_in(line, me, worst, least)


def enough_to_be_in(line: Line, me: int) -> int | None:
    """How many points let me in, whatever else happens, as `enough_for` says it."""
    return enough_if(
        line.race, me, lambda place, gained: _lets_in(line, me, place, gained)
    )


def _lets_in(line: Line, me: int, worst: int, gained: int) -> bool:
    """Whether so many points do, where that place is the worst in my own race."""
    if worst <= line.size:
        return True
    if not line.rest:
        return False
    places = [worst]
    for race in _with_me(line, me, gained):
        place = worst_place(race, me)
        if place is None:
            return False
        places.append(place)
    return _beyond(line, places) < line.rest


def _with_me(line: Line, me: int, gained: int) -> Iterator[Race]:
    """The other races, with me as somebody who has so many points more, and plays no
    more."""
    mine = {me: line.race.points[me] + gained}
    for race in line.beside:
        yield replace(race, points={**race.points, **mine})


def _beyond(line: Line, places: list[int]) -> int:
    """How many before me are not let in as the first, where these are my places."""
    return sum(max(place - 1 - line.size, 0) for place in places)
