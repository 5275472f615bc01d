"""Calculate the places that a player can still reach, from all possible results of the
remaining tables.

A table gives points for places, and tied players share points. This limits the points
of each player, and players at one table cannot all be first. Tie-breaks depend on
scores and cannot be predicted: the best place assumes that all of them favour the
player, the worst place that none do. Penalties, rulings and cancelled tables are not
considered.

Both places use the same search. For the best place, the player `me` is first at all
their tables, and as few others as possible get more points. Each other player has room
for some points, and as few as possible may exceed their room. For the worst place, the
search counts from the other end: as few players as possible stay behind `me`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from rules.reachable_places_search import Field, Rounds, fewest_out
from rules.reachable_places_table_shares import Position
from rules.winds import WINDS

#: Parts of a point: shares of tied players at four places are exact in twelfths.
TWELVE = 12
#: Most remaining rounds of a player for which every way to win points is tried.
MOST_OWN = 3

#: A player's position at the tables of some rounds.
Places = tuple[Position, ...]

#: Test whether a place is enough, with these points from the remaining rounds.
Enough = Callable[[int, int], bool]

#: Possible positions at a table of four.
POSITIONS = tuple(
    Position(above, level) for above in range(4) for level in range(4 - above)
)


@dataclass(frozen=True)
class ComingRound:
    """A remaining round without results.

    `tables`: the groups of players seated together. `free`: the players whose tables
    are unknown; any four of them may meet.
    """

    tables: tuple[tuple[int, ...], ...] = ()
    free: tuple[int, ...] = ()

    def has(self, name: int) -> bool:
        return name in self.players

    @cached_property
    def players(self) -> frozenset[int]:
        return frozenset(self.free).union(*self.tables)


@dataclass(frozen=True)
class Race:
    """The ranked players and their remaining rounds.

    `points`: the points of each ranked player so far, in twelfths of a point or smaller
    parts. `shares`: the points for the four places at a table in the same parts, best
    first. Other players at the tables are not ranked.
    """

    points: Mapping[int, int]
    rounds: tuple[ComingRound, ...]
    shares: tuple[int, int, int, int]

    def __post_init__(self) -> None:
        """Raise ValueError for a table without four players, or for impossible shares.

        A share must be in whole twelfths, and at most the share of the next better
        place.
        """
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
    """Return the best place that `me` can reach; None if unknown."""
    highest, lowest = race.shares[0], race.shares[-1]
    own_points = race.points[me] + highest * race.played_by(me)
    rooms = {
        name: own_points - points - lowest * race.played_by(name)
        for name, points in race.points.items()
        if name != me
    }
    steps = tuple(share - lowest for share in race.shares)
    above = fewest_out(Field(rooms, _rounds(race), steps, me))
    return None if above is None else 1 + above


def worst_place(race: Race, me: int, gained: int | None = None) -> int | None:
    """Return the worst place that `me` can get; None if unknown.

    `gained`: points of `me` from the remaining rounds; by default the fewest possible.
    The calculation assumes that `me` is last at all remaining tables.
    """
    least = race.shares[-1] * race.played_by(me)
    return _worst(race, me, least if gained is None else gained)


def enough_for(race: Race, me: int, places: int) -> int | None:
    """Return the fewest points from the remaining rounds that guarantee `me` one of the
    first `places`; None if no sum is known to be enough.

    The result is a sum of points for places without ties. If `me` has more than
    MOST_OWN remaining rounds, or the search takes too long, fewer points may also be
    enough.
    """
    return enough_if(race, me, lambda place, _gained: place <= places)


def enough_if(race: Race, me: int, is_enough: Enough) -> int | None:
    """Return the fewest points of `me` that satisfy `is_enough`; None if no sum is
    known to be enough.

    In some cases fewer points may be enough; see `enough_for`.
    """
    enough = None
    for gained in _sums_of(race.shares, race.played_by(me)):
        place = worst_place(race, me, gained)
        if place is None or not is_enough(place, gained):
            break
        enough = gained
    return _fewer(race, me, is_enough, enough)


def _fewer(race: Race, me: int, is_enough: Enough, enough: int | None) -> int | None:
    """Return the fewest points that are enough, found by trying each way to win them;
    None if no sum is known to be enough.

    `enough`: a sum that is enough in every way; None if no such sum is known. All sums
    between the result and `enough` that ties make possible must be enough too.
    """
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
    """Return whether `gained` points are enough in each of these ways; false if
    unknown."""
    places = (_worst(race, me, gained, way) for way in ways)
    return all(place is not None and is_enough(place, gained) for place in places)


def _ways_to(race: Race, me: int) -> Mapping[int, Sequence[Places]]:
    """Return the sums of points that `me` can win, and every way to win each sum.

    A way is the position of `me` at each of their tables. Empty if `me` has more than
    MOST_OWN remaining rounds.
    """
    own = race.played_by(me)
    ways: dict[int, list[Places]] = {}
    for places in product(POSITIONS, repeat=own) if own <= MOST_OWN else ():
        won = sum(at.step(race.shares) for at in places)
        ways.setdefault(won, []).append(places)
    return ways


def _worst(race: Race, me: int, gained: int, at: Places = ()) -> int | None:
    """Return the worst place of `me` with `gained` points; None if unknown.

    `at`: the position of `me` at each of their tables; by default last.
    """
    highest = race.shares[0]
    own_points = race.points[me] + gained
    rooms = {
        name: points + highest * race.played_by(name) - own_points
        for name, points in race.points.items()
        if name != me
    }
    steps = tuple(highest - share for share in reversed(race.shares))
    # Counted from the other end, players behind `me` are above.
    turned = tuple(
        Position(3 - position.above - position.level, position.level) for position in at
    )
    behind = fewest_out(Field(rooms, _rounds(race), steps, me, turned))
    return None if behind is None else 1 + len(rooms) - behind


def _sums_of(shares: Sequence[int], rounds: int) -> list[int]:
    """Return the possible sums of points from this number of tables without ties,
    highest first."""
    sums = {0}
    for _round in range(rounds):
        sums = {total + share for total in sums for share in shares}
    return sorted(sums, reverse=True)


def _rounds(race: Race) -> Rounds:
    return tuple(map(_tables_and_free, race.rounds))


def _tables_and_free(
    coming: ComingRound,
) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """Return the tables of a round, and the players whose tables are unknown. Four free
    players are one table."""
    if len(coming.free) == len(WINDS):
        return (*coming.tables, coming.free), ()
    return coming.tables, coming.free
