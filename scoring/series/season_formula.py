"""The standings of a season by its formula, as exact fractions.

A season has units (tournaments, match days or games). Each player has at most one value
for each unit. The formula defines the values that count, their total, and the ranked
players.

The parameters cover the rules of clubs and federations. French Golden League: mean of
the best 3, unplayed 0. Bamboe Acht: best 5 of 7 evenings. Niji: trimmed mean.
Singapore: limited deduction for absence. Hannover: mean per hand. Groene Hart: place
points and 1 for presence, ties by wins and fewest deal-ins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from math import ceil
from typing import Generic, TypeVar

from rules.table_points import places

Name = TypeVar("Name", bound=Hashable)

#: Hands for which the mean per hand is shown.
PER_HANDS = 1000


class Total(StrEnum):
    SUM = "sum"
    MEAN = "mean"
    PER_HAND = "per_hand"


class Missing(StrEnum):
    SKIPPED = "skipped"
    ZERO = "zero"
    DEDUCTED = "deducted"


class Tie(StrEnum):
    UNITS_WON = "units_won"
    WINS = "wins"
    FEWEST_DEAL_INS = "fewest_deal_ins"
    BEST = "best"
    SCORE = "score"
    ATTENDED = "attended"


@dataclass(frozen=True)
class Value:
    """A player's value in one unit.

    `place`: the player's place in the unit, None if unknown; `is_provisional`: the unit
    is still in progress.
    """

    value: Fraction
    place: int | None = None
    hands: int = 0
    wins: int = 0
    deal_ins: int = 0
    score: Fraction = Fraction(0)
    is_provisional: bool = False


@dataclass(frozen=True)
class Formula:
    """The parameters of a season.

    `best`: number of best values that count, 0 for all. `drop_worst`, `drop_best`:
    numbers of values that never count. `presence`: points for each unit attended. With
    `Missing.DEDUCTED`, each missed unit adds `absent` (a negative number), but all
    together not less than `absent_limit`. `least`: number of units needed for a place;
    `least_percent`: the same in percent of the units held; `least_hands`: number of
    hands needed.
    """

    total: Total = Total.SUM
    best: int = 0
    drop_worst: int = 0
    drop_best: int = 0
    missing: Missing = Missing.SKIPPED
    absent: Fraction = Fraction(0)
    absent_limit: Fraction | None = None
    presence: Fraction = Fraction(0)
    least: int = 0
    least_percent: int = 0
    least_hands: int = 0
    ties: tuple[Tie, ...] = ()

    def least_units(self, held: int) -> int:
        """Return the number of units that a player needs for a place."""
        return max(self.least, ceil(Fraction(held * self.least_percent, 100)))


@dataclass(frozen=True)
class Line(Generic[Name]):
    """A player in the standings.

    `values`: value by unit number; `counted`, `dropped`: numbers of units that count
    and that do not; `place`: None if not ranked.
    """

    name: Name
    values: Mapping[int, Value]
    counted: tuple[int, ...]
    dropped: tuple[int, ...]
    points: Fraction
    penalty: Fraction = Fraction(0)
    place: int | None = None
    shared: bool = False

    @property
    def attended(self) -> int:
        return len(self.values)

    @property
    def hands(self) -> int:
        return sum(value.hands for value in self.values.values())

    @property
    def is_provisional(self) -> bool:
        return any(value.is_provisional for value in self.values.values())


@dataclass(frozen=True)
class Season(Generic[Name]):
    """The standings of a season: ranked players in order of place, then the other
    players by points. `least_units`: number of units needed for a place.
    """

    ranked: tuple[Line[Name], ...]
    unranked: tuple[Line[Name], ...]
    least_units: int = 0

    @property
    def lines(self) -> tuple[Line[Name], ...]:
        return (*self.ranked, *self.unranked)

    @property
    def champions(self) -> tuple[Line[Name], ...]:
        """Return all players who share the first place."""
        return tuple(line for line in self.ranked if line.place == 1)


def standings(
    formula: Formula,
    values: Mapping[Name, Mapping[int, Value]],
    *,
    held: Iterable[int],
    penalties: Mapping[Name, Fraction] | None = None,
) -> Season[Name]:
    """Return the standings of a season.

    `values`: values by player and unit number; `held`: numbers of the units that have
    been played, in order; `penalties`: points to deduct from each player's total.
    Players who are tied in all criteria of the formula share a place.
    """
    units = sorted(held)
    deducted = penalties or {}
    lines = [
        line_of(formula, name, own, units, deducted.get(name, Fraction(0)))
        for name, own in values.items()
        if own
    ]
    least = formula.least_units(len(units))
    ranked = [line for line in lines if _is_ranked(line, formula, least)]
    names = {line.name for line in ranked}
    placed = places((line, _mark(line, formula)) for line in ranked)
    holders = Counter(place for place, _line in placed)
    return Season(
        tuple(
            replace(line, place=place, shared=holders[place] > 1)
            for place, line in placed
        ),
        tuple(
            sorted(
                (line for line in lines if line.name not in names),
                key=lambda line: -line.points,
            )
        ),
        least,
    )


def line_of(
    formula: Formula,
    name: Name,
    values: Mapping[int, Value],
    units: Sequence[int],
    penalty: Fraction = Fraction(0),
) -> Line[Name]:
    """Return the line of a player.

    `units`: numbers of the units held. Of equal values, the later one is dropped first.
    """
    best_first = sorted(values, key=lambda unit: (-values[unit].value, unit))
    counted = best_first[formula.drop_best :]
    if formula.drop_worst:
        counted = counted[: -formula.drop_worst]
    if formula.best:
        counted = counted[: formula.best]
    dropped = sorted(set(best_first) - set(counted))
    points = _total(formula, [values[unit] for unit in counted], units)
    points += formula.presence * len(values)
    points += _absence(formula, len(units) - len(values))
    return Line(
        name, values, tuple(sorted(counted)), tuple(dropped), points - penalty, penalty
    )


def place_points(place: int, tied: int, points: Sequence[Fraction]) -> Fraction:
    """Return the points of a place shared by `tied` players: the mean of the points of
    the places they occupy. `points`: points by place; further places get 0.
    """
    pool = points[place - 1 : place - 1 + tied]
    return sum(pool, Fraction(0)) / tied


def _total(
    formula: Formula, counted: Sequence[Value], units: Sequence[int]
) -> Fraction:
    points = sum((one.value for one in counted), Fraction(0))
    if formula.total == Total.SUM:
        return points
    if formula.total == Total.PER_HAND:
        hands = sum(one.hands for one in counted)
        return points * PER_HANDS / hands if hands else Fraction(0)
    number = len(counted)
    if formula.missing == Missing.ZERO:
        # The best 3 of a player with fewer results are still divided by 3.
        most = len(units) - formula.drop_best - formula.drop_worst
        number = formula.best or max(most, number)
    return points / number if number else Fraction(0)


def _absence(formula: Formula, missed: int) -> Fraction:
    if formula.missing != Missing.DEDUCTED:
        return Fraction(0)
    points = formula.absent * missed
    limit = formula.absent_limit
    return points if limit is None else max(points, limit)


def _is_ranked(line: Line[Name], formula: Formula, least: int) -> bool:
    return (
        line.attended >= least
        and line.hands >= formula.least_hands
        and bool(line.counted)
    )


def _mark(line: Line[Name], formula: Formula) -> tuple[Fraction | int, ...]:
    return line.points, *(tie_value(line, tie) for tie in formula.ties)


def tie_value(line: Line[Name], tie: Tie) -> Fraction | int:
    """Return a line's figure for a tie-break. The higher figure ranks first."""
    values = line.values.values()
    figures: dict[Tie, Fraction | int] = {
        Tie.UNITS_WON: sum(value.place == 1 for value in values),
        Tie.WINS: sum(value.wins for value in values),
        Tie.FEWEST_DEAL_INS: -sum(value.deal_ins for value in values),
        Tie.BEST: max((value.value for value in values), default=Fraction(0)),
        Tie.SCORE: sum((value.score for value in values), Fraction(0)),
        Tie.ATTENDED: line.attended,
    }
    return figures[tie]
