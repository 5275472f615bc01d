"""The 44 patterns of Zung Jung by their number.

`NUMBERS` has the official number of each pattern id. Its first two parts are the
series. Only one pattern of a series counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rules.hand_score_and_patterns import catalogue
from rules.zung_jung.patterns.honor_patterns import HONORS
from rules.zung_jung.patterns.set_patterns import SETS
from rules.zung_jung.patterns.terminal_and_winning_patterns import (
    IRREGULAR,
    TERMINALS,
    WINNING,
)
from rules.zung_jung.patterns.whole_hand_patterns import WHOLE_HAND

LIST = (*WHOLE_HAND, *HONORS, *SETS, *TERMINALS, *WINNING, *IRREGULAR)
PATTERNS = catalogue(*(listed.pattern for listed in LIST))
NUMBERS: Mapping[str, str] = MappingProxyType(
    {listed.pattern.id: listed.number for listed in LIST}
)
#: Points of each pattern in the list of version 3.3.
POINTS: Mapping[str, int] = MappingProxyType(
    {name: pattern.value for name, pattern in PATTERNS.items()}
)
