"""Hands and settlements with answers from other programs, if these files are
available."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rules.cli.settle_command import settle_row
from rules.faults import RuleError
from rules.hand_as_json import read_hand
from rules.hong_kong import HongKong

CASES = Path(__file__).resolve().parents[4] / "shared" / "cases"
DEFAULT = HongKong.from_options({})
BONUS_COUNTED = HongKong.from_options({"bonus_counts_for_minimum": True})

pytestmark = pytest.mark.skipif(
    not CASES.is_dir(), reason="the cases with known answers are not beside the project"
)


def rows(name: str) -> list[dict]:
    text = (CASES / name).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def answer(row: dict) -> dict:
    """Return our result for a hand in the form of the reference program."""
    hand = read_hand(row)
    try:
        score = DEFAULT.score(hand)
    except RuleError as error:
        return {"won": False, "faults": [fault.code for fault in error.faults]}
    return {
        "won": True,
        "faan": score.faan,
        "faan_capped": score.faan_capped,
        "legal_min3": score.meets_minimum,
        "legal_min3_bonus_counted": BONUS_COUNTED.score(hand).meets_minimum,
        "patterns": {pattern.pattern.id: pattern.total for pattern in score.patterns},
        "base_half": score.as_data()["base"],
    }


def test_every_hand_is_worth_what_the_oracle_says():
    for row in rows("hong_kong_hands.jsonl"):
        expected = row["expected"]
        if not expected["won"]:
            expected = {"won": False, "faults": ["not_a_win"]}
        assert answer(row) == expected, row["id"]


def test_every_settlement_is_the_oracles():
    for row in rows("hong_kong_settlements.jsonl"):
        for rules in (DEFAULT, HongKong.from_options(row["options"])):
            settlement = settle_row(rules, row)
            net = {s: n * settlement.unit for s, n in settlement.changes.items()}
            assert net == row["expected"]["net"], row["id"]
