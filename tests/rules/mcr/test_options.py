"""Every disputed point of scoring is an option, and each option makes a difference."""

from __future__ import annotations

import pytest

import rules
from rules.faults import RuleError
from rules.hand_notation import parse_hand
from rules.mcr import McrOptions
from rules.mcr.penalties import CATALOGUE

#: option, value, a hand, points by default and with the option
DIFFERENCES = [
    ("two_concealed_kongs", 8, "(1111m)(2222s)333p55s78m+9m", 34, 36),
    ("mixed_kongs", 6, "(1111m)[2222s]333p55s78m+9m", 17, 18),
    ("concealed_pungs_with_kong_hands", False,
     "(1111m)(2222s)[3333p]555s9m+9m", 65, 49),
    ("concealed_pungs_with_two_kongs", False, "(1111m)(2222s)333p55s78m+9m", 34, 28),
    ("fully_concealed_on_concealed_hands", True, "1112345678999m*5m", 92, 95),
    ("fully_concealed_with_last_tile", False,
     "123m456p789sEE23p*4p last_tile", 20, 16),
    ("half_flush_with_all_green", True, "2233446688sFFF+F", 114, 120),
    ("tile_hog_in_pairs", False, "1199m1199p1199s1m+1m", 90, 88),
    ("nine_gates_second_pung", False, "1112345678999m*5m", 92, 91),
    ("knitted_straight_waits", "not_on_knitted_tiles", "147m258p369s234m5p+5p", 17, 16),
    ("knitted_straight_waits", "single_only", "147m258p369s35mEE+4m", 15, 14),
    ("waits_on_own_four", False, "[4444p][2222m][2222p]3555p+3p", 43, 44),
    ("discarded_pung_is_concealed", True, "222s333p555s77mEE+7m", 24, 64),
    ("knitted_straight_in_lesser", False, "147m258p369sESWN+C", 24, 12),
    ("replacement_with_last_discard", True,
     "[123m]456p789sEE23p+4p last_tile", 16, 24),
    ("voided_suit_with_three_winds", False, "[EEE][SSS][WWW]99m55p+9m", 24, 23),
    ("concealed_kong_in_four_kongs", True,
     "(1111m)[2222s][3333p][5555s]7m+7m", 98, 100),
]  # fmt: skip


def points(hand: str, **options: object) -> int:
    return rules.ruleset("mcr", options).score(parse_hand(hand)).points


@pytest.mark.parametrize(
    ("option", "value", "hand", "default", "changed"),
    DIFFERENCES,
    ids=[f"{row[0]}={row[1]}" for row in DIFFERENCES],
)
def test_the_option_changes_the_points(option, value, hand, default, changed):
    assert points(hand) == default
    assert points(hand, **{option: value}) == changed


def test_four_of_a_kind_may_not_be_two_pairs():
    hand = "77m88p44s899sFFFF+8s"
    assert points(hand) == 26
    with pytest.raises(RuleError, match="not a winning hand"):
        points(hand, four_of_a_kind_as_two_pairs=False)


def test_a_pair_wait_on_the_last_tile_is_refused_or_loses_its_wait():
    hand = "123m456p789sE234p+E last_of_kind"
    with pytest.raises(RuleError, match="another one is concealed"):
        points(hand)
    without = points("123m456p789sE234p+E")
    assert points(hand, last_tile_with_pair=True) == without + 4 - 1


def test_the_green_book_is_a_preset():
    green_book = McrOptions.of("wmo2006")
    assert {
        each.name: (each.preset, each.value) for each in green_book.differences()
    } == {}
    assert (green_book.two_concealed_kongs, green_book.mixed_kongs) == (8, 6)
    assert points("1112345678999m*5m", preset="wmo2006") == 95


def test_house_rules_are_the_differences_to_their_preset():
    house = McrOptions.read({"preset": "wmo2006", "mixed_kongs": 5, "minimum": 6})
    assert [(each.name, each.preset, each.value) for each in house.differences()] == [
        ("minimum", 8, 6),
        ("mixed_kongs", 6, 5),
    ]
    assert house.changes() == {"preset": "wmo2006", "minimum": 6, "mixed_kongs": 5}
    assert McrOptions.read(house.changes()) == house
    assert McrOptions.read(house.as_data()) == house


@pytest.mark.parametrize(
    ("raw", "field"),
    [
        ({"preset": "house"}, "preset"),
        ({"minimum": "8"}, "minimum"),
        ({"mixed_kongs": 9}, "mixed_kongs"),
        ({"half_flush_with_all_green": 1}, "half_flush_with_all_green"),
        ({"knitted_straight_waits": "never"}, "knitted_straight_waits"),
        ({"false_win": {"offender": -30, "others": 11}}, "false_win.others"),
        ({"penalties": {"misconduct": -5}}, "penalties.misconduct"),
        ({"penalties": {"sneezing": 5}}, "penalties.sneezing"),
        ({"false_win": {"offenders": -30}}, "false_win.offenders"),
        ({"minimun": 8}, "minimun"),
    ],
)
def test_an_option_that_cannot_be_is_refused_by_name(raw, field):
    with pytest.raises(RuleError) as refused:
        McrOptions.read(raw)
    assert [fault.field for fault in refused.value.faults] == [field]


def test_an_option_has_a_label_and_a_source():
    for _name, kind in McrOptions.declared():
        assert kind.text[0].isupper()
        assert kind.source


def test_repeated_faults_are_warned_first_and_double_then():
    usual = CATALOGUE.with_points(McrOptions().penalties)
    empty_call = usual.offence("empty_call")
    assert [empty_call.costs(times) for times in (1, 2, 3, 4)] == [0, 5, 10, 20]
    options = McrOptions.read({"penalties": {"empty_call": 4}})
    house = CATALOGUE.with_points(options.penalties)
    assert house.offence("empty_call").costs(3) == 8
    late = usual.offence("late_15_minutes")
    assert [late.costs(times) for times in (1, 2)] == [20, 20]
    with pytest.raises(ValueError, match="from 1"):
        late.costs(0)
