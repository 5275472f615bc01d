"""The lines of standings, of players and of teams, and their places.

They are named tuples: standings are made anew after each hand, and thousands of frozen
dataclasses take three times as long to make, and eight times to replace.
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
from tournaments.models import Entry

T = TypeVar("T")

#: A figure of a line.
Value = Fraction | int

#: Figures by the keys of their measures.
Figures = Mapping[str, Value]

NO_FIGURES: Figures = MappingProxyType({})
NOTHING_MISSED: Absences = MappingProxyType({})


class Standing(NamedTuple):
    """What an entry has reached. `playing`: a table of theirs is still being
    played, so the figures may change."""

    entry: Entry
    table_points: Fraction
    score: int | Fraction
    hands_won: int
    firsts: int
    best: int
    tables: int
    playing: bool
    #: At how many of them hands were entered: only those can tell who won hands.
    logged: int = 0
    #: What penalties give or take in the standings only, in the points a referee names.
    penalties: int = 0
    #: How many rounds count something else than what was played, by why.
    absences: Absences = NOTHING_MISSED
    #: How often last to second at a table, and how many penalties and false wins;
    #: None in final standings that are not ordered by it.
    seconds: int | None = None
    thirds: int | None = None
    fourths: int | None = None
    faults: int | None = None
    #: What this line has by measures that compare it with others, by their keys.
    figures: Figures = NO_FIGURES
    #: The last stage whose cut was made: who made a later one stands above.
    level: int = 0
    #: The last stage they play in, and their group there; 0 where there is none.
    stage: int = 0
    group: int = 0
    #: Games won of a series: who has more of them stands above.
    games_won: int = 0
    #: In a league: on how many match days they were there, which of these do not count,
    #: and whether they cannot become enough for a place.
    days: int = 0
    dropped: tuple[int, ...] = ()
    lacks_days: bool = False

    @property
    def is_ranked(self) -> bool:
        """Whether they have a place: not a substitute, nor who played too few days."""
        return not self.entry.is_substitute and not self.lacks_days

    @property
    def marks(self) -> list[str]:
        """What its figures contain that was not played, in words."""
        return in_badges(self.absences)

    @property
    def members(self) -> tuple[Standing, ...]:
        """The players of the line."""
        return (self,)

    @property
    def name(self) -> str:
        """What a lot is drawn for: the start number."""
        return str(self.entry.number)

    def value(self, measure: str) -> Value | None:
        """The figure by the measure of that key; None where there is none, or nobody
        needed it."""
        found = self.figures.get(measure)
        return getattr(self, measure, None) if found is None else found


class Deducted(NamedTuple):
    """So many points that were taken from a team as such, of its table points (in the
    points a referee names) or its score, and why."""

    points: int
    measure: str
    reason: str


class TeamStanding(NamedTuple):
    """What a team has reached: mostly the sums of its members; points and score less
    what was deducted."""

    name: str
    table_points: Fraction
    score: int | Fraction
    members: tuple[Standing, ...]
    playing: bool
    deductions: tuple[Deducted, ...] = ()
    figures: Figures = NO_FIGURES
    #: Missed rounds of members that do not count for the team: others sat in its seats.
    covered: int = 0

    def value(self, measure: str) -> Value | None:
        """As of a `Standing`."""
        found = self.figures.get(measure)
        return getattr(self, measure, None) if found is None else found


class Placed(NamedTuple, Generic[T]):
    """A line with its place; `shared` where others have the same."""

    place: int
    shared: bool
    line: T


@dataclass(frozen=True)
class Ranking:
    """Everybody's standing: those with a place, and those who have none (substitutes,
    in a league who played too few days). `marks`: what was compared, by start number,
    the highest mark first."""

    placed: list[Placed[Standing]]
    unranked: list[Standing]
    marks: Mapping[int, tuple[Value, ...]] = field(default_factory=dict)

    @property
    def lines(self) -> list[Standing]:
        return [*(row.line for row in self.placed), *self.unranked]


def placed_by(
    lines: Iterable[T], mark: Callable[[T], Iterable[object]]
) -> list[Placed[T]]:
    """Everybody with a place, the highest mark first."""
    given = list(lines)
    columns = map(_comparable, zip(*map(mark, given), strict=True))
    marks = list(zip(*columns, strict=True)) or [()] * len(given)
    placed = places(zip(given, marks, strict=True))
    holders = Counter(place for place, _line in placed)
    return [Placed(place, holders[place] > 1, line) for place, line in placed]


def _comparable(column: Sequence[object]) -> Sequence[object]:
    """The figures by one measure; where they are exact points, as whole parts, for
    fractions compare slowly. All of a column or none: a half of an odd score stands
    beside a whole one."""
    if all(type(value) is int for value in column):
        return column
    exact = [value for value in column if isinstance(value, Fraction | int)]
    if len(exact) < len(column) or any(PARTS % value.denominator for value in exact):
        return column
    return [value.numerator * (PARTS // value.denominator) for value in exact]
