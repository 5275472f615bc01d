"""Hand values: worked examples, readings, options, reasons, errors."""

from __future__ import annotations

import pytest

from rules.classical import Classical
from rules.faults import RuleError
from rules.hand_as_json import read_hand
from rules.hand_notation import parse_hand
from rules.tiles import codes

DMJL = Classical.from_options({})
BMJA = Classical.from_options({"preset": "bmja"})

PLAIN = "[NNN][999m][555s]78pEE+9p S/W"


def score(text: str, **options: object):
    return Classical.from_options(options).score(parse_hand(text))


def figures(text: str, **options: object) -> tuple[int, int, float, int]:
    worth = score(text, **options)
    return worth.points, worth.doubles, worth.limits, worth.total


def refusal(text: str, **options: object) -> list[str]:
    with pytest.raises(RuleError) as caught:
        score(text, **options)
    return [fault.code for fault in caught.value.faults]


def items(text: str, **options: object) -> dict[str, int]:
    return {s.pattern.id: s.count for s in score(text, **options).patterns}


def reasons(text: str, **options: object) -> dict[str, str]:
    worth = score(text, **options)
    for left in worth.left_out:
        assert left.sentence
    return {left.pattern.id: left.principle for left in worth.left_out}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[111p][WWW]777m23m55s+1m S/E", (32, 0, 0, 32)),
        ("[111p][WWW]777m13m55s*2m S/E", (36, 0, 0, 36)),
        ("[111p][WWW]777m23m55s+1m W/E", (32, 1, 0, 64)),
        ("[111p][WWW]777m13m55s*2m W/E", (36, 1, 0, 72)),
        ("[8888p+]EEE345sFFPP+F S/W", (42, 1, 0, 84)),
        ("[8888p+]EEE345sFFPP+F E/W", (42, 2, 0, 168)),
        ("[PPPP+]444mCCCFF7p N/W loser f1y2y3", (42, 3, 0, 336)),
        ("222s77s89sEEESSS*7s W/N f1f3y1y2", (62, 3, 0, 496)),
        ("[123m]456m789s45p88p+6p S/W", (20, 1, 0, 40)),
        ("[123m]456m789s45p88p+6p S/W f1", (24, 1, 0, 48)),
        ("[123m][456m]789m45m88m+6m S/W", (20, 4, 0, 320)),
    ],
)
def test_worked_hands(text, expected):
    assert figures(text) == expected


@pytest.mark.parametrize(
    ("text", "dmjl", "bmja"),
    [
        ("1112345678999m+9m", (0, 0, 1, 500), "too_many_chows"),
        ("1112345678999m+5m", (0, 0, 1, 500), (0, 0, 1, 1000)),
        ("19m19p19sESWNCFP+1m", (0, 0, 1, 500), (0, 0, 1, 1000)),
        ("11m99pEESSWWCCF+F", "not_a_win", (0, 0, 0.5, 500)),
        ("1112345678999m loser", (16, 0, 0, 16), (0, 0, 0.4, 400)),
        ("11m99pEESSWWCCF S/N loser", (4, 0, 0, 4), (0, 0, 0.2, 200)),
    ],
)
def test_the_two_proven_presets(text, dmjl, bmja):
    for expected, preset in ((dmjl, "dmjl"), (bmja, "bmja")):
        if isinstance(expected, str):
            assert refusal(text, preset=preset) == [expected]
        else:
            assert figures(text, preset=preset) == expected


