"""Hands by the default rules: worked examples, contradictions, errors, waits."""

from __future__ import annotations

import pytest

from rules.faults import RuleError
from rules.hand_as_json import read_hand
from rules.hand_notation import parse_hand, parse_tiles
from rules.hong_kong import HongKong
from rules.hong_kong.score import HongKongScore
from rules.tiles import codes

RULES = HongKong.from_options({})

CONCEALED = {"concealed_hand": 1}
DRAWN_CONCEALED = {"self_draw": 1} | CONCEALED


def score(text: str, **options: object) -> HongKongScore:
    return HongKong.from_options(options).score(parse_hand(text))


def counted(text: str, **options: object) -> dict[str, int]:
    patterns = score(text, **options).patterns
    return {pattern.pattern.id: pattern.total for pattern in patterns}


def faults(hand: str | dict, **options: object) -> list[str]:
    read = parse_hand(hand) if isinstance(hand, str) else read_hand(hand)
    with pytest.raises(RuleError) as caught:
        HongKong.from_options(options).score(read)
    assert all(fault.sentence for fault in caught.value.faults)
    return [fault.code for fault in caught.value.faults]


@pytest.mark.parametrize(
    ("text", "faan", "legal"),
    [
        ("123456789m23p55p+1p S/E", 3, False),
        ("123456789m23p55p*1p S/E", 4, True),
        ("11m444pEEECCC22s+1m E/E f2", 7, True),
        ("[CCC]FFF12m456mPP+3m S/E f1", 8, True),
        ("222m88m333p555sEE*8m S/W", 11, True),
        ("222m88m333p555sEE*8m S/W f1", 10, True),
        ("222m888m333p555sE+E S/W f1", 9, True),
        ("222m88m333p555sEE+8m S/W f1", 4, True),
        ("1112345678999m+5m S/E f1", 11, True),
        ("[EEE]SSSWWW12mNN+3m S/E f1", 9, True),
        ("[111m]999p999sNNNC+C S/E f1", 4, True),
        ("[111m]999p999sNNNC+C N/E f1", 5, True),
    ],
)
def test_worked_examples(text, faan, legal):
    assert score(text).faan == faan
    assert score(text).meets_minimum is legal


def test_a_chicken_hand_is_worth_nothing():
    hand = score("[123m][444p]789s23m55p+1m S/E f3")
    assert hand.patterns == ()
    assert (hand.faan, hand.faan_capped, hand.base) == (0, 0, 1)


@pytest.mark.parametrize(
    ("text", "patterns"),
    [
        (
            "[CCC][FFF]123m55mPP+P S/W f3",
            {"great_dragons": 8, "mixed_one_suit": 3},
        ),
        (
            "[EEE][SSS]WWW55mNN*N S/E f3",
            {"great_winds": 13, "mixed_one_suit": 3, "self_draw": 1},
        ),
        (
            "[EEE][CCC]SSSFFPP+P S/E f3",
            {
                "all_honours": 10,
                "small_dragons": 5,
                "seat_wind": 1,
                "prevailing_wind": 1,
            },
        ),
        (
            "[2222m](3333p)[4444s](7777s)5m*5m S/E f3 double_kong",
            {"all_kongs": 13, "double_kong": 8, "self_draw": 1},
        ),
        (
            "[2222m](3333p)456s78s55m*9s S/E f3 double_kong replacement",
            {"double_kong": 8, "self_draw": 1},
        ),
        (
            "(2222m)(3333p)456s78s55m*9s S/E f3 last_tile replacement",
            {
                "concealed_hand": 1,
                "self_draw": 1,
                "kong_replacement": 1,
                "last_tile": 1,
            },
        ),
        ("[CCC][FFF]12m456m11p+3m S/W f3", {"dragon_triplet": 2}),
        ("[111m][999p]999s99m11s+9m S/E f3", {"all_terminals": 10}),
        ("1112223334569m+9m S/E f3", {"all_one_suit": 7, "all_chows": 1} | CONCEALED),
        (
            "[123m][456p]789s23m55p+1m S/E f1f2f3f4y1y2y3",
            {"all_chows": 1, "seven_flowers": 3},
        ),
        ("19m19p19sESWNCFP*1m S/E", {"thirteen_orphans": 13}),
        ("123m456p55p789s123s E/E heavenly", {"heavenly": 13}),
        ("19m19p19sESWNCFP1m E/E heavenly f1", {"heavenly": 13}),
        ("[EEE][456p]789s23m55p+1m E/E f3", {"seat_wind": 1, "prevailing_wind": 1}),
        (
            "[123m][456p]789s23m55p+1m S/E f1f2f3f4y2y3",
            {"all_chows": 1, "all_flowers": 2, "own_season": 1},
        ),
        (
            "[123m][456p]789s23m55p+1m S/E f1f2f3f4y1y2y3y4",
            {"all_chows": 1, "eight_flowers": 8},
        ),
    ],
)
def test_what_adds_up(text, patterns):
    assert counted(text) == patterns


