"""Put players to keep apart into the same pool of a structure, because members of a
pool never meet.

Whole countries go into a pool as long as they fit. Then clubs, teams and single players
follow. Large groups go first, into the pool that they fill best. The result is not
always the best, but the method is fast and good.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tournaments.seating.constraints import Constraints, SeatingPlayer, Strictness
from tournaments.seating.meetings.starters_and_small_plans import Structure
from tournaments.seating.random_seed import shuffled_by_seed


def spare(structure: Structure) -> Structure:
    """Return the structure without its last round. The tables of that round become the
    pools.

    If no pair meets twice, the labels at one table of that round never meet in the
    other rounds. Each pool is then a place for a team of 4.
    """
    *rounds, last = structure.rounds
    table_of = {label: table for table, four in enumerate(last) for label in four}
    pools = tuple(table_of[label] for label in sorted(table_of))
    return replace(structure, rounds=tuple(rounds), pools=pools)


def packed(
    pools: Sequence[int],
    entrants: Sequence[SeatingPlayer],
    demands: Constraints,
    drawn: Sequence[int],
    seed: str,
) -> list[int]:
    """Return the index of a player for each label. Similar players are in one pool.

    `pools` contains the pool of each label. `drawn` contains the players in random
    order, which also determines their labels within a pool. The seed determines which
    pool is filled first.
    """
    packing = _Packing(pools, entrants, seed)
    packing.part(drawn, _levels(demands))
    place_of = {entrant: place for place, entrant in enumerate(drawn)}
    members = {
        pool: iter(sorted(inside, key=place_of.__getitem__))
        for pool, inside in packing.inside.items()
    }
    return [next(members[pool]) for pool in pools]


def _levels(demands: Constraints) -> list[str]:
    """Return the names of the attributes that keep players apart, the largest groups
    first."""
    constraints = demands.by_attribute()
    attributes = [
        word
        for word in ("country", "club", "team")
        if constraints[word].strictness != Strictness.OFF
    ]
    return ["group", *attributes] if demands.groups else attributes


class _Packing:
    """The pools while players are put into them. `inside` contains the players of each
    pool."""

    def __init__(
        self, pools: Sequence[int], entrants: Sequence[SeatingPlayer], seed: str
    ) -> None:
        names = shuffled_by_seed(seed, sorted(set(pools)), "pools")
        self.inside: dict[int, list[int]] = {pool: [] for pool in names}
        self._room = {pool: pools.count(pool) for pool in names}
        self._entrants = entrants

    def part(self, members: Sequence[int], levels: Sequence[str]) -> None:
        """Put players into the pools by their value of the first attribute in `levels`,
        large groups first.

        Players without a value follow by the next attribute.
        """
        if not levels:
            self._spread(members)
            return
        alike: dict[str, list[int]] = {}
        for member in members:
            value = getattr(self._entrants[member], levels[0])
            alike.setdefault(value, []).append(member)
        others = alike.pop("", [])
        for block in sorted(alike.values(), key=len, reverse=True):
            self._put(block, levels[1:])
        self.part(others, levels[1:])

    def _put(self, block: Sequence[int], levels: Sequence[str]) -> None:
        """Put a group of players into the pool that the group fills best.

        If the group fits into no pool, divide it by the next attribute.
        """
        fitting = [pool for pool, room in self._room.items() if room >= len(block)]
        if fitting:
            self._add(block, min(fitting, key=self._room.__getitem__))
        else:
            self.part(block, levels)

    def _spread(self, members: Sequence[int]) -> None:
        while members:
            pool = max(self._room, key=self._room.__getitem__)
            room = self._room[pool]
            self._add(members[:room], pool)
            members = members[room:]

    def _add(self, members: Sequence[int], pool: int) -> None:
        self.inside[pool].extend(members)
        self._room[pool] -= len(members)
