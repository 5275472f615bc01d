"""Players to keep apart, and the costs of their meetings.

A search treats all constraints alike: team-mates, members of one club or country, pairs
to keep apart, and two players of one group. Each is a bond: a set of players in which
all meetings have the same cost.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from typing import NamedTuple, TypeAlias

from tournaments.seating.constraints import Constraints, SeatingPlayer, Strictness
from tournaments.seating.least_possible_repeats import least_together

#: Cost of a meeting, by player index and index of the other player.
Costs: TypeAlias = list[dict[int, int]]

#: Cost of a meeting of team-mates if keeping teams apart is a soft constraint.
TEAM_MATES = 1_000


class Bond(NamedTuple):
    """A set of players who should be kept apart, as indices in ascending order. `cost`
    is the cost of a meeting of two of these players."""

    members: tuple[int, ...]
    cost: int


class Aversions:
    """The costs of meetings between players who should be kept apart, by round.

    Players and rounds are indices from 0. If `tables_apart` is True, players fixed at
    different tables are kept apart in all rounds. A search needs this if the tables are
    numbered after the search.
    """

    def __init__(
        self,
        entrants: Sequence[SeatingPlayer],
        demands: Constraints,
        rounds: int,
        *,
        tables_apart: bool = False,
    ) -> None:
        self._entrants = entrants
        self._demands = demands
        self._tables_apart = tables_apart
        self._fixed = [i for i, one in enumerate(entrants) if one.table is not None]
        self._passing = [one for one in entrants if not one.plays_all(rounds)]
        self._keys = [self._key(round_ + 1) for round_ in range(rounds)]
        self._bonds: dict[tuple[bool, ...], tuple[Bond, ...]] = {}
        self._costs: dict[tuple[bool, ...], Costs] = {}

    def in_round(self, round_: int) -> Costs:
        """Return, for each player, the players to keep apart in a round, with the cost
        of a meeting.

        Rounds with the same constraints for the same players share one list. Pairs of
        players with fixed tables are left out because their meetings cannot be changed.
        With `tables_apart`, such pairs are included.
        """
        key = self._keys[round_]
        if key not in self._costs:
            self._costs[key] = self._pairwise(self.bonds(round_))
        return self._costs[key]

    def bonds(self, round_: int) -> tuple[Bond, ...]:
        """Return the bonds between the players of a round.

        Rounds with the same bonds share one tuple.
        """
        key = self._keys[round_]
        if key not in self._bonds:
            self._bonds[key] = tuple(self._holding(round_ + 1))
        return self._bonds[key]

    def least(self, round_: int, tables: int) -> int:
        """Return a lower bound on the cost of any seating of a round with `tables`
        tables.

        The bound is above 0 if some bond cannot be kept apart: its members, less byes,
        exceed the tables. Members fixed at one table count once.
        """
        present = sum(entrant.plays(round_ + 1) for entrant in self._entrants)
        out = max(present - self._demands.size * tables, 0)
        return sum(
            bond.cost * least_together(max(self._parted(bond) - out, 0), tables)
            for bond in self.bonds(round_)
        )

    def _key(self, round_: int) -> tuple[bool, ...]:
        """Return a key that determines the bonds of a round (from 1)."""
        holding = (
            apart.holds(round_) for apart in self._demands.by_attribute().values()
        )
        present = (entrant.plays(round_) for entrant in self._passing)
        return (*holding, *present)

    def _holding(self, round_: int) -> Iterator[Bond]:
        present = [i for i, one in enumerate(self._entrants) if one.plays(round_)]
        for attribute, cost in self._attributes(round_):
            alike: dict[str, list[int]] = {}
            for index in present:
                alike.setdefault(getattr(self._entrants[index], attribute), []).append(
                    index
                )
            alike.pop("", None)
            for members in alike.values():
                if len(members) > 1:
                    yield Bond(tuple(members), cost)
        if hard := self._demands.weights.hard:
            for pair in self._never(present):
                yield Bond(pair, hard)
            for pair in self._at_two_tables(present):
                yield Bond(pair, hard)

    def _attributes(self, round_: int) -> Iterator[tuple[str, int]]:
        """Yield the attributes that should differ at a table in this round, each with
        the cost of two players with the same value."""
        weights = self._demands.weights
        soft = {"team": TEAM_MATES, "country": weights.country, "club": weights.club}
        for attribute, apart in self._demands.by_attribute().items():
            hard = apart.strictness == Strictness.HARD
            cost = weights.hard if hard else soft[attribute]
            if cost and apart.holds(round_):
                yield attribute, cost
        if self._demands.groups and weights.group:
            yield "group", weights.group

    def _never(self, present: Sequence[int]) -> list[tuple[int, ...]]:
        """Return the pairs in `never` whose players are both present, as indices in
        ascending order. Each pair occurs once."""
        index = {self._entrants[i].number: i for i in present}
        pairs = {
            tuple(sorted((index[one], index[other])))
            for one, other in self._demands.never
            if one != other and one in index and other in index
        }
        return sorted(pairs)

    def _at_two_tables(self, present: Sequence[int]) -> Iterator[tuple[int, int]]:
        fixed = sorted({*self._fixed} & {*present})
        for one, other in combinations(fixed, 2):
            if self._apart_by_table(one, other):
                yield one, other

    def _apart_by_table(self, one: int, other: int) -> bool:
        tables = self._entrants[one].table, self._entrants[other].table
        return self._tables_apart and tables[0] != tables[1]

    def _parted(self, bond: Bond) -> int:
        """Return the number of members of a bond that can be kept apart.

        Members fixed at the same table count as one.
        """
        tables = [self._entrants[member].table for member in bond.members]
        fixed = [table for table in tables if table is not None]
        return len(tables) - len(fixed) + len(set(fixed))

    def _pairwise(self, bonds: Sequence[Bond]) -> Costs:
        costs: Costs = [{} for _entrant in self._entrants]
        for members, cost in bonds:
            for one in members:
                row = costs[one]
                for other in members:
                    row[other] = row.get(other, 0) + cost
        for one, other in permutations(self._fixed, 2):
            if not self._apart_by_table(one, other):
                costs[one].pop(other, None)
        for one, row in enumerate(costs):
            row.pop(one, None)
        return costs
