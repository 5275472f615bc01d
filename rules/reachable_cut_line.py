"""Decide whether a player is certain to qualify at a cut, or cannot qualify.

The first `size` players of each race qualify. With several races, the best of all
others also qualify. `rules.reachable_places` finds the places. Races share no table, so
the best and worst case of each race is found separately. `me` is the player's key in
the race.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.reachable_places import Race, best_place, enough_if, worst_place


@dataclass(frozen=True)
class Line:
    """A cut: the first `size` players of each race qualify, and the best `rest` players
    of all others.

    `race` is the player's race; `beside` has the other races.
    """

    race: Race
    size: int
    rest: int = 0
    beside: tuple[Race, ...] = ()

    @property
    def lets_all_in(self) -> bool:
        """Return whether all players of the race qualify."""
        return len(self.race.points) <= self.size


def is_out_of_reach(line: Line, me: int) -> bool:
    """Return whether `me` cannot qualify; false if this is not known."""
    best = best_place(line.race, me)
    if best is None or best <= line.size:
        return False
    gained = line.race.shares[0] * line.race.played_by(me)
    ahead = [best_place(race, me) for race in _with_me(line, me, gained)]
    return _beyond(line, [best, *(place or 1 for place in ahead)]) >= line.rest


def is_sure(line: Line, me: int) -> bool:
    """Return whether `me` is certain to qualify; false if this is not known."""
    if line.lets_all_in:
        return True
    least = line.race.shares[-1] * line.race.played_by(me)
    worst = worst_place(line.race, me)
    return worst is not None and _lets_in(line, me, worst, least)


def enough_to_be_in(line: Line, me: int) -> int | None:
    """Return the number of points that makes `me` certain to qualify; None if no number
    is known.

    In some cases fewer points are enough; see `rules.reachable_places.enough_for`.
    """
    return enough_if(
        line.race, me, lambda place, gained: _lets_in(line, me, place, gained)
    )


def _lets_in(line: Line, me: int, worst: int, gained: int) -> bool:
    """Return whether `me` qualifies with `gained` more points if `worst` is the worst
    place in the race."""
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
    """Yield each of the other races with `me` added. `me` has `gained` more points and
    no remaining rounds."""
    own_points = {me: line.race.points[me] + gained}
    for race in line.beside:
        yield replace(race, points={**race.points, **own_points})


def _beyond(line: Line, places: list[int]) -> int:
    """Return the number of players ahead of `me` who do not qualify as the first of
    their race. `places` has the place of `me` in each race."""
    return sum(max(place - 1 - line.size, 0) for place in places)
