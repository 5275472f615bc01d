"""How few at the tables to come must get more than they have room for.

Everybody has a room of points, and each table gives its steps, the highest first: to
one each, or the mean of several to those who are tied there. One player, `me`, is alone
at the top of each of their tables. The search says how many of the others get more than
their room at least. What it says is exact; where it would take too long it says
nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate

from rules.reach_spare import Spare, worst

Steps = tuple[int, ...]
Table = tuple[int, ...]

#: Of each round its tables, and who plays at tables that are not told.
Rounds = tuple[tuple[tuple[Table, ...], tuple[int, ...]], ...]

#: Results of single tables that are looked at before the search gives up.
MOST_LOOKS = 5_000


@dataclass(frozen=True)
class Field:
    """The room of everybody who counts, and the steps of a table, which end in 0."""

    rooms: Mapping[int, int]
    rounds: Rounds
    steps: Steps
    me: int


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
    told, untold = _placed(field)
    rooms = _undecided(field, told, untold)
    told = [[_of(rooms, table) for table in tables] for tables in told]
    told = [[table for table in tables if len(table) > 1] for tables in told]
    untold = [(_of(rooms, names), steps) for names, steps in untold]
    untold = [(names, steps) for names, steps in untold if worst(steps, len(names))]
    try:
        if not untold:
            return lost + _fewest_at_tables(rooms, told, field.steps)
        return lost + _fewest_with_untold(rooms, told, untold, field.steps)
    except GivenUp:
        return None


def _placed(
    field: Field,
) -> tuple[list[list[Table]], list[tuple[tuple[int, ...], Steps]]]:
    """The tables without me; and for each round with tables that are not told, who
    plays there with the steps there are for them, the highest first."""
    told, untold = [], []
    for tables, free in field.rounds:
        told.append([tuple(n for n in table if n != field.me) for table in tables])
        if free:
            number = len(free) // 4
            steps = sorted(field.steps * number, reverse=True)
            others = tuple(name for name in free if name != field.me)
            untold.append((others, tuple(steps[len(steps) - len(others) :])))
    return told, untold


def _undecided(
    field: Field,
    told: Sequence[Sequence[Table]],
    untold: Sequence[tuple[tuple[int, ...], Steps]],
) -> dict[int, int]:
    """The rooms of those who may stay in them or not. Who is out whatever happens takes
    the highest steps, and harms nobody; and so does whoever has room even for the
    highest that is left to those who may be out: without them it is lower again."""
    rooms = {name: room for name, room in field.rooms.items() if room >= 0}
    tables = [(table, field.steps) for tables in told for table in tables]
    spare = Spare(rooms, tables, untold)
    # One at a time: two who meet cannot both take the highest step.
    while (name := spare.safest()) is not None:
        spare.take_out(name)
        del rooms[name]
    return rooms


def _of(rooms: Mapping[int, int], names: Iterable[int]) -> tuple[int, ...]:
    return tuple(name for name in names if name in rooms)


def _fewest_at_tables(
    rooms: Mapping[int, int], told: Sequence[Sequence[Table]], steps: Steps
) -> int:
    """Of those who sit at these tables. Raises GivenUp."""
    looks = Looks()
    return sum(
        _fewest_of_component(rooms, tables, steps, looks)
        for tables in _components(told)
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


def _components(told: Sequence[Sequence[Table]]) -> list[list[tuple[int, Table]]]:
    """The tables with their rounds, parted so that nobody sits in two parts."""
    parts: list[tuple[set[int], list[tuple[int, Table]]]] = []
    for number, tables in enumerate(told):
        for table in tables:
            names, found = set(table), [(number, table)]
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
    tables: Sequence[tuple[int, Table]],
    steps: Steps,
    looks: Looks,
) -> int:
    """Table after table, what can follow from each result, the most hopeful first."""
    ordered = [table for _number, table in sorted(tables)]
    least = _least(rooms, tables, steps)
    best = len({name for table in ordered for name in table})

    def go(index: int, left: dict[int, int]) -> None:
        nonlocal best
        out = sum(room < 0 for room in left.values())
        if out >= best:
            return
        if index == len(ordered):
            best = out
            return
        table = ordered[index]
        for given in _hopeful([left[name] for name in table], steps):
            looks.count()
            after = [
                left[name] - points for name, points in zip(table, given, strict=True)
            ]
            go(index + 1, left | dict(zip(table, after, strict=True)))
            if best == least:
                return

    go(0, {name: rooms[name] for table in ordered for name in table})
    return best


def _least(
    rooms: Mapping[int, int], tables: Sequence[tuple[int, Table]], steps: Steps
) -> int:
    """What the tables of one round alone cost already: they share nobody."""
    cost: dict[int, int] = {}
    for number, table in tables:
        cost[number] = cost.get(number, 0) + min(
            sum(rooms[name] < points for name, points in zip(table, given, strict=True))
            for given in results(steps[-len(table) :])
        )
    return max(cost.values())


def _hopeful(rooms: Sequence[int], steps: Steps) -> list[Steps]:
    """The results of a table, those first that leave the fewest without room, and then
    the most room to whoever has the least."""

    def mark(given: Steps) -> tuple[int, list[int]]:
        left = [room - points for room, points in zip(rooms, given, strict=True)]
        lost = sum(after < 0 <= room for room, after in zip(rooms, left, strict=True))
        return lost, [-room for room in sorted(room for room in left if room >= 0)]

    return sorted(results(steps[-len(rooms) :]), key=mark)


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
    told: Sequence[Sequence[Table]],
    untold: Sequence[tuple[tuple[int, ...], Steps]],
    steps: Steps,
) -> int:
    """What somebody found to be possible, if nothing better can be. Raises GivenUp if
    something better may be."""
    bounds = [_mass_bound(rooms, untold)]
    bounds += [_fewest_at_tables(rooms, [tables], steps) for tables in told]
    out = max(bounds)
    everybody = sorted(rooms, key=rooms.__getitem__, reverse=True)
    kept = {name: rooms[name] for name in everybody[: len(everybody) - out]}
    if _all_find_room(kept, told, untold, steps):
        return out
    raise GivenUp


def _mass_bound(
    rooms: Mapping[int, int], untold: Sequence[tuple[tuple[int, ...], Steps]]
) -> int:
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
    told: Sequence[Sequence[Table]],
    untold: Sequence[tuple[tuple[int, ...], Steps]],
    steps: Steps,
) -> bool:
    """Whether a way was found to keep these in their rooms: at each table, and in each
    round, who has most room takes the most."""
    left = dict(kept)
    groups = [(table, steps) for tables in told for table in tables]
    for names, on in [*groups, *untold]:
        playing = sorted(_of(left, names), key=left.__getitem__, reverse=True)
        lowest = on[len(on) - len(playing) :]
        for name, points in zip(playing, lowest, strict=True):
            left[name] -= points
            if left[name] < 0:
                return False
    return True
