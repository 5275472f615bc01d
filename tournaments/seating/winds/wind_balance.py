"""Assign winds if the tables are known.

For a whole plan there is always an assignment in which the four wind counts of every
player differ by at most 1 after every round. To find the assignment, each player's
games are divided into chunks of four consecutive games. Chunks and tables are the two
sides of a bipartite graph; no vertex has more than four edges. Such a graph has a
proper colouring with four colours (D. König, 1916).

A colour is a wind: the players at a table get different winds, and no player gets a
wind twice in a chunk. To find the colours, the edges are divided evenly into two halves
along Euler trails, and each half is divided again (H. N. Gabow, 1976). The time is
proportional to the number of seats.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, permutations

from tournaments.seating.seating_plan import (
    SEATS_PER_TABLE,
    Plan,
    Round,
    SeatOrEmpty,
    Table,
    closed_up,
    four_of,
    seated,
)
from tournaments.seating.winds.winds_after_played_rounds import (
    NOWHERE,
    Counts,
    evenest,
)
from tournaments.seating.winds.winds_at_tables_of_three import in_three_winds

_ORDERS = tuple(permutations(range(SEATS_PER_TABLE)))


def balanced(
    rounds: Sequence[Sequence[Sequence[SeatOrEmpty]]],
    played: Plan = (),
    *,
    from_east: bool = False,
    size: int = SEATS_PER_TABLE,
) -> Plan:
    """Return the rounds with the players of every table in the order E S W N.

    `rounds` contains tables of at most 4 players in any order, with None for an empty
    seat. Tables keep their order and their players. After every round, the four wind
    counts of each player differ by at most 1, also with byes, late arrivals and tables
    of 3.

    This is not always possible after `played` rounds, whose winds do not change. If the
    played rounds are balanced, no counts ever differ by more than 2. A limited search
    keeps the number of differences above 1 small.

    If `from_east` is True, North is empty at tables of 3, and West and North at tables
    of 2. If there are such tables, each order is the most even order for its round with
    this condition. If `size` is 3, North is always empty, and the counts of the other
    winds are balanced in the same way.
    """
    if size < SEATS_PER_TABLE:
        if played:
            return _one_by_one(rounds, played, from_east=True)
        return in_three_winds(rounds)
    if from_east and any(map(_is_short, chain.from_iterable(rounds))):
        return _one_by_one(rounds, played, from_east=True)
    plan = _split_evenly(rounds)
    if not played:
        return plan
    return evenest((plan, _one_by_one(rounds, played)), wind_counts(played))


def best_winds(
    tables: Sequence[Sequence[SeatOrEmpty]], played: Plan, *, from_east: bool = False
) -> Round:
    """Return one more round after `played`, with the players of each table in the order
    E S W N.

    Of the 24 orders of a table, the order with the smallest sum of squared wind counts
    is used. Of equal orders, the order whose winds the players had longest ago is used,
    then the first. `from_east` is explained in `balanced`.
    """
    return _one_by_one([tables], played, from_east=from_east)[0]


def _one_by_one(
    rounds: Sequence[Sequence[Sequence[SeatOrEmpty]]],
    played: Plan,
    *,
    from_east: bool = False,
) -> Plan:
    """Return the rounds with the winds of `best_winds`. Each round follows the rounds
    before."""
    seats = _Seats(played, from_east=from_east)
    return tuple(seats.sit_down(tables) for tables in rounds)


def wind_counts(plan: Plan) -> dict[int, Counts]:
    """Return the number of games in which each player sits E, S, W and N, by player
    number."""
    counts: dict[int, list[int]] = {}
    for round_ in plan:
        for table in round_:
            for wind, number in enumerate(table):
                if number is not None:
                    counts.setdefault(number, [0] * SEATS_PER_TABLE)[wind] += 1
    return {number: tuple(counts[number]) for number in sorted(counts)}


def _is_short(table: Sequence[SeatOrEmpty]) -> bool:
    return 0 < len(seated(table)) < SEATS_PER_TABLE


def _closes_up(people: Sequence[SeatOrEmpty], order: Sequence[int]) -> bool:
    chairs = [people[place] for place in order]
    return tuple(chairs) == closed_up(chairs)


def _four(people: Sequence[SeatOrEmpty]) -> list[SeatOrEmpty]:
    return [*people, *[None] * (SEATS_PER_TABLE - len(people))]


def _split_evenly(rounds: Sequence[Sequence[Sequence[SeatOrEmpty]]]) -> Plan:
    """Return the rounds with even winds.

    After every round, the wind counts of each player differ by at most 1.
    """
    edges, people = _edges(rounds)
    one, other = _halves(edges, range(len(edges)))
    wind_of = [0] * len(edges)
    for wind, half in enumerate((*_halves(edges, one), *_halves(edges, other))):
        for edge in half:
            wind_of[edge] = wind
    chairs: list[list[SeatOrEmpty]] = [
        [None] * SEATS_PER_TABLE for round_ in rounds for _table in round_
    ]
    for edge, (_chunk, table) in enumerate(edges):
        chairs[table][wind_of[edge]] = people[edge]
    tables = iter(chairs)
    return tuple(tuple(four_of(next(tables)) for _ in round_) for round_ in rounds)


def _edges(
    rounds: Sequence[Sequence[Sequence[SeatOrEmpty]]],
) -> tuple[list[tuple[int, int]], list[int]]:
    """Return the edges of the graph, and the player of each edge. An edge is a chunk
    and a table.

    Chunks and tables are numbered in the order in which they occur.
    """
    edges: list[tuple[int, int]] = []
    people: list[int] = []
    games: dict[int, int] = {}
    chunk_of: dict[int, int] = {}
    chunks = 0
    for table, chairs in enumerate(table for round_ in rounds for table in round_):
        for number in seated(chairs):
            before = games.get(number, 0)
            if before % SEATS_PER_TABLE == 0:
                chunk_of[number] = chunks
                chunks += 1
            games[number] = before + 1
            edges.append((chunk_of[number], table))
            people.append(number)
    return edges, people


def _halves(
    edges: Sequence[tuple[int, int]], chosen: Sequence[int]
) -> tuple[list[int], list[int]]:
    """Return the chosen edges in two halves. The edges of every vertex are divided
    evenly.

    An odd number of edges is divided with a difference of 1. The edges of a trail go to
    the halves alternately, starting with trails from vertices with an odd number of
    edges. The remaining trails are closed. Their number of edges is even, because every
    edge leads to the other side.
    """
    trails = _Trails(edges, chosen)
    halves: tuple[list[int], list[int]] = ([], [])
    for start in trails.odd_first():
        for turn, edge in enumerate(trails.walk(*start)):
            halves[turn % 2].append(edge)
    return halves


class _Trails:
    """Trails through a bipartite graph that use each edge once."""

    def __init__(self, edges: Sequence[tuple[int, int]], chosen: Sequence[int]) -> None:
        self._edges = edges
        self._used = [False] * len(edges)
        #: Edges at each vertex of each side, in reverse order.
        self._at: tuple[dict[int, list[int]], dict[int, list[int]]] = ({}, {})
        for edge in reversed(chosen):
            for side in (0, 1):
                self._at[side].setdefault(edges[edge][side], []).append(edge)
        self._degree = {
            (side, vertex): len(self._at[side][vertex])
            for side in (0, 1)
            for vertex in sorted(self._at[side])
        }

    def odd_first(self) -> Iterator[tuple[int, int]]:
        """Yield vertices, as (side, vertex), from which to walk until every edge is
        used.

        Each walk must be finished before the next vertex is requested.
        """
        for start in self._degree:
            if self._degree[start] % 2:
                yield start
        for start in self._degree:
            while self._degree[start]:
                yield start

    def walk(self, side: int, vertex: int) -> Iterator[int]:
        """Yield the edges of a trail until it cannot continue."""
        while self._degree[side, vertex]:
            edge = self._at[side][vertex].pop()
            if not self._used[edge]:
                self._used[edge] = True
                self._degree[side, vertex] -= 1
                side = 1 - side
                vertex = self._edges[edge][side]
                self._degree[side, vertex] -= 1
                yield edge


class _Seats:
    """The number of times that each player had each wind, and the last round with each
    wind."""

    def __init__(self, played: Plan, *, from_east: bool) -> None:
        self._from_east = from_east
        self._counts: dict[int, list[int]] = {}
        self._last: dict[int, list[int]] = {}
        self._rounds = 0
        for round_ in played:
            self._add(round_)

    def sit_down(self, tables: Sequence[Sequence[SeatOrEmpty]]) -> Round:
        round_ = tuple(self._best_order(_four(table)) for table in tables)
        self._add(round_)
        return round_

    def _add(self, round_: Round) -> None:
        self._rounds += 1
        for table in round_:
            for wind, number in enumerate(table):
                if number is not None:
                    self._counts.setdefault(number, list(NOWHERE))[wind] += 1
                    self._last.setdefault(number, list(NOWHERE))[wind] = self._rounds

    def _best_order(self, people: Sequence[SeatOrEmpty]) -> Table:
        costs = [self._costs(number) for number in people]

        def cost(order: Sequence[int]) -> int:
            return sum(costs[place][wind] for wind, place in enumerate(order))

        orders = _ORDERS
        if self._from_east:
            orders = tuple(order for order in orders if _closes_up(people, order))
        return four_of([people[place] for place in min(orders, key=cost)])

    def _costs(self, number: SeatOrEmpty) -> Sequence[int]:
        """Return the cost of each wind for a player.

        One more game with a wind after n games adds 2n + 1 to the sum of squares. Any
        such difference is larger than all differences in the last round.
        """
        if number not in self._counts:
            return NOWHERE
        times = zip(self._counts[number], self._last[number], strict=True)
        return [
            count * SEATS_PER_TABLE * (self._rounds + 1) + last for count, last in times
        ]
