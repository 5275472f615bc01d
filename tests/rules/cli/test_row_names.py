"""A row with a misspelt name is rejected."""

from __future__ import annotations

import pytest

from rules.cli.score_command import answer

MCR_WIN = {"ruleset": "mcr", "winner": "E", "from": "S", "points": 8}
RIICHI_WIN = {"ruleset": "riichi", "winner": "S", "from": "W", "yakuman": 1}
HAND = {"ruleset": "mcr", "hand": "[123m]456p789sEE23p+4p"}


@pytest.mark.parametrize(
    ("command", "row", "misspelt"),
    [
        ("settle", MCR_WIN | {"chiken": True}, "chiken"),
        ("settle", RIICHI_WIN | {"paoo": "N"}, "paoo"),
        (
            "settle",
            {"ruleset": "hong_kong", "faan": 3, "winer_seat": "E"},
            "winer_seat",
        ),
        (
            "settle",
            {"ruleset": "classical", "hands": {}, "payforall": "E"},
            "payforall",
        ),
        ("settle", MCR_WIN | {"faan": 3}, "faan"),
        ("replay", {"ruleset": "mcr", "entries": [], "optoins": {}}, "optoins"),
        ("score", HAND | {"flag": []}, "flag"),
        ("score", {"ruleset": "mcr", "hand": {"concealled": []}}, "hand.concealled"),
        ("waits", {"ruleset": "mcr", "conceald": ["1m"]}, "conceald"),
        ("options", {"ruleset": "mcr", "perset": "chinese"}, "perset"),
        ("claims", {"ruleset": "mcr", "discarder": "E", "claim": []}, "claim"),
    ],
)
def test_a_name_that_the_command_does_not_know_is_refused(command, row, misspelt):
    [fault] = answer(command, row)["errors"]
    assert (fault["code"], fault["field"]) == ("unknown", misspelt)


@pytest.mark.parametrize(
    ("command", "row"),
    [
        ("settle", MCR_WIN),
        ("settle", RIICHI_WIN | {"pao": "N", "honba": 2}),
        ("score", HAND | {"honba": 1, "kind": "winning"}),
        ("options", {"ruleset": "mcr"}),
    ],
)
def test_known_names_and_remarks_are_taken(command, row):
    remarks = {"id": 7, "source": "club", "tier": "A", "notes": "", "expected": None}
    assert answer(command, row | remarks)["valid"]


def test_every_misspelt_name_is_said_at_once():
    faults = answer("settle", MCR_WIN | {"a": 1, "b": 2})["errors"]
    assert [fault["field"] for fault in faults] == ["a", "b"]
