"""Winds that follow on played rounds: as even as chains of changes make them.

To go on evenly from played rounds is to colour the rest of a graph of which a
part is coloured already, and no fast way to do that is known. So a search mends
a seating as A. B. Kempe (1879) mended colourings: two at a table change winds;
whoever is worse off for it changes the same two winds at another table; and so
on along a chain of tables. When no chain helps any more, a change at random and
new chains after it are kept if the whole is no worse for them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from heapq import heapify, heappop, heappush
from itertools import combinations
from typing import NamedTuple, TypeAlias

from tournaments.seating.random_seed import Chance
from tournaments.seating.seating_plan import CHAIRS, Chair, Plan, Table, seated

Counts: TypeAlias = tuple[int, ...]
Winds: TypeAlias = tuple[int, ...]

#: The counts of somebody who has not sat anywhere yet, E S W N.
NOWHERE: Counts = (0,) * CHAIRS

#: To be two apart after a game costs a player 1, and each further step so many
#: times more that nothing outweighs it; each step above one at the end costs this.
_WIDER, _AT_THE_END = 10**6, 30

#: The longest chain of tables, the most steps of the search for one chain, and
#: of all searches: a step looks at one player.
_LONGEST = 10
_STEPS_OF_ONE = 300
_STEPS, _STEPS_A_CHAIR = 10_000, 4

_CHANGES = tuple(combinations(range(CHAIRS), 2))


def evenest(plans: Sequence[Plan], counts: Mapping[int, Counts]) -> Plan:
    """The best of some plans with the same people at the same tables, with their
    winds changed to follow on `counts` (E S W N of every player) as evenly as a
    bounded search finds. It is at least as even as every one of `plans`."""
    seatings = [_Seating(plan, counts) for plan in plans]
    share = _STEPS + _STEPS_A_CHAIR * sum(map(len, seatings[0].winds.values()))
    for seating in seatings:
        _Search(seating, share).mend(seating.winds)
    best = min(seatings, key=lambda seating: seating.cost)
    _Search(best, share).shake()
    return best.plan()


@lru_cache(maxsize=100_000)
def _cost(counts: Counts, winds: Winds) -> int:
    """What it costs to have `counts` and then sit on `winds`."""
    now = list(counts)
    cost = apart = 0
    for wind in winds:
        now[wind] += 1
        apart = max(now) - min(now)
        if apart > 1:
            cost += _WIDER ** (apart - 2)
    return cost + _AT_THE_END * max(apart - 1, 0)


class _Seating:
    """Who sits on which wind at which table; tables are counted through all
    rounds, and every player's games through the player's tables, from 0."""

    def __init__(self, plan: Plan, counts: Mapping[int, Counts]) -> None:
        self._sizes = [len(round_) for round_ in plan]
        self.tables: list[list[Chair]] = [list(t) for round_ in plan for t in round_]
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
        """The cost of a player who changes winds in some games; `both` is the sum
        of the old and the new wind."""
        winds = list(self.winds[number])
        for game in games:
            winds[game] = both - winds[game]
        return _cost(self._counts[number], tuple(winds))

    def change(self, table: int, one: int, other: int) -> None:
        """The two on these winds change chairs."""
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
            tuple(table_of(next(tables)) for _ in range(size)) for size in self._sizes
        )


class _Link(NamedTuple):
    """A chain so far. `cost`: what it adds for all but `next`, who sits across
    the last change, in game `game` of theirs. `order` keeps equals apart."""

    cost: int
    order: int
    next: Chair
    game: int
    tables: tuple[int, ...]
    people: tuple[Chair, ...]


class _Search:
    """Chains found and made in a seating, at most so many steps."""

    def __init__(self, seating: _Seating, steps: int) -> None:
        self._seating = seating
        self._steps = steps
        self._count = 0
        #: (table, wind, wind) of every change made, so that it can be taken back.
        self._made: list[tuple[int, int, int]] = []

    def mend(self, numbers: Iterable[int]) -> None:
        """Make every chain that helps, from those of these players who are too far
        apart and then from those it touched."""
        waiting = deque(numbers)
        while waiting and self._steps > 0:
            number = waiting.popleft()
            if self._seating.cost_of(number):
                waiting.extend(self._mend_one(number))

    def shake(self) -> None:
        """Make a change at random with everybody who is too far apart and mend it;
        take it back if the whole is worse for it."""
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
        other = (wind + 1 + chance.below(CHAIRS - 1)) % CHAIRS
        self._steps -= 1
        self.mend(self._change([seating.games[number][game]], wind, other))
        if seating.cost > cost:
            while len(self._made) > made:
                seating.change(*self._made.pop())

    def _change(self, tables: Sequence[int], one: int, other: int) -> list[int]:
        """Change the winds at these tables; whom it touches."""
        touched = []
        for table in tables:
            self._seating.change(table, one, other)
            self._made.append((table, one, other))
            chairs = self._seating.tables[table]
            touched += seated((chairs[one], chairs[other]))
        return touched

    def _chain(self, start: int, one: int, other: int) -> tuple[int, ...]:
        """Tables at which to change two winds so that all together it costs less;
        none if none is found. The cheapest beginning is followed first."""
        links = list(self._first(start, one, other))
        heapify(links)
        known: set[tuple[Chair, int]] = set()
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
        """Whether the chain can end here, for less than before."""
        if link.next is None:
            return link.cost < 0
        if link.next in link.people:  # who would change twice, at another cost
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
        """The chain with one table more, where whoever is next changes back."""
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
        across = seating.tables[table][both - seating.winds[number][game]]
        self._count += 1
        there = -1 if across is None else seating.game_at[across, table]
        tables, people = (before.tables, before.people) if before else ((), ())
        return _Link(
            cost, self._count, across, there, (*tables, table), (*people, number)
        )


def table_of(chairs: Sequence[Chair]) -> Table:
    """The four chairs of a list as a table."""
    east, south, west, north = chairs
    return east, south, west, north
