"""Search for whole rounds by simulated annealing: players swap tables within a round.

The search is used if no construction is known: for rounds beyond the limit without
repeats, for constraints that no choice of labels can meet, for locked tables, and for
repairs. The rule of acceptance is the rule of Metropolis (Kirkpatrick, Gelatt, Vecchi,
"Optimization by simulated annealing", Science 220, 1983). The probabilities come from a
table made by multiplication alone, so that every machine finds the same seats.

Winds are assigned in another module.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from tournaments.seating.constraints import Constraints, SeatingPlayer, Weights
from tournaments.seating.random_seed import Chance
from tournaments.seating.search.annealing_costs import (
    Beside,
    Chairs,
    Dislikes,
    Meetings,
    Places,
    Seats,
)
from tournaments.seating.search.keep_apart import Aversions
from tournaments.seating.search_budget import STRIDE, Budget

#: Share of the swaps that begin at a table with a cost.
AIMED = 0.7

#: Smaller probabilities count as 0.
NEVER = 2.0**-17


@dataclass(frozen=True)
class Heat:
    """The increases in cost that are accepted with probability 1/e, at the start and at
    the end of the search. They are in hundredths of the cost of a repeat."""

    start: int = 60
    end: int = 8

    def chances(self, done: float, repeat: int) -> list[float]:
        """Return the probabilities of accepting a swap. Item n is for an increase in
        cost of n.

        `done` is the finished part of the search, from 0 to 1. `repeat` is the cost of
        a repeat. The probabilities are 1, b, b * b ... with b = T / (T + 1), close to
        e^(-1/T).
        """
        rest = (1 - done) * (1 - done)
        heat = (self.end + (self.start - self.end) * rest) * max(repeat, 1) / 100
        base = heat / (heat + 1)
        chances = [1.0]
        while (chance := chances[-1] * base) > NEVER:
            chances.append(chance)
        return chances


def improve(
    rounds: Chairs,
    entrants: Sequence[SeatingPlayer],
    demands: Constraints,
    *,
    chance: Chance,
    budget: Budget,
    kept: Collection[tuple[int, int]] = (),
    first: int = 0,
    original: Sequence[Mapping[int, int]] = (),
    numbered: bool = True,
    moves: int | None = None,
    bound: int = 0,
    heat: Heat | None = None,
    stage: str = "seats",
) -> list[list[list[int | None]]]:
    """Return rounds with the same or a lower cost, found by swapping two players within
    a round.

    `rounds` are tables of `demands.size` indices into `entrants`; None is an empty
    seat. Empty seats are swapped like players. A table with only empty seats remains
    empty. Rounds before index `first` do not change. `kept` contains other tables that
    do not change, as (round, table) from 0.

    The cost is the cost of `Weights` without `indirect`: repeats, and meetings of
    players to keep apart. If `numbered` is True, it also includes repeated visits to
    tables and missed fixed tables.

    For a repair, `original` has one mapping for each round: the earlier table index of
    each player. The cost `moved` applies in each round to each player who sits at
    another table than before.

    The search ends after `moves` moves (None: the remaining budget), or as soon as the
    cost is `bound` or less.
    """
    annealing = _Annealing(rounds, entrants, demands, kept, first, original, numbered)
    annealing.run(chance, budget, moves, bound, heat or Heat(), stage)
    return annealing.seats.chairs(annealing.best)


def cost(
    rounds: Chairs,
    entrants: Sequence[SeatingPlayer],
    demands: Constraints,
    *,
    original: Sequence[Mapping[int, int]] = (),
    numbered: bool = True,
) -> int:
    """Return the cost that `improve` reduces."""
    return _Annealing(rounds, entrants, demands, (), 0, original, numbered).cost


class _Annealing:
    def __init__(
        self,
        rounds: Chairs,
        entrants: Sequence[SeatingPlayer],
        demands: Constraints,
        kept: Collection[tuple[int, int]],
        first: int,
        original: Sequence[Mapping[int, int]],
        numbered: bool,
    ) -> None:
        self.repeat = demands.weights.repeat
        self.seats = seats = Seats(rounds, len(entrants), demands.size)
        self.places: Places | None = None
        if numbered:
            fixed = {
                index: entrant.table - 1
                for index, entrant in enumerate(entrants)
                if entrant.table is not None
            }
            self.places = Places(seats, demands.weights, fixed, original)
        terms = (
            Meetings(seats, demands.weights),
            _beside(seats, rounds, demands.weights),
            _dislikes(seats, entrants, demands, numbered),
            self.places,
        )
        self.terms = [term for term in terms if term is not None]
        self.cost = sum(term.total() for term in self.terms)
        self.best = list(seats.flat)
        self.best_cost = self.cost
        self._free_seats(rounds, set(kept), first)

    def _free_seats(
        self, rounds: Chairs, kept: set[tuple[int, int]], first: int
    ) -> None:
        """Set the seats that may change: `free` for all rounds together, and `within`
        by round."""
        self.free: list[int] = []
        self.within: list[list[int]] = []
        for number, tables in enumerate(rounds):
            start = self.seats.starts[number]
            seats = [
                start + 4 * table + chair
                for table, people in enumerate(tables)
                if number >= first and (number, table) not in kept
                if any(player is not None for player in people)
                for chair in range(self.seats.size)
            ]
            if len(seats) < 2 * self.seats.size:
                seats = []
            self.within.append(seats)
            self.free += seats

    def run(
        self,
        chance: Chance,
        budget: Budget,
        moves: int | None,
        bound: int,
        heat: Heat,
        stage: str,
    ) -> None:
        moves = budget.left if moves is None else min(moves, budget.left)
        done = 0
        stride = max(STRIDE, len(self.free) // 8)
        while self.free and done < moves and self.best_cost > bound:
            count = min(STRIDE, moves - done)
            if done % stride < STRIDE:
                costly_seats = self._costly_seats()
            chances = heat.chances(done / moves, self.repeat)
            self._stride(chance, chances, costly_seats, count, bound)
            done += count
            if not budget.go_on(stage, count, self.best_cost):
                break

    def _costly_seats(self) -> list[int]:
        """Return the free seats at tables with a cost."""
        return [i for i in self.free if any(term.has_cost(i) for term in self.terms)]

    def _stride(
        self,
        chance: Chance,
        chances: list[float],
        costly_seats: list[int],
        count: int,
        bound: int,
    ) -> None:
        unit, flat = chance.unit, self.seats.flat
        pick = self._picker(chance, costly_seats)
        first_term, *other_terms = [term.change for term in self.terms]
        limit = len(chances)
        cost = self.cost
        unsaved = False
        for _ in range(count):
            i, j = pick()
            if i >> 2 == j >> 2 or flat[i] == flat[j]:
                continue
            change = first_term(i, j)
            for term in other_terms:
                change += term(i, j)
            if change > 0:
                if change >= limit or unit() >= chances[change]:
                    continue
                if unsaved:
                    self.best = list(flat)
                    unsaved = False
            self._swap(i, j)
            cost += change
            if cost < self.best_cost:
                self.best_cost = cost
                unsaved = True
                if cost <= bound:
                    break
        if unsaved:
            self.best = list(flat)
        self.cost = cost

    def _picker(
        self, chance: Chance, costly_seats: list[int]
    ) -> Callable[[], tuple[int, int]]:
        """Return a function that picks two free seats of one round.

        The first seat is usually at a table with a cost.
        """
        unit, round_of = chance.unit, self.seats.round_of
        free, within = self.free, self.within
        aimed = AIMED if costly_seats else 0.0

        def pick() -> tuple[int, int]:
            seats = costly_seats if unit() < aimed else free
            i = seats[int(unit() * len(seats))]
            near = within[round_of[i]]
            return i, near[int(unit() * len(near))]

        return pick

    def _swap(self, i: int, j: int) -> None:
        self.seats.swap(i, j)
        if self.places is not None:
            self.places.swapped(i, j)


def _beside(seats: Seats, rounds: Chairs, weights: Weights) -> Beside | None:
    """Return the costs of sitting beside empty seats, or None if no table is short."""
    if any(0 < table.count(None) < seats.size for tables in rounds for table in tables):
        return Beside(seats, weights, max(map(len, rounds)))
    return None


def _dislikes(
    seats: Seats,
    entrants: Sequence[SeatingPlayer],
    demands: Constraints,
    numbered: bool,
) -> Dislikes | None:
    aversions = Aversions(
        entrants, demands, len(seats.starts), tables_apart=not numbered
    )
    rounds = [aversions.in_round(number) for number in range(len(seats.starts))]
    if any(costs for by_entrant in rounds for costs in by_entrant):
        return Dislikes(seats, rounds)
    return None
