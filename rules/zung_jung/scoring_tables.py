"""Make scoring tables from the rule options: the points of each pattern."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import gcd
from types import MappingProxyType

from rules.hand_score_and_patterns import Pattern
from rules.zung_jung.options import ZungJungOptions
from rules.zung_jung.patterns import PATTERNS


@dataclass(frozen=True)
class Convention:
    """The patterns used by the options, with their points.

    `step` divides the points of every pattern.
    """

    options: ZungJungOptions
    patterns: Mapping[str, Pattern] = field(compare=False)
    values: Mapping[str, int] = field(compare=False)
    step: int = field(compare=False)

    @classmethod
    def of(cls, options: ZungJungOptions) -> Convention:
        values = {name: options.values[name] for name in PATTERNS}
        played = {name: points for name, points in values.items() if points}
        patterns = {
            name: replace(PATTERNS[name], value=points)
            for name, points in played.items()
        }
        return cls(
            options,
            MappingProxyType(patterns),
            MappingProxyType(played),
            gcd(*played.values()),
        )
