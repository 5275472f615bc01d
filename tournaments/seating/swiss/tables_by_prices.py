"""Find a round of tables of 4 at the least cost, with prices of players.

Each player has a price, paid to the table that takes the player. Each table takes the
four that is best for the table, even if other tables take the same players. Players
taken twice become more expensive, and players not taken become cheaper, until there are
few conflicts.

The sum of the payments is then a proved lower bound on the cost of every round
(Lagrangian relaxation of set partitioning; Held and Karp 1971, Fisher 1981). In the
best round, each table has a four nearly as good as its best four. Only a few fours are
this good, and a round can be built from them table by table (dynamic programming over
the players seated so far).

No number is random, and all numbers are whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from tournaments.seating.search_budget import Budget
from tournaments.seating.seating_plan import Four, four_of
from tournaments.seating.swiss.round_annealing import Costs

Tables: TypeAlias = list[list[int]]

#: Payment and player: the preferences of a table, the best first.
Wishes: TypeAlias = list[tuple[int, int]]

#: Scale of paces and eagerness: this number represents 1.
_UNIT = 1_000

#: First step of prices, relative to the step that should close the gap. It is halved
#: after _PATIENCE rounds without a better bound.
_EAGER = _UNIT
_PATIENCE = 10

#: Smallest gap assumed, when the best known round is nearly proved.
_LEAST = 1_000

#: Searches for fours that take the time of one move.
_LOOKS_A_MOVE = 3


class Fours:
    """Search for the cheapest groups of four players for one table.

    `meet[one][two]`: cost of seating the two players together. `looks`: number of
    searches done, to measure the work.
    """

    def __init__(self, meet: Sequence[Sequence[int]]) -> None:
        self.looks = 0
        self._meet = meet

    def below(
        self, wishes: Wishes, limit: int, *, best: bool = False
    ) -> list[tuple[int, Four]]:
        """Return every four that costs less than `limit`, with its cost.

        If `best` is True, return only some of them: each is cheaper than the one
        before, and the last is the cheapest of all.
        """
        fours: list[tuple[int, Four]] = []
        for i, (first, one) in enumerate(wishes):
            if 4 * first >= limit:
                break
            with_one = self._joining(wishes, i, limit - 3 * first)
            for j, (second, two) in enumerate(with_one):
                room = limit - first - second
                if 2 * second >= room:
                    break
                others = self._twos(self._joining(with_one, j, room - second), room)
                more = [
                    (limit - room + cost, (one, two, *rest)) for cost, rest in others
                ]
                if more and best:
                    fours.append(min(more))
                    limit = fours[-1][0]
                else:
                    fours += more
        return fours

    def _joining(self, wishes: Wishes, place: int, limit: int) -> Wishes:
        """Return the players after position `place` who cost less than `limit` together
        with the player at `place`. Each player has a cost that includes the meeting."""
        self.looks += 1
        meet = self._meet[wishes[place][1]]
        return sorted(
            [
                (cost + meet[player], player)
                for cost, player in wishes[place + 1 :]
                if cost + meet[player] < limit
            ]
        )

    def _twos(self, wishes: Wishes, limit: int) -> list[tuple[int, tuple[int, int]]]:
        """Return all pairs that cost less than `limit`, with their costs."""
        pairs = []
        for k, (third, three) in enumerate(wishes):
            if 2 * third >= limit:
                break
            of_three = self._meet[three]
            for fourth, four in wishes[k + 1 :]:
                if third + fourth >= limit:
                    break
                cost = third + fourth + of_three[four]
                if cost < limit:
                    pairs.append((cost, (three, four)))
        return pairs


class Market:
    """Prices for a round in which each player has one seat.

    `near`: for each table (from 0), the players who may sit there. `tables` is the
    round to start with. `bound` is the highest lower bound proved so far, and `prices`
    are the prices that prove it.
    """

    def __init__(
        self, costs: Costs, near: Sequence[Sequence[int]], tables: Tables
    ) -> None:
        self.costs = costs
        self.near = near
        self.prices = self._fair_prices(tables)
        self.bound = 0
        self.wanted = [four_of(sorted(people)) for people in tables]
        self._fours = Fours(costs.meet)
        self._tables_of = self._invert(near)

    def trade(self, rounds: int, best: int, budget: Budget) -> None:
        """Change the prices up to `rounds` times, with at most 1/4 of the budget.

        `best` is the cost of the best known round.
        """
        reserve = budget.left * 3 // 4
        prices = self.prices[:]
        pace = [0] * len(prices)
        paid = [0] * len(self.near)
        changed = set(range(len(self.near)))
        patience, eagerness = _PATIENCE, _EAGER
        for _round in range(rounds):
            for table in sorted(changed):
                paid[table], self.wanted[table] = self.choose(table, prices)
            bound = sum(prices) + sum(paid)
            if bound > self.bound or not _round:
                self.bound, self.prices, patience = bound, prices[:], _PATIENCE
            elif patience:
                patience -= 1
            else:
                patience, eagerness = _PATIENCE, eagerness // 2
            demand = self._demand()
            quarrel = sum(more * more for more in demand)
            moves = len(changed) + self.work()
            if not (quarrel and eagerness and budget.go_on("prices", moves, best)):
                break
            if budget.left < reserve:
                break
            step = eagerness * max(best - bound, _LEAST) // quarrel
            changed = self._adjust(prices, pace, demand, step)

    def _fair_prices(self, tables: Tables) -> list[int]:
        """Return the first prices of the players.

        A price is the cost of the seat and half the cost of each meeting.
        """
        prices = [0] * sum(map(len, tables))
        for table, people in enumerate(tables):
            for person in people:
                meet = self.costs.meet[person]
                half = sum(meet[other] for other in people) // 2
                prices[person] = self.costs.seat[table][person] + half
        return prices

    def _invert(self, near: Sequence[Sequence[int]]) -> list[list[int]]:
        tables_of: list[list[int]] = [[] for _person in self.prices]
        for table, people in enumerate(near):
            for person in people:
                tables_of[person].append(table)
        return tables_of

    def choose(self, table: int, prices: Sequence[int]) -> tuple[int, Four]:
        """Return the cost of the best four for a table at these prices, and the
        four."""
        before = self.wanted[table]
        limit = self.costs.of_table(table, before) - sum(
            prices[player] for player in before
        )
        better = self.fours(table, prices, limit, best=True)
        return better[-1] if better else (limit, before)

    def fours(
        self, table: int, prices: Sequence[int], limit: int, *, best: bool = False
    ) -> list[tuple[int, Four]]:
        """Return the fours that cost less than `limit` at a table at these prices, with
        their costs.

        `best` is explained in `Fours.below`.
        """
        seat = self.costs.seat[table]
        wishes = [
            (seat[player] - prices[player], player) for player in self.near[table]
        ]
        most = limit - 3 * min(wishes)[0]
        wishes = sorted([wish for wish in wishes if wish[0] < most])
        return self._fours.below(wishes, limit, best=best)

    def _demand(self) -> list[int]:
        """Return for each player 1 minus the number of tables that take the player."""
        demand = [1] * len(self.prices)
        for four in self.wanted:
            for person in four:
                demand[person] -= 1
        return demand

    def _adjust(
        self, prices: list[int], pace: list[int], demand: list[int], step: int
    ) -> set[int]:
        """Change the prices. A part of each change continues the last change, to avoid
        oscillation.

        Return the tables whose choice may change: tables that take a player with a
        changed price, and tables that may take a player who became more expensive.
        """
        moved, changed = set(), set()
        for person, more in enumerate(demand):
            pace[person] = pace[person] * 7 // 10 + 3 * more * _UNIT // 10
            if move := pace[person] * step // (_UNIT * _UNIT):
                prices[person] += move
                moved.add(person)
                if move > 0:
                    changed.update(self._tables_of[person])
        changed.update(
            table
            for table, four in enumerate(self.wanted)
            if not moved.isdisjoint(four)
        )
        return changed

    def work(self) -> int:
        """Return the amount of work since the last call, in moves."""
        looks, self._fours.looks = self._fours.looks, 0
        return looks // _LOOKS_A_MOVE
