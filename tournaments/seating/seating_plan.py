"""A plan: who sits where in every round, as plain tuples.

A table is four start numbers in the order E S W N, a round its tables with
table 1 first, a plan its rounds. A chair that stays empty is None. Whoever
stands at no table of a round sits out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import TypeAlias

from rules.faults import Fault, RuleError
from rules.translation_marks import _

Chair: TypeAlias = int | None
Table: TypeAlias = tuple[Chair, Chair, Chair, Chair]
Round: TypeAlias = tuple[Table, ...]
Plan: TypeAlias = tuple[Round, ...]

#: Two start numbers, the lower one first.
Pair: TypeAlias = tuple[int, int]

CHAIRS = 4


def seated(table: Iterable[Chair]) -> list[int]:
    """The start numbers at a table, without empty chairs."""
    return [number for number in table if number is not None]


def closed_up(table: Iterable[Chair]) -> Table:
    """The same people from East on: where fewer than four sit, the last seats are
    empty."""
    chairs: list[Chair] = [*seated(table), *[None] * CHAIRS]
    return chairs[0], chairs[1], chairs[2], chairs[3]


def pair(one: int, other: int) -> Pair:
    return (one, other) if one < other else (other, one)


def pairs(table: Iterable[Chair]) -> Iterator[Pair]:
    """Every two who meet at a table."""
    return combinations(sorted(seated(table)), 2)


def everybody(plan: Plan) -> list[int]:
    """The start numbers anywhere in a plan, in their order."""
    return sorted(
        {number for round_ in plan for table in round_ for number in seated(table)}
    )


def meetings(plan: Plan) -> dict[Pair, list[int]]:
    """The rounds (from 1) in which each two meet, for those who meet at all."""
    met: dict[Pair, list[int]] = {}
    for number, round_ in enumerate(plan, 1):
        for table in round_:
            for two in pairs(table):
                met.setdefault(two, []).append(number)
    return met


def as_data(plan: Plan) -> list[list[list[Chair]]]:
    """The plan as JSON writes it: rounds of tables of four start numbers."""
    return [[list(table) for table in round_] for round_ in plan]


def from_data(data: object) -> Plan:
    """A plan out of JSON.

    Raises RuleError, with every fault by round and table, for anything that is
    not rounds of tables of four start numbers, or seats somebody twice.
    """
    faults: list[Fault] = []
    if not isinstance(data, list) or not data:
        raise RuleError(Fault("no_rounds", _("A plan is a list of rounds."), "rounds"))
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
                {"round": number, "numbers": ", ".join(map(str, twice))},
            )
        )
    return tuple(tuple(table) for table in tables)


def _is_table(table: object) -> bool:
    return (
        isinstance(table, Sequence)
        and len(table) == CHAIRS
        and all(
            chair is None
            or (isinstance(chair, int) and not isinstance(chair, bool) and chair > 0)
            for chair in table
        )
    )
