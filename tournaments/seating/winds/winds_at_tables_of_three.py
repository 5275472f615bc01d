"""Assign the winds of a whole plan with tables of 3.

As with four winds (`wind_balance`), each player's games are divided into chunks, here
of three consecutive games. Chunks and tables are the two sides of a bipartite graph. No
vertex has more than three edges. The graph has a proper colouring with three colours
(D. König, 1916), which are the winds E, S and W. After every round, the three wind
counts of each player differ by at most 1.

The edges are coloured one by one. If no colour is free at both ends of an edge, two
colours are exchanged along a path that starts at one end. Then one colour is free.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from tournaments.seating.seating_plan import Plan, SeatOrEmpty, Table, seated

_WINDS = 3

#: A chunk of a player's games, or a table.
_Vertex = tuple[str, int]


def in_three_winds(rounds: Sequence[Sequence[Sequence[SeatOrEmpty]]]) -> Plan:
    """Return the rounds with the players of every table in the order E, S, W, None.

    `rounds` contains tables of at most 3 players in any order, with None for an empty
    seat.
    """
    games: dict[int, int] = {}
    chunk_of: dict[int, int] = {}
    colouring = _Colouring()
    chunks = table = 0
    for tables in rounds:
        for chairs in tables:
            for number in seated(chairs):
                before = games.get(number, 0)
                if before % _WINDS == 0:
                    chunk_of[number] = chunks
                    chunks += 1
                games[number] = before + 1
                colouring.add(("chunk", chunk_of[number]), ("table", table), number)
            table += 1
    numbers = iter(range(table))
    return tuple(
        tuple(colouring.table(next(numbers)) for _table in tables) for tables in rounds
    )


class _Colouring:
    """A graph with coloured edges. For each vertex, it contains the vertex at the other
    end of the edge with each colour."""

    def __init__(self) -> None:
        self._at: dict[_Vertex, dict[int, _Vertex]] = {}
        self._player: dict[tuple[_Vertex, _Vertex], int] = {}

    def add(self, chunk: _Vertex, table: _Vertex, player: int) -> None:
        """Add the edge of a player at a table, and colour it. The colours of other
        edges may change."""
        self._player[table, chunk] = player
        at_chunk = self._at.setdefault(chunk, {})
        at_table = self._at.setdefault(table, {})
        free = [wind for wind in range(_WINDS) if wind not in at_chunk]
        both = [wind for wind in free if wind not in at_table]
        if not both:
            wind = free[0]
            other = next(wind for wind in range(_WINDS) if wind not in at_table)
            self._exchange(table, wind, other)
            both = [wind]
        self._join(chunk, table, both[0])

    def table(self, number: int) -> Table:
        """Return the players of a table in the order of their winds."""
        vertex = ("table", number)
        chairs = self._at.get(vertex, {})
        east, south, west = (
            self._player[vertex, chairs[wind]] if wind in chairs else None
            for wind in range(_WINDS)
        )
        return east, south, west, None

    def _exchange(self, start: _Vertex, one: int, other: int) -> None:
        """Exchange two colours on the path that starts at `start` with an edge of
        colour `one`."""
        path = [start]
        colours = [one, other]
        while (wind := colours[(len(path) - 1) % 2]) in self._at[path[-1]]:
            path.append(self._at[path[-1]][wind])
        edges = list(pairwise(path))
        for place, (first, second) in enumerate(edges):
            wind = colours[place % 2]
            del self._at[first][wind], self._at[second][wind]
        for place, (first, second) in enumerate(edges):
            self._join(first, second, colours[(place + 1) % 2])

    def _join(self, one: _Vertex, other: _Vertex, wind: int) -> None:
        self._at[one][wind] = other
        self._at[other][wind] = one
