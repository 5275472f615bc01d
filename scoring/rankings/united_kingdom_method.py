"""The score of a player by the ranking method of the United Kingdom (2026), as exact
fractions.

Each day of a tournament is a result with the base rank of the tournament. Old results
count in full. Source: RiichiUKRankingSystem, mers-vs-rukrs.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from math import ceil

from scoring.rankings.player_results import PlayerResult

#: Fewer results than these are filled with results of 0.
LEAST_DAYS = 10
#: Share of the results in part A, and number of the best results in part B.
SHARE_IN_PART_A, IN_PART_B = Fraction(8, 10), 8


@dataclass(frozen=True)
class DayPart:
    """Part A or B of a score: the mean of the best results.

    `days`: number of counted days of each tournament, in the given order; `filled`:
    number of results of 0 added because the player has too few days; `points`: sum of
    the base ranks of the counted days.
    """

    days: tuple[int, ...]
    filled: int
    points: int

    @property
    def results(self) -> int:
        """Return the number of results in the part, with the added ones."""
        return sum(self.days) + self.filled

    @property
    def value(self) -> Fraction:
        return Fraction(self.points, self.results)


@dataclass(frozen=True)
class UkRanking:
    """The two parts of a score, and the number of days played."""

    results: int
    part_a: DayPart
    part_b: DayPart

    @property
    def score(self) -> Fraction:
        return (self.part_a.value + self.part_b.value) / 2


@dataclass(frozen=True)
class UkReckoning:
    """The calculation of a player's score. `results`: best first, in the order of the
    days in both parts."""

    results: tuple[PlayerResult, ...]
    ranking: UkRanking

    @property
    def score(self) -> Fraction | None:
        return self.ranking.score if self.results else None

    @property
    def counted(self) -> int:
        return sum(self.ranking.part_a.days)

    @property
    def available(self) -> int:
        return self.ranking.results


def reckon(results: Iterable[PlayerResult], day: date) -> UkReckoning:
    """Return the calculation of a player's score from the results until `day`. Of equal
    base ranks, the later result is listed first."""
    until = [one for one in results if one.ends_on <= day]
    best_first = sorted(
        until, key=lambda one: (one.base_rank, one.ends_on), reverse=True
    )
    ranking = uk_ranking((one.days, one.base_rank) for one in best_first)
    return UkReckoning(tuple(best_first), ranking)


def uk_ranking(
    days_and_base_ranks: Iterable[tuple[int, int]], share: Fraction = SHARE_IN_PART_A
) -> UkRanking:
    """Return both parts of a score. `days_and_base_ranks`: number of days and base rank
    of each tournament.

    Part A: mean of the best 80 % of results (number rounded up); part B: mean of the
    best 8. With fewer than 10 results, each missing result counts as 0. The example in
    the source uses a share of 90 %.
    """
    given = tuple(days_and_base_ranks)
    days = sum(number for number, _rank in given)
    in_part_a = ceil(max(days, LEAST_DAYS) * share)
    return UkRanking(days, _part(given, in_part_a), _part(given, IN_PART_B))


def _part(days_and_base_ranks: Sequence[tuple[int, int]], number: int) -> DayPart:
    """Return the mean of the best `number` results."""
    counted = dict(_best_days(days_and_base_ranks, number))
    days = tuple(counted.get(at, 0) for at in range(len(days_and_base_ranks)))
    points = sum(
        own * rank for own, (_days, rank) in zip(days, days_and_base_ranks, strict=True)
    )
    return DayPart(days, number - sum(days), points)


def _best_days(
    days_and_base_ranks: Sequence[tuple[int, int]], number: int
) -> Iterator[tuple[int, int]]:
    """Yield index and number of counted days of each tournament, the best first."""
    best_first = sorted(
        enumerate(days_and_base_ranks), key=lambda one: one[1][1], reverse=True
    )
    for at, (days, _rank) in best_first:
        counted = min(days, number)
        number -= counted
        yield at, counted
