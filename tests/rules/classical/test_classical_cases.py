"""Hands and settlements with answers from other programs, if these files are
available."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rules.classical import Classical
from rules.cli.settle_command import settle_row
from rules.faults import RuleError
from rules.hand_as_json import read_hand
from rules.tiles import codes

CASES = Path(__file__).resolve().parents[4] / "shared" / "cases"
FIGURES = ("won", "points", "doubles", "limits", "total")
REFUSED = (["not_a_win"], ["too_many_chows"])
PRESETS = {name: Classical.from_options({"preset": name}) for name in ("dmjl", "bmja")}

pytestmark = pytest.mark.skipif(
    not CASES.is_dir(), reason="the cases with known answers are not beside the project"
)


def rows(name: str) -> list[dict]:
    text = (CASES / name).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def answer(preset: str, row: dict) -> dict | None:
    """Return the figures of a hand; None if it is rejected because it is not a winning
    hand.
    """
    try:
        score = PRESETS[preset].score(read_hand(row))
    except RuleError as error:
        codes_given = [fault.code for fault in error.faults]
        return None if codes_given in REFUSED else {"refused": codes_given}
    return score.as_data()


@pytest.mark.parametrize("preset", PRESETS)
def test_every_hand_is_worth_what_the_oracle_says(preset):
    for row in rows("classical_hands.jsonl"):
        if row["kind"] == "calling":
            continue
        expected, got = row["expected"][preset], answer(preset, row)
        if row["winner"] and not expected["won"]:
            assert got is None, row["id"]
        else:
            assert got is not None, row["id"]
            for figure in FIGURES:
                assert got.get(figure) == expected[figure], (row["id"], figure)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_hand_waits_for_what_the_oracle_says(preset):
    for row in rows("classical_hands.jsonl"):
        if row["kind"] == "calling":
            waits = codes(PRESETS[preset].waits(read_hand(row)))
            assert sorted(waits) == sorted(row["expected"][preset]["waits"]), row["id"]


def test_every_settlement_is_the_oracles():
    for row in rows("classical_settlements.jsonl"):
        changes = settle_row(PRESETS["dmjl"], row).changes
        assert changes == row["expected"]["net"], row["id"]
