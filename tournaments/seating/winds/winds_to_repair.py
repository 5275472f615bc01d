"""Assign winds at tables changed by a repair. Other tables keep their winds.

Players already know the plan that is repaired. They keep their wind if they keep their
table and opponents.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import permutations

from tournaments.seating.seating_plan import SEATS_PER_TABLE, Plan, SeatOrEmpty, Table
from tournaments.seating.winds.wind_balance import wind_counts

#: Orders by table size; at tables of 3, North stays empty.
_ORDERS = {
    size: tuple(
        (*order, *range(size, SEATS_PER_TABLE)) for order in permutations(range(size))
    )
    for size in (3, SEATS_PER_TABLE)
}

#: Most passes over the touched tables; each pass takes account of changes elsewhere.
_SWEEPS = 12


def touched_winds(
    plan: Plan, touched: Collection[tuple[int, int]], size: int = SEATS_PER_TABLE
) -> Plan:
    """Return the plan with new winds at the `touched` tables, as (round, table) from 1.

    Winds are chosen table by table, so that the wind counts of each player over all
    rounds become even (smallest sum of squares).
    """
    counts = {player: list(winds) for player, winds in wind_counts(plan).items()}
    rounds = [list(round_) for round_ in plan]
    places = [
        (number - 1, table - 1)
        for number, table in sorted(touched)
        if any(player is not None for player in plan[number - 1][table - 1])
    ]
    for _sweep in range(_SWEEPS):
        changed = False
        for number, table in places:
            before = rounds[number][table]
            _count(counts, before, -1)
            rounds[number][table] = _evenest(counts, before, size)
            _count(counts, rounds[number][table], 1)
            changed |= rounds[number][table] != before
        if not changed:
            break
    return tuple(tuple(round_) for round_ in rounds)


def _count(counts: dict[int, list[int]], table: Table, times: int) -> None:
    for wind, player in enumerate(table):
        if player is not None:
            counts[player][wind] += times


def _evenest(counts: dict[int, list[int]], table: Table, size: int) -> Table:
    """Return the order of the table's players that adds the least cost.

    The current order is kept if no other order is better.
    """

    def cost(order: tuple[int, ...]) -> int:
        return sum(_had(counts, table[place], wind) for wind, place in enumerate(order))

    a, b, c, d = (table[place] for place in min(_ORDERS[size], key=cost))
    return a, b, c, d


def _had(counts: dict[int, list[int]], player: SeatOrEmpty, wind: int) -> int:
    return 0 if player is None else counts[player][wind]
