"""Assign players to labels, and calculate the cost of their meetings.

For each label and each bond, the module keeps a sum: the cost of the label's meetings
if the label had a player with that bond. A search can therefore calculate the effect of
a swap quickly.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from tournaments.seating.meetings.starters_and_small_plans import Structure
from tournaments.seating.search.keep_apart import Aversions, Bond
from tournaments.seating.seating_plan import Four


class _Phase:
    """Rounds with the same bonds.

    `bonds` contains the numbers of each player's bonds. `meets` contains the labels
    that each label meets.
    """

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
    """An assignment of players to labels, and its cost.

    `order` contains the player of each label. `least` is a lower bound on the cost.
    """

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
        """Assign the players to the labels in this order, and calculate the cost."""
        self.order = list(order)
        #: Cost of each label's meetings for a player, by bond of the player.
        self._bond_costs = [[0] * len(self._costs) for _label in order]
        for phase in self._phases:
            for label, entrant in enumerate(order):
                for bond in phase.bonds[entrant]:
                    for other in phase.meets[label]:
                        self._bond_costs[other][bond] += self._costs[bond]
        self.cost = sum(map(self._label_cost, range(len(order)))) // 2

    def _label_cost(self, label: int) -> int:
        bond_costs = self._bond_costs[label]
        return sum(bond_costs[bond] for bond in self._bonds[self.order[label]])

    def costing_over(self, over: float) -> list[int]:
        """Return the numbers of the labels whose meetings cost more than `over`."""
        return [
            label for label in range(len(self.order)) if self._label_cost(label) > over
        ]

    def alike(self, one: int, other: int) -> bool:
        """Return whether the players of two labels have the same bonds, so that
        exchanging the players makes no difference."""
        order = self.order
        return self._bonds[order[one]] == self._bonds[order[other]]

    def worse(self, one: int, other: int) -> int:
        """Return the increase in cost if two labels exchange their players."""
        own_bonds, other_bonds = (
            self._bonds[self.order[one]],
            self._bonds[self.order[other]],
        )
        bond_costs, other_costs = self._bond_costs[one], self._bond_costs[other]
        more = 0
        for bond in own_bonds:
            more += other_costs[bond] - bond_costs[bond]
        for bond in other_bonds:
            more += bond_costs[bond] - other_costs[bond]
        for phase in self._phases:
            if times := phase.meets[one].count(other):
                more -= times * self._met_themselves(phase, one, other)
        return more

    def _met_themselves(self, phase: _Phase, one: int, other: int) -> int:
        """Return the cost that `worse` adds wrongly, because it counts meetings of
        players with themselves.

        `worse` counts each player at the new label while the old label still has the
        same player.
        """
        own_bonds, other_bonds = (
            phase.bonds[self.order[one]],
            phase.bonds[self.order[other]],
        )
        return sum(self._costs[bond] for bond in {*own_bonds} ^ {*other_bonds})

    def swap(self, one: int, other: int) -> None:
        order = self.order
        for phase in self._phases:
            own_bonds, other_bonds = phase.bonds[order[one]], phase.bonds[order[other]]
            for bond in own_bonds:
                if bond not in other_bonds:
                    self._moves(bond, phase.meets[one], phase.meets[other])
            for bond in other_bonds:
                if bond not in own_bonds:
                    self._moves(bond, phase.meets[other], phase.meets[one])
        order[one], order[other] = order[other], order[one]

    def _moves(self, bond: int, away: Sequence[int], near: Sequence[int]) -> None:
        """Update the costs after a player with a bond moves to another label.

        The label's meetings change from `away` to `near`.
        """
        cost, bond_costs = self._costs[bond], self._bond_costs
        for label in away:
            bond_costs[label][bond] -= cost
        for label in near:
            bond_costs[label][bond] += cost
