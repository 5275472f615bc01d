"""Winds for the tables a repair touched, all others keeping theirs.

A repaired plan is one that people have in their pockets already: whoever keeps
table and mates keeps the wind too.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import permutations

from tournaments.seating.seating_plan import CHAIRS, Chair, Plan, Table
from tournaments.seating.winds.wind_balance import wind_counts

_ORDERS = tuple(permutations(range(CHAIRS)))

#: Times every touched table is looked at again because others changed.
_SWEEPS = 12


def touched_winds(plan: Plan, touched: Collection[tuple[int, int]]) -> Plan:
    """The plan with other winds at the `touched` tables, given as (round, table)
    from 1, so that everybody's counts over all rounds are as even as choosing
    table by table gets them (least sum of squares)."""
    counts = {who: list(winds) for who, winds in wind_counts(plan).items()}
    rounds = [list(round_) for round_ in plan]
    places = [
        (number - 1, table - 1)
        for number, table in sorted(touched)
        if any(who is not None for who in plan[number - 1][table - 1])
    ]
    for _sweep in range(_SWEEPS):
        changed = False
        for number, table in places:
            before = rounds[number][table]
            _count(counts, before, -1)
            rounds[number][table] = _evenest(counts, before)
            _count(counts, rounds[number][table], 1)
            changed |= rounds[number][table] != before
        if not changed:
            break
    return tuple(tuple(round_) for round_ in rounds)


def _count(counts: dict[int, list[int]], table: Table, times: int) -> None:
    for wind, who in enumerate(table):
        if who is not None:
            counts[who][wind] += times


def _evenest(counts: dict[int, list[int]], table: Table) -> Table:
    """The order of the four that adds least; the present one, if no other is
    better."""

    def cost(order: tuple[int, ...]) -> int:
        return sum(_had(counts, table[place], wind) for wind, place in enumerate(order))

    a, b, c, d = (table[place] for place in min(_ORDERS, key=cost))
    return a, b, c, d


def _had(counts: dict[int, list[int]], who: Chair, wind: int) -> int:
    return 0 if who is None else counts[who][wind]
