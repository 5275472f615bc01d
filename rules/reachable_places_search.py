"""Who has room for whatever comes, of many who meet at tables to come.

Everybody's spare room is their room less the most that each of their groups can cost
them: the highest step that is left to those of the group who are still counted. Taking
one out changes that for whom they meet at a table, and by the same for all of a round
whose tables are not told; so only these are looked at again.

How few at the tables to come must get more than they have room for.

Everybody has a room of points, and each table gives its steps, the highest first: to
one each, or the mean of several to those who are tied there. One player, `me`, is alone
at the top of each of their tables, or where it is said that they are. The search says
how many of the others get more than their room at least. What it says is exact; where
it would take too long it says nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from heapq import heappop, heappush
from itertools import accumulate, combinations
from typing import NamedTuple

SpareSteps = Sequence[int]
#: Players by name, and the steps that they share, the highest first.
Group = tuple[Sequence[int], SpareSteps]


def worst(steps: SpareSteps, number: int) -> int:
    """The highest of the lowest steps, of which so many players get one each."""
    return steps[-number] if number else 0


class Spare:
    """The spare rooms of players, `rooms` by name. `tables` are small groups, `rounds`
    those with nearly everybody."""

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
        # Who plays the same of these rounds, most spare room first.
        self._queues: dict[tuple[int, ...], list[tuple[int, int, int]]] = {}
        self._costs: dict[tuple[int, ...], list[_Members]] = {}
        for name in rooms:
            self._queue(name)

    def safest(self) -> int | None:
        """Who has the most spare room, of equals the first; None if nobody has any."""
        found = []
        for key, queue in self._queues.items():
            while queue and self._spare.get(queue[0][2]) != -queue[0][0]:
                heappop(queue)
            if queue:
                lacks, place, name = queue[0]
                cost = sum(group.cost for group in self._costs[key])
                found.append((lacks + cost, place, name))
        best = min(found, default=None)
        return best[2] if best and best[0] <= 0 else None

    def take_out(self, name: int) -> None:
        """Without this player: the others of their groups share the lower steps."""
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
    """Those of a group who are still counted, and what it costs one of them at most."""

    def __init__(self, group: Group, counted: Mapping[int, int]) -> None:
        names, self._steps = group
        self.names = {name for name in names if name in counted}
        self.cost = worst(self._steps, len(self.names))

    def remove(self, name: int) -> None:
        self.names.remove(name)
        self.cost = worst(self._steps, len(self.names))


Steps = tuple[int, ...]
Table = tuple[int, ...]

#: Who plays at tables that are not told, and the steps there are for them.
Free = tuple[Table, Steps]

#: Of each round its tables, and who plays at tables that are not told.
Rounds = tuple[tuple[tuple[Table, ...], tuple[int, ...]], ...]

#: Results of single tables that are looked at before the search gives up.
MOST_LOOKS = 5_000


class Position(NamedTuple):
    """Where somebody is at a table: behind so many, level with so many others."""

    above: int = 0
    level: int = 0

    def step(self, steps: Steps) -> int:
        """What it brings there."""
        tied = self.level + 1
        return sum(steps[self.above : self.above + tied]) // tied


TOP = Position()


@dataclass(frozen=True)
class Field:
    """The room of everybody who counts, and the steps of a table, which end in 0.
    `at`: where `me` is at each of their tables, by the order of the rounds; on top
    where it is not said."""

    rooms: Mapping[int, int]
    rounds: Rounds
    steps: Steps
    me: int
    at: tuple[Position, ...] = ()


class Told(NamedTuple):
    """Who sits at a table of those who are counted, and what they can get there, each
    in the order of the names."""

    names: Table
    ways: tuple[Steps, ...]


class GivenUp(Exception):
    """The search took too long."""


@cache
def results(steps: Steps) -> tuple[Steps, ...]:
    """What each of several players can get from these steps, one for each of them."""
    return tuple(dict.fromkeys(_given(frozenset(range(len(steps))), steps)))


def fewest_out(field: Field) -> int | None:
    """How many of the others get more than their room at least; None if that was not
    found out."""
    lost = sum(room < 0 for room in field.rooms.values())
    own, others, untold = _placed(field)
    rooms = _undecided(field, own, others, untold)
    told = [[_told(rooms, table, field.steps) for table in tables] for tables in others]
    for number, table in own.items():
        told[number].append(_narrowed(rooms, table))
    told = [[table for table in tables if _costs(table)] for tables in told]
    untold = [(_of(rooms, names), steps) for names, steps in untold]
    untold = [(names, steps) for names, steps in untold if worst(steps, len(names))]
    try:
        if not untold:
            return lost + _fewest_at_tables(rooms, told)
        return lost + _fewest_with_untold(rooms, told, untold)
    except GivenUp:
        return None


def _placed(field: Field) -> tuple[dict[int, Told], list[list[Table]], list[Free]]:
    """My tables by round, where I am not on top; the others by round, without me; and
    for each round with tables that are not told, who plays there with the steps there
    are for them, the highest first."""
    own: dict[int, Told] = {}
    told: list[list[Table]] = []
    untold: list[Free] = []
    mine = iter(field.at)
    for number, (tables, free) in enumerate(field.rounds):
        told.append([])
        for table in tables:
            others = tuple(name for name in table if name != field.me)
            at = next(mine, TOP) if field.me in table else TOP
            if at == TOP:
                told[-1].append(others)
            else:
                own[number] = Told(others, _ways_beside(field.steps, at))
        if free:
            at = next(mine, TOP) if field.me in free else TOP
            untold.append(_untold(field, free, at))
    return own, told, untold


def _untold(field: Field, free: Table, at: Position) -> Free:
    steps = sorted(field.steps * (len(free) // 4), reverse=True)
    others = tuple(name for name in free if name != field.me)
    if at != TOP:
        for step in field.steps[at.above : at.above + at.level + 1]:
            steps.remove(step)
        steps += [at.step(field.steps)] * at.level
        steps.sort(reverse=True)
    return others, tuple(steps[len(steps) - len(others) :])


@cache
def _ways_beside(steps: Steps, at: Position) -> tuple[Steps, ...]:
    """What three get at a table with one who is in that position."""
    mine, three = at.step(steps), range(len(steps) - 1)
    found = []
    for above in combinations(three, at.above):
        rest = [seat for seat in three if seat not in above]
        for level in combinations(rest, at.level):
            below = [seat for seat in rest if seat not in level]
            given = dict.fromkeys(level, mine)
            for high in results(steps[: at.above]):
                for low in results(steps[at.above + at.level + 1 :]):
                    given |= zip(above, high, strict=True)
                    given |= zip(below, low, strict=True)
                    found.append(tuple(given[seat] for seat in three))
    return tuple(dict.fromkeys(found))


def _told(rooms: Mapping[int, int], table: Table, steps: Steps) -> Told:
    """A table of those who are counted; the others take its highest steps."""
    names = _of(rooms, table)
    return Told(names, results(steps[len(steps) - len(names) :]))


def _narrowed(rooms: Mapping[int, int], table: Told) -> Told:
    """A table of those who are counted, whatever the others get."""
    seats = [seat for seat, name in enumerate(table.names) if name in rooms]
    ways = (tuple(way[seat] for seat in seats) for way in table.ways)
    return Told(_of(rooms, table.names), tuple(dict.fromkeys(ways)))


def _costs(table: Told) -> bool:
    """Whether somebody must get something there."""
    return all(map(any, table.ways))


def _undecided(
    field: Field,
    own: Mapping[int, Told],
    told: Sequence[Sequence[Table]],
    untold: Sequence[Free],
) -> dict[int, int]:
    """The rooms of those who may stay in them or not. Who is out whatever happens takes
    the highest steps, and harms nobody; and so does whoever has room even for the
    highest that is left to those who may be out: without them it is lower again."""
    rooms = {name: room for name, room in field.rooms.items() if room >= 0}
    tables = [(table, field.steps) for tables in told for table in tables]
    least = dict(rooms)
    for names, ways in own.values():
        for one, most in zip(names, map(max, zip(*ways, strict=True)), strict=True):
            if one in least:
                least[one] -= most
    spare = Spare(least, tables, untold)
    # One at a time: two who meet cannot both take the highest step.
    while (name := spare.safest()) is not None:
        spare.take_out(name)
        del rooms[name]
    return rooms


def _of(rooms: Mapping[int, int], names: Iterable[int]) -> tuple[int, ...]:
    return tuple(name for name in names if name in rooms)


def _fewest_at_tables(rooms: Mapping[int, int], told: Sequence[Sequence[Told]]) -> int:
    """Of those who sit at these tables. Raises GivenUp."""
    looks = Looks()
    return sum(
        _fewest_of_component(rooms, tables, looks) for tables in _components(told)
    )


class Looks:
    """How many results were looked at."""

    def __init__(self) -> None:
        self.left = MOST_LOOKS

    def count(self) -> None:
        """Raises GivenUp after too many."""
        self.left -= 1
        if self.left < 0:
            raise GivenUp


def _components(told: Sequence[Sequence[Told]]) -> list[list[tuple[int, Told]]]:
    """The tables with their rounds, parted so that nobody sits in two parts."""
    parts: list[tuple[set[int], list[tuple[int, Told]]]] = []
    for number, tables in enumerate(told):
        for table in tables:
            names, found = set(table.names), [(number, table)]
            apart = []
            for part in parts:
                if part[0] & names:
                    names |= part[0]
                    found = [*part[1], *found]
                else:
                    apart.append(part)
            parts = [*apart, (names, found)]
    return [tables for _names, tables in parts]


def _fewest_of_component(
    rooms: Mapping[int, int],
    tables: Sequence[tuple[int, Told]],
    looks: Looks,
) -> int:
    """Table after table, what can follow from each result, the most hopeful first."""
    ordered = [table for _number, table in sorted(tables)]
    least = _least(rooms, tables)
    best = len({name for table in ordered for name in table.names})

    def go(index: int, left: dict[int, int]) -> None:
        nonlocal best
        out = sum(room < 0 for room in left.values())
        if out >= best:
            return
        if index == len(ordered):
            best = out
            return
        names, ways = ordered[index]
        for given in _hopeful([left[name] for name in names], ways):
            looks.count()
            after = [
                left[name] - points for name, points in zip(names, given, strict=True)
            ]
            go(index + 1, left | dict(zip(names, after, strict=True)))
            if best == least:
                return

    go(0, {name: rooms[name] for table in ordered for name in table.names})
    return best


def _least(rooms: Mapping[int, int], tables: Sequence[tuple[int, Told]]) -> int:
    """What the tables of one round alone cost already: they share nobody."""
    cost: dict[int, int] = {}
    for number, (names, ways) in tables:
        cost[number] = cost.get(number, 0) + min(
            sum(rooms[name] < points for name, points in zip(names, given, strict=True))
            for given in ways
        )
    return max(cost.values())


def _hopeful(rooms: Sequence[int], ways: Sequence[Steps]) -> list[Steps]:
    """The results of a table, those first that leave the fewest without room, and then
    the most room to whoever has the least."""

    def mark(given: Steps) -> tuple[int, list[int]]:
        left = [room - points for room, points in zip(rooms, given, strict=True)]
        lost = sum(after < 0 <= room for room, after in zip(rooms, left, strict=True))
        return lost, [-room for room in sorted(room for room in left if room >= 0)]

    return sorted(ways, key=mark)


def _given(names: frozenset[int], steps: Steps) -> Iterable[Steps]:
    """Every order of the names, ties included, as what each gets."""
    if not names:
        yield ()
        return
    for first in _groups(sorted(names)):
        size = len(first)
        mean = sum(steps[:size]) // size
        rest = names - first
        for below in _given(rest, steps[size:]):
            of = dict(zip(sorted(rest), below, strict=True)) | dict.fromkeys(
                first, mean
            )
            yield tuple(of[name] for name in sorted(names))


def _groups(names: Sequence[int]) -> Iterable[frozenset[int]]:
    for bits in range(1, 2 ** len(names)):
        yield frozenset(name for at, name in enumerate(names) if bits >> at & 1)


def _fewest_with_untold(
    rooms: Mapping[int, int],
    told: Sequence[Sequence[Told]],
    untold: Sequence[Free],
) -> int:
    """What somebody found to be possible, if nothing better can be. Raises GivenUp if
    something better may be."""
    bounds = [_mass_bound(rooms, untold)]
    bounds += [_fewest_at_tables(rooms, [tables]) for tables in told]
    out = max(bounds)
    everybody = sorted(rooms, key=rooms.__getitem__, reverse=True)
    kept = {name: rooms[name] for name in everybody[: len(everybody) - out]}
    if _all_find_room(kept, told, untold):
        return out
    raise GivenUp


def _mass_bound(rooms: Mapping[int, int], untold: Sequence[Free]) -> int:
    """At least so many are out, since any number of players get at least the lowest
    steps that there are for so many."""
    rising = [[0, *accumulate(sorted(steps)[: len(names)])] for names, steps in untold]
    ordered = sorted(rooms.values(), reverse=True)
    for out in range(len(ordered)):
        kept = sorted(ordered[: len(ordered) - out])
        sums = accumulate(kept)
        if all(
            held >= sum(_lowest(each, number, len(rooms)) for each in rising)
            for number, held in enumerate(sums, 1)
        ):
            return out
    return len(ordered)


def _lowest(rising: Sequence[int], number: int, everybody: int) -> int:
    """What so many of everybody get at least in a round that some of them play."""
    plays = number - (everybody - (len(rising) - 1))
    return rising[max(plays, 0)]


def _all_find_room(
    kept: Mapping[int, int],
    told: Sequence[Sequence[Told]],
    untold: Sequence[Free],
) -> bool:
    """Whether a way was found to keep these in their rooms: at each table, and in each
    round, who has most room takes the most."""
    left = dict(kept)
    for table in (table for tables in told for table in tables):
        names, ways = _narrowed(left, table)
        for name, points in zip(names, _levelled(left, names, ways), strict=True):
            left[name] -= points
    for names, on in untold:
        playing = sorted(_of(left, names), key=left.__getitem__, reverse=True)
        lowest = on[len(on) - len(playing) :]
        for name, points in zip(playing, lowest, strict=True):
            left[name] -= points
    return min(left.values(), default=0) >= 0


def _levelled(left: Mapping[int, int], names: Table, ways: Iterable[Steps]) -> Steps:
    """The result that takes least, and that from whoever has most room."""

    def mark(given: Steps) -> tuple[int, int]:
        taken = zip(names, given, strict=True)
        return sum(given), -sum(left[name] * points for name, points in taken)

    return min(ways, key=mark)
