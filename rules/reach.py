"""Between which places somebody can still finish, by counting every result that the
tables to come can have.

A table gives its points for places, and who is tied there shares them; so what
everybody can reach is bounded, and who sits together cannot all be first. Players with
equal points in the end are told apart by measures that nobody can foresee (their
scores): the best place is the one if all of these fall well, the worst if none does.
Penalties, rulings and tables that are cancelled are not foreseen.

The best and the worst place are the same question. In the best case I am first at each
of my tables, and of the others as few as possible must get more than I have: each has a
room of points, and as few as possible may leave theirs. The worst case is that with the
points counted from the other end: as few as possible may stay behind me.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from rules.reach_search import Field, Rounds, fewest_out, results

#: Four places with ties shared are exact in twelfths.
TWELVE = 12


@dataclass(frozen=True)
class ComingRound:
    """A round whose results nobody knows yet. `tables`: who sits together; `free`: who
    plays at tables that are not told yet, so that any four of them may meet."""

    tables: tuple[tuple[int, ...], ...] = ()
    free: tuple[int, ...] = ()

    def has(self, name: int) -> bool:
        return name in self.players

    @cached_property
    def players(self) -> frozenset[int]:
        return frozenset(self.free).union(*self.tables)


@dataclass(frozen=True)
class Race:
    """`points` that everybody who can have a place has already, in twelfths of a point
    or smaller parts; `shares` of the four places at a table in the same parts, the best
    first. Others may sit at the tables too: they have no place."""

    points: Mapping[int, int]
    rounds: tuple[ComingRound, ...]
    shares: tuple[int, int, int, int]

    def __post_init__(self) -> None:
        """Raises ValueError for tables that are not of four, or shares that do not
        fall from place to place or cannot be shared in whole parts."""
        if list(self.shares) != sorted(self.shares, reverse=True):
            raise ValueError("a better place has no fewer points")
        if any(share % TWELVE for share in self.shares):
            raise ValueError("shares are whole twelfths")
        for coming in self.rounds:
            seated = [len(table) for table in coming.tables]
            if any(number != 4 for number in seated) or len(coming.free) % 4:
                raise ValueError("four sit at a table")

    def played_by(self, name: int) -> int:
        return sum(coming.has(name) for coming in self.rounds)


def best_place(race: Race, me: int) -> int | None:
    """With as few as possible who get more points than I; None if that was not found
    out."""
    highest, lowest = race.shares[0], race.shares[-1]
    mine = race.points[me] + highest * race.played_by(me)
    rooms = {
        name: mine - points - lowest * race.played_by(name)
        for name, points in race.points.items()
        if name != me
    }
    steps = tuple(share - lowest for share in race.shares)
    above = fewest_out(Field(rooms, _rounds(race), steps, me))
    return None if above is None else 1 + above


def worst_place(race: Race, me: int, gained: int | None = None) -> int | None:
    """With as many as possible who have at least my points in the end; None if that was
    not found out. `gained`: with so many points of my own from the rounds to come, in
    place of the fewest; who sits with me then is counted as if I were last."""
    highest, lowest = race.shares[0], race.shares[-1]
    least = lowest * race.played_by(me)
    mine = race.points[me] + (least if gained is None else gained)
    rooms = {
        name: points + highest * race.played_by(name) - mine
        for name, points in race.points.items()
        if name != me
    }
    steps = tuple(highest - share for share in reversed(race.shares))
    behind = fewest_out(Field(rooms, _rounds(race), steps, me))
    return None if behind is None else 1 + len(rooms) - behind


def enough_for(race: Race, me: int, places: int) -> int | None:
    """How many points from the rounds to come make sure of one of the first `places`,
    whatever else happens: the fewest of those that tables give without a tie; None if
    none were found to be enough."""
    own = [coming for coming in race.rounds if coming.has(me)]
    if len(own) == 1 and len(race.rounds) == 1 and own[0].tables and not own[0].free:
        worst = _worst_by_gain(race, me, own[0])
    else:
        sums = _sums_of(race.shares, len(own))
        worst = {gained: worst_place(race, me, gained) for gained in sums}
    enough = None
    for gained in sorted(worst, reverse=True):
        place = worst[gained]
        if place is None or place > places:
            break
        enough = gained
    return _without_tie(race, len(own), enough)


def _worst_by_gain(race: Race, me: int, coming: ComingRound) -> dict[int, int | None]:
    """The worst place by what I gain at my table of the last round: there every result
    is looked at, elsewhere the most who can have as much as I have then."""
    [mine] = [table for table in coming.tables if me in table]
    rest = tuple(table for table in coming.tables if me not in table)
    elsewhere = {
        name: points
        for name, points in race.points.items()
        if name == me or name not in mine
    }
    others = Race(elsewhere, (ComingRound(rest),), race.shares)
    outside = {
        gained: worst_place(others, me, gained)
        for gained in {given[0] for given in results(race.shares)}
    }
    found: dict[int, int | None] = {}
    rivals = [name for name in mine if name != me]
    for gained, *given in results(race.shares):
        total, there = race.points[me] + gained, outside[gained]
        ahead = sum(
            name in race.points and race.points[name] + points >= total
            for name, points in zip(rivals, given, strict=True)
        )
        if there is None:
            found[gained] = None
        elif found.get(gained, 0) is not None:
            found[gained] = max(found.get(gained) or 0, there + ahead)
    return found


def _without_tie(race: Race, rounds: int, enough: int | None) -> int | None:
    """The fewest points that tables give without a tie, and that are not fewer."""
    if enough is None:
        return None
    return min(each for each in _sums_of(race.shares, rounds) if each >= enough)


def _sums_of(shares: Sequence[int], rounds: int) -> list[int]:
    """What so many tables can give without a tie, the least first."""
    sums = {0}
    for _round in range(rounds):
        sums = {each + share for each in sums for share in shares}
    return sorted(sums)


def _rounds(race: Race) -> Rounds:
    return tuple((coming.tables, coming.free) for coming in race.rounds)
