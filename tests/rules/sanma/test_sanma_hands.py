"""Hands of sanma scored manually: tiles, dora, North in three ways, and faults."""

from __future__ import annotations

import pytest

from rules.faults import RuleError
from rules.hand_notation import format_hand, parse_hand
from rules.riichi import Riichi
from rules.riichi.score import RiichiScore
from rules.sanma import Sanma, SanmaOptions
from rules.sanma.presets import PRESETS
from rules.sanma.score import score_hand


def score(text: str, **options: object) -> RiichiScore:
    return score_hand(parse_hand(text), SanmaOptions.read(options))


def yaku(text: str, **options: object) -> dict[str, int]:
    return {
        pattern.pattern.id: pattern.total for pattern in score(text, **options).patterns
    }


def faults(text: str, **options: object) -> list[str]:
    with pytest.raises(RuleError) as refused:
        score(text, **options)
    return [fault.code for fault in refused.value.faults]


EXAMPLES = [
    (preset, name)
    for preset in PRESETS
    for name in Sanma.from_options({"preset": preset}).patterns
]


@pytest.mark.parametrize(("preset", "name"), EXAMPLES)
def test_the_example_scores_it_and_the_near_miss_does_not(preset, name):
    pattern = Sanma.from_options({"preset": preset}).patterns[name]
    hand = parse_hand(pattern.example)
    value = pattern.open_value if hand.exposed else pattern.value
    scored = {
        each.pattern.id: each.value
        for each in score_hand(hand, SanmaOptions.of(preset)).patterns
    }
    assert scored[name] == value
    try:
        assert name not in yaku(pattern.near_miss, preset=preset)
    except RuleError:
        assert name != "riichi"


CLOSED = "234p567p345p67s99s+8s S/E"


def test_each_north_laid_aside_is_a_han_and_no_yaku():
    assert yaku(f"{CLOSED} riichi nukidora:2") == {
        "riichi": 1,
        "pinfu": 1,
        "nukidora": 2,
    }
    assert "no_yaku" in faults("[777p]123p456p78s99s+9s S/E nukidora:4")


def test_a_west_indicator_adds_a_han_for_each_north():
    counted = yaku(f"{CLOSED} riichi nukidora:2 dora:WW ura:W")
    assert (counted["nukidora"], counted["dora"], counted["ura_dora"]) == (2, 4, 2)


def test_the_ones_and_nines_of_characters_point_at_each_other():
    hand = "[111m]99m234p567p67s+8s S/E"
    assert "no_yaku" in faults(hand)
    hand = "111m99m234p567p67s+8s S/E riichi"
    assert yaku(f"{hand} dora:1m")["dora"] == 2
    assert yaku(f"{hand} dora:9m")["dora"] == 3


def test_a_hand_is_paid_by_two():
    won = score(f"{CLOSED.replace('+', '*')} riichi")
    assert (won.han, won.fu, won.payments) == (3, 20, {"dealer": 1300, "others": 700})
    assert won.points == 2000
    won = score(CLOSED.replace("+", "*").replace("S/E", "E/E"))
    assert (won.payments, won.points) == ({"each": 700}, 1400)


