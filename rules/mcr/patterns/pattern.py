"""What the catalogue says of a fan."""

from __future__ import annotations

from dataclasses import dataclass

from rules.hand_scores import Pattern


@dataclass(frozen=True)
class Fan:
    """A fan and the fans it implies, which are not counted beside it.

    `number` is the Green Book's. Example and near miss are hands in notation.
    """

    index: int
    name: str
    name_zh: str
    points: int
    rule: str
    example: str
    near_miss: str
    number: int | None = None
    source: str = ""
    excludes: tuple[int, ...] = ()

    @property
    def pattern(self) -> Pattern:
        words = self.name.lower().replace("-", " ").split()
        return Pattern(
            id="_".join(words),
            name=self.name,
            name_zh=self.name_zh,
            value=self.points,
            rule=self.rule,
            example=self.example,
            near_miss=self.near_miss,
            source=self.source or f"1998 rules; Green Book, fan {self.number}",
            unit="fan",
        )
