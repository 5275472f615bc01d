"""Options for claims: chows, the pair, and several winners, in each ruleset that has
them; worked examples."""

from __future__ import annotations

import pytest

import rules
from rules.cli import answer
from rules.faults import RuleError
from rules.hand_as_json import read_hand
from rules.hand_notation import parse_hand, parse_tiles
from rules.tiles import codes

OPEN = ("hong_kong", "classical")
NO_PAIR = {"pair_claim_to_win": False}


def refused(ruleset: str, hand: object, **options: object) -> list[str]:
    try:
        rules.ruleset(ruleset, options).score(hand)
    except RuleError as error:
        return [fault.code for fault in error.faults]
    return []


@pytest.mark.parametrize("ruleset", OPEN)
@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        # A single tile that waits for its pair.
        ("[CCC][222m]333p444s5m+5m S/E", ["pair_claimed"]),
        ("[CCC][222m]333p444s5m*5m S/E", []),
        ("[CCC][123m]789p444sN+N S/E", ["pair_claimed"]),
        # 4 tiles in a row wait for the pair at either end.
        ("[CCC][222p]123s3456m+3m S/E", ["pair_claimed"]),
        ("[CCC][222p]123s3456m+6m S/E", ["pair_claimed"]),
        ("[CCC][222p]123s3456m*6m S/E", []),
        # The tile is in the pair and in a chow: it completed the chow.
        ("[CCC][222p]123s5534m+5m S/E", []),
        ("[CCC][222p]123s4456m+4m S/E", []),
        # Read as 111 22, the tile completes the pung; read as 11 + 122, nothing.
        ("[CCC][222p]123s1122m+1m S/E", []),
        ("[CCC][222p]123s1122m+2m S/E", []),
        # The rule is about 4 sets and a pair; thirteen orphans are a different hand.
        ("19m19p19sESWNCFP+1m S/E", []),
        ("19m19p19sESWNCFP*1m S/E", []),
    ],
)
def test_a_hand_may_not_win_by_a_discard_for_its_pair(ruleset, hand, expected):
    assert refused(ruleset, parse_hand(hand)) == []
    assert refused(ruleset, parse_hand(hand), **NO_PAIR) == expected


def test_the_pair_of_too_many_chows_is_told_from_the_pair_that_is_claimed():
    chows = "[123m]456m789p123s5p+5p S/E"
    found = refused("classical", parse_hand(chows), max_chows=3, **NO_PAIR)
    assert found == ["too_many_chows"]


def claimed_chow(source: str) -> dict[str, object]:
    """Return South's hand after a chow claimed from `source`."""
    return {
        "concealed": codes(parse_tiles("123p456p78sFF")),
        "melds": [{"type": "chow", "tiles": ["1m", "2m", "3m"], "from": source}],
        "winning_tile": "9s",
        "seat_wind": "S",
    }


@pytest.mark.parametrize("ruleset", OPEN)
@pytest.mark.parametrize(
    ("source", "left", "anybody"),
    [
        ("E", [], []),
        ("W", ["impossible_claim"], []),
        ("N", ["impossible_claim"], []),
        ("S", ["impossible_claim"], ["impossible_claim"]),
    ],
)
def test_a_chow_is_claimed_from_the_left_or_from_anybody(
    ruleset, source, left, anybody
):
    hand = read_hand(claimed_chow(source))
    assert refused(ruleset, hand) == left
    assert refused(ruleset, hand, chow_from="anybody") == anybody


@pytest.mark.parametrize("ruleset", ["mcr", "riichi"])
@pytest.mark.parametrize("option", ["chow_from", "pair_claim_to_win"])
def test_rulesets_that_fix_it_have_no_such_option(ruleset, option):
    with pytest.raises(RuleError) as caught:
        rules.ruleset(ruleset, {option: "anybody"})
    assert [fault.field for fault in caught.value.faults] == [option]


def claims(ruleset: str, *made: dict, options: object = None, **row: object) -> dict:
    return answer(
        "claims",
        {
            "ruleset": ruleset,
            "options": options or {},
            "discarder": "E",
            "claims": list(made),
            **row,
        },
    )


def win(seat: str, value: int, **more: object) -> dict[str, object]:
    return {"seat": seat, "call": "win", "value": value, **more}


HIGHEST = {"multiple_winners": "highest"}
DRAWN = {"triple_win_is_draw": True}


@pytest.mark.parametrize("ruleset", ["mcr", "classical", "hong_kong"])
@pytest.mark.parametrize(
    ("options", "made", "winner"),
    [
        ({}, [win("W", 90), win("N", 8)], "W"),
        (HIGHEST, [win("W", 8), win("N", 90)], "N"),
        (HIGHEST, [win("S", 8), win("W", 8), win("N", 8)], "S"),
        (HIGHEST, [win("N", 9), win("W", 9), win("S", 8)], "W"),
        ({"multiple_winners": "nearest_to_east"}, [win("N", 8), win("S", 8)], "S"),
        (DRAWN, [win("S", 8), win("N", 8)], "S"),
        (DRAWN, [win("S", 8), win("N", 8), win("W", 8)], None),
    ],
)
def test_who_of_several_wins_is_an_option(ruleset, options, made, winner):
    told = claims(ruleset, *made, options=options)
    assert [each["seat"] for each in told["granted"]] == ([winner] if winner else [])
    assert told["hand_is_drawn"] is (winner is None)
    assert told["next"] is None


