"""Thousands of hands with answers from independent programs, if available."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import rules
from rules.faults import RuleError
from rules.hand_as_json import read_hand

CASES = Path(__file__).resolve().parents[4] / "shared" / "cases" / "mcr_hands.jsonl"

pytestmark = pytest.mark.skipif(
    not CASES.is_file(), reason="the cases are not beside the project"
)

MCR = rules.ruleset("mcr")


def answer(row: dict) -> tuple[int, dict[str, int]] | None:
    """Return the points, and the points of each fan by name; None if the hand is not a
    winning hand.
    """
    try:
        score = MCR.score(read_hand(row)).as_data()
    except RuleError:
        return None
    return score["points"], {
        pattern["name"]: pattern["count"] for pattern in score["patterns"]
    }


def test_every_case_is_answered_as_expected():
    rows = [json.loads(line) for line in CASES.read_text().splitlines()]
    assert rows
    wrong = []
    for row in rows:
        expected, given = row["expected"], answer(row)
        if expected is None or given is None:
            right = expected is given
        else:
            lists = [expected["fans"], *expected.get("alt_fans", [])]
            right = given[0] == expected["points"] and given[1] in lists
        if not right:
            wrong.append((row["id"], given, expected))
    assert not wrong
