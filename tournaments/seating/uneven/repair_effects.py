"""The effects of a changed plan on its players."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from tournaments.seating.seating_plan import (
    Pair,
    Plan,
    Round,
    SeatOrEmpty,
    Table,
    meetings,
    seated,
)


@dataclass(frozen=True)
class Change:
    """The table of a player in a round before and after a change. None means no
    table."""

    round: int
    number: int
    before: int | None
    now: int | None


@dataclass(frozen=True)
class Disturbance:
    """The changes in the rounds after a given round.

    - `seats`: the number of seats. A *seat* is a player in one of these rounds who had
      a seat before and still plays.
    - `moved`: the number of seats whose player now has a different table or none.
      Players who stay at a table have not moved if another player joins.
    - `turned`: the number of seats whose player keeps the table but starts at another
      wind.
    - `changes`: all players with a changed table, including late arrivals, but not
      players who have left.
    - `repeats`: pairs that meet more often than before, with the rounds of all their
      meetings.
    - `touched`: the tables, as (round, table), with changed players.
    """

    seats: int
    moved: int
    changes: tuple[Change, ...]
    repeats: tuple[tuple[Pair, tuple[int, ...]], ...]
    touched: tuple[tuple[int, int], ...]
    turned: int = 0

    @property
    def changed(self) -> int:
        """Return the number of seats with another table or another wind."""
        return self.moved + self.turned

    @property
    def percent(self) -> float:
        """Return the percentage of seats that have changed, from 0 to 100."""
        return 100 * self.changed / self.seats if self.seats else 0.0


def disturbance(
    before: Plan, now: Plan, after: int, present: Mapping[int, Collection[int]]
) -> Disturbance:
    """Return the differences between two plans after round `after`.

    `present` contains the numbers of the players in each later round, by round number.
    """
    changes: list[Change] = []
    touched: list[tuple[int, int]] = []
    seats = turned = 0
    for round_ in range(after + 1, len(before) + 1):
        old, new = before[round_ - 1], now[round_ - 1]
        old_tables, new_tables = _tables(old), _tables(new)
        old_winds, new_winds = _winds(old), _winds(new)
        playing = sorted(present[round_])
        for number in playing:
            old_table, new_table = old_tables.get(number), new_tables.get(number)
            if old_table != new_table:
                changes.append(Change(round_, number, old_table, new_table))
            elif old_table is not None:
                turned += old_winds[number] != new_winds[number]
            if old_table is not None:
                seats += 1
        touched += [
            (round_, place)
            for place, table in enumerate(new, start=1)
            if place > len(old) or set(table) != set(old[place - 1])
        ]
    return Disturbance(
        seats,
        sum(change.before is not None for change in changes),
        tuple(changes),
        _new_repeats(before, now),
        tuple(touched),
        turned,
    )


def keep_seats(old: Round, tables: Sequence[Sequence[SeatOrEmpty]]) -> Round:
    """Return the round. Players who keep their table also keep their seat.

    The other players take the free seats. Empty tables at the end are removed.
    """
    seats = [
        _keep_seat(old[place] if place < len(old) else (None,) * 4, people)
        for place, people in enumerate(tables)
    ]
    while seats and not seated(seats[-1]):
        seats.pop()
    return tuple(seats)


def _keep_seat(old: Table, people: Sequence[SeatOrEmpty]) -> Table:
    chairs = [number if number in people else None for number in old]
    for number in seated(people):
        if number not in chairs:
            chairs[chairs.index(None)] = number
    east, south, west, north = chairs
    return east, south, west, north


def _winds(round_: Round) -> dict[int, int]:
    """Return the wind of each player at the start (0 is East), by player number."""
    return {
        number: wind
        for table in round_
        for wind, number in enumerate(table)
        if number is not None
    }


def _tables(round_: Round) -> dict[int, int]:
    """Return the table of each player (from 1), by player number."""
    return {
        number: place
        for place, table in enumerate(round_, start=1)
        for number in seated(table)
    }


def _new_repeats(before: Plan, now: Plan) -> tuple[tuple[Pair, tuple[int, ...]], ...]:
    met_before = meetings(before)
    return tuple(
        (two, tuple(rounds))
        for two, rounds in sorted(meetings(now).items())
        if len(rounds) > max(len(met_before.get(two, ())), 1)
    )
