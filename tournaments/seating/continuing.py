"""Rounds drawn when something stands already: rounds played, or tables kept.

A plan for the rounds to come, made as if nothing stood, is a good start; a search
over it takes back what repeats the rounds played. Where tables of a draft are
kept, the others start from lots.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from tournaments.seating.budget import Budget
from tournaments.seating.chance import Chance
from tournaments.seating.demands import Entrant
from tournaments.seating.draw_request import Request
from tournaments.seating.plans import Chair, everybody, seated
from tournaments.seating.search.anneal import improve
from tournaments.seating.search.tables import number_tables

#: Rounds of tables of start numbers, winds not chosen.
Rounds = list[list[list[Chair]]]


def continued(
    request: Request, start: Sequence[Sequence[Sequence[Chair]]], budget: Budget
) -> Rounds:
    """The rounds of `start`, which come after those played, improved by search
    with the played rounds in mind; the locked tables stay."""
    people = _people(request, start)
    index = {entrant.number: place for place, entrant in enumerate(people)}
    past = len(request.played)
    found = improve(
        [
            [[None if who is None else index[who] for who in table] for table in tables]
            for tables in chain(request.played, start)
        ],
        people,
        request.demands,
        chance=Chance(request.seed, "continued"),
        budget=budget,
        kept={(round_ - 1, table - 1) for round_, table in request.locked},
        first=past,
        # Tables that are kept have their places; otherwise those come last,
        # which leaves the search for who meets whom more room.
        numbered=bool(request.locked),
        moves=budget.left if request.locked else budget.left * 3 // 4,
    )
    rounds: Rounds = [
        [
            [None if who is None else people[who].number for who in table]
            for table in tables
        ]
        for tables in found[past:]
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
    """The draft with everybody who is not at a locked table dealt anew, in every
    round, by lot."""
    chance = Chance(request.seed, "redrawn")
    locked = set(request.locked)
    rounds: Rounds = []
    for number, tables in enumerate(request.draft, len(request.played) + 1):
        free = [
            place for place in range(len(tables)) if (number, place + 1) not in locked
        ]
        chairs = chance.shuffled([who for place in free for who in tables[place]])
        dealt = [list(table) for table in tables]
        for turn, place in enumerate(free):
            dealt[place] = chairs[4 * turn : 4 * turn + 4]
        rounds.append(dealt)
    return rounds


def _people(
    request: Request, start: Sequence[Sequence[Sequence[Chair]]]
) -> list[Entrant]:
    """The entrants, and whoever else has a seat: house players, those who left."""
    known = {entrant.number for entrant in request.entrants}
    others = set(everybody(request.played)) | {
        who for tables in start for table in tables for who in seated(table)
    }
    return [*request.entrants, *(Entrant(who) for who in sorted(others - known))]