@pytest.mark.parametrize(
    ("text", "patterns"),
    [
        ("[789m]111222333p5p+5p S/E f3", {"all_chows": 1}),
        ("[NNN]111222333p5p+5p S/E f3", {"mixed_one_suit": 3, "all_triplets": 3}),
        ("111222333p789m5p*5p S/E f3", {"all_chows": 1} | DRAWN_CONCEALED),
        (
            "111222333p777m5m*5m S/E f3",
            {"four_concealed": 8} | DRAWN_CONCEALED,
        ),
    ],
)
def test_of_all_readings_the_best_counts(text, patterns):
    """The reading with the most faan counts: 111222333 can be 3 pungs or 3 chows."""
    assert counted(text) == patterns


def test_more_than_the_limit_is_shown_and_not_paid():
    hand = score("[EEE][SSS]WWW55mNN*N S/E f3")
    assert (hand.faan, hand.faan_capped, hand.total, hand.base) == (17, 13, 13, 384)


class TestFlowerWin:
    SEVEN = "159m159p159sESWN S/E f1f2f3f4y1y2y3 flower_win"

    def test_seven_bonus_tiles_win_by_themselves(self):
        hand = score(self.SEVEN)
        assert counted(self.SEVEN) == {"seven_flowers": 3}
        assert hand.meets_minimum
        assert hand.arrangement is None

    def test_they_need_no_minimum(self):
        assert score(self.SEVEN, min_faan=5).meets_minimum

    def test_eight_are_worth_more(self):
        assert counted(self.SEVEN.replace("y3", "y3y4")) == {"eight_flowers": 8}

    def test_melds_may_be_among_the_other_tiles(self):
        text = "[123m](EEEE)159p159sN S/E f1f2f3f4y1y2y3 flower_win"
        assert counted(text) == {"seven_flowers": 3}

    @pytest.mark.parametrize(
        ("text", "code"),
        [
            ("159m159p159sESWN S/E f1f2f3 flower_win", "flower_win_too_few"),
            ("159m159p159sESW S/E f1f2f3f4y1y2y3 flower_win", "tile_count"),
            (
                "159m159p159sESWN*N S/E f1f2f3f4y1y2y3 flower_win",
                "flower_win_winning_tile",
            ),
        ],
    )
    def test_what_is_no_such_win(self, text, code):
        assert faults(text) == [code]

    def test_a_bonus_tile_is_never_claimed(self):
        row = {
            "concealed": codes(parse_hand(self.SEVEN).concealed),
            "bonus_tiles": ["f1", "f2", "f3", "f4", "y1", "y2", "y3"],
            "flags": ["flower_win"],
        }
        assert faults(row) == ["flower_win_claimed"]

    def test_it_must_be_worth_something(self):
        off = {"patterns": {"seven_flowers": "off"}}
        assert faults(self.SEVEN, **off) == ["flower_win_worth_nothing"]


