"""Who is to be seated, and what a director asks of the plan."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from tournaments.seating.search_budget import MOVES
from tournaments.seating.seating_plan import CHAIRS, Pair


@dataclass(frozen=True)
class Entrant:
    """One who is to be seated. Empty words mean: has none, or is unknown.

    `group`: the area of which every table is to have one. `table`: the only
    table this entrant can sit at. `first` and `last`: the rounds played, for
    those who come late or leave early (`last` None: to the end), but for the rounds
    `away` in between. `house`: one of
    the host's people, who plays only where somebody is wanted.
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
        """Whether this entrant is there in so many rounds from the first on."""
        return all(self.plays(round_) for round_ in range(1, rounds + 1))


class Strictness(StrEnum):
    HARD = "hard"
    SOFT = "soft"
    OFF = "off"


@dataclass(frozen=True)
class Apart:
    """Whether entrants with the same word (team, country, club) stay apart, and
    in which rounds: the first `rounds`, or all (None)."""

    strictness: Strictness = Strictness.SOFT
    rounds: int | None = None

    def holds(self, round_: int) -> bool:
        return self.strictness != Strictness.OFF and (
            self.rounds is None or round_ <= self.rounds
        )


class Uneven(StrEnum):
    """What to do when the players cannot be divided by four: house players, some sit
    out, tables of three, or also a table of two where tables of three are not enough.
    """

    FILLERS = "fillers"
    BYES = "byes"
    THREES = "threes"
    TWOS = "twos"

    @property
    def fewest(self) -> int:
        """The fewest at a table."""
        return {Uneven.THREES: 3, Uneven.TWOS: 2}.get(self, CHAIRS)

    @property
    def shortens(self) -> bool:
        """Whether tables may have fewer than four."""
        return self.fewest < CHAIRS

    def seats(self, players: int) -> bool:
        """Whether so many can be seated."""
        if not self.shortens:
            return players >= CHAIRS
        tables = -(-players // CHAIRS)
        return tables > 0 and players // tables >= self.fewest


@dataclass(frozen=True)
class Weights:
    """What each shortcoming costs; a plan's cost is their sum.

    A pair that meets m times costs repeat * m * (m - 1) / 2, and `at_once` more
    for each time it meets in two rounds running. `hard` is for whatever a
    director calls hard: forbidden pairs, fixed tables, hard teams, countries,
    clubs. `table` is for coming to a table again, v * (v - 1) / 2 times for v
    visits; `revisit` more for each visit beyond rounds / tables rounded up.
    `group`: for two of one group at a table. `moved`: for each seat a repair
    changes. `indirect`: for two who never meet and share no opponent.
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
class Demands:
    """What the plan must be (hard) and should be (soft).

    `never`: pairs who may not meet. `groups`: every table has at most one of
    each group. `moves`: the budget of the search.
    """

    teams: Apart = Apart(Strictness.HARD)
    countries: Apart = Apart(Strictness.SOFT)
    clubs: Apart = Apart(Strictness.SOFT)
    groups: bool = False
    never: tuple[Pair, ...] = ()
    uneven: Uneven = Uneven.FILLERS
    weights: Weights = field(default_factory=Weights)
    moves: int = MOVES

    def words(self) -> Mapping[str, Apart]:
        """The demands to stay apart, by the entrant's attribute they are about."""
        return {"team": self.teams, "country": self.countries, "club": self.clubs}
