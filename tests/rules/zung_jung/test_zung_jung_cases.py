"""Hands, payments and ledgers with answers from other programs, if these files are
available."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rules.cli.settle_zung_jung_row import settle_zung_jung_row
from rules.hand_as_json import read_hand
from rules.ledger_replay import replay
from rules.zung_jung import ZungJung
from rules.zung_jung.patterns import NUMBERS

CASES = Path(__file__).resolve().parents[4] / "shared" / "cases"
DEFAULT = ZungJung.from_options({})

pytestmark = pytest.mark.skipif(
    not (CASES / "zung_jung_hands.jsonl").is_file(),
    reason="the cases with known answers are not beside the project",
)


def rows(name: str) -> list[dict]:
    text = (CASES / name).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def test_every_hand_has_the_known_points_and_patterns():
    for row in rows("zung_jung_hands.jsonl"):
        expected = row["expected"]
        score = DEFAULT.score(read_hand(row))
        patterns = {
            NUMBERS[pattern.pattern.id]: pattern.total for pattern in score.patterns
        }
        known = [expected["patterns"], *expected.get("alt_patterns", [])]
        assert patterns in known, row["id"]
        answer = score.points, score.limit
        assert answer == (expected["points"], expected["limit"]), row["id"]


def test_every_settlement_is_the_known_one():
    for row in rows("zung_jung_settlements.jsonl"):
        rules = ZungJung.from_options(row.get("options", {}))
        settlement = settle_zung_jung_row(rules, row)
        assert settlement.changes == row["expected"]["net"], row["id"]


def test_every_ledger_ends_with_the_known_totals():
    for row in rows("zung_jung_ledgers.jsonl"):
        entries = [DEFAULT.read_entry(raw) for raw in row["entries"]]
        state = replay(DEFAULT, entries)
        assert state.scores == row["expected"]["totals"], row["id"]
        dealers = [
            line.before.dealer for line in state.lines if line.entry.settles_hand
        ]
        assert dealers == row["expected"]["east_of_each_hand"], row["id"]
