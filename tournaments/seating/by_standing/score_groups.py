"""Where the ranks of a standing belong, and what it costs to sit elsewhere.

So many tables together are a score group. Each rank has a home, the table where the
order inside the group puts it.
"""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.seating.by_standing.prices import Tables
from tournaments.seating.chance import Chance
from tournaments.seating.plans import CHAIRS

#: The parts of 1 in which costs are counted here, so that prices can be fine.
UNIT = 1_000

#: Being a table away from home where a score group has several: a tenth of being a
#: group away, so that the order inside a group holds unless something speaks
#: against it.
OUT_OF_ORDER = UNIT // 10

#: More than any round can cost.
FAR = 10**12


def homes_in(count: int, block: int, order: str, chance: Chance) -> list[int]:
    """For each rank (from 0) the table (from 0) where the order puts it."""
    homes: list[int] = []
    for first in range(0, count, block):
        size = min(block, count - first)
        inside = _inside(size, order)
        if order == "random":
            inside = chance.shuffled(inside)
        homes += [first + table for table in inside]
    leaders = homes.index(0)
    homes[0], homes[leaders] = 0, homes[0]
    return homes


def _inside(size: int, order: str) -> list[int]:
    """The tables of a score group in the order of its ranks."""
    up = list(range(size))
    if order == "snake":
        return [*up, *reversed(up), *up, *reversed(up)]
    if order == "fold":
        half = [table for table in up for _chair in range(CHAIRS // 2)]
        return half + half[::-1]
    return [table for table in up for _chair in range(CHAIRS)]


def at_home(home: Sequence[int]) -> Tables:
    """The tables if everybody is at home."""
    tables: Tables = [[] for _table in range(len(home) // CHAIRS)]
    for rank, table in enumerate(home):
        tables[table].append(rank)
    return tables


def seat_costs(
    home: Sequence[int], block: int, displacement: int, window: int
) -> list[list[int]]:
    """What each rank costs at each table, in parts of UNIT: FAR for tables further
    than the window, and for the leader all but table 1."""
    count = len(home) // CHAIRS
    unlike = OUT_OF_ORDER * displacement if block > 1 else 0
    seat = [[FAR] * len(home) for _table in range(count)]
    for rank, at in enumerate(home):
        group = at // block
        for table in range(max(at - window, 0), min(at + window + 1, count)):
            off = abs(table // block - group)
            seat[table][rank] = UNIT * displacement * off * off
            seat[table][rank] += unlike * (table - at) * (table - at)
    for table in range(1, count):
        seat[table][0] = FAR
    return seat
