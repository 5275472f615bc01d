"""A measure: one thing by which standings are ordered."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from itertools import combinations
from operator import attrgetter
from typing import ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from scoring.standings.lines import Standing, TeamStanding, Value
from scoring.standings.measures.fields import Field


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
