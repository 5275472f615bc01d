"""Hands with values from the rule book: points, fans left out, errors."""

from __future__ import annotations

import pytest

import rules
from rules.faults import RuleError
from rules.hand_notation import parse_hand, parse_tiles

MCR = rules.ruleset("mcr")


def score(text: str, **options: object):
    return rules.ruleset("mcr", options).score(parse_hand(text))


WORKED = [
    ("[123m]456p789sEE23p+4p", 8),
    ("[123p][444s][789m]3p4pCC+2p", 8),
    ("[CCC]12345m456p77s+3m", 2),
    ("123m789m123s78s55m+9s", 8),
    ("123m123p12s456s99m+3s", 14),
    ("[EEE]1233m456p789s+3m S/S", 10),
    ("[123m][456p][789s][EEE]5s+5s", 18),
    ("[123m][456p][789s][EEE]5s*5s", 14),
    ("[345m][567p]EE23s777p+1s robbing_kong", 10),
    ("(7777p)345mEE23s555s*1s replacement", 16),
    ("345m567pEE23s777p+1s last_of_kind", 8),
    ("[EEE][SSS][WWW]99m55p+9m", 24),
    ("[EEE][SSS][WWW]N99m9m+N", 107),
    ("[CCC][FFF]P123m789s+P", 70),
    ("222s333p555s77mEE*7m", 65),
    ("222s333p555s77mEE+7m", 24),
    ("33345m777p555s22s+3m", 22),
    ("(1111m)(2222s)333p555s9m+9m", 81),
    ("[1111m][2222s][3333p][5555s]7m+7m", 104),
    ("(1111m)(2222s)(3333p)(5555s)7m*7m", 163),
    ("1112345678999m*5m", 92),
    ("1112345678999m+1m", 106),
    ("2233445566778s+8s", 90),
    ("1199m1199p1199s1m+1m", 90),
    ("2233446688sFFF+F", 114),
    ("222333444s8sFFF+8s", 179),
    ("112233m778899m5m+5m", 67),
    ("123p789p55m123s78s*9s", 20),
    ("147m258p369sESWN+C", 24),
    ("147m258p36sESWNC+F", 12),
    ("17m258p39sESWNCF+P", 24),
    ("147m258p369s234m5p+5p", 17),
    ("19m19p19sESWNCFP*P last_tile", 96),
    ("[4444p][2222m][2222p]3555p+3p", 43),
    ("[123p]4444666s789m+5s", 11),
]


@pytest.mark.parametrize(("hand", "points"), WORKED, ids=[hand for hand, _ in WORKED])
def test_a_worked_hand_has_its_points(hand, points):
    assert score(hand).points == points


def test_flowers_are_paid_and_do_not_make_the_minimum():
    with_flowers = score("[123m]456p789sEE23p+4p f1y3")
    assert (with_flowers.points, with_flowers.total) == (8, 10)
    below = score("[CCC]12345m456p77s+3m f1f2f3f4y1y2y3y4")
    assert (below.points, below.total, below.meets_minimum) == (2, 10, False)


def test_flowers_do_not_spoil_a_chicken_hand():
    chicken = score("[123p][444s][789m]3p4pCC+2p f1").as_data()
    assert [pattern["id"] for pattern in chicken["patterns"]] == ["chicken_hand"]
    assert (chicken["points"], chicken["flower_points"], chicken["total"]) == (8, 1, 9)


@pytest.mark.parametrize(
    ("hand", "fan", "principle"),
    [
        ("123m789m123s78s55m+9s", "no_honors", "non_repeat"),
        ("123m789m123s78s55m+9s", "two_terminal_chows", "account_once"),
        ("123m123p12s456s99m+3s", "mixed_double_chow", "account_once"),
        ("[123m]123m123p78sEE+9s", "mixed_double_chow", "non_identical"),
        ("[CCC]12345m456p77s+3m", "edge_wait", "more_than_one_wait"),
        ("222s333p555s77mEE+7m", "four_concealed_pungs", "completed_by_discard"),
        ("[EEE]333444555m9m+9m", "pure_triple_chow", "one_reading"),
        ("222333444s8sFFF+8s", "half_flush", "non_repeat"),
    ],
)
def test_what_does_not_count_is_named_with_its_principle(hand, fan, principle):
    left_out = {each.pattern.id: each for each in score(hand).left_out}
    assert left_out[fan].principle == principle
    assert left_out[fan].sentence.endswith(".")
    assert "%" not in left_out[fan].sentence


def test_nothing_tempting_is_left_out_of_a_plain_hand():
    assert score("[123m]456p789sEE23p+4p").left_out == ()


@pytest.mark.parametrize(
    ("hand", "codes"),
    [
        ("[123m]456p789sEE2p+4p", {"tile_count"}),
        ("123m456p789s11pEEE", {"no_winning_tile"}),
        ("[123m]456p789sEE23p+5p", {"not_a_win"}),
        ("[123m]456p789sEE23p+4p loser", {"not_the_winner"}),
        ("345m567pEE23s777p+1s replacement", {
            "replacement_without_kong", "replacement_not_drawn",
        }),
        ("[345m][567p]EE23s777p*1s robbing_kong", {"robbing_self_drawn"}),
        ("[345m][567p]EE23s777p+1s robbing_kong last_tile", {"exclusive_flags"}),
        ("[345m][567p]EE22s777p+2s robbing_kong", {"robbing_held_tile"}),
        ("[345m][567p]EE22s777p+2s last_of_kind", {"last_of_kind_in_hand"}),
        ("(2222s)[567p]EE777p22s+2s", {"too_many_copies"}),
        ("123m456p789sEE23p*4p heavenly", {"unknown_flag"}),
        ("[124m][456p]789sEE2p+4p", {"impossible_meld", "tile_count"}),
    ],
)  # fmt: skip
def test_a_hand_that_contradicts_itself_is_refused(hand, codes):
    with pytest.raises(RuleError) as refused:
        score(hand)
    assert {fault.code for fault in refused.value.faults} == codes


def test_the_last_of_its_kind_is_seen_by_itself():
    own_melds = score("[123s][123s][123s]EE12s+3s S/S")
    assert "last_tile" in {pattern.pattern.id for pattern in own_melds.patterns}


def test_waits_are_the_tiles_that_win():
    waits = MCR.waits(parse_hand("1112345678999m"))
    assert waits == tuple(range(9))


@pytest.mark.parametrize("on_own_four", [True, False])
@pytest.mark.parametrize(
    ("hand", "waits"),
    [
        ("[123p]4444666s789m", "5s"),
        ("[1111m]23m456p789sEE", "4m"),
        ("(1111m)23m456p789sEE", "4m"),
        ("[111m]1m23m456p789sE", "E"),
        ("[111m]123m456p789sE", "E"),
    ],
)
def test_nobody_waits_for_a_fifth_copy(hand, waits, on_own_four):
    rule = rules.ruleset("mcr", {"waits_on_own_four": on_own_four})
    assert rule.waits(parse_hand(hand)) == parse_tiles(waits)
