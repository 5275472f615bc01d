"""The score of a player by EMA's ranking method, as exact fractions.

Source: mahjong-europe.org/ranking/Basicsranking.html, "Basics for ranking system".
Three public programs agree on the arithmetic: ema_scraper (calculators/ranking.py),
mahjong-portal (rating/calculation/ema.py) and European-Mahjong (app/ranking.py).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from math import ceil
from operator import attrgetter

from scoring.rankings.base_ranks_and_weights import HALF
from scoring.rankings.player_results import PlayerResult

#: Results needed for a place in the list.
LEAST_RESULTS = 2
#: Results that always count in part A, and the share of all further ones.
ALWAYS_COUNTED, FURTHER = 5, Fraction(8, 10)
#: Number of best results in part B.
IN_PART_B = 4


@dataclass(frozen=True)
class Result:
    """A result in a tournament.

    `effective`: the day from which the result ages, usually the last day of the
    tournament.
    """

    key: str
    base_rank: int
    weight: Fraction
    effective: date


@dataclass(frozen=True)
class Aged:
    """A result with its age factor on the day of the ranking."""

    result: Result
    age: Fraction

    @property
    def base_rank(self) -> int:
        return self.result.base_rank

    @property
    def weight(self) -> Fraction:
        """Return the tournament's weight times the age factor."""
        return self.result.weight * self.age


@dataclass(frozen=True)
class Part:
    """Part A or B of a score.

    `filled`: number of results of 0 added because the player has too few results.
    """

    counted: tuple[Aged, ...]
    filled: int

    @property
    def points(self) -> Fraction:
        """Return the sum of base rank × weight."""
        return sum((one.base_rank * one.weight for one in self.counted), Fraction(0))

    @property
    def weights(self) -> Fraction:
        """Return the sum of the weights. Each added result of 0 weighs 1."""
        return sum((one.weight for one in self.counted), Fraction(self.filled))

    @property
    def value(self) -> Fraction:
        return self.points / self.weights


@dataclass(frozen=True)
class Reckoning:
    """The calculation of a player's score.

    `live`: results that still count, best first; `past`: results that do not count on
    that day.
    """

    live: tuple[Aged, ...]
    past: tuple[Aged, ...]
    part_a: Part
    part_b: Part

    @property
    def score(self) -> Fraction | None:
        """Return the mean of parts A and B; None with fewer than 2 results that still
        count.
        """
        if len(self.live) < LEAST_RESULTS:
            return None
        return (self.part_a.value + self.part_b.value) / 2

    @property
    def counted(self) -> int:
        return len(self.part_a.counted)

    @property
    def available(self) -> int:
        return len(self.live)


def age_factor(effective: date, day: date) -> Fraction:
    """Return the age factor on `day`: 1 for a year, ½ for the second year, then 0.

    Each anniversary belongs to the year that ends. A result after `day` gets 0.
    """
    if effective > day:
        return Fraction(0)
    if day <= _years_later(effective, 1):
        return Fraction(1)
    return HALF if day <= _years_later(effective, 2) else Fraction(0)


def reckon_results(results: Iterable[PlayerResult], day: date) -> Reckoning:
    """Return the calculation of a player's score on `day`. Results age from the last
    day of the tournament."""
    return reckon(
        (Result(one.key, one.base_rank, one.weight, one.ends_on) for one in results),
        day,
    )


def reckon(results: Iterable[Result], day: date) -> Reckoning:
    """Return the calculation of a player's score on `day`.

    The best results have the highest base rank, whatever their weight. The
    rules do not state the order of equal base ranks. This program counts the heavier
    result first, then the later one.
    """
    aged = [Aged(result, age_factor(result.effective, day)) for result in results]
    best_first = sorted(
        (one for one in aged if one.age),
        key=lambda one: (one.base_rank, one.weight, one.result.effective),
        reverse=True,
    )
    past = sorted(
        (one for one in aged if not one.age),
        key=attrgetter("result.effective"),
        reverse=True,
    )
    return Reckoning(
        tuple(best_first),
        tuple(past),
        _part(best_first, counted_in_part_a(len(best_first))),
        _part(best_first, IN_PART_B),
    )


def counted_in_part_a(results: int) -> int:
    """Return the number of results in part A: 5, and 80 % of all results above 5,
    rounded up.
    """
    further = max(results - ALWAYS_COUNTED, 0)
    return ceil(ALWAYS_COUNTED + FURTHER * further)


def _part(best_first: Sequence[Aged], number: int) -> Part:
    counted = tuple(best_first[:number])
    return Part(counted, number - len(counted))


def _years_later(day: date, years: int) -> date:
    """Return the same day `years` later; 28 February for 29 February."""
    try:
        return day.replace(year=day.year + years)
    except ValueError:
        return day.replace(year=day.year + years, day=28)
