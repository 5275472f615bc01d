"""Criteria for standings, the records they use, and the comparison of lines by a list
of criteria.
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

from scoring.standings.read_standings_records import tied_result
from scoring.standings.standings_records import Played, Records
from scoring.standings.standings_rows import Standing, TeamStanding, Value


@dataclass(frozen=True)
class Field:
    """Records, and the numbers of the rounds that count."""

    records: Records
    rounds: frozenset[int]

    @cached_property
    def closed(self) -> frozenset[int]:
        """Return the numbers of the closed rounds that count."""
        return self.records.closed & self.rounds

    @cached_property
    def own(self) -> Mapping[int, Sequence[Played]]:
        """Return each player's counted results in the closed rounds, by player id."""
        closed = self.closed
        return {
            player: [
                row for row in rows if row.parts is not None and row.round in closed
            ]
            for player, rows in self.records.played.items()
        }

    @cached_property
    def tables(self) -> Mapping[tuple[int, int], Sequence[Played]]:
        """Return the counted results at each table of the closed rounds, by round and
        table."""
        return self.tables_of(self.own)

    def tables_of(
        self, players: Iterable[int]
    ) -> Mapping[tuple[int, int], Sequence[Played]]:
        """Return the counted results of these players in the closed rounds, by round
        and table. `players`: player ids.
        """
        tables: dict[tuple[int, int], list[Played]] = defaultdict(list)
        for player in players:
            for row in self.own.get(player, ()):
                tables[row.round, row.table].append(row)
        return tables

    @cached_property
    def tied(self) -> Played:
        """Return the result of each player at a table where all are tied."""
        return tied_result(self.records.tournament.rules)


class Unit(StrEnum):
    """Kind of a figure. It decides the format."""

    POINTS = "points"
    SCORE = "score"
    COUNT = "count"
    LEAD = "lead"


@dataclass(frozen=True)
class Measure(ABC):
    """A criterion.

    `key`: stored value. `name`: name in headings; `phrase`: name within a sentence.
    `lowest_first`: the lowest figure ranks first. `needs_hands`: figures exist only for
    tables whose hands are known. `in_play`: figures include games in progress;
    otherwise only official results.
    """

    key: str
    name: Promise
    phrase: Promise
    unit: Unit = Unit.COUNT
    lowest_first: bool = False
    needs_hands: bool = False
    in_play: bool = True

    #: Whether only lines tied on all earlier criteria are compared.
    among_tied: ClassVar[bool] = False
    #: Whether every line has the figure as an attribute whose name is the key.
    is_in_line: ClassVar[bool] = False

    @abstractmethod
    def of_players(self, field: Field, lines: Sequence[Standing]) -> Sequence[Value]:
        """Return the figures of these lines, in order."""

    @abstractmethod
    def of_teams(self, field: Field, teams: Sequence[TeamStanding]) -> Sequence[Value]:
        """Return the figures of these teams, in order."""

    def phrase_for(self, _lot_seed: str) -> str:
        """Return the name of the criterion in a sentence, with this random seed."""
        return str(self.phrase)

    def mark(self, value: Value | None) -> Value:
        """Return the figure with a sign that makes the best figure the highest; 0 for
        None.
        """
        if value is None:
            return 0
        return -value if self.lowest_first else value


@dataclass(frozen=True)
class InLine(Measure):
    """A criterion whose figure is stored in each line.

    `together`: combines the figures of a team's members.
    """

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


#: Figures that a team line has itself, after deductions.
TEAMS_OWN = ("table_points", "score")

#: Returns the figure of each line, in the order of the lines.
Count = Callable[[Field, Sequence[Standing]], Sequence[Value]]


@dataclass(frozen=True)
class Counted(Measure):
    """A criterion whose figure is counted from all tables when needed.

    A team has the sum of its members.
    """

    count: Count = lambda field, lines: [0] * len(lines)

    def of_players(self, field: Field, lines: Sequence[Standing]) -> Sequence[Value]:
        return self.count(field, lines)

    def of_teams(self, field: Field, teams: Sequence[TeamStanding]) -> Sequence[Value]:
        members = [member for team in teams for member in team.members]
        counts = iter(self.count(field, members))
        return [sum(next(counts) for _member in team.members) for team in teams]


