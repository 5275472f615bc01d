"""Assign players to the labels of a structure.

A structure defines which labels meet. The players are assigned to labels in random
order. Then players exchange labels until players to keep apart do not meet. The
structure does not change, so no pair meets more often than before.

The search is simulated annealing (Kirkpatrick, Gelatt and Vecchi, Science 220, 1983)
with swaps of two players, the costliest meetings first. If the structure has pools,
whose members never meet, large clubs are put into pools before the search.
"""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.seating.constraints import Constraints, SeatingPlayer
from tournaments.seating.meetings.starters_and_small_plans import Structure
from tournaments.seating.random_seed import Chance, shuffled_by_seed
from tournaments.seating.search.keep_apart import Aversions
from tournaments.seating.search.label_costs import Labels
from tournaments.seating.search.packing import packed
from tournaments.seating.search_budget import STRIDE, Budget

#: Moves of one cooling: a base number, and more for each label. _TRIES is the number of
#: coolings for the costliest meetings. The last three limit the moves of a whole
#: assignment. Large tournaments have fewer, because a move takes longer, but always the
#: minimum.
_MOVES = 40_000
_MOVES_PER_LABEL = 100
_TRIES = 3
_ALL_MOVES = 250_000
_FEWER_PER_LABEL = 100
_LEAST_MOVES = 100_000

#: Temperatures of a cooling, as shares of the cost of a meeting, at the start and at
#: the end. Swaps that add one meeting are accepted once in 12 times at the start and
#: once in 800 times at the end. _RATIO is the factor from one temperature to the next.
_HOT = 0.4
_COLD = 0.15
_RATIO = 0.95

#: Share of the swaps that begin with a player who meets players to keep apart.
_COSTLY = 0.9

#: Clubs are packed into pools if they have at least 1/_LARGE of all players or would
#: fill a pool.
_LARGE = 16

#: Number of quantiles for the largest accepted increase in cost of a swap.
_PARTS = 1_024


def _quantiles() -> tuple[float, ...]:
    """Return the accepted increases in cost at temperature 1, in ascending order.

    These are the quantiles of the exponential distribution. They are made by
    multiplication alone, so that every machine gets the same numbers.
    """
    quantiles, steps, chance = [], 0, 1.0
    for part in range(_PARTS, 0, -1):
        while chance * _PARTS > part - 0.5:
            chance *= 1 - 1 / 256
            steps += 1
        quantiles.append(steps / 256)
    return tuple(quantiles)


_QUANTILES = _quantiles()


def place(
    structure: Structure,
    entrants: Sequence[SeatingPlayer],
    demands: Constraints,
    seed: str,
    budget: Budget,
) -> list[int]:
    """Return the player for each label of the structure, as an index into `entrants`.

    There are as many players as labels. The search starts from a random order
    (`shuffled_by_seed`): label 0 gets the first player of that order. If no players
    must be kept apart, this order is returned, and anyone can reproduce it.
    """
    drawn = shuffled_by_seed(seed, range(len(entrants)))
    rounds = range(len(structure.rounds))
    aversions = Aversions(entrants, demands, len(rounds), tables_apart=True)
    bonds = [bond for round_ in rounds for bond in aversions.bonds(round_)]
    if not bonds:
        return drawn
    costs = sorted({bond.cost for bond in bonds}, reverse=True)
    largest = max(len(bond.members) for bond in bonds)
    labels = Labels(structure, aversions, len(entrants))
    search = _Search(labels, drawn, Chance(seed, "placing"), budget)
    if structure.pools is not None and _pays(structure.pools, largest):
        start = packed(structure.pools, entrants, demands, drawn, seed)
        search.finish(start, costs[-1])
        search.by_cost(start, costs, structure.pools)
        search.finish(search.placed, costs[-1])
    search.by_cost(drawn, costs)
    return search.placed


def _pays(pools: Sequence[int], largest: int) -> bool:
    """Return whether a club of `largest` players is large enough to be put into one
    pool."""
    return largest * _LARGE >= len(pools) or largest >= pools.count(pools[0])


