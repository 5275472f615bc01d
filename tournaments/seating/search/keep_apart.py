"""Who should not meet whom, and what it costs if they do.

Team mates, members of one club or country, players who may not meet, and two of
one group at a table are all the same to a search: a bond of some people, of whom
every two who meet cost the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from typing import NamedTuple, TypeAlias

from tournaments.seating.constraints import Demands, Entrant, Strictness
from tournaments.seating.least_possible_repeats import least_together
from tournaments.seating.seating_plan import CHAIRS

#: For each index, the others that should not be met and the cost of a meeting.
Costs: TypeAlias = list[dict[int, int]]

#: What it costs that team mates meet whom the director would rather keep apart.
TEAM_MATES = 1_000


class Bond(NamedTuple):
    """People (by index, in their order) of whom every two who meet cost this."""

    members: tuple[int, ...]
    cost: int


class Aversions:
    """The aversions of one tournament, of so many rounds.

    Entrants are indices from 0, and so are rounds. `tables_apart`: two who are
    fixed at two tables must never meet, which a search has to be told that numbers
    the tables only afterwards.
    """

    def __init__(
        self,
        entrants: Sequence[Entrant],
        demands: Demands,
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
        """For each entrant those he should not meet in a round, and the cost.

        Rounds in which the same demands hold for the same people share one list.
        Two who are fixed at tables are not in it (but for `tables_apart`): whether
        they meet is settled.
        """
        key = self._keys[round_]
        if key not in self._costs:
            self._costs[key] = self._pairwise(self.bonds(round_))
        return self._costs[key]

    def bonds(self, round_: int) -> tuple[Bond, ...]:
        """What holds in a round, for those who play it: one value for all rounds
        in which the same holds."""
        key = self._keys[round_]
        if key not in self._bonds:
            self._bonds[key] = tuple(self._holding(round_ + 1))
        return self._bonds[key]

    def least(self, round_: int, tables: int) -> int:
        """A cost that no seating of a round can undercut, because some bonds have
        more members than the round has tables."""
        present = sum(entrant.plays(round_ + 1) for entrant in self._entrants)
        out = max(present - CHAIRS * tables, 0)
        return sum(
            bond.cost * least_together(max(self._parted(bond) - out, 0), tables)
            for bond in self.bonds(round_)
        )

    def _key(self, round_: int) -> tuple[bool, ...]:
        """What decides which bonds hold in a round (from 1)."""
        asked = (apart.holds(round_) for apart in self._demands.words().values())
        present = (entrant.plays(round_) for entrant in self._passing)
        return (*asked, *present)

    def _holding(self, round_: int) -> Iterator[Bond]:
        present = [i for i, one in enumerate(self._entrants) if one.plays(round_)]
        for word, cost in self._words(round_):
            alike: dict[str, list[int]] = {}
            for index in present:
                alike.setdefault(getattr(self._entrants[index], word), []).append(index)
            alike.pop("", None)
            for members in alike.values():
                if len(members) > 1:
                    yield Bond(tuple(members), cost)
        if hard := self._demands.weights.hard:
            for pair in self._never(present):
                yield Bond(pair, hard)
            for pair in self._at_two_tables(present):
                yield Bond(pair, hard)

    def _words(self, round_: int) -> Iterator[tuple[str, int]]:
        """The attributes of which two at a table cost something, and how much."""
        weights = self._demands.weights
        soft = {"team": TEAM_MATES, "country": weights.country, "club": weights.club}
        for word, apart in self._demands.words().items():
            hard = apart.strictness == Strictness.HARD
            cost = weights.hard if hard else soft[word]
            if cost and apart.holds(round_):
                yield word, cost
        if self._demands.groups and weights.group:
            yield "group", weights.group

    def _never(self, present: Sequence[int]) -> list[tuple[int, ...]]:
        """Those present who may not meet by name, each two once."""
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
        """How many of a bond can be parted: those fixed at one table count once."""
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