@pytest.mark.parametrize(
    ("text", "codes_given"),
    [
        ("1122334455667m+8m S/E", ["not_a_win"]),
        ("1133m2244p6688sE+E S/E", ["not_a_win"]),
        ("123m456p789s1234s+5s S/E", ["not_a_win"]),
        ("123456789m23p55p S/E", ["tile_count", "no_winning_tile"]),
        ("123456789m23p55p+1p S/E last_of_kind", ["unknown_flag"]),
        ("123456789m23p55p+1p S/E dora:1m", ["no_indicators"]),
        ("123456789m23p55p+1p S/E loser", ["not_the_winner"]),
        ("123456789m23p05p+1p S/E", ["red_five"]),
        ("123456789m23p55p+1p S/E f1f1", ["bonus_tile_twice"]),
        ("[123m]456789m23p55p+1p S/E earthly", ["not_earthly"]),
        ("[123m]456m789m123p55p E/E heavenly", ["not_heavenly"]),
        ("123456789m23p55p*1p S/E earthly", ["earthly_drawn"]),
        ("123456789m23p55p+1p S/E earthly last_tile", ["exclusive_flags"]),
        ("123456789m23p55p+1p S/E robbing_kong last_tile", ["exclusive_flags"]),
        (
            "123456789m13p55p+2p S/E replacement",
            ["replacement_without_kong", "replacement_not_drawn"],
        ),
        ("123456789m23p55p*1p S/E robbing_kong", ["robbing_self_drawn"]),
        ("[111m]23m456p789s55s+1m S/E robbing_kong", ["robbing_held_tile"]),
        ("(2222m)123p456p78s55s*9s S/E double_kong", ["double_kong_without_kongs"]),
    ],
)
def test_contradictions_and_what_is_no_win(text, codes_given):
    assert faults(text) == codes_given


def test_all_faults_at_once():
    text = "[123m]456m789m123p55p S/E heavenly last_tile dora:1m loser"
    assert set(faults(text)) == {
        "exclusive_flags",
        "not_heavenly",
        "no_indicators",
        "not_the_winner",
    }


class TestRobbingAConcealedKong:
    ORPHANS = {
        "concealed": codes(parse_tiles("19m19p19sESWNCFF")),
        "winning_tile": "P",
        "flags": ["robbing_kong", "robbing_concealed_kong"],
    }
    OTHER = {
        "concealed": codes(parse_tiles("123m456p789s23pFF")),
        "winning_tile": "1p",
        "flags": ["robbing_kong", "robbing_concealed_kong"],
    }

    def test_it_is_not_done(self):
        assert faults(self.ORPHANS) == ["robbing_concealed_kong"]

    def test_it_may_be_done_for_thirteen_orphans_only(self):
        rules = HongKong.from_options({"rob_concealed_kong": "thirteen_orphans"})
        assert rules.score(read_hand(self.ORPHANS)).faan == 13
        assert faults(self.OTHER, rob_concealed_kong="thirteen_orphans") == [
            "robbing_concealed_kong"
        ]

    def test_or_to_win_at_all(self):
        rules = HongKong.from_options({"rob_concealed_kong": "any"})
        ids = [p.pattern.id for p in rules.score(read_hand(self.OTHER)).patterns]
        assert "robbing_kong" in ids

    def test_it_is_said_besides_robbing(self):
        row = self.OTHER | {"flags": ["robbing_concealed_kong"]}
        assert faults(row) == ["robbing_concealed_only"]


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        ("1112345678999m S/E", {}, "1m 2m 3m 4m 5m 6m 7m 8m 9m"),
        ("19m19p19sESWNCFP S/E", {}, "1m 9m 1p 9p 1s 9s E S W N C F P"),
        ("1133m2244p6688sE S/E", {}, ""),
        ("1133m2244p6688sE S/E", {"patterns": {"seven_pairs": 4}}, "E"),
        ("1133m2222p6688sE S/E", {"patterns": {"seven_pairs": 4}}, ""),
        (
            "1133m2222p6688sE S/E",
            {"patterns": {"seven_pairs": 4}, "seven_pairs_quad_as_two": True},
            "E",
        ),
        ("19m19p19sESWNCFP S/E", {"patterns": {"thirteen_orphans": "off"}}, ""),
        ("(5555p)123m456m46p99s S/E", {}, ""),
        ("[345p]55p5p123m456m9s S/E", {}, "9s"),
        ("123m456p789s23s55p S/E", {"max_chows": 3}, ""),
        ("123m456p777s23s55p S/E", {"max_chows": 3}, "1s 4s"),
    ],
)
def test_what_a_hand_waits_for(text, options, expected):
    rules = HongKong.from_options(options)
    assert codes(rules.waits(parse_hand(text))) == expected.split()


