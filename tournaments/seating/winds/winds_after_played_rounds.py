"""Assign winds after played rounds, and make them even by chains of changes.

To continue evenly after played rounds, a partly coloured graph must be completed. No
fast method is known. Therefore a search improves the seating in the way in which A. B.
Kempe (1879) improved colourings.

Two players at a table exchange winds. If this makes the counts of a player less even,
that player exchanges the same two winds at another table. This continues along a chain
of tables. When no chain helps, the search makes random changes, followed by new chains.
These are kept if the total cost does not increase.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from heapq import heapify, heappop, heappush
from itertools import combinations
from typing import NamedTuple, TypeAlias

from tournaments.seating.random_seed import Chance
from tournaments.seating.seating_plan import (
    SEATS_PER_TABLE,
    Plan,
    SeatOrEmpty,
    four_of,
    seated,
)

Counts: TypeAlias = tuple[int, ...]
Winds: TypeAlias = tuple[int, ...]

#: Counts E S W N of a player without games.
NOWHERE: Counts = (0,) * SEATS_PER_TABLE

#: Costs of uneven winds. A difference of 2 after a game costs 1; each further step
#: costs _WIDER times more, so that it outweighs everything else. Each step above 1 at
#: the end costs _AT_THE_END.
_WIDER, _AT_THE_END = 10**6, 30

#: Most tables in a chain, most steps of the search for one chain, and most steps of all
#: searches. A step examines one player.
_LONGEST = 10
_STEPS_OF_ONE = 300
_STEPS, _STEPS_A_CHAIR = 10_000, 4

_CHANGES = tuple(combinations(range(SEATS_PER_TABLE), 2))


def evenest(plans: Sequence[Plan], counts: Mapping[int, Counts]) -> Plan:
    """Return the best of several plans with the same players at the same tables.

    `counts` contains the earlier wind counts (E S W N) of every player. A limited
    search changes the winds of the plans to make the counts as even as possible. The
    result is at least as even as each of `plans`.
    """
    seatings = [_Seating(plan, counts) for plan in plans]
    share = _STEPS + _STEPS_A_CHAIR * sum(map(len, seatings[0].winds.values()))
    for seating in seatings:
        _Search(seating, share).mend(seating.winds)
    best = min(seatings, key=lambda seating: seating.cost)
    _Search(best, share).shake()
    return best.plan()


@lru_cache(maxsize=100_000)
def _cost(counts: Counts, winds: Winds) -> int:
    """Return the cost if a player with the wind counts `counts` sits on `winds`, one
    after the other."""
    counts_now = list(counts)
    cost = difference = 0
    for wind in winds:
        counts_now[wind] += 1
        difference = max(counts_now) - min(counts_now)
        if difference > 1:
            cost += _WIDER ** (difference - 2)
    return cost + _AT_THE_END * max(difference - 1, 0)


class _Seating:
    """The wind of each player at each table.

    Tables are numbered from 0 through all rounds. The games of a player are numbered
    from 0.
    """

    def __init__(self, plan: Plan, counts: Mapping[int, Counts]) -> None:
        self._sizes = [len(round_) for round_ in plan]
        self.tables: list[list[SeatOrEmpty]] = [
            list(t) for round_ in plan for t in round_
        ]
        self.games: dict[int, list[int]] = {}
        self.winds: dict[int, Winds] = {}
        self.game_at: dict[tuple[int, int], int] = {}
        for table, chairs in enumerate(self.tables):
            for wind, number in enumerate(chairs):
                if number is not None:
                    games = self.games.setdefault(number, [])
                    self.game_at[number, table] = len(games)
                    games.append(table)
                    self.winds[number] = (*self.winds.get(number, ()), wind)
        self._counts = {number: counts.get(number, NOWHERE) for number in self.games}
        self.cost = sum(map(self.cost_of, self.games))

    def cost_of(self, number: int) -> int:
        return _cost(self._counts[number], self.winds[number])

    def cost_changed(self, number: int, games: Sequence[int], both: int) -> int:
        """Return the cost of a player whose wind changes in some games.

        `both` is the sum of the old and the new wind.
        """
        winds = list(self.winds[number])
        for game in games:
            winds[game] = both - winds[game]
        return _cost(self._counts[number], tuple(winds))

    def change(self, table: int, one: int, other: int) -> None:
        """Exchange the players on two winds of a table."""
        chairs = self.tables[table]
        chairs[one], chairs[other] = chairs[other], chairs[one]
        for wind in (one, other):
            number = chairs[wind]
            if number is not None:
                self.cost -= self.cost_of(number)
                winds = list(self.winds[number])
                winds[self.game_at[number, table]] = wind
                self.winds[number] = tuple(winds)
                self.cost += self.cost_of(number)

    def plan(self) -> Plan:
        tables = iter(self.tables)
        return tuple(
            tuple(four_of(next(tables)) for _ in range(size)) for size in self._sizes
        )


class _Link(NamedTuple):
    """A chain found so far.

    `cost` is its added cost for all players except `next`. The last change affects
    player `next` in game number `game`. `order` sorts links with equal cost.
    """

    cost: int
    order: int
    next: SeatOrEmpty
    game: int
    tables: tuple[int, ...]
    people: tuple[SeatOrEmpty, ...]


class _Search:
    """A search that finds and applies chains in a seating, with a limited number of
    steps."""

    def __init__(self, seating: _Seating, steps: int) -> None:
        self._seating = seating
        self._steps = steps
        self._count = 0
        #: All changes as (table, wind, wind), so that they can be undone.
        self._made: list[tuple[int, int, int]] = []

    def mend(self, numbers: Iterable[int]) -> None:
        """Apply all chains that reduce the cost of players with uneven winds.

        The search starts with the players in `numbers` and continues with all affected
        players.
        """
        waiting = deque(numbers)
        while waiting and self._steps > 0:
            number = waiting.popleft()
            if self._seating.cost_of(number):
                waiting.extend(self._mend_one(number))

    def shake(self) -> None:
        """Make random changes for players with uneven winds, and improve the result.

        A change is undone if the total cost increased.
        """
        chance = Chance("", "winds")
        while self._seating.cost and self._steps > 0:
            for number in self._seating.games:
                if self._seating.cost_of(number) and self._steps > 0:
                    self._shake_one(number, chance)

    def _mend_one(self, number: int) -> list[int]:
        for one, other in _CHANGES:
            if chain := self._chain(number, one, other):
                return self._change(chain, one, other)
        return []

    def _shake_one(self, number: int, chance: Chance) -> None:
        seating = self._seating
        cost, made = seating.cost, len(self._made)
        game = chance.below(len(seating.winds[number]))
        wind = seating.winds[number][game]
        other = (wind + 1 + chance.below(SEATS_PER_TABLE - 1)) % SEATS_PER_TABLE
        self._steps -= 1
        self.mend(self._change([seating.games[number][game]], wind, other))
        if seating.cost > cost:
            while len(self._made) > made:
                seating.change(*self._made.pop())

    def _change(self, tables: Sequence[int], one: int, other: int) -> list[int]:
        """Exchange two winds at these tables. Return the affected players."""
        touched = []
        for table in tables:
            self._seating.change(table, one, other)
            self._made.append((table, one, other))
            chairs = self._seating.tables[table]
            touched += seated((chairs[one], chairs[other]))
        return touched

    def _chain(self, start: int, one: int, other: int) -> tuple[int, ...]:
        """Return the tables at which exchanging two winds reduces the cost, or () if
        none are found.

        The cheapest chains are continued first.
        """
        links = list(self._first(start, one, other))
        heapify(links)
        known: set[tuple[SeatOrEmpty, int]] = set()
        for _step in range(_STEPS_OF_ONE):
            if not links or self._steps <= 0:
                break
            self._steps -= 1
            link = heappop(links)
            if self._closes(link, one + other):
                return link.tables
            if link.next is not None and (link.next, link.game) not in known:
                known.add((link.next, link.game))
                for further in self._further(link, link.next, one, other):
                    heappush(links, further)
        return ()

    def _closes(self, link: _Link, both: int) -> bool:
        """Return whether the chain can end here with a lower cost than before."""
        if link.next is None:
            return link.cost < 0
        if link.next in link.people:  # would change twice, at a different cost
            return False
        return link.cost + self._worse(link.next, [link.game], both) < 0

    def _worse(self, number: int, games: Sequence[int], both: int) -> int:
        seating = self._seating
        return seating.cost_changed(number, games, both) - seating.cost_of(number)

    def _first(self, number: int, one: int, other: int) -> Iterator[_Link]:
        for game, wind in enumerate(self._seating.winds[number]):
            if wind in (one, other):
                cost = self._worse(number, [game], one + other)
                yield self._link(cost, number, game, one + other, None)

    def _further(
        self, link: _Link, number: int, one: int, other: int
    ) -> Iterator[_Link]:
        """Yield the chains extended by one table at which player `number` changes
        back."""
        if len(link.tables) == _LONGEST or number in link.people:
            return
        for game, wind in enumerate(self._seating.winds[number]):
            if wind in (one, other) and game != link.game:
                games = [link.game, game]
                cost = link.cost + self._worse(number, games, one + other)
                if cost <= 0:
                    yield self._link(cost, number, game, one + other, link)

    def _link(
        self,
        cost: int,
        number: int,
        game: int,
        both: int,
        before: _Link | None,
    ) -> _Link:
        seating = self._seating
        table = seating.games[number][game]
        other_player = seating.tables[table][both - seating.winds[number][game]]
        self._count += 1
        other_game = (
            -1 if other_player is None else seating.game_at[other_player, table]
        )
        tables, people = (before.tables, before.people) if before else ((), ())
        return _Link(
            cost,
            self._count,
            other_player,
            other_game,
            (*tables, table),
            (*people, number),
        )
