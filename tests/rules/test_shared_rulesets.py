"""A ruleset is created once for each set of options, and cannot be changed."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from enum import Enum
from fractions import Fraction
from itertools import product
from types import FunctionType, MappingProxyType, NoneType

import pytest

import rules
from rules import ruleset_registry
from rules.faults import RuleError
from rules.hand_notation import parse_hand
from rules.hand_of_tiles import Hand

PRESETS = [
    (name, preset)
    for name in rules.RULESETS
    for preset in rules.ruleset(name).options.PRESETS
]
PLAIN = (str, int, float, bool, bytes, NoneType, Enum, Fraction, FunctionType, type)


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_it_is_made_once_however_its_options_are_written(name, preset):
    shared = rules.shared_ruleset(name, {"preset": preset})
    complete = dict(reversed(shared.options.as_data().items()))
    assert rules.shared_ruleset(name, complete) is shared
    assert shared == rules.ruleset(name, {"preset": preset})


@pytest.mark.parametrize("name", rules.RULESETS)
def test_other_options_are_another_ruleset(name):
    one = rules.shared_ruleset(name, {"hands_limit": 7})
    assert one.options.hands_limit == 7
    assert rules.shared_ruleset(name, {"hands_limit": 8}).options.hands_limit == 8
    assert one.options.hands_limit == 7


def test_what_cannot_be_played_is_refused_each_time():
    for _time in range(2):
        with pytest.raises(RuleError, match="poker"):
            rules.shared_ruleset("poker", {})
        with pytest.raises(RuleError):
            rules.shared_ruleset("mcr", {"hands_limit": -1})


def test_only_so_many_are_kept():
    for (name, preset), limit in product(PRESETS, range(1, 17)):
        rules.shared_ruleset(name, {"preset": preset, "hands_limit": limit})
    for cache in (ruleset_registry._as_written, ruleset_registry._complete):
        assert cache.cache_info().currsize == cache.cache_info().maxsize == 128


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_nothing_of_it_can_be_changed(name, preset):
    shared = rules.shared_ruleset(name, {"preset": preset})
    shared.score(HAND)
    found = [shared, shared.patterns, shared.catalogue, shared.claim_rules]
    assert not [where for each in found for where in changeable(each, name)]


@pytest.mark.parametrize("name", rules.RULESETS)
def test_threads_that_share_it_count_as_one_does_alone(name):
    alone = rules.ruleset(name).score(HAND)
    shared = rules.shared_ruleset(name, {"hands_limit": 5})
    with ThreadPoolExecutor(8) as threads:
        scores = list(threads.map(shared.score, [HAND] * 40))
    assert {score.total for score in scores} == {alone.total}
    assert all(score.patterns == alone.patterns for score in scores)


HAND: Hand = parse_hand("111m333p555s777p9s*9s E/E")


def changeable(thing: object, where: str) -> Iterator[str]:
    """Yield the path of each part of `thing` that can be changed."""
    match thing:
        case MappingProxyType():
            for key, value in thing.items():
                yield from changeable(value, f"{where}[{key}]")
        case tuple() | frozenset():
            for number, value in enumerate(thing):
                yield from changeable(value, f"{where}[{number}]")
        case _ if dataclasses.is_dataclass(thing):
            if not thing.__dataclass_params__.frozen:
                yield where
            for key, value in attributes(thing).items():
                yield from changeable(value, f"{where}.{key}")
        case _ if not isinstance(thing, PLAIN):
            yield f"{where}: {type(thing).__name__}"


def attributes(thing: object) -> Mapping[str, object]:
    names = [field.name for field in dataclasses.fields(thing)]
    return {name: getattr(thing, name) for name in names} | getattr(
        thing, "__dict__", {}
    )