class _Search:
    """Several searches for an assignment. `placed` is the best assignment of all
    searches."""

    def __init__(
        self, labels: Labels, drawn: list[int], chance: Chance, budget: Budget
    ) -> None:
        self.placed = drawn
        self._labels = labels
        self._chance = chance
        self._budget = budget
        self._best: int | None = None
        self._stride = min(STRIDE, 64 + len(drawn))
        self._strides = (_MOVES + _MOVES_PER_LABEL * len(drawn)) // self._stride
        most = max(_ALL_MOVES - _FEWER_PER_LABEL * len(drawn), _LEAST_MOVES)
        # Leave the rest of the budget to the later searches.
        self._left = min(most, budget.left // 2)

    def by_cost(
        self,
        start: Sequence[int],
        costs: Sequence[int],
        pools: Sequence[int] | None = None,
    ) -> None:
        """Reduce the number of the costliest meetings, then of the next costliest, and
        so on.

        If `pools` is given, players stay in the pool in which they start.
        """
        near = _near(pools or [0] * len(start))
        for cost in costs:
            enough = self._labels.least + (cost - 1 if cost > costs[-1] else 0)
            for _try in range(_TRIES if cost == costs[0] else 1):
                self._cool(start, _temperatures(cost), near, enough)
                if self._best is not None and self._best <= enough:
                    break
            start = self.placed

    def finish(self, start: Sequence[int], cost: int) -> None:
        """Improve an assignment. Swaps that make the assignment worse are almost never
        accepted."""
        cold = [cost * _COLD]
        self._cool(start, cold, _near([0] * len(start)), self._labels.least)

    def _cool(
        self,
        start: Sequence[int],
        temperatures: Sequence[float],
        near: Sequence[Sequence[int]],
        enough: int,
    ) -> None:
        """Run one search.

        The search ends when the cost is at most `enough`, when no swap makes a
        difference, or when the moves are used up.
        """
        if self._best is not None and self._best <= enough:
            return
        self._labels.seat(start)
        self._remember()
        strides = min(self._strides, self._left // self._stride)
        for number in range(strides):
            if self._best is None or self._best <= enough:
                return
            self._left -= self._stride
            heat = temperatures[number * len(temperatures) // strides]
            differs = self._try_swaps(heat, near)
            going = self._budget.go_on("placing", self._stride, self._best)
            if not (going and differs):
                return

    def _try_swaps(self, heat: float, near: Sequence[Sequence[int]]) -> bool:
        """Try swaps of labels. `near` contains the labels with which each label may
        swap.

        Most swaps concern players with costly meetings. Return whether any swap made a
        difference. If all players meet each other, no swap makes a difference.
        """
        labels, unit = self._labels, self._chance.unit
        costly = labels.costing_over(heat)
        differs = False
        for _move in range(self._stride):
            one = int(unit() * len(near))
            if costly and unit() < _COSTLY:
                one = costly[int(unit() * len(costly))]
            other = near[one][int(unit() * len(near[one]))]
            if labels.alike(one, other):
                continue
            worse = labels.worse(one, other)
            differs = differs or worse != 0
            if worse <= heat * _QUANTILES[int(unit() * _PARTS)]:
                labels.swap(one, other)
                labels.cost += worse
                if worse < 0:
                    self._remember()
        return differs

    def _remember(self) -> None:
        if self._best is None or self._labels.cost < self._best:
            self._best = self._labels.cost
            self.placed = list(self._labels.order)


def _temperatures(cost: int) -> list[float]:
    temperatures = [cost * _HOT]
    while temperatures[-1] > cost * _COLD:
        temperatures.append(temperatures[-1] * _RATIO)
    return temperatures


def _near(pools: Sequence[int]) -> list[list[int]]:
    """Return, for each label, all labels of its pool."""
    members: dict[int, list[int]] = {}
    for label, pool in enumerate(pools):
        members.setdefault(pool, []).append(label)
    return [members[pool] for pool in pools]
