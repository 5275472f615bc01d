"""Patterns of Hong Kong Old Style.

The options decide which patterns are used, and may change the values.
"""

from __future__ import annotations

from rules.hand_score_and_patterns import catalogue
from rules.hong_kong.patterns.set_and_bonus_faan import BONUS, SETS
from rules.hong_kong.patterns.way_of_winning_faan import WINNING
from rules.hong_kong.patterns.whole_hand_faan import HANDS

PATTERNS = catalogue(*HANDS, *SETS, *WINNING, *BONUS)

#: Pattern whose value is an option: faan for each kong.
KONG = "kong"
LIMIT = "limit"
OFF = "off"

_THE_LIMIT = ("thirteen_orphans", "heavenly", "earthly")
_NOT_BY_DEFAULT = (
    "seven_pairs",
    "voided_suit",
    "jade_dragon",
    "ruby_dragon",
    "pearl_dragon",
    "flower_replacement",
    "humanly",
)


def _default(name: str) -> int | str:
    if name in _THE_LIMIT:
        return LIMIT
    return OFF if name in _NOT_BY_DEFAULT else PATTERNS[name].value


#: Default value of each pattern: faan, "limit" or "off".
DEFAULT_VALUES = {name: _default(name) for name in PATTERNS if name != KONG}

BONUS_PATTERNS = frozenset(pattern.id for pattern in BONUS)
#: 例牌: hands that score without any other pattern.
BIG_HANDS = (
    "all_honours",
    "all_terminals",
    "four_concealed",
    "all_kongs",
    "great_dragons",
    "great_winds",
    "small_winds",
    "nine_gates",
)
#: Hands worth exactly the limit: nothing is added to them.
ALONE = ("heavenly", "earthly", "humanly", "thirteen_orphans")
