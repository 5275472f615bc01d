"""Calculate the places and match points of a game. Match points are the score, its
square root, or points for places, by an option.

World Series of Mahjong: a score of 900 gave 30 match points. The match points of a
negative score are minus the root of its amount.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import isqrt

from rules.ruleset_and_table_state import Placing
from rules.table_points import place_seats
from rules.winds import Scores, Wind
from rules.zung_jung.options import PLACES, SQUARE_ROOT, ZungJungOptions

#: Parts of a match point: roots are rounded to thousandths.
_PARTS = 1000


def placings(scores: Scores, options: ZungJungOptions) -> Mapping[Wind, Placing]:
    """Return the place, score and match points of each seat."""
    placed = place_seats(scores, options.place_points)
    if options.match_points == PLACES:
        return placed
    of_score = square_root if options.match_points == SQUARE_ROOT else Fraction
    return {
        seat: Placing(placing.place, placing.score, of_score(placing.score))
        for seat, placing in placed.items()
    }


def square_root(score: int) -> Fraction:
    """Return the square root of a score to the nearest thousandth; for a negative
    score, minus the root of its amount."""
    parts = (isqrt(4 * abs(score) * _PARTS**2) + 1) // 2
    return Fraction(parts if score >= 0 else -parts, _PARTS)
