"""The score of a player by the ranking method of Austria: the sum of the points of all
tournaments at home and of the best 3 abroad. Old results count in full.

Source: ema_scraper, calculators/ranking_austria_riichi.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from scoring.rankings.base_ranks_and_weights import half_up
from scoring.rankings.player_results import PlayerResult

#: Number of results abroad that count.
MOST_ABROAD = 3
WINNER = 1000


@dataclass(frozen=True)
class PointResult:
    """A result with its points. `counts`: whether the points are part of the sum."""

    result: PlayerResult
    points: int
    counts: bool


@dataclass(frozen=True)
class AustrianReckoning:
    """The calculation of a player's score. Both lists begin with the best result."""

    home: tuple[PointResult, ...]
    abroad: tuple[PointResult, ...]

    @property
    def home_points(self) -> int:
        return sum(one.points for one in self.home if one.counts)

    @property
    def abroad_points(self) -> int:
        return sum(one.points for one in self.abroad if one.counts)

    @property
    def score(self) -> Fraction | None:
        if not self.available:
            return None
        return Fraction(self.home_points + self.abroad_points)

    @property
    def counted(self) -> int:
        return sum(one.counts for one in (*self.home, *self.abroad))

    @property
    def available(self) -> int:
        return len(self.home) + len(self.abroad)


def reckon(results: Iterable[PlayerResult], day: date) -> AustrianReckoning:
    """Return the calculation of a player's score from the results until `day`. Results
    without points do not count."""
    best_first = sorted(
        (
            (austrian_points(one.place, one.players), one)
            for one in results
            if one.ends_on <= day
        ),
        key=lambda one: (one[0], one[1].ends_on),
        reverse=True,
    )
    home = [one for one in best_first if not one[1].is_abroad]
    abroad = [one for one in best_first if one[1].is_abroad]
    return AustrianReckoning(
        tuple(PointResult(one, points, points > 0) for points, one in home),
        tuple(
            PointResult(one, points, points > 0 and at < MOST_ABROAD)
            for at, (points, one) in enumerate(abroad)
        ),
    )


def austrian_points(place: int, players: int) -> int:
    """Return the points of a place: 1000 for the winner down to 0 in the middle of the
    field."""
    half = Fraction(players, 2)
    points = WINNER / half * (half - place + 1)
    return int(half_up(max(points, Fraction(0))))
