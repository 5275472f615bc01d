"""Patterns of Classical Chinese: points, doubles, limit hands.

The value of a limit hand is hundredths of the limit: 100 is the limit, 50 is half the
limit. The options decide which patterns are played and for how much.
"""

from __future__ import annotations

from rules.classical.patterns.double_patterns import DOUBLES
from rules.classical.patterns.limit_hand_patterns import LIMIT_HANDS
from rules.classical.patterns.point_patterns import POINTS
from rules.hand_score_and_patterns import catalogue

PATTERNS = catalogue(*POINTS, *DOUBLES, *LIMIT_HANDS)

#: Played by some presets only.
_NOT_BY_DEFAULT = {
    "concealed_hand",
    "own_flower",
    "own_season",
    "purity",
    "calling_purity",
    "buried_treasure",
    "wriggling_snake",
    "gates_of_heaven",
    "triple_knitting",
    "knitting",
    "all_pair_honours",
    "calling_limit_hand",
    "calling_half_limit_hand",
}


def _defaults(unit: str) -> dict[str, int]:
    return {
        pattern.id: 0 if pattern.id in _NOT_BY_DEFAULT else pattern.value
        for pattern in PATTERNS.values()
        if pattern.unit == unit
    }


POINT_VALUES = _defaults("points")
DOUBLE_VALUES = _defaults("doubles")
LIMIT_VALUES = _defaults("limit")