class TestNorthKeptInHand:
    def test_it_is_a_wind_that_no_player_owns(self):
        for north in ("nukidora", "guest"):
            assert "no_yaku" in faults("[NNN]234p567p67s99s+8s S/E", north=north)
            pair = score("234p567p345p67sNN+8s S/E riichi", north=north)
            assert (pair.han, pair.fu) == (2, 30)

    def test_a_pung_is_a_yaku_where_it_is_a_value_tile(self):
        assert yaku("[NNN]234p567p67s99s+8s S/E", north="yakuhai") == {
            "yakuhai_north": 1
        }

    def test_it_counts_beside_dragons_and_winds(self):
        with_dragons = yaku("[NNN][CCC]FF567p67s+8s S/E", north="yakuhai")
        assert with_dragons == {"yakuhai_red": 1, "yakuhai_north": 1}
        with_one = yaku("[NNN][PPP]99p567p67s+8s S/E", north="yakuhai")
        assert with_one == {"yakuhai_white": 1, "yakuhai_north": 1}
        little = yaku("[EEE][SSS][NNN]WW12p+3p S/E", north="yakuhai")
        assert little == {"shousuushii": 1}

    def test_its_pair_has_fu_where_it_is_a_value_tile(self):
        pair = score("234p567p345p67sNN+8s S/E riichi", north="yakuhai")
        assert (pair.han, pair.fu) == (1, 40)
        dragons = score("[CCC][FFF]NN567p67s+8s S/E", north="yakuhai")
        assert "valued_pair" in {detail.reason for detail in dragons.fu_details}

    def test_flowers_laid_aside_take_nothing_from_an_indicator(self):
        counted = yaku(f"{CLOSED} riichi nukidora:2 dora:W", north="yakuhai")
        assert counted["nukidora"] == 2
        assert "dora" not in counted

    def test_nothing_is_laid_aside_where_it_is_a_guest(self):
        assert faults(f"{CLOSED} riichi nukidora:1", north="guest") == ["no_nukidora"]


class TestThreeRed:
    def test_every_five_is_a_dora(self):
        counted = yaku("55p567p345p555s67s+8s S/E riichi", preset="three_red")
        assert counted["aka_dora"] == 7
        assert "red_five" in faults("05p567p345p555s67s+8s S/E", preset="three_red")

    def test_seven_pairs_may_have_four_alike(self):
        hand = "1111p2277p3388sE+E S/E riichi"
        assert yaku(hand, preset="three_red")["chiitoitsu"] == 2
        assert "not_a_win" in faults(hand)
        one_suit = yaku("1111335577889p+9p S/E", preset="three_red")
        sanma = Sanma.from_options({"preset": "three_red"})
        assert sanma.waits(parse_hand("1111p2277p33889s S/E")) == (26,)
        assert sanma.waits(parse_hand("1111p2277p33888s S/E")) == (25,)
        assert one_suit.keys() >= {"chinitsu", "chiitoitsu"}

    def test_fu_do_not_matter(self):
        won = score("55p567p345p555s67s*8s S/E", preset="three_red")
        assert (won.han, won.payments) == (9, {"dealer": 10000, "others": 6000})


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("234m567p345p67s99s+8s S/E riichi", "tile_not_used"),
        ("234p567p345p67s99s+8s S/E riichi dora:5m", "tile_not_used"),
        ("[234p]567p345p67sEE+8s S/E", "no_chows"),
        ("234p567p345p67s99s+8s N/E riichi", "no_north_seat"),
        ("234p567p345p67s99s+8s S/N riichi", "no_north_seat"),
        ("234p567p345p67sNN+8s S/E nukidora:3", "too_many_norths"),
        ("234p567p345p67s99s+8s S/E nukidora:4 dora:N", "too_many_norths"),
        ("234p567p345p67s99s*8s S/E earthly nukidora:1", "first_turn_is_over"),
        ("000p567p345p67s99s+8s S/E riichi", "red_five_twice"),
    ],
)
def test_faults_of_a_hand(text, code):
    assert code in faults(text)


def test_a_norths_replacement_tile_needs_no_kong():
    assert yaku(f"{CLOSED.replace('+', '*')} replacement nukidora:1")["rinshan"] == 1


def test_the_tiles_laid_aside_are_part_of_the_notation():
    hand = parse_hand(f"{CLOSED} nukidora:3")
    assert parse_hand(format_hand(hand)) == hand


def test_waits_leave_out_tiles_that_are_not_used():
    sanma = Sanma.from_options({})
    assert sanma.waits(parse_hand("234p567p345p67s99s S/E")) == (22, 25)
    assert sanma.waits(parse_hand("234p567p345p678sN S/E nukidora:3")) == ()
    with pytest.raises(RuleError):
        sanma.waits(parse_hand("234m567p345p67s99s S/E"))


def test_other_rules_lay_nothing_aside():
    with pytest.raises(RuleError) as refused:
        Riichi.from_options({}).score(parse_hand(f"{CLOSED} nukidora:1"))
    assert [fault.code for fault in refused.value.faults] == ["no_nukidora"]
