"""Seat groups, finals and consolations that play in the same rounds.

The seating of each pool is generated separately. The plan contains the tables of all
pools, in the order of the pools.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tournaments.seating.constraints import SeatingPlayer
from tournaments.seating.random_seed import Chance
from tournaments.seating.seating_plan import (
    SEATS_PER_TABLE,
    Plan,
    Round,
    SeatOrEmpty,
    Table,
    seated,
)
from tournaments.seating.seating_request import Pool, Request, Seats


@dataclass(frozen=True)
class Part:
    """A pool of players, and the request for the seating of these players."""

    pool: Pool
    request: Request


def parts(request: Request) -> list[Part]:
    """Return each pool with its own request.

    The request of each pool has its own random seed, house players and share of the
    budget.
    """
    drafts = [_shared_out(request, round_) for round_ in request.draft]
    house = _house_players(request, drafts)
    pool_parts, offset = [], 0
    for at, pool in enumerate(request.pools):
        numbers = frozenset(pool.numbers)
        tables = -(-len(numbers) // request.demands.size)
        demands = replace(
            request.demands,
            never=tuple(two for two in request.demands.never if numbers >= set(two)),
            moves=max(request.demands.moves // len(request.pools), 1),
        )
        own = replace(
            request,
            entrants=tuple(
                _with_table(entrant, offset, tables)
                for entrant in request.entrants
                if entrant.number in numbers
            ),
            seed=f"{request.seed}/{pool.name}",
            demands=demands,
            standing=tuple(number for number in request.standing if number in numbers),
            fillers=house[at],
            draft=tuple(
                tuple(table for _number, table in shared[at]) for shared in drafts
            ),
            locked=tuple(_own_locks(request, drafts, at)),
            pools=(),
        )
        pool_parts.append(Part(pool, own))
        offset += tables
    return pool_parts


def together(plans: Sequence[Plan]) -> Plan:
    """Return one plan from the plans of all pools. Tables are in the order of the
    pools."""
    return tuple(
        tuple(table for round_ in rounds for table in round_)
        for rounds in zip(*plans, strict=True)
    )


def seated_by_rank(part: Part, plan: Plan) -> Plan:
    """Return the plan of a pool with the winds that the pool requires.

    If the pool has balanced winds, the plan does not change.
    """
    if part.pool.seats == Seats.BALANCED:
        return plan
    ranks = part.request.standing or part.pool.numbers
    rank = {number: place for place, number in enumerate(ranks)}
    first = len(part.request.played) + 1
    return tuple(
        tuple(
            _seats(part, table, rank, f"{number}/{place}")
            for place, table in enumerate(round_, 1)
        )
        for number, round_ in enumerate(plan, first)
    )


def _seats(part: Part, table: Table, rank: dict[int, int], position: str) -> Table:
    people = sorted(
        seated(table), key=lambda number: rank.get(number, len(rank) + number)
    )
    if part.pool.seats == Seats.EAST:
        chance = Chance(part.request.seed, f"seats/{position}")
        people[1:] = chance.shuffled(people[1:])
    chairs: list[SeatOrEmpty] = [*people, *[None] * (SEATS_PER_TABLE - len(people))]
    east, south, west, north = chairs
    return east, south, west, north


def _with_table(entrant: SeatingPlayer, offset: int, tables: int) -> SeatingPlayer:
    """Return the player with the fixed table numbered within the pool.

    `offset` is the number of tables before the pool. If the fixed table belongs to
    another pool, the player gets no fixed table.
    """
    if entrant.table is None:
        return entrant
    own = entrant.table - offset
    return replace(entrant, table=own if 1 <= own <= tables else None)


def _shared_out(request: Request, round_: Round) -> list[list[tuple[int, Table]]]:
    """Return, for each pool, the tables of a round of the draft with their numbers.

    A table without players of any pool belongs to the pool of the table before.
    """
    pool_of = {
        player: at for at, pool in enumerate(request.pools) for player in pool.numbers
    }
    shared: list[list[tuple[int, Table]]] = [[] for _pool in request.pools]
    last = 0
    for number, table in enumerate(round_, 1):
        last = next(
            (pool_of[player] for player in seated(table) if player in pool_of), last
        )
        shared[last].append((number, table))
    return shared


def _own_locks(
    request: Request, drafts: Sequence[list[list[tuple[int, Table]]]], at: int
) -> Iterator[tuple[int, int]]:
    first = len(request.played) + 1
    for number, shared in enumerate(drafts, first):
        for place, (table, _chairs) in enumerate(shared[at], 1):
            if (number, table) in request.locked:
                yield number, place


def _house_players(
    request: Request, drafts: Sequence[list[list[tuple[int, Table]]]]
) -> list[tuple[int, ...]]:
    """Return, for each pool, the player numbers available for house players.

    These are first the house players in the pool's draft, then numbers that no other
    pool has.
    """
    taken = {
        *(entrant.number for entrant in request.entrants),
        *request.fillers,
        *(
            player
            for round_ in (*request.played, *request.draft)
            for table in round_
            for player in seated(table)
        ),
    }
    own = [
        {
            player
            for shared in drafts
            for _number, table in shared[at]
            for player in seated(table)
            if player in request.fillers
        }
        for at in range(len(request.pools))
    ]
    free = [
        player
        for player in sorted(request.fillers)
        if not any(player in o for o in own)
    ]
    following = max(taken, default=0) + 1
    available = []
    for own_numbers in own:
        numbers = sorted(own_numbers)
        while len(numbers) < SEATS_PER_TABLE - 1:
            if free:
                numbers.append(free.pop(0))
            else:
                numbers.append(following)
                following += 1
        available.append(tuple(numbers))
    return available
