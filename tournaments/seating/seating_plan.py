"""Seating plans as plain tuples.

A table is 4 player numbers in the order E S W N; at tables of 3, North is empty. A
round is a tuple of tables, table 1 first. A plan is a tuple of rounds. An empty seat is
None. Players who are at no table of a round sit out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import TypeAlias, TypeVar

from rules.faults import Fault, RuleError
from rules.translation_marks import _, listed

SeatOrEmpty: TypeAlias = int | None
Table: TypeAlias = tuple[SeatOrEmpty, SeatOrEmpty, SeatOrEmpty, SeatOrEmpty]
Round: TypeAlias = tuple[Table, ...]
Plan: TypeAlias = tuple[Round, ...]

#: Two player numbers, the lower one first.
Pair: TypeAlias = tuple[int, int]

#: Four player numbers or labels of players.
Four: TypeAlias = tuple[int, int, int, int]

SEATS_PER_TABLE = 4

T = TypeVar("T")


def four_of(items: Sequence[T]) -> tuple[T, T, T, T]:
    """Return the four items as a tuple, whose length type checkers know."""
    one, two, three, four = items
    return one, two, three, four


def seated(table: Iterable[SeatOrEmpty]) -> list[int]:
    """Return the player numbers at a table. Empty seats are left out."""
    return [number for number in table if number is not None]


def closed_up(table: Iterable[SeatOrEmpty]) -> Table:
    """Return the table with its players from East on, without gaps, and the empty seats
    last."""
    chairs: list[SeatOrEmpty] = [*seated(table), *[None] * SEATS_PER_TABLE]
    return chairs[0], chairs[1], chairs[2], chairs[3]


def chairs_of(table: Sequence[SeatOrEmpty], size: int) -> list[SeatOrEmpty]:
    """Return a table in the form that the search uses, with as many seats as a full
    table."""
    return list(closed_up(table)[:size]) if size < SEATS_PER_TABLE else list(table)


def pair(one: int, other: int) -> Pair:
    return (one, other) if one < other else (other, one)


def pairs(table: Iterable[SeatOrEmpty]) -> Iterator[Pair]:
    """Return all pairs of players at a table. The lower number of a pair is first."""
    return combinations(sorted(seated(table)), 2)


def players_in_plan(plan: Plan) -> list[int]:
    """Return all player numbers in a plan, in ascending order."""
    return sorted(
        {number for round_ in plan for table in round_ for number in seated(table)}
    )


def meetings(plan: Plan) -> dict[Pair, list[int]]:
    """Return the rounds (from 1) in which each pair meets, by pair.

    Pairs that never meet are left out.
    """
    met: dict[Pair, list[int]] = {}
    for number, round_ in enumerate(plan, 1):
        for table in round_:
            for two in pairs(table):
                met.setdefault(two, []).append(number)
    return met


def as_data(plan: Plan) -> list[list[list[SeatOrEmpty]]]:
    """Return the plan as JSON values: rounds of tables of 4 player numbers."""
    return [[list(table) for table in round_] for round_ in plan]


def from_data(data: object) -> Plan:
    """Return the plan from JSON values: rounds of tables of 4 player numbers.

    Raises RuleError, with all faults by round and table, for values of another form,
    and for players who occur twice in a round.
    """
    faults: list[Fault] = []
    if not isinstance(data, list) or not data:
        message = _("The plan must be a JSON list with at least 1 round.")
        raise RuleError(Fault("no_rounds", message, "rounds"))
    rounds = [
        _round(number, tables, faults) for number, tables in enumerate(data, start=1)
    ]
    if faults:
        raise RuleError(*faults)
    return tuple(rounds)


def _round(number: int, tables: object, faults: list[Fault]) -> Round:
    if not isinstance(tables, list) or not all(map(_is_table, tables)):
        faults.append(
            Fault(
                "bad_round",
                _(
                    "Round %(round)s is not a list of tables with 4 player numbers "
                    "(null for an empty seat)."
                ),
                f"rounds.{number}",
                {"round": number},
            )
        )
        return ()
    times = Counter(start for table in tables for start in seated(table))
    if twice := sorted(start for start, count in times.items() if count > 1):
        faults.append(
            Fault(
                "seated_twice",
                _("Round %(round)s seats players twice: %(numbers)s."),
                f"rounds.{number}",
                {"round": number, "numbers": listed(twice)},
            )
        )
    return tuple(tuple(table) for table in tables)


def _is_table(table: object) -> bool:
    return (
        isinstance(table, Sequence)
        and len(table) == SEATS_PER_TABLE
        and all(
            chair is None
            or (isinstance(chair, int) and not isinstance(chair, bool) and chair > 0)
            for chair in table
        )
    )