class TestReadings:
    def test_the_set_the_last_tile_completed_is_the_one_worth_most(self):
        """The last tile counts as part of the pair, because completing a chow scores
        nothing.
        """
        worth = items("[NNN][999p][555s]1123m+1m S/W")
        assert worth["major_pair_completed"] == 1

    def test_a_discard_may_complete_a_chow_to_keep_a_pung_concealed(self):
        worth = items("[NNN]555s67s99mEEE+5s S/W")
        assert worth["concealed_pung"] == 1

    def test_three_pungs_or_three_chows(self):
        assert "no_chow" in items("[NNN]222333s44sEE+4s S/W")

    def test_a_limit_hand_wins_over_points_that_reach_the_limit(self):
        worth = score("[CCC][FFF]PPPEE99s+9s E/E f1y1")
        assert (worth.limits, worth.points, worth.total) == (1, 0, 500)

    def test_a_claimed_kong_is_exposed_for_points_and_concealed_for_doubles(self):
        claimed = items("[5555s]777s222m78pEE*9p S/W")
        added = items("[5555s+]777s222m78pEE*9p S/W")
        assert claimed["exposed_kong"] == added["exposed_kong"] == 1
        assert {"three_concealed_pungs", "only_concealed"} <= set(claimed)
        assert not {"three_concealed_pungs", "only_concealed"} & set(added)

    def test_four_of_a_kind_in_a_losers_hand_are_a_pung_and_one(self):
        assert figures("[222p]1111sEE6789m S/W loser") == (10, 0, 0, 10)

    def test_a_fourth_single_dragon_beside_the_sets_of_little_three_dragons(self):
        worth = items("CCCFFFFPP23m55s S/W loser")
        assert worth["little_three_dragons"] == 1
        assert worth["dragon_set"] == 2

    def test_a_losers_pairs_all_count(self):
        assert figures("11p99sEESWWCCFF W/N loser") == (6, 0, 0, 6)

    def test_a_losers_hand_may_have_any_number_of_tiles_up_to_13(self):
        assert figures("[CCC] E/E loser f1") == (8, 1, 0, 16)
        assert figures("- E/E loser f1f2f3f4") == (16, 1, 0, 32)

    def test_too_many_tiles_are_worth_nothing(self):
        long = "[CCC]111m222m333m44m E/E loser f1"
        assert figures(long) == (0, 0, 0, 0)
        assert figures(long, long_hand_zero=False)[3] > 0

    def test_too_few_tiles_are_worth_nothing_where_the_rules_say_so(self):
        assert figures("[CCC] E/E loser", short_hand_zero=True) == (0, 0, 0, 0)

    def test_east_wins_with_the_tiles_dealt(self):
        assert figures("999m222m555s789pEE E/S heavenly") == (0, 0, 1, 500)
        worth = items("999m222m555s789pEE E/S heavenly", limit_hands={"heavenly": 0})
        assert "last_tile_from_wall" not in worth
        assert "only_concealed" in worth

    def test_a_loser_calling_gets_a_part_of_the_limit_only_if_it_is_more(self):
        assert items("[EEE][CCC]FFFPP55s E/E loser", preset="bmja") == {
            "calling_limit_hand": 1
        }
        rich = score("(EEEE)(CCCC)FFFPP55s E/E loser f1f2f3f4", preset="bmja")
        assert rich.limits == 0
        assert rich.total == 1000


