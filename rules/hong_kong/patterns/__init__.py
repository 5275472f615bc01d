"""Everything a hand can score in Hong Kong Old Style.

A pattern's value here is what it is worth where it is played at all; what an event
plays, and for how much, is in its options.
"""

from __future__ import annotations

from rules.hand_score_and_patterns import catalogue
from rules.hong_kong.patterns.set_and_bonus_faan import BONUS, SETS
from rules.hong_kong.patterns.way_of_winning_faan import WINNING
from rules.hong_kong.patterns.whole_hand_faan import HANDS

PATTERNS = catalogue(*HANDS, *SETS, *WINNING, *BONUS)

#: The pattern whose value is an option of its own: faan for every kong.
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


#: What each pattern counts by default: faan, "limit" or "off".
DEFAULT_VALUES = {name: _default(name) for name in PATTERNS if name != KONG}

BONUS_PATTERNS = frozenset(pattern.id for pattern in BONUS)
#: The hands 例牌 calls complete in themselves.
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
#: Hands that are simply worth the limit: nothing is added to them.
ALONE = ("heavenly", "earthly", "humanly", "thirteen_orphans")