def test_a_hand_that_waits_has_thirteen_tiles_and_no_winning_tile():
    for text in ("123m S/E", "123456789m23p55p+1p S/E"):
        with pytest.raises(RuleError):
            RULES.waits(parse_hand(text))


@pytest.mark.parametrize(
    ("text", "options", "name", "principle"),
    [
        ("[CCC][FFF]123m45mPP+6m S/W f3", {}, "dragon_triplet", "part_of_another"),
        ("19m19p19sESWNCFP*1m S/E", {}, "self_draw", "nothing_added"),
        ("222m88m333p555sEE+8m S/W", {}, "four_concealed", "completed_by_discard"),
        (
            "222m888m333p555sE+E S/W",
            {"four_concealed_self_draw_only": True},
            "four_concealed",
            "completed_by_discard",
        ),
        (
            "(2222m)888m333p555sE*E S/W",
            {"four_concealed_kongs": False},
            "four_concealed",
            "kong_declared",
        ),
        (
            "123456789m23p55p*1p S/E",
            {"concealed_mode": "discard"},
            "concealed_hand",
            "not_when_drawn",
        ),
        (
            "123456789m23pEE+1p S/E",
            {"all_chows_pair": "suited"},
            "all_chows",
            "pair",
        ),
        (
            "1112345678899m+9m S/E",
            {"nine_gates_wait": "pure"},
            "nine_gates",
            "not_pure",
        ),
        ("[NNN][456p]789s23m55p+1m S/E f3", {}, "seat_wind", "other_wind"),
        ("[NNN][456p]789s23m55p+1m S/E f3", {}, "own_flower", "other_seat"),
        (
            "112233m445566p7s+7s S/E",
            {"patterns": {"seven_pairs": 4}},
            "all_chows",
            "other_reading",
        ),
        (
            "[EEE]SSSWWW12mNN+3m S/E f1",
            {"big_hands_alone": "no_extras"},
            "mixed_one_suit",
            "part_of_another",
        ),
        (
            "[111m]999p999sNNNC+C S/E",
            {"preset": "tvb_2026"},
            "mixed_terminals",
            "not_played",
        ),
    ],
)
def test_why_a_pattern_does_not_count(text, options, name, principle):
    told = {each.pattern.id: each for each in score(text, **options).left_out}
    assert told[name].principle == principle
    assert told[name].sentence.endswith(".")


def test_a_hand_without_temptations_leaves_nothing_out():
    assert score("[123m][456p]789s23m55p+1m S/E").left_out == ()


def test_the_score_as_json():
    data = score("[CCC][FFF]12m456m11p*3m S/W f3").as_data()
    assert data["faan"] == data["faan_capped"] == 3
    assert data["base"] == 8
    assert data["meets_minimum"] is True
    triplets = next(p for p in data["patterns"] if p["id"] == "dragon_triplet")
    assert (triplets["value"], triplets["count"]) == (1, 2)
    assert HongKong.from_options({"base_unit": 0.5}).score(
        parse_hand("[123m][444p]789s23m55p+1m S/E f3")
    ).as_data()["base"] == pytest.approx(0.5)
