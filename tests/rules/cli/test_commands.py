"""Answers of the commands, for every ruleset."""

from __future__ import annotations

import json

import pytest

import rules
from rules.cli import answer
from rules.cli.json_lines_in_and_out import as_line
from rules.cli.rules_named_in_row import Defaults
from rules.cli.settle_command import settle_row
from rules.faults import RuleError
from rules.hand_as_json import hand_as_row, read_hand
from rules.hand_notation import format_hand, parse_hand
from rules.pattern_reference import every_pattern
from rules.ruleset_registry import RULESETS
from rules.winds import WINDS

PRESETS = [
    (name, preset)
    for name in RULESETS
    for preset in rules.ruleset(name).options.PRESETS
]
HANDS = {
    name: [parse_hand(pattern.example) for _preset, pattern in every_pattern(name)]
    for name in RULESETS
}


def codes(given: dict) -> list[str]:
    assert given["valid"] is False
    return [error["code"] for error in given["errors"]]


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_a_hand_scores_the_same_as_a_row_and_in_notation(name, preset):
    named = {"ruleset": name, "preset": preset}
    presets = [other for ruleset, other in PRESETS if ruleset == name]
    # Each hand by one of the presets, in turn.
    for hand in HANDS[name][presets.index(preset) :: len(presets)]:
        row = answer("score", {**hand_as_row(hand), **named})
        assert row == answer("score", {"hand": format_hand(hand), **named})
        assert row == answer("score", {"hand": hand_as_row(hand), **named})
        assert json.loads(as_line(row)) == row


@pytest.mark.parametrize("name", RULESETS)
def test_a_score_has_everything_the_document_says(name):
    for hand in HANDS[name]:
        given = answer("score", {"ruleset": name, "hand": format_hand(hand)})
        if not given["valid"]:
            continue
        assert isinstance(given["total"], int)
        assert isinstance(given["meets_minimum"], bool)
        assert {"patterns", "arrangement", "left_out"} <= set(given)
        for pattern in given["patterns"]:
            assert set(pattern) >= {"id", "name", "name_zh", "value", "count"}
        for pattern in given["left_out"]:
            assert pattern["reason"].endswith(".")


@pytest.mark.parametrize("name", RULESETS)
def test_a_winning_hand_waited_for_its_winning_tile(name):
    seen = 0
    for hand in HANDS[name]:
        row = {"ruleset": name, **hand_as_row(hand), "flags": []}
        if hand.winning_tile is None or not answer("score", row)["valid"]:
            continue
        waiting = answer("waits", {**row, "winning_tile": None})
        if waiting["valid"]:
            assert waiting["tenpai"] is bool(waiting["waits"])
            seen += row["winning_tile"].replace("0", "5") in waiting["waits"]
    assert seen > len(HANDS[name]) / 2


@pytest.mark.parametrize("name", RULESETS)
def test_waits_are_asked_of_hands_without_a_winning_tile(name):
    row = {"ruleset": name, "hand": "123p456p789sEEE5s+5s"}
    assert "already_won" in codes(answer("waits", row))


@pytest.mark.parametrize("name", RULESETS)
def test_a_washout_moves_no_points_and_the_table_goes_on(name):
    row = {"ruleset": name, "entries": [{"kind": "washout"}]}
    if name == "sanma":  # its first preset has no shared places
        row["options"] = {"tie": "split"}
    given = answer("replay", row)
    assert given["valid"]
    assert given["hands_played"] == 1
    assert given["next"]["hand"] == 2
    assert given["end_reason"] is None
    [hand] = given["hands"]
    assert hand["payments"] == []
    assert hand["score_changes"] == dict.fromkeys(map(str, WINDS), 0)
    assert set(hand["winds"]) == set(map(str, WINDS))
    assert set(given["places"].values()) == {1}
    assert len(set(given["table_points"].values())) == 1


@pytest.mark.parametrize("name", RULESETS)
def test_a_table_that_is_over_has_no_next_hand(name):
    entries = [{"kind": "play_ended", "why": "ruling"}]
    given = answer("replay", {"ruleset": name, "entries": entries})
    assert given["end_reason"] == "ruling"
    assert given["next"] is None
    refused = answer("replay", {"ruleset": name, "entries": entries * 2})
    assert codes(refused) == ["play_is_over"]
    assert refused["errors"][0]["field"] == "entries[1]"


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize("entries", [None, {}, "win", [1], [{}, "win"]])
def test_a_ledger_is_a_list_of_objects(name, entries):
    assert codes(answer("replay", {"ruleset": name, "entries": entries})) == [
        "not_a_list"
    ]


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_house_rules_come_back_as_they_went_out(name, preset):
    out = answer("options", {"ruleset": name, "preset": preset})
    assert out["differences"] == []
    assert out["changes"] == {"preset": preset}
    for exported in ("options", "changes"):
        back = answer("options", {"ruleset": name, "options": out[exported]})
        assert back == out
        assert answer("options", json.loads(as_line(out)) | {"preset": preset}) == out


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_each_flag_turned_is_a_difference(name, preset):
    options = rules.ruleset(name, {"preset": preset}).options
    for option, kind in options.declared():
        value = kind.write(getattr(options, option))
        if not isinstance(value, bool) or kind.path:
            continue
        row = {"ruleset": name, "preset": preset, "options": {option: not value}}
        given = answer("options", row)
        if given["valid"]:
            assert given["differences"] == [
                {
                    "option": option,
                    "text": kind.text,
                    "preset": value,
                    "value": not value,
                }
            ]
        else:
            assert "contradiction" in codes(given)


