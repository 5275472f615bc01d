"""Calculate the spare room of players while a search for reachable places runs.

A player's spare room is the player's room, minus the most points that the player can
get in each group: the highest remaining steps. Removing a player changes only players
at the same tables, and all players of a round with unknown tables by the same amount.
Only these values are updated.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from heapq import heappop, heappush

SpareSteps = Sequence[int]
#: Players by name, and the steps they share, the highest first.
Group = tuple[Sequence[int], SpareSteps]


def worst(steps: SpareSteps, number: int) -> int:
    """Return the highest of the `number` lowest steps."""
    return steps[-number] if number else 0


class SpareRooms:
    """The spare rooms of players. `rooms` is the room of each player.

    `tables` are small groups of players, `rounds` are groups of nearly all players.
    """

    def __init__(
        self, rooms: Mapping[int, int], tables: Iterable[Group], rounds: Iterable[Group]
    ) -> None:
        self._order = {name: place for place, name in enumerate(rooms)}
        self._spare = dict(rooms)
        self._tables: dict[int, list[_Members]] = defaultdict(list)
        self._rounds: dict[int, list[_Members]] = defaultdict(list)
        for group in tables:
            self._add(_Members(group, rooms), self._tables)
        for group in rounds:
            self._add(_Members(group, rooms), self._rounds)
        for name, groups in self._tables.items():
            self._spare[name] -= sum(group.cost for group in groups)
        # Players with the same rounds, most spare room first.
        self._queues: dict[tuple[int, ...], list[tuple[int, int, int]]] = {}
        self._costs: dict[tuple[int, ...], list[_Members]] = {}
        for name in rooms:
            self._queue(name)

    def safest(self) -> int | None:
        """Return the first player with the most spare room; None if no player has spare
        room of at least 0."""
        candidates = []
        for key, queue in self._queues.items():
            while queue and self._spare.get(queue[0][2]) != -queue[0][0]:
                heappop(queue)
            if queue:
                lacks, place, name = queue[0]
                cost = sum(group.cost for group in self._costs[key])
                candidates.append((lacks + cost, place, name))
        best = min(candidates, default=None)
        return best[2] if best and best[0] <= 0 else None

    def take_out(self, name: int) -> None:
        """Remove a player. The other players of the player's groups then share the
        lower steps."""
        del self._spare[name]
        for group in self._rounds[name]:
            group.remove(name)
        for group in self._tables[name]:
            before = group.cost
            group.remove(name)
            for other in group.names:
                self._spare[other] += before - group.cost
                self._queue(other)

    def _add(self, group: _Members, groups: dict[int, list[_Members]]) -> None:
        for name in group.names:
            groups[name].append(group)

    def _queue(self, name: int) -> None:
        groups = self._rounds[name]
        key = tuple(map(id, groups))
        self._costs[key] = groups
        entry = -self._spare[name], self._order[name], name
        heappush(self._queues.setdefault(key, []), entry)


class _Members:
    """The remaining members of a group, and the most points that a member can get in
    it."""

    def __init__(self, group: Group, counted: Mapping[int, int]) -> None:
        names, self._steps = group
        self.names = {name for name in names if name in counted}
        self.cost = worst(self._steps, len(self.names))

    def remove(self, name: int) -> None:
        self.names.remove(name)
        self.cost = worst(self._steps, len(self.names))
