"""Improve one round by exchanging players between its tables.

This is simulated annealing. A player at a table has a cost, and two players at one
table have a cost.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.seating.random_seed import Chance
from tournaments.seating.search_budget import Budget

#: e^(-k/64) for k = 0, 1, 2 ..., made by multiplication, which is the same on every
#: machine.
_FINE = 64
_FACTOR = 0.9844964370054085
_MAKES_IT = [1.0]
while _MAKES_IT[-1] > 1e-6:
    _MAKES_IT.append(_MAKES_IT[-1] * _FACTOR)

#: Share of the exchanges that begin at a table with a cost.
_AIMED = 0.7

#: Exchanges between two checks of the whole round.
_LOOK = 200


@dataclass(frozen=True)
class Costs:
    """The costs of a round.

    `seat[table][person]` is the cost of a player at a table, `meet[person][other]` the
    cost of two players at one table. No cost is below 0. Players and tables are
    numbered from 0.
    """

    seat: Sequence[Sequence[int]]
    meet: Sequence[Sequence[int]]

    def of_table(self, table: int, people: Sequence[int]) -> int:
        seat = self.seat[table]
        cost = 0
        for place, person in enumerate(people):
            meet = self.meet[person]
            cost += seat[person] + sum(meet[other] for other in people[:place])
        return cost

    def of_round(self, tables: Sequence[Sequence[int]]) -> int:
        return sum(self.of_table(table, people) for table, people in enumerate(tables))


class Exchange:
    """The tables of a round while players are exchanged.

    `reach` is the largest distance that one exchange moves a player, in tables.
    """

    def __init__(
        self,
        tables: Sequence[Sequence[int]],
        costs: Costs,
        chance: Chance,
        reach: int,
    ) -> None:
        self.tables = [list(people) for people in tables]
        self.cost = costs.of_round(tables)
        self._costs = costs
        self._chance = chance
        self._reach = reach
        self._costly_tables: list[int] = []

    def search(self, moves: int, hot: int, cold: int, budget: Budget) -> None:
        """Exchange players for `moves` moves, or until the cost is 0, and keep the best
        round.

        The search is simulated annealing. `hot` and `cold` are typical increases in
        cost that are accepted at the start and at the end.
        """
        best, least = self.tables, self.cost
        for done in range(0, moves, _LOOK):
            if not least or not budget.left:
                break
            self._aim()
            heat = cold + (hot - cold) * ((moves - done) / moves) ** 2
            for _move in range(_LOOK):
                self._try(heat)
            if self.cost < least:
                best, least = [people[:] for people in self.tables], self.cost
            budget.go_on("exchange", _LOOK, least)
        self.tables, self.cost = best, least

    def _aim(self) -> None:
        """Find the tables that have a cost."""
        self._costly_tables = [
            table
            for table, people in enumerate(self.tables)
            if self._costs.of_table(table, people)
        ]

    def _try(self, heat: float) -> None:
        """Exchange two random players at different tables, if the change in cost is
        accepted."""
        below = self._chance.below
        if self._costly_tables and self._chance.unit() < _AIMED:
            one = self._costly_tables[below(len(self._costly_tables))]
        else:
            one = below(len(self.tables))
        other = one + below(2 * self._reach + 1) - self._reach
        if one == other or not 0 <= other < len(self.tables):
            return
        people, other_people = self.tables[one], self.tables[other]
        place, other_place = below(len(people)), below(len(other_people))
        person, partner = people[place], other_people[other_place]
        worse = self._difference(one, other, person, partner)
        if worse <= 0 or self._chance.unit() < _likelihood(worse, heat):
            people[place], other_people[other_place] = partner, person
            self.cost += worse

    def _difference(self, one: int, other: int, person: int, partner: int) -> int:
        """Return the increase in cost if two players exchange places.

        `person` is at table `one`, `partner` at table `other`.
        """
        seat_one, seat_other = self._costs.seat[one], self._costs.seat[other]
        worse = (
            seat_one[partner]
            - seat_one[person]
            + seat_other[person]
            - seat_other[partner]
        )
        of_person, of_partner = self._costs.meet[person], self._costs.meet[partner]
        for mate in self.tables[one]:
            if mate != person:
                worse += of_partner[mate] - of_person[mate]
        for other_mate in self.tables[other]:
            if other_mate != partner:
                worse += of_person[other_mate] - of_partner[other_mate]
        return worse


def _likelihood(worse: int, heat: float) -> float:
    """Return e^(-worse / heat), or 0 if the result is negligible."""
    step = int(_FINE * worse / heat)
    return _MAKES_IT[step] if step < len(_MAKES_IT) else 0.0
