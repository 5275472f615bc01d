"""Every item of the catalogue: its example scores the item, and its near miss
does not.
"""

from __future__ import annotations

import pytest

from rules.classical import Classical
from rules.classical.patterns import PATTERNS
from rules.classical.presets import PRESETS
from rules.faults import RuleError
from rules.hand_notation import format_hand, parse_hand

RULESETS = {name: Classical.from_options({"preset": name}) for name in PRESETS}
PLAYED = [
    (preset, name) for preset, rules in RULESETS.items() for name in rules.patterns
]


def scored(rules: Classical, text: str) -> set[str]:
    """Return the ids of the items that a hand scores; an empty set if the hand is
    rejected.
    """
    try:
        score = rules.score(parse_hand(text))
    except RuleError:
        return set()
    return {pattern.pattern.id for pattern in score.patterns}


@pytest.mark.parametrize(("preset", "name"), PLAYED)
def test_the_example_scores_it_and_the_near_miss_does_not(preset, name):
    rules = RULESETS[preset]
    pattern = rules.patterns[name]
    assert name in scored(rules, pattern.example)
    assert name not in scored(rules, pattern.near_miss)


def test_every_pattern_is_played_by_some_preset():
    assert {name for _preset, name in PLAYED} == set(PATTERNS)


@pytest.mark.parametrize("pattern", PATTERNS.values(), ids=PATTERNS)
def test_every_pattern_is_complete(pattern):
    assert pattern.rule.endswith(".")
    assert pattern.name
    assert pattern.name_zh
    assert pattern.source
    assert pattern.unit in ("points", "doubles", "limit")
    for text in (pattern.example, pattern.near_miss):
        assert parse_hand(format_hand(parse_hand(text))) == parse_hand(text)


def test_a_pattern_has_the_value_it_has_under_the_options():
    assert RULESETS["dmjl"].patterns["mahjong"].value == 20
    assert RULESETS["millington"].patterns["mahjong"].value == 10
    assert RULESETS["bmja"].patterns["all_flowers"].value == 2
    assert "true_colour" not in RULESETS["bmja"].patterns
