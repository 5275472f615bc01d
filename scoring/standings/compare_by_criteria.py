"""What measures are counted from: the records of some rounds, by table.

A measure: one thing by which standings are ordered.

Comparing lines by a list of measures: what each line has by each of them, among all
or among those who are equal so far.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from hashlib import sha256
from itertools import combinations
from operator import attrgetter
from typing import ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from scoring.standings.read_standings_records import even_table
from scoring.standings.standings_records import Played, Records
from scoring.standings.standings_rows import Standing, TeamStanding, Value


@dataclass(frozen=True)
class Field:
    """The records, and the numbers of the rounds that count."""

    records: Records
    rounds: frozenset[int]

    @cached_property
    def closed(self) -> frozenset[int]:
        """Those of the rounds that are closed."""
        return self.records.closed & self.rounds

    @cached_property
    def own(self) -> Mapping[int, Sequence[Played]]:
        """What counts of each entry in the closed rounds, by its key."""
        closed = self.closed
        return {
            entry: [
                row for row in rows if row.parts is not None and row.round in closed
            ]
            for entry, rows in self.records.played.items()
        }

    @cached_property
    def tables(self) -> Mapping[tuple[int, int], Sequence[Played]]:
        """What counts at each table of the closed rounds, by round and table."""
        return self.tables_of(self.own)

    def tables_of(
        self, entries: Iterable[int]
    ) -> Mapping[tuple[int, int], Sequence[Played]]:
        """What counts of these entries at each table of the closed rounds, by round and
        table."""
        found: dict[tuple[int, int], list[Played]] = defaultdict(list)
        for entry in entries:
            for row in self.own.get(entry, ()):
                found[row.round, row.table].append(row)
        return found

    @cached_property
    def even(self) -> Played:
        """What a table brings at which all four are equal."""
        return even_table(self.records.tournament.rules)


class Unit(StrEnum):
    """What a figure is, and so how it is written."""

    POINTS = "points"
    SCORE = "score"
    COUNT = "count"
    LEAD = "lead"


@dataclass(frozen=True)
class Measure(ABC):
    """`key`: how it is stored; `name` and `words` for people; `lowest_first`: whoever
    has least of it is first. `needs_hands`: only tables whose hands were entered know
    it. `in_play`: it follows a table while that is played; else it counts what is
    official."""

    key: str
    name: Promise
    words: Promise
    unit: Unit = Unit.COUNT
    lowest_first: bool = False
    needs_hands: bool = False
    in_play: bool = True

    #: Whether it compares only those who are equal in every measure before it.
    among_tied: ClassVar[bool] = False
    #: Whether every line has it anyway, as an attribute of its key.
    is_in_line: ClassVar[bool] = False

    @abstractmethod
    def of_players(self, field: Field, lines: Sequence[Standing]) -> Sequence[Value]:
        """The figures of these lines, in their order."""

    @abstractmethod
    def of_teams(self, field: Field, teams: Sequence[TeamStanding]) -> Sequence[Value]:
        """The figures of these teams, in their order."""

    def words_for(self, _lot_seed: str) -> str:
        """How a sentence says what decides places, where lots have this seed."""
        return str(self.words)

    def mark(self, value: Value | None) -> Value:
        """A figure so that the highest is first; where nobody needed it, the same for
        everybody."""
        if value is None:
            return 0
        return -value if self.lowest_first else value


@dataclass(frozen=True)
class InLine(Measure):
    """What every line has as a sum over its tables; a team's is made of those of its
    members."""

    together: Callable[[Iterable[Value]], Value] = sum

    is_in_line: ClassVar[bool] = True

    def of_players(self, field: Field, lines: Sequence[Standing]) -> Sequence[Value]:
        return list(map(attrgetter(self.key), lines))

    def of_teams(self, field: Field, teams: Sequence[TeamStanding]) -> Sequence[Value]:
        if self.key in TEAMS_OWN:
            return [getattr(team, self.key) for team in teams]
        return [
            self.together(member.value(self.key) or 0 for member in team.members)
            for team in teams
        ]


#: What a line of a team has itself, deductions included.
TEAMS_OWN = ("table_points", "score")

#: What each line counts to, in the order of the lines.
Count = Callable[[Field, Sequence[Standing]], Sequence[Value]]


@dataclass(frozen=True)
class Counted(Measure):
    """What is counted from all tables, for who needs it; a team has the sum of its
    members."""

    count: Count = lambda field, lines: [0] * len(lines)

    def of_players(self, field: Field, lines: Sequence[Standing]) -> Sequence[Value]:
        return self.count(field, lines)

    def of_teams(self, field: Field, teams: Sequence[TeamStanding]) -> Sequence[Value]:
        members = [member for team in teams for member in team.members]
        counts = iter(self.count(field, members))
        return [sum(next(counts) for _member in team.members) for team in teams]


@dataclass(frozen=True)
class HeadToHead(Measure):
    """Of those who are equal: how often somebody was ahead of another of them at the
    same table, less how often behind. A team's members count for it."""

    among_tied: ClassVar[bool] = True

    def of_players(self, field: Field, lines: Sequence[Standing]) -> Sequence[Value]:
        return leads(field, [[line.entry.pk] for line in lines])

    def of_teams(self, field: Field, teams: Sequence[TeamStanding]) -> Sequence[Value]:
        return leads(field, [[one.entry.pk for one in t.members] for t in teams])


