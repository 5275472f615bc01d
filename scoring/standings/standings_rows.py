"""The lines of the standings of players and teams, and their places.

Lines are named tuples, because standings are calculated after each hand: frozen
dataclasses take 3 times as long to create and 8 times as long to replace.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import Generic, NamedTuple, TypeVar

from rules.table_points import places
from scoring.models import PARTS
from scoring.standings.absence_results import Absences, in_badges
from tournaments.models import Player

T = TypeVar("T")

#: A figure of a line.
Value = Fraction | int

#: Figures by criterion key.
Figures = Mapping[str, Value]

NO_FIGURES: Figures = MappingProxyType({})
ALL_STATED: frozenset[str] = frozenset()
NOTHING_MISSED: Absences = MappingProxyType({})


class Standing(NamedTuple):
    """A player's line in the standings.

    `playing`: a game is in progress, so figures may change.
    """

    player: Player
    table_points: Fraction
    score: int | Fraction
    hands_won: int
    firsts: int
    best: int
    tables: int
    playing: bool
    #: Number of tables with hands; hands won are known only there.
    logged: int = 0
    #: Effect of overall penalties, in the points that referees enter.
    penalties: int = 0
    #: Effect of penalties on table points, in table points and included in them.
    fined: Value = 0
    #: Number of rounds with a fixed result, by reason.
    absences: Absences = NOTHING_MISSED
    #: Number of 2nd, 3rd and 4th places, and of penalties and false wins; None in final
    #: standings without this criterion.
    seconds: int | None = None
    thirds: int | None = None
    fourths: int | None = None
    faults: int | None = None
    #: Figures of criteria that compare lines, by key.
    figures: Figures = NO_FIGURES
    #: Criteria whose figures an imported list of results does not state.
    unstated: frozenset[str] = ALL_STATED
    #: Number of the last stage whose cut the player made; later stages rank higher.
    level: int = 0
    #: Number of the player's last stage and group there; 0 without.
    stage: int = 0
    group: int = 0
    #: Games won in a series; more rank higher.
    games_won: int = 0
    #: In a league: number of days attended, days that do not count, and whether the
    #: player can no longer reach the minimum number of days.
    days: int = 0
    dropped: tuple[int, ...] = ()
    lacks_days: bool = False

    @property
    def is_ranked(self) -> bool:
        """Return whether the player has a place: the player is not a substitute and has
        enough match days.
        """
        return not self.player.is_substitute and not self.lacks_days

    @property
    def marks(self) -> list[str]:
        """Return texts on the fixed results of rounds that were not played."""
        return in_badges(self.absences)

    @property
    def members(self) -> tuple[Standing, ...]:
        """Return the players' lines that this line consists of: itself."""
        return (self,)

    @property
    def name(self) -> str:
        """Return the name used for the random order, which is the player number."""
        return str(self.player.number)

    def value(self, measure: str) -> Value | None:
        """Return the figure of the criterion with that key; None if it is missing, not
        calculated or not stated.
        """
        if measure in self.unstated:
            return None
        figure = self.figures.get(measure)
        return getattr(self, measure, None) if figure is None else figure


class Deducted(NamedTuple):
    """Points deducted from a team, with the reason.

    `measure`: criterion from which they are deducted (score or table points). `points`:
    for table points, in the unit that referees enter.
    """

    points: int
    measure: str
    reason: str


class TeamStanding(NamedTuple):
    """A team's line in the standings.

    Most figures are sums over the members; deductions are subtracted from points and
    score.
    """

    name: str
    table_points: Fraction
    score: int | Fraction
    members: tuple[Standing, ...]
    playing: bool
    deductions: tuple[Deducted, ...] = ()
    figures: Figures = NO_FIGURES
    #: Missed rounds of members that do not count because a team substitute played.
    covered: int = 0

    @property
    def fined(self) -> Value:
        """Return the sum of the members' penalties in table points."""
        return sum(line.fined for line in self.members)

    def value(self, measure: str) -> Value | None:
        """Return the figure of the criterion with that key; None if it is missing or
        not calculated.
        """
        figure = self.figures.get(measure)
        return getattr(self, measure, None) if figure is None else figure


class Placed(NamedTuple, Generic[T]):
    """A line with its place. `shared`: other lines have the same place."""

    place: int
    shared: bool
    line: T


@dataclass(frozen=True)
class Ranking:
    """All players in order: ranked and unranked.

    `marks`: compared figures by player number; the highest is best.
    """

    placed: list[Placed[Standing]]
    unranked: list[Standing]
    marks: Mapping[int, tuple[Value, ...]] = field(default_factory=dict)

    @property
    def lines(self) -> list[Standing]:
        return [*(row.line for row in self.placed), *self.unranked]


def placed_by(
    lines: Iterable[T], mark: Callable[[T], Iterable[object]]
) -> list[Placed[T]]:
    """Return the lines with their places. The highest `mark` is first."""
    all_lines = list(lines)
    columns = map(_comparable, zip(*map(mark, all_lines), strict=True))
    marks = list(zip(*columns, strict=True)) or [()] * len(all_lines)
    placed = places(zip(all_lines, marks, strict=True))
    holders = Counter(place for place, _line in placed)
    return [Placed(place, holders[place] > 1, line) for place, line in placed]


def _comparable(column: Sequence[object]) -> Sequence[object]:
    """Return a column of figures with points as integers, because fractions compare
    slowly. If a figure is not a whole number of parts, return the column unchanged.
    """
    if all(type(value) is int for value in column):
        return column
    exact = [value for value in column if isinstance(value, Fraction | int)]
    if len(exact) < len(column) or any(PARTS % value.denominator for value in exact):
        return column
    return [value.numerator * (PARTS // value.denominator) for value in exact]