def test_faults_of_options_are_named_by_their_place():
    row = {"ruleset": "mcr", "preset": "nobody", "options": {"minimum": "x", "x": 1}}
    fields = [error["field"] for error in answer("options", row)["errors"]]
    assert fields == ["preset", "options.minimum", "options.x"]


def test_two_presets_contradict_each_other():
    row = {"ruleset": "mcr", "preset": "chinese", "options": {"preset": "wmo2006"}}
    assert codes(answer("options", row)) == ["two_presets"]
    same = {"ruleset": "mcr", "preset": "chinese", "options": {"preset": "chinese"}}
    assert answer("options", same)["valid"]


def test_defaults_are_for_rows_that_say_nothing():
    defaults = Defaults("mcr", "wmo2006")
    assert defaults.complete({}) == {"ruleset": "mcr", "preset": "wmo2006"}
    own = {"ruleset": "classical", "preset": "bmja"}
    assert defaults.complete(own) == own
    inside = {"ruleset": None, "options": {"preset": "chinese"}}
    assert defaults.complete(inside) == {**inside, "ruleset": "mcr"}


def test_halves_are_paid_as_decimals():
    row = {
        "ruleset": "hong_kong",
        "options": {"mode": "half", "base_unit": 0.25},
        "winner": "E",
        "from": "S",
        "faan": 3,
    }
    assert answer("settle", row)["net"] == {"E": 4, "S": -2, "W": -1, "N": -1}
    net = answer("settle", row | {"faan": 0})["net"]
    assert net == {"E": 0.5, "S": -0.25, "W": -0.125, "N": -0.125}


@pytest.mark.parametrize(
    ("options", "faan", "pays"),
    [
        ({}, 2, None),
        ({}, 0, None),
        ({}, 3, -8),
        ({"min_faan": 1}, 1, -2),
        ({"min_faan": 1}, 0, None),
        # 7 flowers win with 3 faan under any minimum.
        ({"min_faan": 5}, 4, -16),
        ({"min_faan": 5}, 2, None),
        ({"min_faan": 5, "mode": "shared"}, 2, None),
        ({"mode": "shared"}, 2, -4),
        ({"cap": 8}, 0, -1),
        ({"table": "full", "min_faan": 2}, 1, None),
        ({"preset": "tvb_2026"}, 0, None),
    ],
)
def test_settle_and_replay_agree_about_the_minimum(options, faan, pays):
    """`pays`: the points of a player who did not discard, after a win on a discard;
    None for too few faan. Options with short names only change the payment, unless they
    set a minimum.
    """
    win = {"winner": "S", "from": "W", "faan": faan}
    row = {"ruleset": "hong_kong", "options": options}
    settled = answer("settle", row | win)
    assert settled["valid"] is (pays is not None)
    if pays is not None:
        assert settled["net"]["N"] == pays
    if not {"mode", "cap", "table"} & set(options):
        replayed = answer("replay", row | {"entries": [{"kind": "win"} | win]})
        assert replayed["valid"] is settled["valid"]


def test_settle_refuses_tiles_below_the_minimum():
    row = {"ruleset": "hong_kong", "winner": "S", "from": "W"}
    chows = "[123m]456m789p123s5p+5p S/E f1"
    assert codes(answer("settle", row | {"hand": chows})) == ["below_minimum"]
    paid = answer("settle", row | {"hand": chows, "base": 4})
    assert paid["net"] == {"E": -4, "S": 16, "W": -8, "N": -4}


def final_scores(ruleset: str, options: dict, *entries: dict) -> list[int]:
    row = {"ruleset": ruleset, "options": options, "entries": entries}
    given = answer("replay", json.loads(json.dumps(row)))
    best = max(given["final_scores"].values())
    firsts = [s for s in WINDS if given["final_scores"][s] == best]
    assert [s for s in WINDS if given["places"][s] == 1] == firsts
    return [given["final_scores"][seat] for seat in WINDS]