@dataclass(frozen=True)
class Lot(Measure):
    """By lot: anybody can draw the same order from the seed that is printed."""

    def words_for(self, lot_seed: str) -> str:
        return _("%(lot)s (random seed “%(seed)s”)") % {
            "lot": self.words,
            "seed": lot_seed,
        }

    def of_players(self, field: Field, lines: Sequence[Standing]) -> Sequence[Value]:
        return lots(field.records.tournament.lot_seed, [line.name for line in lines])

    def of_teams(self, field: Field, teams: Sequence[TeamStanding]) -> Sequence[Value]:
        return lots(field.records.tournament.lot_seed, [team.name for team in teams])


def leads(field: Field, sides: Sequence[Iterable[int]]) -> list[Value]:
    """Of each side (the keys of its entries) how often it was ahead of another one at a
    table, less how often it was behind."""
    side_of = {entry: at for at, side in enumerate(sides) for entry in side}
    found: list[Value] = [0] * len(sides)
    for rows in field.tables_of(side_of).values():
        met = [(side_of[row.entry], row.place) for row in rows if not row.is_evened]
        for (one, place), (other, others) in combinations(met, 2):
            if one != other and place != others:
                better, worse = (one, other) if place < others else (other, one)
                found[better] += 1
                found[worse] -= 1
    return found


def lots(seed: str, names: Sequence[str]) -> list[int]:
    """The lot of each name, 1 the best: their order by the SHA-256 of seed, colon and
    name."""
    drawn = {name: sha256(f"{seed}:{name}".encode()).hexdigest() for name in names}
    order = sorted(drawn, key=drawn.__getitem__)
    lot = {name: number for number, name in enumerate(order, start=1)}
    return [lot[name] for name in names]


#: The figures of the lines at some positions, in their order.
Figures = Callable[[Sequence[int]], Sequence[Value]]


@dataclass(frozen=True)
class Step:
    """A measure, and where its figures come from."""

    measure: Measure
    figures: Figures
    #: Whether the lines are to keep them, because they do not have them anyway.
    is_kept: bool


@dataclass(frozen=True)
class Comparison:
    """`marks`: what is compared, of each line, the highest first; `figures` that lines
    do not have anyway, of each line by the key of the measure."""

    marks: list[tuple[Value, ...]]
    figures: list[Mapping[str, Value]]


def compare(count: int, steps: Sequence[Step]) -> Comparison:
    """So many lines, compared by one measure after the other."""
    columns: list[list[Value]] = []
    figures: list[dict[str, Value]] = [{} for _line in range(count)]
    for step in steps:
        found = _column(step, count, columns)
        columns.append([step.measure.mark(value) for value in found])
        if step.is_kept:
            for own, value in zip(figures, found, strict=True):
                if value is not None:
                    own[step.measure.key] = value
    marks: list[tuple[Value, ...]] = [()] * count
    if columns:
        marks = list(zip(*columns, strict=True))
    return Comparison(marks, list(figures))


def _column(
    step: Step, count: int, before: Sequence[Sequence[Value]]
) -> Sequence[Value | None]:
    everybody = range(count)
    if not step.measure.among_tied:
        return step.figures(everybody)
    equal: dict[tuple[Value, ...], list[int]] = defaultdict(list)
    for at in everybody:
        equal[tuple(column[at] for column in before)].append(at)
    found: list[Value | None] = [None] * count
    for group in equal.values():
        if len(group) > 1:
            for at, value in zip(group, step.figures(group), strict=True):
                found[at] = value
    return found
