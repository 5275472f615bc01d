"""Every pattern of the catalogue: its example scores the pattern, and its near miss
does not.
"""

from __future__ import annotations

import pytest

from rules.faults import RuleError
from rules.hand_notation import format_hand, parse_hand
from rules.hong_kong import HongKong
from rules.hong_kong.patterns import DEFAULT_VALUES, KONG, OFF, PATTERNS

DEFAULT = HongKong.from_options({})


def playing(name: str) -> HongKong:
    """Return the default rules, with the pattern `name` turned on if necessary."""
    if name == KONG:
        return HongKong.from_options({"faan_per_kong": PATTERNS[name].value})
    if DEFAULT_VALUES[name] == OFF:
        return HongKong.from_options({"patterns": {name: PATTERNS[name].value}})
    return DEFAULT


def scored(rules: HongKong, text: str) -> set[str]:
    """Return the ids of the patterns that a hand scores; an empty set if the hand is
    rejected.
    """
    try:
        score = rules.score(parse_hand(text))
    except RuleError:
        return set()
    return {pattern.pattern.id for pattern in score.patterns}


@pytest.mark.parametrize("pattern", PATTERNS.values(), ids=PATTERNS)
def test_the_example_scores_it_and_the_near_miss_does_not(pattern):
    rules = playing(pattern.id)
    assert pattern.id in scored(rules, pattern.example)
    assert pattern.id not in scored(rules, pattern.near_miss)


@pytest.mark.parametrize("pattern", PATTERNS.values(), ids=PATTERNS)
def test_every_pattern_is_complete(pattern):
    assert pattern.rule.endswith(".")
    assert pattern.name
    assert pattern.name_zh
    assert pattern.source
    assert pattern.unit == "faan"
    assert pattern.value > 0
    for text in (pattern.example, pattern.near_miss):
        assert parse_hand(format_hand(parse_hand(text))) == parse_hand(text)


@pytest.mark.parametrize(
    ("names", "value"),
    [
        ("all_chows self_draw concealed_hand robbing_kong last_tile", 1),
        ("kong_replacement dragon_triplet seat_wind prevailing_wind", 1),
        ("mixed_terminals no_flowers own_flower own_season", 1),
        ("all_flowers all_seasons", 2),
        ("all_triplets mixed_one_suit seven_flowers", 3),
        ("small_dragons", 5),
        ("small_winds", 6),
        ("all_one_suit", 7),
        ("great_dragons four_concealed double_kong eight_flowers", 8),
        ("all_honours all_terminals nine_gates", 10),
        ("great_winds all_kongs thirteen_orphans heavenly earthly", 13),
    ],
)
def test_the_values_of_the_default_table(names, value):
    for name in names.split():
        assert DEFAULT.patterns[name].value == value, name


def test_what_is_off_is_not_played():
    off = {"seven_pairs", "voided_suit", "flower_replacement", "humanly", "kong"}
    off |= {"jade_dragon", "ruby_dragon", "pearl_dragon"}
    assert set(PATTERNS) - set(DEFAULT.patterns) == off


def test_a_pattern_has_the_value_it_has_under_the_options():
    limit_10 = HongKong.from_options({"preset": "parlour_10"})
    assert limit_10.patterns["thirteen_orphans"].value == 10
    assert limit_10.patterns["great_winds"].value == 13
    raised = HongKong.from_options({"patterns": {"small_winds": "limit"}})
    assert raised.patterns["small_winds"].value == 13
