"""Awards for a season's games: share of games without fourth place, final points and
best single score, as exact fractions.

Source: titles of M-League's regular season, for players with 20 games or more.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

from scoring.rankings.base_ranks_and_weights import half_up

Name = TypeVar("Name", bound=Hashable)

#: Games needed for a title of the season.
LEAST_GAMES = 20
#: Decimals in which the rate is compared and shown.
RATE_DIGITS = 4


def fourth_avoidance(games: int, fourths: int) -> Fraction | None:
    """Return the share of games in which a player was not fourth, rounded to 4
    decimals; None without games."""
    return half_up(1 - Fraction(fourths, games), RATE_DIGITS) if games else None


def final_points(
    scores: Sequence[int], uma: Sequence[int], target: int
) -> list[Fraction]:
    """Return the final points of each score: (score − target) / 1,000 + uma. `scores`
    and `uma` are in order of place. The uma of the first place includes the oka, as
    M-League prints it.
    """
    return [
        Fraction(score - target, 1000) + bonus
        for score, bonus in zip(scores, uma, strict=True)
    ]


def all_with_most(figures: Mapping[Name, Fraction | int]) -> list[Name]:
    """Return all names with the highest figure; several if tied, none without names."""
    most = max(figures.values(), default=None)
    return [name for name, figure in figures.items() if figure == most]


def all_with_fewest(figures: Mapping[Name, Fraction | int]) -> list[Name]:
    """Return all names with the lowest figure; several if tied, none without names."""
    return all_with_most({name: -figure for name, figure in figures.items()})
