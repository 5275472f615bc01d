"""Points of hands calculated manually, errors in hands, and waits."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.faults import RuleError
from rules.hand_notation import parse_hand
from rules.tiles import codes
from rules.zung_jung import ZungJung
from rules.zung_jung.patterns import NUMBERS, PATTERNS

DEFAULT = ZungJung.from_options({})


def points(notation: str, **options: object) -> int:
    return ZungJung.from_options(options).score(parse_hand(notation)).points


def numbers(notation: str) -> dict[str, int]:
    score = DEFAULT.score(parse_hand(notation))
    return {NUMBERS[pattern.pattern.id]: pattern.total for pattern in score.patterns}


def test_there_are_44_patterns_in_24_series():
    assert len(PATTERNS) == 44
    assert len({tuple(number.split(".")[:2]) for number in NUMBERS.values()}) == 24


@pytest.mark.parametrize("pattern", PATTERNS.values(), ids=lambda each: each.id)
def test_the_example_scores_the_pattern_and_the_near_miss_does_not(pattern):
    assert NUMBERS[pattern.id] in numbers(pattern.example)
    try:
        missed = numbers(pattern.near_miss)
    except RuleError:
        return
    assert NUMBERS[pattern.id] not in missed


@pytest.mark.parametrize(
    ("notation", "expected"),
    [
        # Different series add, even if one implies the other.
        (
            "[FFF]222m99m44mEEE+4m S/E",
            {"2.1.1": 40, "4.1": 30, "3.1": 10, "4.2.1": 5},
        ),
        # Four concealed triplets always have 160 points at least.
        ("222m444p777s99p11s*9p", {"1.2": 5, "4.1": 30, "4.2.3": 125}),
        # The discard completes the fourth triplet: three are concealed.
        ("222m444p777s99p11s+9p", {"1.2": 5, "4.1": 30, "4.2.2": 30}),
        # The discard fits into a sequence, so the triplet was drawn.
        ("22234m444p777s11s+2m", {"1.2": 5, "4.2.2": 30}),
        # 3.1 counts for each set: seat wind and dragon.
        ("[SSS][CCC]456p78p11s+9p S/E", {"3.1": 20}),
        # A chicken.
        ("[123m][999p]345s78m55p+6m", {}),
        # Irregular hands.
        ("2244m2277p3388s5s+5s", {"1.3": 5, "10.2": 30}),
        ("1199m1199pEESSC+C", {"8.1.3": 100, "10.2": 30}),
        ("1199mEESSWWNNC+C", {"2.1.1": 40, "8.1.3": 100, "10.2": 30}),
        ("EEEESSWWCCFFP+P", {"3.4": 320}),
        ("19m19p19sESWNCFP*P last_tile", {"9.1.1": 10, "10.1": 160}),
        # Listed limits count alone, with their own points.
        ("[EEE][SSS]WWWNN55p+N", {"3.3.4": 400}),
        ("111m99m99s111p111s+9m", {"8.1.4": 400}),
        ("[EEE][SSS]WWWNNCC+N", {"3.3.4": 400}),
        # Four identical tiles are a kong only if they are declared.
        ("[444p]111123m78s55s+9s", {}),
    ],
)
def test_patterns_of_a_hand(notation, expected):
    assert numbers(notation) == expected


def test_a_sum_is_paid_up_to_the_limit():
    hand = parse_hand("[222m][333m]444m55m66m+6m S/E")
    score = DEFAULT.score(hand)
    assert score.limit == "none"
    assert score.points == 5 + 80 + 30 + 100
    hand = parse_hand("222m333m444m55m66m*6m S/E")
    assert (DEFAULT.score(hand).points, DEFAULT.score(hand).limit) == (320, "compound")


def test_a_chicken_has_one_point():
    score = DEFAULT.score(parse_hand("[123m][999p]345s78m55p+6m"))
    assert (score.points, score.limit, score.patterns) == (1, "chicken", ())
    assert score.meets_minimum


def test_a_minimum_is_a_result_and_no_fault():
    rules = ZungJung.from_options({"minimum": 5})
    assert not rules.score(parse_hand("[123m][999p]345s78m55p+6m")).meets_minimum
    assert rules.score(parse_hand("[123m]456p345s78pEE+9p")).meets_minimum


def test_a_tournament_may_change_the_points_of_patterns():
    all_triplets = "[111m][444p]777s99sEE+E"
    assert points(all_triplets) == 30 + 10
    assert points(all_triplets, values={"all_triplets": 50}) == 50 + 10
    assert points(all_triplets, values={"all_triplets": 0}) == 10
    heaven = "123m456p345s78pEE*9p heavenly"
    assert points(heaven) == 5 + 5 + 155
    assert points(heaven, preset="wsom_2007") == 320


@pytest.mark.parametrize(
    ("notation", "code"),
    [
        ("11111m456p345s78p+9p", "too_many_copies"),
        ("EE+E", "tile_count"),
        ("123m456p345s78pEE*9p replacement", "replacement_without_kong"),
        ("[1111m]456p345s78pEE+9p replacement", "replacement_not_drawn"),
        ("[123m]456p345s78pEE*9p robbing_kong", "robbing_self_drawn"),
        ("[123m]456p999p78pEE+9p robbing_kong", "robbing_held_tile"),
        ("123m456p345s78pEE*9p S/E heavenly", "not_heavenly"),
        ("(1111m)456p345s78pEE*9p heavenly", "not_heavenly"),
        ("123m456p345s78pEE+9p E/E earthly", "not_earthly"),
        ("123m456p345s78pEE*9p S/E earthly", "earthly_drawn"),
        ("123m456p345s78pEE+9p f1", "no_bonus_tiles"),
        ("123m456p345s79pEE+9p", "not_a_win"),
        ("123m456p345s789pEE", "no_winning_tile"),
        ("123m456p345s78pEE*9p riichi", "unknown_flag"),
    ],
)
def test_contradictory_hands_are_refused(notation, code):
    with pytest.raises(RuleError) as error:
        DEFAULT.score(parse_hand(notation))
    assert code in {fault.code for fault in error.value.faults}


def test_east_may_win_with_the_fourteen_tiles_dealt():
    dealt = parse_hand("123m456p345s789pEE heavenly")
    assert dealt.winning_tile is None
    assert DEFAULT.score(replace(dealt, self_draw=True)).points == 5 + 5 + 155


@pytest.mark.parametrize(
    ("notation", "waits"),
    [
        ("[123m]2345pEEE789s", ["2p", "5p"]),
        ("19m19p19sESWNCFP", ["1m", "9m", "1p", "9p", "1s", "9s", *"ESWNCFP"]),
        ("1133m2277p3399sE", ["E"]),
        ("1111m2277p3399sE", ["E"]),
        ("[1111m]234p56s55pEEE", ["4s", "7s"]),
        # A fifth tile does not exist.
        ("[EEE][SSS][WWW]1111m", []),
    ],
)
def test_waits(notation, waits):
    assert codes(DEFAULT.waits(parse_hand(notation))) == waits


@pytest.mark.parametrize(
    ("notation", "name", "principle"),
    [
        ("222m444p777s99p11s+9p", "four_concealed_triplets", "completed_by_discard"),
        ("[WWW][123m]456p78p11s+9p S/E", "value_honor", "other_wind"),
        ("[EEE][SSS]WWWNN55p+N", "all_triplets", "counts_alone"),
        ("2244m2277p3388s5s+5s", "concealed_hand", "regular_hands_only"),
        ("[234m][456p]345s67pEE+8p", "no_terminals", "honors_are_terminals"),
        ("222m333m444m78pEE+9p", "three_identical_sequences", "other_reading"),
    ],
)
def test_tempting_patterns_are_explained(notation, name, principle):
    left_out = DEFAULT.score(parse_hand(notation)).left_out
    reasons = {each.pattern.id: each.principle for each in left_out}
    assert reasons[name] == principle
    assert all(each.sentence for each in left_out)