AT_END = {"false_win_at_end": True}
LOST = {"leftover": "lost"}
TO_FIRST = {"leftover": "winner"}
FALSE_WIN = {"kind": "false_win", "seat": "S"}
DRAWN = {"kind": "win", "winner": "S", "from": None, "faan": 3}
OVER = {"kind": "play_ended", "why": "time"}
VOID = {"kind": "play_ended", "why": "cancelled"}
DEPOSIT = {"kind": "exhaustive_draw", "tenpai": ["S"], "riichi": ["S"]}


@pytest.mark.parametrize(
    ("ruleset", "options", "entries", "expected"),
    [
        ("hong_kong", {}, [FALSE_WIN], [1152, -3456, 1152, 1152]),
        ("hong_kong", AT_END, [FALSE_WIN], [1152, -3456, 1152, 1152]),
        ("hong_kong", AT_END, [FALSE_WIN, DRAWN], [1136, -3408, 1136, 1136]),
        ("hong_kong", AT_END, [FALSE_WIN, DRAWN, OVER], [1136, -3408, 1136, 1136]),
        ("hong_kong", AT_END, [DRAWN, FALSE_WIN, VOID], [0, 0, 0, 0]),
        ("hong_kong", AT_END, [DRAWN, OVER], [-16, 48, -16, -16]),
        # Each player pays S 1000, and S has laid a riichi stick.
        ("riichi", {}, [DEPOSIT], [29000, 33000, 29000, 29000]),
        ("riichi", LOST, [DEPOSIT], [29000, 32000, 29000, 29000]),
        ("riichi", TO_FIRST, [DEPOSIT], [29000, 33000, 29000, 29000]),
        ("riichi", TO_FIRST, [DEPOSIT, OVER], [29000, 33000, 29000, 29000]),
        ("riichi", TO_FIRST, [DEPOSIT, VOID], [30000, 30000, 30000, 30000]),
        ("classical", {}, [{"kind": "washout"}], [2000, 2000, 2000, 2000]),
    ],
)
def test_final_scores_are_what_places_are_made_of(ruleset, options, entries, expected):
    assert final_scores(ruleset, options, *entries) == expected


def test_a_game_of_riichi_is_replayed_from_its_tiles():
    winner = {"seat": 1, "from_seat": None, "hand": "[777m]234p456s67s55m*8s S/E"}
    hands = [
        {"riichi": [], "outcome": {"type": "tsumo", "winners": [winner]}},
        {"riichi": [2], "outcome": {"type": "exhaustive_draw", "tenpai": [1, 2]}},
    ]
    given = answer("replay", {"ruleset": "riichi", "preset": "tenhou", "hands": hands})
    assert given["hands"][0]["score_changes"] == [-500, 1100, -300, -300]
    assert given["hands"][1]["score_changes"] == [-1500, 1500, 500, -1500]
    # Tenhou: the riichi stick on the table goes to first place.
    assert given["final_scores"] == [23000, 27600 + 1000, 25200, 23200]
    other = answer("replay", {"ruleset": "mcr", "hands": hands})
    assert codes(other) == ["unknown"]


@pytest.mark.parametrize("name", RULESETS)
def test_a_row_reads_back_the_hand_it_was_made_from(name):
    for hand in HANDS[name]:
        assert read_hand(hand_as_row(hand)) == hand


WINS = [{"seat": seat, "call": "win", "value": value} for seat, value in
        (("N", 3), ("S", 5), ("W", 8))]  # fmt: skip


@pytest.mark.parametrize(
    ("row", "granted"),
    [
        ({"ruleset": "mcr"}, "S"),
        ({"ruleset": "classical"}, "S"),
        ({"ruleset": "hong_kong"}, "S"),
        ({"ruleset": "hong_kong", "options": {"multiple_winners": "highest"}}, "W"),
        ({"ruleset": "hong_kong", "options": {"multiple_winners": "all"}}, "SWN"),
        ({"ruleset": "riichi"}, "SWN"),
        ({"ruleset": "riichi", "preset": "m_league"}, "S"),
        ({"ruleset": "riichi", "preset": "tenhou"}, ""),
    ],
)
def test_several_winners_are_awarded_by_the_rules_of_the_row(row, granted):
    answered = answer("claims", {**row, "discarder": "E", "claims": WINS})
    assert "".join(each["seat"] for each in answered["granted"]) == granted
    assert answered["hand_is_drawn"] == (not granted)
    assert answered["reason"].endswith(".")


def test_claims_that_cannot_all_be_are_refused_by_their_place():
    claims = [{"seat": "E", "call": "win"}, {"seat": "W", "call": "chow"}]
    row = {"ruleset": "mcr", "discarder": "E", "claims": claims}
    assert [
        (error["code"], error["field"]) for error in answer("claims", row)["errors"]
    ] == [
        ("own_discard", "claims[0]"),
        ("chow_out_of_turn", "claims[1]"),
    ]


def test_a_ruleset_whose_rows_are_not_known_says_so():
    class MostPoints:
        id = "most_points"

    with pytest.raises(RuleError, match="most_points"):
        settle_row(MostPoints(), {"winner": "E"})
