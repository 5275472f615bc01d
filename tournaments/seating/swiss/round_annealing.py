"""One round made better by exchanging people between its tables.

Simulated annealing over one round, for whatever can be said as the cost of
somebody at a table and the cost of two at one table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.seating.random_seed import Chance
from tournaments.seating.search_budget import Budget

#: e^(-k/64) for k = 0, 1, 2 ...: made by multiplication, which every machine does
#: alike.
_FINE = 64
_FACTOR = 0.9844964370054085
_MAKES_IT = [1.0]
while _MAKES_IT[-1] > 1e-6:
    _MAKES_IT.append(_MAKES_IT[-1] * _FACTOR)

#: Most of the exchanges begin at a table that costs something.
_AIMED = 0.7

#: Exchanges between two looks at the whole round.
_LOOK = 200


@dataclass(frozen=True)
class Costs:
    """What a round costs: `seat[table][person]` for each person at a table, and
    `meet[person][other]` for each two at one table, neither below zero. People
    and tables are counted from 0."""

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
    """The tables of a round while people change places.

    `reach`: how many tables further up or down somebody may come at once.
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
        self._hurting: list[int] = []

    def search(self, moves: int, hot: int, cold: int, budget: Budget) -> None:
        """Anneal for `moves` exchanges, or until nothing costs anything; the best
        round found stays. `hot` and `cold`: how much worse an exchange may make
        the round, as a rule, at first and at last."""
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
        """See which tables cost something."""
        self._hurting = [
            table
            for table, people in enumerate(self.tables)
            if self._costs.of_table(table, people)
        ]

    def _try(self, heat: float) -> None:
        """Let two people at two tables change places, if that is not too bad."""
        below = self._chance.below
        if self._hurting and self._chance.unit() < _AIMED:
            one = self._hurting[below(len(self._hurting))]
        else:
            one = below(len(self.tables))
        other = one + below(2 * self._reach + 1) - self._reach
        if one == other or not 0 <= other < len(self.tables):
            return
        here, there = self.tables[one], self.tables[other]
        place, place_there = below(len(here)), below(len(there))
        person, partner = here[place], there[place_there]
        worse = self._difference(one, other, person, partner)
        if worse <= 0 or self._chance.unit() < _likelihood(worse, heat):
            here[place], there[place_there] = partner, person
            self.cost += worse

    def _difference(self, one: int, other: int, person: int, partner: int) -> int:
        """What it costs more if `person` of table `one` and `partner` of table
        `other` change places."""
        seat_one, seat_other = self._costs.seat[one], self._costs.seat[other]
        worse = (
            seat_one[partner]
            - seat_one[person]
            + seat_other[person]
            - seat_other[partner]
        )
        of_person, of_partner = self._costs.meet[person], self._costs.meet[partner]
        for here in self.tables[one]:
            if here != person:
                worse += of_partner[here] - of_person[here]
        for there in self.tables[other]:
            if there != partner:
                worse += of_person[there] - of_partner[there]
        return worse


def _likelihood(worse: int, heat: float) -> float:
    """e^(-worse / heat), or 0 where it hardly matters."""
    step = int(_FINE * worse / heat)
    return _MAKES_IT[step] if step < len(_MAKES_IT) else 0.0
