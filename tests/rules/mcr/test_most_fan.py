"""The most fan a hand can have under the chosen options."""

from __future__ import annotations

import pytest

import rules
from rules.faults import RuleError
from rules.mcr.entry_reading import most_fan


@pytest.mark.parametrize(
    ("options", "most"),
    [
        ({}, 332),
        ({"fully_concealed_on_concealed_hands": True}, 336),
        ({"last_tile_with_pair": True}, 336),
        ({"concealed_kong_in_four_kongs": True}, 334),
    ],
)
def test_the_most_is_what_the_rules_count(options, most):
    ruleset = rules.ruleset("mcr", options)
    assert most_fan(ruleset.options) == most
    raw = {"kind": "win", "winner": "E", "from": None}
    assert ruleset.read_entry({**raw, "points": most}).claims[0].points == most
    with pytest.raises(RuleError):
        ruleset.read_entry({**raw, "points": most + 1})