class TestOptions:
    @pytest.mark.parametrize(
        ("text", "options", "expected"),
        [
            (PLAIN, {}, (30, 0, 0, 30)),
            (PLAIN, {"points": {"mahjong": 10}}, (20, 0, 0, 20)),
            (PLAIN, {"rounding": "100"}, (30, 0, 0, 100)),
            (PLAIN, {"rounding": "10", "points": {"mahjong": 21}}, (31, 0, 0, 40)),
            (PLAIN, {"limit": 25}, (30, 0, 0, 25)),
            (PLAIN, {"limit": 25, "roof_off": True}, (30, 0, 0, 30)),
            ("19m19p19sESWNCFP+1m", {"limit": 300}, (0, 0, 1, 300)),
            (
                "19m19p19sESWNCFP+1m",
                {"limit_hands": {"thirteen_orphans": 50}},
                (0, 0, 0.5, 250),
            ),
            (
                "[NNN][999m][555s]79pEE+8p S/W",
                {"only_possible_tile_when": "drawn"},
                (30, 0, 0, 30),
            ),
            (
                "[NNN][999m][555s]79pEE+8p S/W",
                {"only_possible_tile_when": "shape"},
                (32, 0, 0, 32),
            ),
            (
                "[NNN][999m][555s]1234p+4p S/W",
                {"only_possible_tile_when": "shape"},
                (34, 0, 0, 34),
            ),
            (
                "[NNN][999m][555s]12pEE+3p S/W",
                {"only_possible_tile_when": "shape"},
                (32, 0, 0, 32),
            ),
            (
                "[NNN][999m][555s]89pEE+7p S/W",
                {"only_possible_tile_when": "shape"},
                (32, 0, 0, 32),
            ),
            (PLAIN, {"only_possible_tile_when": "shape"}, (30, 0, 0, 30)),
        ],
    )
    def test_what_an_option_does_to_a_hand(self, text, options, expected):
        assert figures(text, **options) == expected

    @pytest.mark.parametrize(
        ("text", "options", "name"),
        [
            (
                "[222s][444s]666s88s33s+3s",
                {"jade_needs_green_dragon": True},
                "imperial_jade",
            ),
            (
                "999m222m555s789pEE E/S heavenly f1",
                {"heavenly_without_supplements": True},
                "heavenly",
            ),
            (
                "[5555s]222m777pEE99s*9s",
                {"hidden_treasure_claimed_kongs": False},
                "hidden_treasure",
            ),
            ("[111m]345m678m999m2m+2m", {"snake_exposed": False}, "squirming_snake"),
            (
                "[CCC][FFF]PPP12m55s+3m",
                {"scholars_without_chow": True},
                "three_great_scholars",
            ),
        ],
    )
    def test_narrower_limit_hands(self, text, options, name):
        assert name in items(text)
        assert name not in items(text, **options)

    def test_a_referee_may_say_that_the_other_tiles_are_visible(self):
        row = {
            "concealed": ["7p", "8p", "E", "E"],
            "melds": [
                {"type": "pung", "tiles": [tile] * 3} for tile in ("N", "9m", "5s")
            ],
            "winning_tile": "9p",
            "seat_wind": "S",
            "prevailing_wind": "W",
            "flags": ["only_tile"],
        }
        hand = read_hand(row)
        millington = Classical.from_options({"preset": "millington"})
        assert millington.score(hand).points == 22
        with pytest.raises(RuleError) as caught:
            DMJL.score(hand)
        assert [fault.code for fault in caught.value.faults] == ["unknown_flag"]

    def test_an_earthly_hand_on_the_own_first_draw(self):
        drawn = "999m222m555s78pEE*9p S/W earthly"
        assert refusal(drawn) == ["earthly_drawn"]
        assert figures(drawn, earthly="first_draw") == (0, 0, 1, 500)

    @pytest.mark.parametrize(
        ("text", "options"),
        [
            (PLAIN, {"minimum_points": 31}),
            (PLAIN, {"minimum_doubles": 1}),
            (PLAIN, {"no_mixed_suits": True}),
            (PLAIN, {"require_limit_hand": True}),
        ],
    )
    def test_hands_that_may_not_be_declared(self, text, options):
        assert score(text).meets_minimum
        assert not score(text, **options).meets_minimum

    def test_bonus_tiles_that_are_not_played_with(self):
        assert refusal(PLAIN + " f1", bonus_tiles="none") == ["no_bonus_tiles"]
        assert refusal(PLAIN + " f1y2", bonus_tiles="flowers") == ["no_seasons"]

    def test_robbing_may_be_forbidden(self):
        assert refusal(PLAIN + " robbing_kong", robbing=False) == ["robbing_not_played"]

    def test_the_number_of_chows_may_be_limited(self):
        two = "[NNN][123m][456m]78pEE+9p S/W"
        assert figures(two, max_chows=3)[3] > 0
        assert refusal(two, max_chows=2) == ["too_many_chows"]

    def test_waits_with_too_many_chows_are_none(self):
        hand = parse_hand("[NNN][123m]456m78pEE S/W loser")
        assert codes(DMJL.waits(hand)) == ["6p", "9p"]
        assert BMJA.waits(hand) == ()