@dataclass(frozen=True)
class HeadToHead(Measure):
    """Head to head: how often a tied player was placed ahead of another tied player at
    the same table, minus how often behind. For a team, the results of its members
    count.
    """

    among_tied: ClassVar[bool] = True

    def of_players(self, field: Field, lines: Sequence[Standing]) -> Sequence[Value]:
        return leads(field, [[line.player.pk] for line in lines])

    def of_teams(self, field: Field, teams: Sequence[TeamStanding]) -> Sequence[Value]:
        return leads(field, [[one.player.pk for one in t.members] for t in teams])


@dataclass(frozen=True)
class Lot(Measure):
    """A random order that anyone can repeat with the published random seed."""

    def phrase_for(self, lot_seed: str) -> str:
        return _("%(lot)s (random seed “%(seed)s”)") % {
            "lot": self.phrase,
            "seed": lot_seed,
        }

    def of_players(self, field: Field, lines: Sequence[Standing]) -> Sequence[Value]:
        return lots(field.records.tournament.lot_seed, [line.name for line in lines])

    def of_teams(self, field: Field, teams: Sequence[TeamStanding]) -> Sequence[Value]:
        return lots(field.records.tournament.lot_seed, [team.name for team in teams])


def leads(field: Field, sides: Sequence[Iterable[int]]) -> list[Value]:
    """Return how often each side was placed ahead of another side at a table, minus how
    often behind. `sides`: player ids of each side.
    """
    side_of = {player: at for at, side in enumerate(sides) for player in side}
    figures: list[Value] = [0] * len(sides)
    for rows in field.tables_of(side_of).values():
        met = [
            (side_of[row.player], row.place) for row in rows if not row.counts_as_tie
        ]
        for (one, place), (other, others) in combinations(met, 2):
            if one != other and place != others:
                better, worse = (one, other) if place < others else (other, one)
                figures[better] += 1
                figures[worse] -= 1
    return figures


def lots(seed: str, names: Sequence[str]) -> list[int]:
    """Return the random position of each name, starting at 1.

    Names are ordered by the SHA-256 of seed, colon and name.
    """
    drawn = {name: sha256(f"{seed}:{name}".encode()).hexdigest() for name in names}
    order = sorted(drawn, key=drawn.__getitem__)
    lot = {name: number for number, name in enumerate(order, start=1)}
    return [lot[name] for name in names]


#: Returns the figures of the lines at these positions, in order.
Figures = Callable[[Sequence[int]], Sequence[Value]]


@dataclass(frozen=True)
class Step:
    """A criterion, and a function that returns its figures.

    `is_kept`: store the figures in the lines.
    """

    measure: Measure
    figures: Figures
    #: Whether lines must store the figures, because they have no such attribute.
    is_kept: bool


@dataclass(frozen=True)
class Comparison:
    """The result of a comparison.

    `marks`: compared figures of each line; the highest is best. `figures`: figures of
    each line that are not attributes of the line, by criterion key.
    """

    marks: list[tuple[Value, ...]]
    figures: list[Mapping[str, Value]]


def compare(count: int, steps: Sequence[Step]) -> Comparison:
    """Return the comparison of `count` lines, by one criterion after the other."""
    columns: list[list[Value]] = []
    figures: list[dict[str, Value]] = [{} for _line in range(count)]
    for step in steps:
        column = _column(step, count, columns)
        columns.append([step.measure.mark(value) for value in column])
        if step.is_kept:
            for own, value in zip(figures, column, strict=True):
                if value is not None:
                    own[step.measure.key] = value
    marks: list[tuple[Value, ...]] = [()] * count
    if columns:
        marks = list(zip(*columns, strict=True))
    return Comparison(marks, list(figures))


def _column(
    step: Step, count: int, before: Sequence[Sequence[Value]]
) -> Sequence[Value | None]:
    all_lines = range(count)
    if not step.measure.among_tied:
        return step.figures(all_lines)
    tied: dict[tuple[Value, ...], list[int]] = defaultdict(list)
    for at in all_lines:
        tied[tuple(column[at] for column in before)].append(at)
    figures: list[Value | None] = [None] * count
    for group in tied.values():
        if len(group) > 1:
            for at, value in zip(group, step.figures(group), strict=True):
                figures[at] = value
    return figures
