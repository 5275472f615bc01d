"""Hands that contradict themselves are rejected, with one code for each error."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.faults import RuleError
from rules.hand_as_json import read_hand
from rules.hand_notation import parse_hand
from rules.riichi.options import RiichiOptions
from rules.riichi.score import score_hand

EMA = RiichiOptions.of("ema_2025")
TENHOU = RiichiOptions.of("tenhou")
ROBBED_AND_SHOWN = "234m567m345p67s99s+8s S/E robbing_kong riichi dora:8s"

REFUSED = {
    "[234m]567m345p67s99s+8s riichi": "riichi_open_hand",
    "[234m]567m345p67s99s+8s double_riichi": "riichi_open_hand",
    "234m567m345p67s99s+8s ippatsu": "ippatsu_without_riichi",
    "(1111s)234m567m67s99s+8s double_riichi ippatsu": "too_late_for_ippatsu",
    "234m567m345p67s99s+8s double_riichi ippatsu last_tile": "too_late_for_ippatsu",
    "(1111s)234m567m67s99s*8s riichi ippatsu replacement": "exclusive_flags",
    "(1111s)234m567m67s99s*8s last_tile replacement": "exclusive_flags",
    "234m567m345p67s99s+8s last_tile robbing_kong": "exclusive_flags",
    "234m567m345p67s99s*8s riichi last_tile heavenly": "exclusive_flags",
    "234m567m345p67s99s*8s S/E double_riichi earthly": "exclusive_flags",
    "234m567m345p67s99s+8s S/E robbing_kong earthly": "exclusive_flags",
    "234m567m345p67s99s*8s riichi replacement": "replacement_without_kong",
    "(1111s)234m567m67s99s+8s riichi replacement": "replacement_not_drawn",
    "234m567m345p67s99s*8s riichi robbing_kong": "robbing_self_drawn",
    "234m567m345p67s88s+8s riichi robbing_kong": "robbing_held_tile",
    ROBBED_AND_SHOWN: "robbing_held_tile",
    "234m567m345p67s99s*8s S/E heavenly": "not_heavenly",
    "(1111s)234m567m67s99s*8s E/E heavenly": "not_heavenly",
    "234m567m345p67s99s*8s E/E earthly": "not_earthly",
    "[234m]567m345p67s99s*8s S/E earthly": "not_earthly",
    "234m567m345p67s99s+8s riichi dora:123456m": "too_many_indicators",
    "234m567m345p67s99s+8s riichi dora:1p ura:12m": "more_ura_than_dora",
    "234m567m345p67s99s+8s dora:1m ura:1m": "ura_without_riichi",
    "234m567m345p678s99s E/E": "no_winning_tile",
    "[PPF]234m567m67s99s+8s": "impossible_meld",
    "[135m]234m567m67s99s+8s": "impossible_meld",
    "(123m)234m567m67s99s+8s": "impossible_meld",
    "[234m<W]567m345p67s99s+8s S/E": "impossible_claim",
    "234m567m345p99s67s+8s riichi f1": "no_bonus_tiles",
    "234m567m345p67s9s+8s riichi": "tile_count",
    "234m567m345p67s999s+8s riichi": "tile_count",
    "111m111m345p67s99s+8s riichi": "too_many_copies",
    "111m234p345p67s99s+8s riichi dora:11m": "too_many_copies",
    "234m567m345p67s99s+8s riichi last_of_kind": "unknown_flag",
    "234m567m345p67s99s+8s riichi loser": "not_a_winner",
    "234m067m345p67s99s+8s riichi": "red_five",
    "234m567m345p67s99s+6s riichi": "not_a_win",
    "1111m22p77p33s88sE+E": "not_a_win",
    "[234m][567m]345p67s99s+8s dora:8s": "no_yaku",
    "123m567m345p68s99s+7s": "no_yaku",
}  # fmt: skip


def codes(text: str, options: RiichiOptions = EMA) -> set[str]:
    """Return the codes of a hand's errors.

    Asserts that there are errors, each with a sentence.
    """
    with pytest.raises(RuleError) as refused:
        score_hand(parse_hand(text), options)
    for fault in refused.value.faults:
        assert fault.sentence.endswith(".")
        assert fault.field
    return {fault.code for fault in refused.value.faults}


@pytest.mark.parametrize("text", REFUSED)
def test_a_hand_that_cannot_be_is_refused_by_name(text):
    assert REFUSED[text] in codes(text)


def test_everything_wrong_is_said_at_once():
    assert codes("[PPF]234m567m67s9s+8s ippatsu replacement ura:1m f1") >= {
        "impossible_meld",
        "tile_count",
        "ippatsu_without_riichi",
        "exclusive_flags",
        "replacement_without_kong",
        "replacement_not_drawn",
        "more_ura_than_dora",
        "ura_without_riichi",
        "no_bonus_tiles",
    }


def test_a_red_five_twice_is_refused_where_red_fives_are_played():
    assert codes("034m067m345p67s99s+8s riichi", TENHOU) == {"red_five_twice"}


def test_four_plain_fives_are_four_tiles_none_of_them_red():
    score = score_hand(parse_hand("555m567m345p67s99s+8s riichi"), TENHOU)
    assert {pattern.pattern.id for pattern in score.patterns} == {"riichi"}


def test_a_loser_is_refused_only_for_that():
    hand = replace(parse_hand("234m567m345p67s99s+8s riichi"), winner=False)
    with pytest.raises(RuleError) as refused:
        score_hand(hand, EMA)
    assert [fault.field for fault in refused.value.faults] == ["winner"]


def test_indicators_of_other_players_kongs_are_no_contradiction():
    hand = parse_hand("234m567m345p67s99s+8s riichi dora:9m9pEEN ura:9sWWSS")
    assert score_hand(hand, EMA).han == 2


def test_double_riichi_may_be_flagged_with_riichi():
    hand = parse_hand("234m567m345p67s99s+8s riichi double_riichi ippatsu")
    assert [pattern.pattern.id for pattern in score_hand(hand, EMA).patterns] == [
        "double_riichi",
        "ippatsu",
        "pinfu",
    ]


def test_a_row_without_anything_is_refused():
    with pytest.raises(RuleError) as refused:
        score_hand(read_hand({}), EMA)
    codes = {fault.code for fault in refused.value.faults}
    assert codes == {"tile_count", "no_winning_tile"}
