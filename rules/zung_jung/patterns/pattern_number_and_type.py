"""The type of a Zung Jung pattern with its official number, which contains its
series."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

from rules.hand_score_and_patterns import Pattern
from rules.translation_marks import FilledText, cited


@dataclass(frozen=True)
class Listed:
    """A pattern of Zung Jung with its official number.

    `number`, such as 3.3.1, begins with the number of the series (3.3). Only the best
    pattern of a series counts. `example` and `near_miss` are hands in notation.
    """

    number: str
    name: str
    name_zh: str
    points: int
    rule: str
    example: str
    near_miss: str

    @property
    def pattern(self) -> Pattern:
        return Pattern(
            id=self.name.lower().replace("-", " ").replace(" ", "_"),
            name=self.name,
            name_zh=self.name_zh,
            value=self.points,
            rule=self.rule,
            example=self.example,
            near_miss=self.near_miss,
            source=FilledText(
                cited("Zung Jung 3.3, %(number)s"),
                MappingProxyType({"number": self.number}),
            ),
            unit="points",
        )
