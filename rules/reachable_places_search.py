"""Search for the fewest players who must exceed their room at the remaining tables.

Each player has room for a number of points. Each table gives its steps (points) to its
players, one step each; tied players get the mean of their steps. `me` is alone at the
top of each of their tables, or at a given position. The search returns how many other
players must get more points than their room. The result is exact, or None if the search
takes too long.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

from rules.reachable_places_spare_room import SpareRooms, worst
from rules.reachable_places_table_shares import (
    TOP,
    Position,
    Steps,
    results,
    ways_beside,
)

Table = tuple[int, ...]

#: Players whose tables are unknown, and the steps for them.
Free = tuple[Table, Steps]

#: For each round, its tables and the players whose tables are unknown.
Rounds = tuple[tuple[tuple[Table, ...], tuple[int, ...]], ...]

#: Most results of single tables to try before the search gives up.
MAX_SEARCH_NODES = 5_000


@dataclass(frozen=True)
class Field:
    """The room of each ranked player (the points that the player may still get), and
    the steps of a table, highest first. The last step is 0.

    `at`: the position of `me` at each of their tables, in the order of the rounds; by
    default at the top.
    """

    rooms: Mapping[int, int]
    rounds: Rounds
    steps: Steps
    me: int
    at: tuple[Position, ...] = ()


class SeatedTable(NamedTuple):
    """The players of a table that the search counts, and each combination of steps that
    they can get, in the same order."""

    names: Table
    ways: tuple[Steps, ...]


class SearchTooLong(Exception):
    """An error for a search that was stopped because it took too long."""


def fewest_out(field: Field) -> int | None:
    """Return the number of players other than `me` who must exceed their room; None if
    unknown."""
    lost = sum(room < 0 for room in field.rooms.values())
    own, others, unseated = _placed(field)
    rooms = _undecided(field, own, others, unseated)
    seated = [
        [_seated(rooms, table, field.steps) for table in tables] for tables in others
    ]
    for number, table in own.items():
        seated[number].append(_narrowed(rooms, table))
    seated = [[table for table in tables if _costs(table)] for tables in seated]
    unseated = [(_of(rooms, names), steps) for names, steps in unseated]
    unseated = [(names, steps) for names, steps in unseated if worst(steps, len(names))]
    try:
        if not unseated:
            return lost + _fewest_at_tables(rooms, seated)
        return lost + _fewest_with_unseated(rooms, seated, unseated)
    except SearchTooLong:
        return None


def _placed(
    field: Field,
) -> tuple[dict[int, SeatedTable], list[list[Table]], list[Free]]:
    """Return the tables of all rounds in the three groups that the search needs.

    The groups are: tables of `me` by round, if `me` is not at the top; other tables by
    round, without `me`; and for each round with unknown tables its players and their
    steps, highest first.
    """
    own: dict[int, SeatedTable] = {}
    seated: list[list[Table]] = []
    unseated: list[Free] = []
    own_positions = iter(field.at)
    for number, (tables, free) in enumerate(field.rounds):
        seated.append([])
        for table in tables:
            others = tuple(name for name in table if name != field.me)
            at = next(own_positions, TOP) if field.me in table else TOP
            if at == TOP:
                seated[-1].append(others)
            else:
                own[number] = SeatedTable(others, ways_beside(field.steps, at))
        if free:
            at = next(own_positions, TOP) if field.me in free else TOP
            unseated.append(_unseated(field, free, at))
    return own, seated, unseated


def _unseated(field: Field, free: Table, at: Position) -> Free:
    steps = sorted(field.steps * (len(free) // 4), reverse=True)
    others = tuple(name for name in free if name != field.me)
    if at != TOP:
        for step in field.steps[at.above : at.above + at.level + 1]:
            steps.remove(step)
        steps += [at.step(field.steps)] * at.level
        steps.sort(reverse=True)
    return others, tuple(steps[len(steps) - len(others) :])


def _seated(rooms: Mapping[int, int], table: Table, steps: Steps) -> SeatedTable:
    """Return a table with only the counted players. Its other players take the highest
    steps."""
    names = _of(rooms, table)
    return SeatedTable(names, results(steps[len(steps) - len(names) :]))


def _narrowed(rooms: Mapping[int, int], table: SeatedTable) -> SeatedTable:
    """Return a table reduced to the counted players, with every combination of steps
    that they can get.
    """
    seats = [seat for seat, name in enumerate(table.names) if name in rooms]
    ways = (tuple(way[seat] for seat in seats) for way in table.ways)
    return SeatedTable(_of(rooms, table.names), tuple(dict.fromkeys(ways)))


def _costs(table: SeatedTable) -> bool:
    """Return whether every result of the table gives points to at least one player."""
    return all(map(any, table.ways))


def _undecided(
    field: Field,
    own: Mapping[int, SeatedTable],
    seated: Sequence[Sequence[Table]],
    unseated: Sequence[Free],
) -> dict[int, int]:
    """Return the rooms of the players who may or may not exceed their room.

    Two kinds of players are left out. Players who are certain to exceed their room take
    the highest steps, which leaves lower steps for the others. Players with room for
    the highest remaining step are certain not to exceed their room. This is repeated,
    because without these players the highest remaining step is lower.
    """
    rooms = {name: room for name, room in field.rooms.items() if room >= 0}
    tables = [(table, field.steps) for tables in seated for table in tables]
    least = dict(rooms)
    for names, ways in own.values():
        for one, most in zip(names, map(max, zip(*ways, strict=True)), strict=True):
            if one in least:
                least[one] -= most
    spare = SpareRooms(least, tables, unseated)
    # One at a time: two players who meet cannot both take the highest step.
    while (name := spare.safest()) is not None:
        spare.take_out(name)
        del rooms[name]
    return rooms


def _of(rooms: Mapping[int, int], names: Iterable[int]) -> tuple[int, ...]:
    return tuple(name for name in names if name in rooms)


def _fewest_at_tables(
    rooms: Mapping[int, int], seated: Sequence[Sequence[SeatedTable]]
) -> int:
    """Return the fewest players at these tables who must exceed their room. Raises
    SearchTooLong."""
    budget = SearchBudget()
    return sum(
        _fewest_of_component(rooms, tables, budget) for tables in _components(seated)
    )


class SearchBudget:
    """A counter of the results that a search tries, with a limit."""

    def __init__(self) -> None:
        self.left = MAX_SEARCH_NODES

    def count(self) -> None:
        """Count one more result. Raises SearchTooLong if the limit is exceeded."""
        self.left -= 1
        if self.left < 0:
            raise SearchTooLong


def _components(
    seated: Sequence[Sequence[SeatedTable]],
) -> list[list[tuple[int, SeatedTable]]]:
    """Return groups of tables with their round numbers. Different groups share no
    players."""
    parts: list[tuple[set[int], list[tuple[int, SeatedTable]]]] = []
    for number, tables in enumerate(seated):
        for table in tables:
            names, joined = set(table.names), [(number, table)]
            separate = []
            for part in parts:
                if part[0] & names:
                    names |= part[0]
                    joined = [*part[1], *joined]
                else:
                    separate.append(part)
            parts = [*separate, (names, joined)]
    return [tables for _names, tables in parts]


def _fewest_of_component(
    rooms: Mapping[int, int],
    tables: Sequence[tuple[int, SeatedTable]],
    budget: SearchBudget,
) -> int:
    """Return the fewest players of connected tables who must exceed their room.

    Tries each result of each table, the most promising first.
    """
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
        for way in _most_promising_first([left[name] for name in names], ways):
            budget.count()
            after = [
                left[name] - points for name, points in zip(names, way, strict=True)
            ]
            go(index + 1, left | dict(zip(names, after, strict=True)))
            if best == least:
                return

    go(0, {name: rooms[name] for table in ordered for name in table.names})
    return best


def _least(rooms: Mapping[int, int], tables: Sequence[tuple[int, SeatedTable]]) -> int:
    """Return a lower bound for the players who must exceed their room: the number in
    the worst round.

    Tables of a round share no players, so the numbers of its tables can be added.
    """
    cost: dict[int, int] = {}
    for number, (names, ways) in tables:
        cost[number] = cost.get(number, 0) + min(
            sum(rooms[name] < points for name, points in zip(names, way, strict=True))
            for way in ways
        )
    return max(cost.values())


def _most_promising_first(rooms: Sequence[int], ways: Sequence[Steps]) -> list[Steps]:
    """Return the results of a table, most promising first.

    Results in which the fewest players exceed their room come first. Among these,
    results that leave more room to the player with the least room come first.
    """

    def mark(way: Steps) -> tuple[int, list[int]]:
        left = [room - points for room, points in zip(rooms, way, strict=True)]
        lost = sum(after < 0 <= room for room, after in zip(rooms, left, strict=True))
        return lost, [-room for room in sorted(room for room in left if room >= 0)]

    return sorted(ways, key=mark)


def _fewest_with_unseated(
    rooms: Mapping[int, int],
    seated: Sequence[Sequence[SeatedTable]],
    unseated: Sequence[Free],
) -> int:
    """Return the fewest players who must exceed their room, if a result reaches the
    highest lower bound.

    Raises SearchTooLong if no result does.
    """
    bounds = [_mass_bound(rooms, unseated)]
    bounds += [_fewest_at_tables(rooms, [tables]) for tables in seated]
    out = max(bounds)
    by_room = sorted(rooms, key=rooms.__getitem__, reverse=True)
    kept = {name: rooms[name] for name in by_room[: len(by_room) - out]}
    if _all_find_room(kept, seated, unseated):
        return out
    raise SearchTooLong


def _mass_bound(rooms: Mapping[int, int], unseated: Sequence[Free]) -> int:
    """Return a lower bound for the players who must exceed their room.

    In a round, any n players together get at least the sum of the n lowest steps.
    """
    rising = [
        [0, *accumulate(sorted(steps)[: len(names)])] for names, steps in unseated
    ]
    ordered = sorted(rooms.values(), reverse=True)
    for out in range(len(ordered)):
        kept = sorted(ordered[: len(ordered) - out])
        sums = accumulate(kept)
        if all(
            held
            >= sum(
                _lowest(sums_of_lowest, number, len(rooms)) for sums_of_lowest in rising
            )
            for number, held in enumerate(sums, 1)
        ):
            return out
    return len(ordered)


def _lowest(rising: Sequence[int], number: int, players: int) -> int:
    """Return the fewest points that `number` of the `players` get in a round, in which
    some may not play.

    `rising[n]` is the sum of the n lowest steps of the round.
    """
    plays = number - (players - (len(rising) - 1))
    return rising[max(plays, 0)]


def _all_find_room(
    kept: Mapping[int, int],
    seated: Sequence[Sequence[SeatedTable]],
    unseated: Sequence[Free],
) -> bool:
    """Return whether the search found a result that keeps all these players in their
    rooms.

    At each table and in each round, the players with the most room take the highest
    steps.
    """
    left = dict(kept)
    for table in (table for tables in seated for table in tables):
        names, ways = _narrowed(left, table)
        for name, points in zip(names, _levelled(left, names, ways), strict=True):
            left[name] -= points
    for names, steps in unseated:
        playing = sorted(_of(left, names), key=left.__getitem__, reverse=True)
        lowest = steps[len(steps) - len(playing) :]
        for name, points in zip(playing, lowest, strict=True):
            left[name] -= points
    return min(left.values(), default=0) >= 0


def _levelled(left: Mapping[int, int], names: Table, ways: Iterable[Steps]) -> Steps:
    """Return the combination of steps with the fewest points. If several are equal,
    return the one that gives most points to the players with most room."""

    def mark(way: Steps) -> tuple[int, int]:
        taken = zip(names, way, strict=True)
        return sum(way), -sum(left[name] * points for name, points in taken)

    return min(ways, key=mark)
