"""Who has which label of a structure, and what their meetings cost.

For each label the sums are kept that its meetings would cost somebody with this
bond or that, so that a search learns at once what a swap of two people changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from tournaments.seating.meetings.starters_and_small_plans import Four, Structure
from tournaments.seating.search.keep_apart import Aversions, Bond


class _Phase:
    """Rounds in which the same bonds hold. `bonds`: the numbers of each entrant's
    bonds; `meets`: the labels that each label meets."""

    def __init__(self, bonds: Sequence[Bond], first: int, entrants: int) -> None:
        self.bonds: list[list[int]] = [[] for _entrant in range(entrants)]
        self.meets: list[list[int]] = [[] for _label in range(entrants)]
        for number, bond in enumerate(bonds, first):
            for member in bond.members:
                self.bonds[member].append(number)

    def add(self, tables: Sequence[Four]) -> None:
        for table in tables:
            for one, other in permutations(table, 2):
                self.meets[one].append(other)


class Labels:
    """Who has which label now, and what it costs. `least`: it cannot cost less."""

    order: list[int]
    cost: int

    def __init__(
        self, structure: Structure, aversions: Aversions, entrants: int
    ) -> None:
        self.least = 0
        self._costs: list[int] = []
        phases: dict[tuple[Bond, ...], _Phase] = {}
        for round_, tables in enumerate(structure.rounds):
            bonds = aversions.bonds(round_)
            if bonds not in phases:
                phases[bonds] = _Phase(bonds, len(self._costs), entrants)
                self._costs += [bond.cost for bond in bonds]
            phases[bonds].add(tables)
            self.least += aversions.least(round_, len(tables))
        self._phases = list(phases.values())
        self._bonds = [
            tuple(bond for phase in self._phases for bond in phase.bonds[entrant])
            for entrant in range(entrants)
        ]

    def seat(self, order: Sequence[int]) -> None:
        """Start from this order."""
        self.order = list(order)
        #: What each label's meetings cost somebody for having a bond.
        self._pains = [[0] * len(self._costs) for _label in order]
        for phase in self._phases:
            for label, entrant in enumerate(order):
                for bond in phase.bonds[entrant]:
                    for other in phase.meets[label]:
                        self._pains[other][bond] += self._costs[bond]
        self.cost = sum(map(self._pain, range(len(order)))) // 2

    def _pain(self, label: int) -> int:
        pains = self._pains[label]
        return sum(pains[bond] for bond in self._bonds[self.order[label]])

    def in_pain(self, over: float) -> list[int]:
        """The labels whose meetings cost their people more than this."""
        return [label for label in range(len(self.order)) if self._pain(label) > over]

    def alike(self, one: int, other: int) -> bool:
        """Whether it makes no difference who of the two has which label."""
        order = self.order
        return self._bonds[order[one]] == self._bonds[order[other]]

    def worse(self, one: int, other: int) -> int:
        """How much more it costs if two labels change their people."""
        mine, his = self._bonds[self.order[one]], self._bonds[self.order[other]]
        here, there = self._pains[one], self._pains[other]
        more = 0
        for bond in mine:
            more += there[bond] - here[bond]
        for bond in his:
            more += here[bond] - there[bond]
        for phase in self._phases:
            if times := phase.meets[one].count(other):
                more -= times * self._met_themselves(phase, one, other)
        return more

    def _met_themselves(self, phase: _Phase, one: int, other: int) -> int:
        """What `worse` counts as if each met himself on the label he had."""
        mine, his = phase.bonds[self.order[one]], phase.bonds[self.order[other]]
        return sum(self._costs[bond] for bond in {*mine} ^ {*his})

    def swap(self, one: int, other: int) -> None:
        order = self.order
        for phase in self._phases:
            mine, his = phase.bonds[order[one]], phase.bonds[order[other]]
            for bond in mine:
                if bond not in his:
                    self._moves(bond, phase.meets[one], phase.meets[other])
            for bond in his:
                if bond not in mine:
                    self._moves(bond, phase.meets[other], phase.meets[one])
        order[one], order[other] = order[other], order[one]

    def _moves(self, bond: int, away: Sequence[int], near: Sequence[int]) -> None:
        """Somebody with a bond leaves some labels and comes to others."""
        cost, pains = self._costs[bond], self._pains
        for label in away:
            pains[label][bond] -= cost
        for label in near:
            pains[label][bond] += cost
