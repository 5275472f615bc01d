"""Which table is which: the tables of a plan in such an order that nobody comes to
a table again who could be spared it.

Who meets whom stays as it is. The tables of a round change places, two at a time,
in a search by simulated annealing (Kirkpatrick, Gelatt and Vecchi, "Optimization by
simulated annealing", Science 220, 1983). Somebody who can only sit at one table
takes the others there: such tables are set first and stay.
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
from tournaments.seating.seating_plan import Chair, Plan, seated

Seats = TypeVar("Seats", bound=Sequence[Chair])

#: Coming to a table a second time is accepted with about the odds e^(-1 / heat);
#: the search cools from the first heat to the last in so many steps.
HEATS = (0.8, 0.12)
STEPS = 30

#: Odds are kept for costs in so many parts of that of a second visit, down to NEVER.
GRAIN = 8
NEVER = 0.0001

#: More moves find next to nothing: so many for each table, and in all.
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
    """The same rounds with their tables in a better order, table 1 first.

    `tables_of`: the only table a player can sit at, by start number. Where two want
    one table and sit apart, or want two and sit together, as many as possible get
    theirs. `played`: the rounds before these; their visits count. The cost is that
    of `weights.table` and `weights.revisit`. The search ends when no order can be
    better, or with the budget.
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
    """One round: the players of each group and the group at each place (-1: none
    yet). The groups at the places in `free` may change."""

    groups: list[list[int]]
    at: list[int]
    free: list[int]

    def set_down(self, places: Mapping[int, int]) -> None:
        """Groups that stay where they are: the place of each."""
        for group, place in places.items():
            self.at[place] = group
        self.free = [place for place, group in enumerate(self.at) if group < 0]


class _Hall:
    """Players are 0, 1, 2 ... and so are places. `visits[player][place]` counts;
    `steps[v]` is what one more visit costs somebody who was there v times."""

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

    def _groups(self, tables: Sequence[Sequence[Chair]]) -> list[list[int]]:
        return [
            [self._index.setdefault(number, len(self._index)) for number in four]
            for four in map(seated, tables)
        ]

    def _sit(self, group: Sequence[int], place: int) -> None:
        for player in group:
            self.visits[player][place] += 1

    def price(self, group: Sequence[int], place: int) -> int:
        """What it costs if the group comes to the place."""
        return sum(self.steps[self.visits[player][place]] for player in group)

    def fill(self, chance: Chance) -> None:
        """Seat every group, one round after the other, each at the cheapest place
        that is left, with those that stay where they are first."""
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
        """The cost of all visits so far."""
        return sum(
            sum(self.steps[:visits]) for counts in self.visits for visits in counts
        )

    def _floor(self) -> int:
        """No order of the tables costs less: the cost if each player could choose
        every table alone."""
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
        """The groups at each place, for each round."""
        return [list(layout.at) for layout in self.layouts]

    def hurting(self) -> list[tuple[_Layout, int]]:
        """Every place, of those whose groups may change, where the visit
        costs somebody something."""
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
        """Change the groups of two places of a round if that is no dearer, or if
        the lot falls below the odds for so much more."""
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
    """Swap tables within rounds for as long as it may help; the best order stays."""
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
    """Places to change next, time and again, for as long as there are any. Few of
    them are tried often, so that looking for them does not take all the time."""
    tables = sum(len(layout.free) for layout in hall.layouts)
    while hurting := hall.hurting():
        hurting *= max(tables // (4 * len(hurting)), 1)
        for start in range(0, len(hurting), STRIDE):
            yield hurting[start : start + STRIDE]


@cache
def _odds(step: int) -> list[float]:
    """The odds of accepting a cost of so many grains, in this step of the cooling:
    powers of a number near e^(-1 / heat / GRAIN), by multiplication alone, which is
    the same on every machine."""
    first, last = HEATS
    heat = (first + (last - first) * step / STEPS) * GRAIN
    odds = [1.0]
    while odds[-1] > NEVER:
        odds.append(odds[-1] * heat / (heat + 1))
    return odds
