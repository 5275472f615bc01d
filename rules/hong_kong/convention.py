"""Scoring tables derived from the options: values, and what does not add up."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType

from rules.arrangements import Shape
from rules.hand_scores import Pattern
from rules.hong_kong.options import HongKongOptions
from rules.hong_kong.patterns import (
    ALONE,
    BIG_HANDS,
    BONUS_PATTERNS,
    KONG,
    LIMIT,
    OFF,
    PATTERNS,
)
from rules.hong_kong.suppression import struck_by


@dataclass(frozen=True)
class Convention:
    """`values`: the faan of each pattern that is played; `strikes`: the patterns that
    do not count beside each; `alone`: those beside which nothing counts, the first
    that a hand has counting; `patterns`: those played, with their values."""

    options: HongKongOptions
    values: Mapping[str, int] = field(compare=False)
    strikes: Mapping[str, frozenset[str]] = field(compare=False)
    alone: tuple[str, ...] = field(compare=False)
    patterns: Mapping[str, Pattern] = field(compare=False)
    shapes: tuple[Shape, ...] = field(compare=False)

    @classmethod
    def of(cls, options: HongKongOptions) -> Convention:
        values = dict(_values(options))
        limits = BIG_HANDS if options.big_hands_alone == "limit" else ()
        patterns = {
            name: dataclasses.replace(pattern, value=values[name])
            for name, pattern in PATTERNS.items()
            if name in values
        }
        return cls(
            options,
            MappingProxyType(values),
            MappingProxyType(struck_by(options)),
            tuple(name for name in (*ALONE, *limits) if name in values),
            MappingProxyType(patterns),
            tuple(_shapes(values)),
        )

    @cached_property
    def with_jokers(self) -> Convention:
        """What is played of a hand that has a joker."""
        options = self.options
        barred = set(options.patterns_without_jokers)
        if not options.limit_hands_with_jokers:
            worth = options.limit_worth
            barred |= {name for name, value in self.values.items() if value >= worth}
        left = {n: OFF if n in barred else v for n, v in options.patterns.items()}
        kong = 0 if KONG in barred else options.faan_per_kong
        played = dataclasses.replace(options, patterns=left, faan_per_kong=kong)
        return Convention.of(played)

    @cached_property
    def order(self) -> Mapping[str, int]:
        """The place of each pattern in the catalogue."""
        return MappingProxyType({name: place for place, name in enumerate(PATTERNS)})


def _values(options: HongKongOptions) -> Iterator[tuple[str, int]]:
    given = {**options.patterns, KONG: options.faan_per_kong}
    for name in PATTERNS:
        value = given[name]
        if options.big_hands_alone == "limit" and name in BIG_HANDS and value != "off":
            value = LIMIT
        if name in BONUS_PATTERNS and options.bonus_tiles == "none":
            continue
        if value == LIMIT:
            yield name, options.limit_worth
        elif isinstance(value, int) and value:
            yield name, value


def _shapes(values: Mapping[str, int]) -> Iterator[Shape]:
    yield Shape.STANDARD
    for shape in (Shape.THIRTEEN_ORPHANS, Shape.SEVEN_PAIRS):
        if shape in values:
            yield shape
