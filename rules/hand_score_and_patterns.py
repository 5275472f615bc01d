"""Patterns, and the score every ruleset returns for a hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from rules.tiles import CODES, Tile, codes
from rules.translation_marks import FilledText
from rules.winning_arrangements import Arrangement

#: Cached scores for each ruleset: more than the hands of a large hall's round, which
#: every replay needs again.
KEPT_SCORES = 2048


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern that a hand can score: a fan, a yaku, a double, a limit hand or an item
    with points.

    `value` is its default value, in the ruleset's unit. `rule` explains in one or two
    sentences when it counts; `source` names the rule book's paragraph. `example` is a
    hand in notation that scores it, `near_miss` a similar hand that does not.
    """

    id: str
    name: str
    name_zh: str
    value: int
    rule: str
    example: str
    near_miss: str
    source: str | FilledText = ""
    unit: str = ""
    #: The pattern's number in the rule book, if players use these numbers.
    number: str = field(default="", kw_only=True)


@dataclass(frozen=True)
class PatternsOf:
    """A factory of patterns with the same unit and, by default, the same source."""

    source: str
    unit: str

    def __call__(
        self,
        name: tuple[str, str, str],
        value: int,
        rule: str,
        example: str,
        near_miss: str,
        source: str = "",
    ) -> Pattern:
        texts = (rule, example, near_miss, source or self.source)
        return Pattern(*name, value, *texts, self.unit)


@dataclass(frozen=True, slots=True)
class Scored:
    """A pattern that a hand scores: `value` each time, `count` times."""

    pattern: Pattern
    value: int
    count: int = 1

    @property
    def total(self) -> int:
        return self.value * self.count

    def as_data(self) -> dict[str, object]:
        return {
            "id": self.pattern.id,
            "name": self.pattern.name,
            "name_zh": self.pattern.name_zh,
            "value": self.value,
            "count": self.count,
        }


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A pattern that the hand seems to have but does not score.

    `principle`: code of the rule that excludes the pattern. `reason`: the explanation,
    with %(names)s filled from `params`.
    """

    pattern: Pattern
    principle: str
    reason: str
    params: Mapping[str, object] = field(default_factory=dict)

    @property
    def sentence(self) -> str:
        return self.reason % self.params if self.params else self.reason

    def as_data(self) -> dict[str, object]:
        return {
            "id": self.pattern.id,
            "name": self.pattern.name,
            "name_zh": self.pattern.name_zh,
            "principle": self.principle,
            "reason": self.sentence,
        }


@dataclass(frozen=True)
class HandScore:
    """The score of a hand. Rulesets add their own figures.

    `total` decides the payments: fan with flowers, faan, points after doubling, or
    riichi points. `arrangement`: the sets and pair used for scoring; None if not
    needed. `meets_minimum`: the hand is worth enough to win.
    """

    total: int
    patterns: tuple[Scored, ...]
    arrangement: Arrangement | None
    meets_minimum: bool
    #: Tiles that the jokers in hand stand for, a winning joker last; and patterns not
    #: scored because of them.
    stand_for: tuple[Tile, ...] = field(default=(), kw_only=True)
    barred: tuple[LeftOut, ...] = field(default=(), kw_only=True)

    @property
    def left_out(self) -> tuple[LeftOut, ...]:
        """Return the patterns that the hand seems to have but does not score, with
        reasons."""
        return ()

    def figures(self) -> Mapping[str, object]:
        """Return the ruleset's own figures, by their names in JSON."""
        return {}

    def as_data(self) -> dict[str, object]:
        """Return the score as JSON values."""
        return {
            "valid": True,
            "total": self.total,
            "patterns": [scored.as_data() for scored in self.patterns],
            "meets_minimum": self.meets_minimum,
            **self.figures(),
            **({"jokers": codes(self.stand_for)} if self.stand_for else {}),
            "arrangement": arrangement_as_data(self.arrangement),
            "left_out": [pattern.as_data() for pattern in self.left_out],
        }


def arrangement_as_data(arrangement: Arrangement | None) -> dict[str, object] | None:
    """Return an arrangement as JSON values: its shape, sets, pair and loose tiles; None
    for None."""
    if arrangement is None:
        return None
    return {
        "shape": arrangement.shape,
        "sets": [[CODES[tile] for tile in group.tiles] for group in arrangement.sets],
        "pair": None if arrangement.pair is None else CODES[arrangement.pair],
        "loose": [CODES[tile] for tile in arrangement.loose],
    }


def catalogue(*patterns: Pattern) -> Mapping[str, Pattern]:
    """Return the patterns by id, in the same order. Raises ValueError for a duplicate
    id."""
    by_id = {pattern.id: pattern for pattern in patterns}
    if len(by_id) != len(patterns):
        raise ValueError("two patterns have the same id")
    return MappingProxyType(by_id)
