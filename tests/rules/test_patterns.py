"""Every pattern of every ruleset: its example scores the pattern, and its near miss
does not.
"""

from __future__ import annotations

import pytest

import rules
from rules.faults import RuleError
from rules.hand_notation import format_hand, parse_hand
from rules.pattern_reference import every_pattern
from rules.ruleset_registry import RULESETS

ALL = [
    pytest.param(name, preset, pattern, id=f"{name}-{pattern.id}")
    for name in RULESETS
    for preset, pattern in every_pattern(name)
]


def scored(name: str, preset: str, notation: str) -> set[str]:
    """Return the ids of the patterns that a hand scores; an empty set if the hand is
    rejected.
    """
    try:
        score = rules.ruleset(name, {"preset": preset}).score(parse_hand(notation))
    except RuleError:
        return set()
    return {pattern.pattern.id for pattern in score.patterns}


@pytest.mark.parametrize(("name", "preset", "pattern"), ALL)
def test_the_example_scores_it_and_the_near_miss_does_not(name, preset, pattern):
    assert pattern.id in scored(name, preset, pattern.example)
    assert pattern.id not in scored(name, preset, pattern.near_miss)


@pytest.mark.parametrize(("name", "preset", "pattern"), ALL)
def test_it_has_names_a_rule_and_hands_that_can_be_read(name, preset, pattern):
    assert pattern.name.strip()
    assert not pattern.name_zh.isascii()
    assert pattern.rule.endswith((".", ".)"))
    assert pattern.source
    assert pattern.example != pattern.near_miss
    for notation in (pattern.example, pattern.near_miss):
        hand = parse_hand(notation)
        assert parse_hand(format_hand(hand)) == hand


@pytest.mark.parametrize("name", RULESETS)
def test_no_two_patterns_have_the_same_id_name_or_rule(name):
    for preset in rules.ruleset(name).options.PRESETS:
        patterns = rules.ruleset(name, {"preset": preset}).patterns
        assert all(pattern.id == key for key, pattern in patterns.items())
        for what in ("name", "rule"):
            told = [getattr(pattern, what) for pattern in patterns.values()]
            assert sorted(told) == sorted(set(told))
