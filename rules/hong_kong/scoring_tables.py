"""Make scoring tables from the rule options: values of patterns, and patterns that do
not count together."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from types import MappingProxyType

from rules.hand_of_tiles import Hand
from rules.hand_score_and_patterns import Pattern
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
from rules.hong_kong.scoring_options import ScoringOptions
from rules.own_hands import FAAN, OwnHand, find
from rules.winning_arrangements import Shape

_TRIPLETS = "all_triplets"
_WINDS = ("seat_wind", "prevailing_wind")
_OWN = ("own_flower", "own_season")

#: Pattern -> patterns that are part of it.
PARTS: Mapping[str, tuple[str, ...]] = {
    "great_winds": (*_WINDS, _TRIPLETS),
    "small_winds": _WINDS,
    "all_honours": (_TRIPLETS, "mixed_terminals"),
    "all_terminals": (_TRIPLETS, "mixed_terminals"),
    "four_concealed": (_TRIPLETS,),
    "all_kongs": (_TRIPLETS,),
    "nine_gates": ("all_one_suit",),
    "double_kong": ("kong_replacement",),
    "jade_dragon": ("mixed_one_suit", "dragon_triplet"),
    "ruby_dragon": ("mixed_one_suit", "dragon_triplet"),
    "pearl_dragon": ("mixed_one_suit", "dragon_triplet"),
    "seven_flowers": (*_OWN, "all_flowers", "all_seasons"),
    "eight_flowers": (*_OWN, "all_flowers", "all_seasons"),
}
_DRAGONS = ("small_dragons", "great_dragons")
_FOUR_CONCEALED_STRIKES: Mapping[str, tuple[str, ...]] = {
    "both": (),
    "self_draw": ("concealed_hand",),
    "none": ("concealed_hand", "self_draw"),
}


def struck_by(options: ScoringOptions) -> Mapping[str, frozenset[str]]:
    """Return, for each pattern, the patterns that do not count with it."""
    strikes = {name: set(parts) for name, parts in PARTS.items()}
    for name, more in _by_option(options):
        strikes.setdefault(name, set()).update(more)
    return {name: frozenset(struck) for name, struck in strikes.items()}


def _by_option(options: ScoringOptions) -> Iterator[tuple[str, tuple[str, ...]]]:
    if not options.dragon_triplets_added:
        for name in _DRAGONS:
            yield name, ("dragon_triplet",)
    if options.set_replaces_own:
        yield "all_flowers", ("own_flower",)
        yield "all_seasons", ("own_season",)
    yield "four_concealed", _FOUR_CONCEALED_STRIKES[options.four_concealed_extras]
    if options.big_hands_alone == "no_extras":
        extras = tuple(name for name in PATTERNS if name not in BIG_HANDS)
        for name in BIG_HANDS:
            yield name, extras


@dataclass(frozen=True)
class Convention:
    """Scoring tables made from the options.

    `values`: faan of each pattern in use. `strikes`: for each pattern, the patterns
    that do not count with it. `alone`: patterns that exclude all others; if a hand has
    several, the first counts. `patterns`: the patterns in use, with their values.
    """

    options: HongKongOptions
    values: Mapping[str, int] = field(compare=False)
    strikes: Mapping[str, frozenset[str]] = field(compare=False)
    alone: tuple[str, ...] = field(compare=False)
    patterns: Mapping[str, Pattern] = field(compare=False)
    shapes: tuple[Shape, ...] = field(compare=False)
    own: OwnHand | None = None

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
        """Return the scoring tables for a hand with jokers."""
        options = self.options
        barred = set(options.patterns_without_jokers)
        if not options.limit_hands_with_jokers:
            worth = options.limit_worth
            barred |= {name for name, value in self.values.items() if value >= worth}
        left = {n: OFF if n in barred else v for n, v in options.patterns.items()}
        kong = 0 if KONG in barred else options.faan_per_kong
        played = dataclasses.replace(options, patterns=left, faan_per_kong=kong)
        made = Convention.of(played)
        return declaring(made, self.own) if self.own else made

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


@lru_cache(maxsize=64)
def declaring(convention: Convention, own: OwnHand) -> Convention:
    """Return the scoring tables for hands that declare `own`, one of the tournament's
    own hands.
    """
    name, worth = own.pattern_id, convention.options.faan_of(own)
    pattern = dataclasses.replace(own.pattern, value=worth, unit=FAAN)
    return dataclasses.replace(
        convention,
        values=MappingProxyType({**convention.values, name: worth}),
        alone=(name, *convention.alone) if own.alone else convention.alone,
        patterns=MappingProxyType({**convention.patterns, name: pattern}),
        own=own,
    )


def _values(options: HongKongOptions) -> Iterator[tuple[str, int]]:
    chosen = {**options.patterns, KONG: options.faan_per_kong}
    for name in PATTERNS:
        value = chosen[name]
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
