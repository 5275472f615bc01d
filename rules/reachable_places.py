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

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from rules.reachable_places_search import Field, Position, Rounds, fewest_out
from rules.winds import WINDS

#: Four places with ties shared are exact in twelfths.
TWELVE = 12
#: Of so many rounds of one's own every way to win some points is looked at.
MOST_OWN = 3

#: Where somebody is at the tables of some rounds.
Places = tuple[Position, ...]

#: Whether a place is enough, with so many points from the rounds to come.
Enough = Callable[[int, int], bool]

#: Where somebody can be at a table of four.
POSITIONS = tuple(
    Position(above, level) for above in range(4) for level in range(4 - above)
)


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
    least = race.shares[-1] * race.played_by(me)
    return _worst(race, me, least if gained is None else gained)


def enough_for(race: Race, me: int, places: int) -> int | None:
    """How many points from the rounds to come make sure of one of the first `places`,
    whatever else happens: the fewest of those that tables give without a tie; None if
    none were found to be enough. Beyond MOST_OWN rounds of my own, and where the search
    gives up, fewer may be enough than are said."""
    return enough_if(race, me, lambda place, _gained: place <= places)


def enough_if(race: Race, me: int, is_enough: Enough) -> int | None:
    """As `enough_for`, for what such a place and so many points are enough."""
    enough = None
    for gained in _sums_of(race.shares, race.played_by(me)):
        place = worst_place(race, me, gained)
        if place is None or not is_enough(place, gained):
            break
        enough = gained
    return _fewer(race, me, is_enough, enough)


def _fewer(race: Race, me: int, is_enough: Enough, enough: int | None) -> int | None:
    """As `enough_if`, where so many points are `enough` wherever I win them: fewer, by
    how I win them, and whatever can be won between, with a tie."""
    ways = _ways_to(race, me)
    for wanted in _sums_of(race.shares, race.played_by(me)):
        if enough is not None and wanted >= enough:
            continue
        between = sorted(
            won for won in ways if won >= wanted and (enough is None or won < enough)
        )
        if not between or not all(
            _is_safe(race, me, is_enough, won, ways[won]) for won in between
        ):
            break
        enough = wanted
    return enough


def _is_safe(
    race: Race, me: int, is_enough: Enough, gained: int, ways: Collection[Places]
) -> bool:
    """Whether so many points are enough, won in any of these ways; False where that was
    not found out."""
    found = (_worst(race, me, gained, way) for way in ways)
    return all(place is not None and is_enough(place, gained) for place in found)


def _ways_to(race: Race, me: int) -> Mapping[int, Sequence[Places]]:
    """The sums of points that I can win, each with every way to win it: where I am at
    the table of each of my rounds. Nothing of more than MOST_OWN rounds."""
    own = race.played_by(me)
    ways: dict[int, list[Places]] = {}
    for places in product(POSITIONS, repeat=own) if own <= MOST_OWN else ():
        won = sum(at.step(race.shares) for at in places)
        ways.setdefault(won, []).append(places)
    return ways


def _worst(race: Race, me: int, gained: int, at: Places = ()) -> int | None:
    """The worst place with so many points; `at`: where I am at each of my tables, last
    where it is not said."""
    highest = race.shares[0]
    mine = race.points[me] + gained
    rooms = {
        name: points + highest * race.played_by(name) - mine
        for name, points in race.points.items()
        if name != me
    }
    steps = tuple(highest - share for share in reversed(race.shares))
    # Counted from the other end, whoever is behind me is above me.
    turned = tuple(Position(3 - each.above - each.level, each.level) for each in at)
    behind = fewest_out(Field(rooms, _rounds(race), steps, me, turned))
    return None if behind is None else 1 + len(rooms) - behind


def _sums_of(shares: Sequence[int], rounds: int) -> list[int]:
    """What so many tables can give without a tie, the most first."""
    sums = {0}
    for _round in range(rounds):
        sums = {each + share for each in sums for share in shares}
    return sorted(sums, reverse=True)


def _rounds(race: Race) -> Rounds:
    return tuple(map(_told, race.rounds))


def _told(coming: ComingRound) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """Its tables, and who may sit anywhere: but not at one table alone."""
    if len(coming.free) == len(WINDS):
        return (*coming.tables, coming.free), ()
    return coming.tables, coming.free
