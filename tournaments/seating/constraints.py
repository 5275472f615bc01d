"""The players to seat, and the constraints on their plan."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from tournaments.seating.search_budget import MOVES
from tournaments.seating.seating_plan import SEATS_PER_TABLE, Pair


@dataclass(frozen=True)
class SeatingPlayer:
    """A player to seat. An empty text means none or unknown.

    - `group`: with the constraint `groups`, each table has at most one player of a
      group.
    - `table`: the only table where this player may sit, or None.
    - `first` and `last`: the first and last round that the player plays, for late
      arrivals and early departures. If `last` is None, the player stays until the end.
    - `away`: rounds between `first` and `last` that the player misses.
    - `house`: True for a house player, who plays only where a seat is empty.
    """

    number: int
    name: str = ""
    team: str = ""
    country: str = ""
    club: str = ""
    group: str = ""
    table: int | None = None
    first: int = 1
    last: int | None = None
    house: bool = False
    away: tuple[int, ...] = ()

    def plays(self, round_: int) -> bool:
        return (
            self.first <= round_
            and (self.last is None or round_ <= self.last)
            and round_ not in self.away
        )

    def plays_all(self, rounds: int) -> bool:
        """Return whether the player plays in each of the first `rounds` rounds."""
        return all(self.plays(round_) for round_ in range(1, rounds + 1))


class Strictness(StrEnum):
    HARD = "hard"
    SOFT = "soft"
    OFF = "off"


@dataclass(frozen=True)
class Apart:
    """A constraint that keeps players of the same team, country or club apart.

    The constraint applies in the first `rounds` rounds, or in all rounds if `rounds` is
    None.
    """

    strictness: Strictness = Strictness.SOFT
    rounds: int | None = None

    def holds(self, round_: int) -> bool:
        return self.strictness != Strictness.OFF and (
            self.rounds is None or round_ <= self.rounds
        )


class Uneven(StrEnum):
    """The choices for a number of players that does not fill all tables.

    FILLERS: house players. BYES: byes. THREES: tables of 3. TWOS: tables of 3, and
    tables of 2 if tables of 3 are not enough.
    """

    FILLERS = "fillers"
    BYES = "byes"
    THREES = "threes"
    TWOS = "twos"

    @property
    def fewest(self) -> int:
        """Return the smallest number of players at a table, if full tables have 4."""
        return {Uneven.THREES: 3, Uneven.TWOS: 2}.get(self, SEATS_PER_TABLE)


@dataclass(frozen=True)
class Weights:
    """The costs of the shortcomings. The cost of a plan is the sum.

    - `repeat`: a pair that meets m times costs repeat * m * (m - 1) / 2.
    - `at_once`: added each time a pair meets in two consecutive rounds.
    - `hard`: for each violation of a hard constraint: players to keep apart, fixed
      tables, hard teams, countries and clubs.
    - `table`: for visits to the same table. A player who visits a table v times costs
      table * v * (v - 1) / 2.
    - `revisit`: added for each visit to a table beyond rounds / tables, rounded up.
    - `group`: for two players of one group at a table.
    - `club` and `country`: for two players of one club or country at a table, if the
      constraint is soft.
    - `moved`: for each seat that a repair changes.
    - `indirect`: for two players who never meet and have no opponent in common.
    """

    hard: int = 10_000
    repeat: int = 100
    at_once: int = 50
    group: int = 300
    club: int = 30
    country: int = 10
    table: int = 20
    revisit: int = 80
    moved: int = 10
    indirect: int = 1


@dataclass(frozen=True)
class Constraints:
    """The hard and soft constraints on a plan.

    - `never`: pairs of players to keep apart.
    - `groups`: whether every table has at most one player of each group.
    - `moves`: the budget of the search, in moves.
    - `size`: the number of players at a full table, 4 or 3.
    """

    teams: Apart = Apart(Strictness.HARD)
    countries: Apart = Apart(Strictness.SOFT)
    clubs: Apart = Apart(Strictness.SOFT)
    groups: bool = False
    never: tuple[Pair, ...] = ()
    uneven: Uneven = Uneven.FILLERS
    weights: Weights = field(default_factory=Weights)
    moves: int = MOVES
    size: int = SEATS_PER_TABLE

    @property
    def fewest(self) -> int:
        """Return the smallest number of players that a table may have."""
        return min(self.uneven.fewest, self.size)

    @property
    def shortens(self) -> bool:
        """Return whether a table may have fewer players than a full table."""
        return self.fewest < self.size

    def seats(self, players: int) -> bool:
        """Return whether this number of players can be seated."""
        if not self.shortens:
            return players >= self.size
        tables = -(-players // self.size)
        return tables > 0 and players // tables >= self.fewest

    def by_attribute(self) -> Mapping[str, Apart]:
        """Return the constraints that keep players apart, by the name of the attribute
        of `SeatingPlayer`."""
        return {"team": self.teams, "country": self.countries, "club": self.clubs}
