"""Make scoring tables from the rule options."""

from __future__ import annotations

import dataclasses
from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from types import MappingProxyType

from rules.classical.options import ScoringOptions
from rules.classical.patterns import PATTERNS
from rules.hand_of_tiles import Hand
from rules.hand_score_and_patterns import Pattern
from rules.own_hands import DOUBLES, POINTS, OwnHand, find

#: Items of a loser's hand that needs one tile for a certain hand.
CALLING = ("calling_limit_hand", "calling_half_limit_hand", "calling_purity")


@dataclass(frozen=True)
class Convention:
    """The scoring tables under the options: the items that are played and score, with
    their values.
    """

    options: ScoringOptions
    points: Mapping[str, int] = field(compare=False)
    doubles: Mapping[str, int] = field(compare=False)
    limits: Mapping[str, int] = field(compare=False)
    patterns: Mapping[str, Pattern] = field(compare=False)
    own: OwnHand | None = None

    @classmethod
    def of(cls, options: ScoringOptions) -> Convention:
        points = _played(options.points)
        doubles = _played(options.doubles)
        limits = _played(options.limit_hands)
        values = {**points, **doubles, **limits}
        patterns = {
            name: dataclasses.replace(pattern, value=values[name])
            for name, pattern in PATTERNS.items()
            if name in values
        }
        return cls(
            options,
            MappingProxyType(points),
            MappingProxyType(doubles),
            MappingProxyType(limits),
            MappingProxyType(patterns),
        )

    @cached_property
    def with_jokers(self) -> Convention:
        """Return the scoring tables for a hand with jokers."""
        options = self.options
        barred = set(options.patterns_without_jokers)
        if not options.limit_hands_with_jokers:
            barred |= self.limits.keys()
        played = dataclasses.replace(
            options,
            points=_without(options.points, barred),
            doubles=_without(options.doubles, barred),
            limit_hands=_without(options.limit_hands, barred),
        )
        made = Convention.of(played)
        return declaring(made, self.own) if self.own else made

    @cached_property
    def without_calling(self) -> Convention:
        """Return the scoring tables without the items for calling."""
        options = self.options
        return Convention.of(
            dataclasses.replace(
                options,
                doubles=_without(options.doubles, CALLING),
                limit_hands=_without(options.limit_hands, CALLING),
            )
        )

    @cached_property
    def order(self) -> Mapping[str, int]:
        """Return the position of each pattern in the catalogue; the tournament's
        special hands come last."""
        names = (*PATTERNS, *self.patterns.keys() - PATTERNS.keys())
        return MappingProxyType({name: place for place, name in enumerate(names)})

    def declared(self, hand: Hand) -> Convention:
        """Return the scoring tables for a hand, including the tournament's special hand
        that it declares."""
        own = find(self.options.own_hands, hand.own_hand) if hand.own_hand else None
        return declaring(self, own) if own else self

    def part_of_limit(self, hundredths: int) -> int:
        """Return a part of the limit, given in hundredths, in points rounded to a whole
        number."""
        return (self.options.limit * hundredths + 50) // 100

    def total(self, points: int, doubles: int) -> int:
        """Return the value in points: the doubled points, rounded according to the
        options, and at most the limit unless the rules lift the limit."""
        total = points << doubles
        if self.options.rounding != "none":
            step = int(self.options.rounding)
            total = -(-total // step) * step
        roof_off = self.options.roof_off or bool(self.own and self.own.over_limit)
        return total if roof_off else min(total, self.options.limit)


@lru_cache(maxsize=64)
def declaring(convention: Convention, own: OwnHand) -> Convention:
    """Return the scoring tables for winning hands that declare `own`, one of the
    tournament's special hands."""
    name = own.pattern_id
    added = {} if own.alone else {name: own.value}
    points = {**convention.points, **(added if own.unit == POINTS else {})}
    doubles = {**convention.doubles, **(added if own.unit == DOUBLES else {})}
    patterns = {**convention.patterns, name: own.pattern}
    return dataclasses.replace(
        convention,
        points=MappingProxyType(points),
        doubles=MappingProxyType(doubles),
        patterns=MappingProxyType(patterns),
        own=own,
    )


def _without(values: Mapping[str, int], barred: Container[str]) -> Mapping[str, int]:
    return {name: 0 if name in barred else value for name, value in values.items()}


def _played(values: Mapping[str, int]) -> dict[str, int]:
    return {name: value for name, value in values.items() if value}