def test_a_limit_hand_goes_first_where_there_are_limit_hands():
    first = {"multiple_winners": "limit_first"}
    made = (win("S", 400), win("W", 500, limit=True))
    told = claims("classical", *made, options=first)
    assert [each["seat"] for each in told["granted"]] == ["W"]
    with pytest.raises(RuleError):
        rules.ruleset("mcr", first)


@pytest.mark.parametrize(
    ("row", "errors"),
    [
        ({"tile": "3s"}, []),
        ({"tile": None}, []),
        ({"tile": "f1"}, ["bonus_tile_claimed"]),
        ({"tile": "E"}, ["chow_of_honors"]),
        ({"tile": "3s4s"}, ["not_a_tile"]),
        ({"tile": ""}, ["not_a_tile"]),
        ({"tile": 3}, ["not_a_tile"]),
    ],
)
def test_the_discard_may_be_named(row, errors):
    told = claims("mcr", {"seat": "S", "call": "chow"}, **row)
    assert [each["code"] for each in told.get("errors", [])] == errors
    if not errors:
        assert told["next"] == "W"


@pytest.mark.parametrize("ruleset", OPEN)
@pytest.mark.parametrize(
    ("option", "said", "code"),
    [
        ("missed_discard", "missed", "missed_discard"),
        ("sacred_discard", "own_discard", "sacred_discard"),
    ],
)
@pytest.mark.parametrize(
    ("rule", "happened", "refused"),
    [
        ("off", "off", False),
        ("off", "same_tile", False),
        ("off", "any_tile", False),
        ("same_tile", "off", False),
        ("same_tile", "same_tile", True),
        ("same_tile", "any_tile", False),
        ("any_tile", "off", False),
        ("any_tile", "same_tile", True),
        ("any_tile", "any_tile", True),
    ],
)
def test_a_discard_that_was_missed_or_discarded_bars_a_win(
    ruleset, option, said, code, rule, happened, refused
):
    told = claims(
        ruleset, {"seat": "S", "call": "win", said: happened}, options={option: rule}
    )
    assert told["valid"] is not refused
    if refused:
        [error] = told["errors"]
        assert (error["code"], error["field"]) == (code, "claims[0]")


@pytest.mark.parametrize("call", ["pung", "kong", "chow"])
def test_it_bars_no_other_claim(call):
    told = claims(
        "hong_kong",
        {"seat": "S", "call": call, "missed": "same_tile", "own_discard": "same_tile"},
        options={"missed_discard": "any_tile", "sacred_discard": "any_tile"},
    )
    assert told["valid"]


MISSED_TILE = {"missed_discard": "same_tile"}
SACRED_TILE = {"sacred_discard": "same_tile"}
ANY = {"missed_discard": "any_tile", "sacred_discard": "any_tile"}


@pytest.mark.parametrize("ruleset", OPEN)
@pytest.mark.parametrize(
    ("options", "made", "errors"),
    [
        # Each rule bars only its own cases.
        (MISSED_TILE, [win("S", 8, own_discard="same_tile")], []),
        (SACRED_TILE, [win("S", 8, missed="same_tile")], []),
        (
            {**MISSED_TILE, **SACRED_TILE},
            [win("S", 8, missed="any_tile", own_discard="any_tile")],
            [],
        ),
        (
            ANY,
            [win("S", 8, missed="any_tile", own_discard="same_tile")],
            ["missed_discard 0", "sacred_discard 0"],
        ),
        # Each player has missed or discarded different tiles.
        (
            ANY,
            [win("S", 8), win("W", 9, missed="any_tile")],
            ["missed_discard 1"],
        ),
        (
            ANY,
            [win("S", 8, own_discard="any_tile"), win("W", 9, missed="same_tile")],
            ["sacred_discard 0", "missed_discard 1"],
        ),
        # Limit hands, and three wins that make a draw, are barred like others.
        (
            MISSED_TILE,
            [win("S", 8, missed="same_tile", limit=True)],
            ["missed_discard 0"],
        ),
        (
            {**SACRED_TILE, **DRAWN},
            [win("S", 8), win("N", 8, own_discard="same_tile"), win("W", 8)],
            ["sacred_discard 1"],
        ),
        # In addition to the pair rule; no discard completes a pair here.
        (
            {**MISSED_TILE, **NO_PAIR},
            [win("S", 8, missed="same_tile", for_pair=True)],
            ["pair_claimed 0", "missed_discard 0"],
        ),
    ],
)
def test_what_is_barred_of_several_claims(ruleset, options, made, errors):
    told = claims(ruleset, *made, options=options)
    found = [(each["code"], each["field"]) for each in told.get("errors", [])]
    assert [f"{code} {field[7:-1]}" for code, field in found] == errors
    assert told["valid"] is not bool(errors)


@pytest.mark.parametrize("option", ["missed_discard", "sacred_discard"])
@pytest.mark.parametrize(
    ("ruleset", "value"),
    [("mcr", "any_tile"), ("riichi", "any_tile"), ("classical", "never")],
)
def test_rules_that_bar_nothing_so(ruleset, option, value):
    with pytest.raises(RuleError) as caught:
        rules.ruleset(ruleset, {option: value})
    assert [fault.field for fault in caught.value.faults] == [option]
