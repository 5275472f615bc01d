"""Number the tables of a plan, with as few repeated visits to tables as possible.

The meetings do not change. In a search by simulated annealing, two tables of a round
exchange places at a time (Kirkpatrick, Gelatt and Vecchi, "Optimization by simulated
annealing", Science 220, 1983). All players at a table move to the fixed table of one of
them. Such tables are placed first and do not move.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypeVar

from tournaments.seating.constraints import Weights
from tournaments.seating.random_seed import Chance
from tournaments.seating.search.fixed_tables import granted
from tournaments.seating.search_budget import STRIDE, Budget
from tournaments.seating.seating_plan import Plan, SeatOrEmpty, seated

Seats = TypeVar("Seats", bound=Sequence[SeatOrEmpty])

#: A second visit to a table is accepted with a probability of about e^(-1 / heat). The
#: search cools from the first to the last heat in this many steps.
HEATS = (0.8, 0.12)
STEPS = 30

#: Probabilities are stored down to NEVER, in steps of 1/GRAIN of the cost of a second
#: visit.
GRAIN = 8
NEVER = 0.0001

#: Most moves, for each table and in total. More moves find almost nothing.
MOVES_PER_TABLE = 1_500
MOVES = 300_000


def number_tables(
    rounds: Sequence[Sequence[Seats]],
    *,
    tables_of: Mapping[int, int] | None = None,
    played: Plan = (),
    weights: Weights | None = None,
    chance: Chance,
    budget: Budget,
) -> list[list[Seats]]:
    """Return the same rounds with their tables in a better order, table 1 first.

    `tables_of` contains the fixed table of a player, by player number. If not all
    players can sit at their fixed table, as many as possible do.

    `played` contains earlier rounds, whose visits count. The cost is defined by
    `weights.table` and `weights.revisit`. The search ends when no order can be better,
    or when the budget is used up.
    """
    hall = _Hall(rounds, played, weights or Weights())
    for tables, layout in zip(rounds, hall.layouts, strict=True):
        layout.set_down(granted(tables, tables_of or {}))
    hall.fill(chance)
    _anneal(hall, chance, budget)
    return [
        [tables[group] for group in layout.at]
        for tables, layout in zip(rounds, hall.layouts, strict=True)
    ]


@dataclass
class _Layout:
    """One round: the players of each group (`groups`), the group at each place (`at`),
    and the places whose groups may change (`free`). -1 is a place without a group."""

    groups: list[list[int]]
    at: list[int]
    free: list[int]

    def set_down(self, places: Mapping[int, int]) -> None:
        """Put groups at fixed places, by group number."""
        for group, place in places.items():
            self.at[place] = group
        self.free = [place for place, group in enumerate(self.at) if group < 0]


class _Hall:
    """The layouts of all rounds, and the visits to places.

    Players and places are numbered from 0. `visits[player][place]` is the number of
    visits; `steps[v]` is the cost of one more visit after v visits.
    """

    def __init__(
        self, rounds: Sequence[Sequence[Seats]], played: Plan, weights: Weights
    ) -> None:
        self.layouts: list[_Layout] = []
        self._index: dict[int, int] = {}
        before = [self._groups(tables) for tables in played]
        for tables in rounds:
            groups = self._groups(tables)
            self.layouts.append(_Layout(groups, [-1] * len(groups), []))
        count = len(before) + len(rounds)
        self.places = max(map(len, [*before, *rounds]), default=1) or 1
        limit = -(-count // self.places)
        self.steps = [
            weights.table * visits + (weights.revisit if visits >= limit else 0)
            for visits in range(count + 1)
        ]
        self.unit = max(weights.table, weights.revisit // 4, 1)
        self.visits = [[0] * self.places for _ in self._index]
        for groups in before:
            for place, group in enumerate(groups):
                self._sit(group, place)

    def _groups(self, tables: Sequence[Sequence[SeatOrEmpty]]) -> list[list[int]]:
        return [
            [self._index.setdefault(number, len(self._index)) for number in four]
            for four in map(seated, tables)
        ]

    def _sit(self, group: Sequence[int], place: int) -> None:
        for player in group:
            self.visits[player][place] += 1

    def price(self, group: Sequence[int], place: int) -> int:
        """Return the increase in cost if the players of a group sit at the place."""
        return sum(self.steps[self.visits[player][place]] for player in group)

    def fill(self, chance: Chance) -> None:
        """Put each group at the cheapest free place, round by round.

        Groups with a fixed place are placed first.
        """
        for layout in self.layouts:
            for place, group in enumerate(layout.at):
                if group >= 0:
                    self._sit(layout.groups[group], place)
        self.floor = self._floor()
        self.cost = self._cost()
        for layout in self.layouts:
            set_down = {group for group in layout.at if group >= 0}
            left = chance.shuffled(layout.free)
            for group, players in enumerate(layout.groups):
                if group not in set_down:
                    price, place = self._cheapest(players, left)
                    left.remove(place)
                    layout.at[place] = group
                    self.cost += price
                    self._sit(players, place)

    def _cheapest(self, group: Sequence[int], left: Sequence[int]) -> tuple[int, int]:
        best = (-1, -1)
        for place in left:
            price = self.price(group, place)
            if best[0] < 0 or price < best[0]:
                best = (price, place)
                if not price:
                    break
        return best

    def _cost(self) -> int:
        """Return the cost of all visits so far."""
        return sum(
            sum(self.steps[:visits]) for counts in self.visits for visits in counts
        )

    def _floor(self) -> int:
        """Return a lower bound on the cost of every order of the tables.

        The bound is the cost if each player could choose every table independently of
        other players.
        """
        coming = [0] * len(self.visits)
        for layout in self.layouts:
            set_down = set(layout.at)
            for group, players in enumerate(layout.groups):
                if group not in set_down:
                    for player in players:
                        coming[player] += 1
        floor = self._cost()
        for counts, more in zip(self.visits, coming, strict=True):
            counts = sorted(counts)
            for _ in range(more):
                floor += self.steps[counts[0]]
                counts[0] += 1
                counts.sort()
        return floor

    def order(self) -> list[list[int]]:
        """Return the groups at each place, for each round."""
        return [list(layout.at) for layout in self.layouts]

    def costly_places(self) -> list[tuple[_Layout, int]]:
        """Return the free places, with their layout, where a visit has a cost for some
        player."""
        return [
            (layout, place)
            for layout in self.layouts
            for place in layout.free
            if any(
                self.steps[self.visits[player][place] - 1]
                for player in layout.groups[layout.at[place]]
            )
        ]

    def swap(
        self, layout: _Layout, place: int, other: int, odds: Sequence[float], lot: float
    ) -> None:
        """Exchange the groups of two places of a round if the exchange is accepted.

        It is accepted if the cost does not increase, or if `lot` is below the
        probability for the increase. `odds` contains the probabilities.
        """
        at, groups, visits, steps = layout.at, layout.groups, self.visits, self.steps
        more = 0
        for player in groups[at[place]]:
            counts = visits[player]
            more += steps[counts[other]] - steps[counts[place] - 1]
        for player in groups[at[other]]:
            counts = visits[player]
            more += steps[counts[place]] - steps[counts[other] - 1]
        if more > 0:
            grain = more * GRAIN // self.unit
            if grain >= len(odds) or lot >= odds[grain]:
                return
        self.cost += more
        for player in groups[at[place]]:
            visits[player][place] -= 1
            visits[player][other] += 1
        for player in groups[at[other]]:
            visits[player][other] -= 1
            visits[player][place] += 1
        at[place], at[other] = at[other], at[place]


def _anneal(hall: _Hall, chance: Chance, budget: Budget) -> None:
    """Swap tables within rounds while a better order is possible, and keep the best
    order."""
    tables = sum(len(layout.free) for layout in hall.layouts)
    moves = min(budget.left, MOVES_PER_TABLE * tables, MOVES)
    best, order, spent = hall.cost, hall.order(), 0
    for batch in _batches(hall):
        if hall.floor >= best or spent >= moves:
            break
        odds = _odds(spent * STEPS // moves)
        for layout, place in batch:
            other = layout.free[chance.below(len(layout.free))]
            if other != place:
                hall.swap(layout, place, other, odds, chance.unit())
                if hall.cost < best:
                    best, order = hall.cost, hall.order()
        spent += len(batch)
        if not budget.go_on("tables", len(batch), best):
            break
    for layout, at in zip(hall.layouts, order, strict=True):
        layout.at = at


def _batches(hall: _Hall) -> Iterator[list[tuple[_Layout, int]]]:
    """Yield batches of table positions to change next, while any position has a cost.

    If few positions have a cost, they are repeated, because finding them again takes
    long.
    """
    tables = sum(len(layout.free) for layout in hall.layouts)
    while costly_places := hall.costly_places():
        costly_places *= max(tables // (4 * len(costly_places)), 1)
        for start in range(0, len(costly_places), STRIDE):
            yield costly_places[start : start + STRIDE]


@cache
def _odds(step: int) -> list[float]:
    """Return the probabilities of accepting an increase in cost in this step of the
    search, by the size of the increase in grains.

    The values are powers of a number near e^(-1 / heat / GRAIN). They are made by
    multiplication alone, so that every machine gets the same numbers.
    """
    first, last = HEATS
    heat = (first + (last - first) * step / STEPS) * GRAIN
    odds = [1.0]
    while odds[-1] > NEVER:
        odds.append(odds[-1] * heat / (heat + 1))
    return odds
