"""Generate rounds if earlier rounds were played or tables are kept.

The remaining rounds are first planned without the played rounds. A search then reduces
the repeats of meetings in the played rounds. If tables of a draft are kept, the players
at the other tables start in random order.

The methods that seat one round at a time use `Kept`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from tournaments.seating.constraints import SeatingPlayer
from tournaments.seating.random_seed import Chance
from tournaments.seating.search.annealing import improve
from tournaments.seating.search.table_numbering import number_tables
from tournaments.seating.search_budget import Budget
from tournaments.seating.seating_plan import (
    SeatOrEmpty,
    Table,
    chairs_of,
    players_in_plan,
    seated,
)
from tournaments.seating.seating_request import Request

#: Rounds of tables of player numbers, before winds are assigned.
Rounds = list[list[list[SeatOrEmpty]]]


def continued(
    request: Request, start: Sequence[Sequence[Sequence[SeatOrEmpty]]], budget: Budget
) -> Rounds:
    """Return the rounds of `start`, improved by a search that takes the played rounds
    into account.

    The rounds of `start` follow the played rounds. Locked tables do not change.
    """
    people = _people(request, start)
    index = {entrant.number: place for place, entrant in enumerate(people)}
    past = len(request.played)
    improved = improve(
        [
            [
                [
                    None if player is None else index[player]
                    for player in chairs_of(table, request.demands.size)
                ]
                for table in tables
            ]
            for tables in chain(request.played, start)
        ],
        people,
        request.demands,
        chance=Chance(request.seed, "continued"),
        budget=budget,
        kept={(round_ - 1, table - 1) for round_, table in request.locked},
        first=past,
        # Kept tables have fixed numbers. Otherwise tables are numbered last, which
        # gives the search for meetings more freedom.
        numbered=bool(request.locked),
        moves=budget.left if request.locked else budget.left * 3 // 4,
    )
    rounds: Rounds = [
        [
            [None if player is None else people[player].number for player in table]
            for table in tables
        ]
        for tables in improved[past:]
    ]
    return rounds if request.locked else _numbered(request, rounds, budget)


def _numbered(request: Request, rounds: Rounds, budget: Budget) -> Rounds:
    return number_tables(
        rounds,
        tables_of={
            entrant.number: entrant.table
            for entrant in request.entrants
            if entrant.table is not None
        },
        played=request.played,
        weights=request.demands.weights,
        chance=Chance(request.seed, "tables"),
        budget=budget,
    )


def redrawn(request: Request) -> Rounds:
    """Return the draft, with the players at unlocked tables shuffled within each
    round."""
    chance = Chance(request.seed, "redrawn")
    size = request.demands.size
    locked = set(request.locked)
    rounds: Rounds = []
    for number, tables in enumerate(request.draft, len(request.played) + 1):
        free = [
            place for place in range(len(tables)) if (number, place + 1) not in locked
        ]
        dealt = [chairs_of(table, size) for table in tables]
        chairs = chance.shuffled([player for place in free for player in dealt[place]])
        for turn, place in enumerate(free):
            dealt[place] = chairs[size * turn : size * (turn + 1)]
        rounds.append(dealt)
    return rounds


def _people(
    request: Request, start: Sequence[Sequence[Sequence[SeatOrEmpty]]]
) -> list[SeatingPlayer]:
    """Return the players of the request and all other players who have a seat.

    The others are house players and players who have left.
    """
    known = {entrant.number for entrant in request.entrants}
    others = set(players_in_plan(request.played)) | {
        number for tables in start for table in tables for number in seated(table)
    }
    return [
        *request.entrants,
        *(SeatingPlayer(number) for number in sorted(others - known)),
    ]


CLOSED: Table = (None, None, None, None)


@dataclass(frozen=True)
class Kept:
    """The locked tables of a round, by table number."""

    tables: Mapping[int, Table] = field(default_factory=dict)

    @property
    def people(self) -> frozenset[int]:
        return frozenset(
            number for table in self.tables.values() for number in seated(table)
        )

    def others(self, entrants: Sequence[SeatingPlayer]) -> tuple[SeatingPlayer, ...]:
        """Return the players to seat. Fixed tables are numbered among the free tables.

        Players whose fixed table is kept may sit at any table.
        """
        return tuple(
            entrant
            if entrant.table is None
            else replace(entrant, table=self._among_free(entrant.table))
            for entrant in entrants
        )

    def with_free(
        self, tables: Sequence[Sequence[SeatOrEmpty]]
    ) -> list[Sequence[SeatOrEmpty]]:
        """Return the whole round. `tables` are put at the numbers between the kept
        tables.

        If there are too few `tables`, there are empty tables before a kept table.
        """
        round_ = list(tables)
        for number, table in sorted(self.tables.items()):
            round_ += [CLOSED] * (number - 1 - len(round_))
            round_.insert(number - 1, table)
        return round_

    def _among_free(self, table: int) -> int | None:
        if table in self.tables:
            return None
        return table - sum(number < table for number in self.tables)


def kept_tables(request: Request) -> Kept:
    """Return the locked tables of the next round. This is the first round of the
    draft."""
    number = len(request.played) + 1
    places = [table for round_, table in request.locked if round_ == number]
    return Kept({place: request.draft[0][place - 1] for place in places})
