"""Thousands of hands with answers from a server and another program, if available."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.faults import RuleError
from rules.hand_as_json import read_hand
from rules.riichi.detect_yaku_and_waits import riichi_waits
from rules.riichi.options import RiichiOptions
from rules.riichi.score import score_hand

CASES = Path(__file__).resolve().parents[4] / "shared" / "cases"

pytestmark = pytest.mark.skipif(
    not CASES.is_dir(), reason="the cases are not beside the project"
)

SAME_NAME = ("han", "points", "limit", "payments")


def rows(name: str) -> Iterator[dict]:
    for line in (CASES / name).read_text().splitlines():
        yield json.loads(line)


def answer(row: dict, options: RiichiOptions) -> dict:
    try:
        data = score_hand(read_hand(row), options).as_data()
    except RuleError as error:
        return {"refused": str(error)}
    counted = {
        pattern["id"]: pattern["value"] * pattern["count"]
        for pattern in data["patterns"]
    }
    return data | {"yaku": sorted(counted), "yaku_han": counted}


def expected_of(row: dict) -> dict:
    """Return the expected answer with the names of our score.

    The source counts yakuman in stars.
    """
    expected = {
        name: value
        for name, value in row["expected"].items()
        if name in SAME_NAME or (name in ("fu", "yaku", "yaku_han") and value)
    }
    if "yakuman" in row["expected"]:
        expected["yakuman"] = row["expected"]["yakuman"] or 0
    if "yaku" in expected:
        expected["yaku"] = sorted(expected["yaku"])
    if "yaku_han" in expected:
        expected["yaku_han"] = {
            name: len(han) if isinstance(han, str) else han
            for name, han in expected["yaku_han"].items()
        }
    return expected


def differences(row: dict, options: RiichiOptions) -> dict:
    given = answer(row, options)
    return {
        name: (given.get(name, given.get("refused")), value)
        for name, value in expected_of(row).items()
        if given.get(name) != value
    }


def test_every_hand_is_answered_as_expected():
    options = RiichiOptions.of("tenhou")
    wrong = {row["id"]: differences(row, options) for row in rows("riichi_hands.jsonl")}
    assert len(wrong) > 8000
    assert not {name: wrong[name] for name in wrong if wrong[name]}


def test_every_unit_is_answered_as_expected():
    wrong = {}
    for row in rows("riichi_units.jsonl"):
        changes = row.get("rule_changes", {})
        options = {"preset": "tenhou", "double_yakuman": True, **changes}
        wrong[row["id"]] = differences(row, RiichiOptions.read(options))
    assert len(wrong) > 160
    assert not {name: wrong[name] for name in wrong if wrong[name]}


def test_every_hand_is_ready_or_not_as_expected():
    judged = list(rows("riichi_tenpai.jsonl"))
    assert judged
    wrong = [
        row for row in judged if bool(riichi_waits(read_hand(row))) != row["tenpai"]
    ]
    assert not wrong