class TestReasons:
    @pytest.mark.parametrize(
        ("text", "name", "principle"),
        [
            (PLAIN, "last_tile_from_wall", "won_on_a_discard"),
            (PLAIN, "only_possible_tile", "more_than_one_wait"),
            (PLAIN + " f2", "own_flower_and_season", "both_needed"),
            (PLAIN + " original_call", "original_call", "too_many_exposed"),
            ("222m555p777pEE99s+9s", "hidden_treasure", "completed_by_discard"),
            ("123m456m789m55m88m+8m", "concealed_true_colour", "completed_by_discard"),
            ("22m555s777s789pEE+2m", "three_concealed_pungs", "completed_by_discard"),
            (
                "[123m]555s777s78pEE+9p",
                "three_concealed_pungs",
                None,
            ),
            (
                "[123m]555s777s22pEE+2p",
                "three_concealed_pungs",
                "completed_by_discard",
            ),
            ("[CCC] E/E loser f2", "season", None),
        ],
    )
    def test_why_something_does_not_count(self, text, name, principle):
        assert reasons(text).get(name) == principle

    def test_one_limit_is_paid(self):
        worth = score("[EEE][SSS]WWWNNCC+N")
        counted = {pattern.pattern.id for pattern in worth.patterns}
        left = {each.pattern.id for each in worth.left_out}
        assert counted | left >= {"all_honours", "four_blessings"}
        assert len(counted) == 1

    def test_a_dead_hand_says_why(self):
        assert reasons("[CCC]111m222m333m44m E/E loser f1")["flower"] == (
            "wrong_tile_count"
        )

    def test_the_last_tile_counts_as_another_set(self):
        text = "[NNN][999m]2234555s+5s S/W"
        assert "only_possible_tile" in reasons(text)


class TestRefusals:
    @pytest.mark.parametrize(
        ("text", "code"),
        [
            ("[NNN][999m][555s]78pEE+4p", "not_a_win"),
            ("[NNN][999m][555s]78pE+9p", "tile_count"),
            ("[NNN][999m][555s]789pEE", "no_winning_tile"),
            (PLAIN + " loser", "loser_with_winning_tile"),
            ("[NNN]78pEE last_tile loser", "loser_with_winning_flag"),
            (PLAIN + " dora:1m", "no_indicators"),
            (PLAIN + " ippatsu", "unknown_flag"),
            (PLAIN + " last_of_kind", "unknown_flag"),
            (PLAIN + " replacement", "replacement_without_kong"),
            (PLAIN + " f1f1", "bonus_tile_twice"),
            ("[NNN][999m][555s]78pNN+9p", "too_many_copies"),
            (PLAIN + " last_tile robbing_kong", "exclusive_flags"),
            ("[5555s][NNN][999m]78pEE*9p last_tile replacement", "exclusive_flags"),
            ("[NNN][999m][505s]78pEE+9p", "red_five"),
        ],
    )
    def test_hands_that_contradict_themselves(self, text, code):
        assert code in refusal(text)

    def test_all_faults_come_at_once(self):
        assert len(refusal("[NNN][999m][555s]78pE+9p ippatsu f1f1")) == 3

    def test_a_loser_who_drew(self):
        with pytest.raises(RuleError) as caught:
            DMJL.score(read_hand({"winner": False, "self_draw": True}))
        assert [f.code for f in caught.value.faults] == ["loser_with_winning_draw"]

    def test_waits_of_a_hand_that_has_won(self):
        with pytest.raises(RuleError):
            DMJL.waits(parse_hand(PLAIN))


def test_waits_leave_out_kinds_held_four_times():
    assert codes(DMJL.waits(parse_hand("[1111p]23p456m777s99s"))) == ["4p"]
    assert codes(DMJL.waits(parse_hand("1m1p9p1s9sESWNNCFP"))) == ["9m"]


def test_a_score_as_json():
    data = score(PLAIN + " f2").as_data()
    assert data["valid"] is True
    assert (data["won"], data["points"], data["doubles"], data["limits"]) == (
        True,
        34,
        0,
        0.0,
    )
    assert data["raw"] == data["total"] == 34
    assert data["arrangement"]["pair"] == "E"
    assert {each["id"] for each in data["left_out"]} >= {"only_possible_tile"}
