"""The 81 fans of MCR, and an entry for a concealed and a melded kong together.

Each constant, such as `ALL_FIVES`, is the index of its fan in `FANS`. `EXCLUDES`
contains a bit mask for each fan: the fans that it implies (1998 rules, article 10:
non-repeat).
"""

from __future__ import annotations

from rules.hand_score_and_patterns import Pattern, catalogue
from rules.mcr.patterns.fan_names_and_type import *  # noqa: F403
from rules.mcr.patterns.fans_below_6 import LOW_FANS
from rules.mcr.patterns.fans_of_6_to_16 import MIDDLE_FANS
from rules.mcr.patterns.fans_of_24_and_32 import HIGH_FANS
from rules.mcr.patterns.fans_of_48_and_more import HIGHEST_FANS

CATALOGUE = (*HIGHEST_FANS, *HIGH_FANS, *MIDDLE_FANS, *LOW_FANS)
FANS: tuple[Pattern, ...] = tuple(fan.pattern for fan in CATALOGUE)
PATTERNS = catalogue(*FANS)
EXCLUDES: tuple[int, ...] = tuple(
    sum(1 << excluded for excluded in fan.excludes) for fan in CATALOGUE
)
