"""Options for jokers: number of equal tiles, limit hands, and patterns not scored with
jokers; worked examples with and without the option."""

from __future__ import annotations

import pytest

import rules
from rules.faults import RuleError
from rules.hand_notation import parse_hand
from rules.tiles import codes

OPEN = ("hong_kong", "classical")
FIVE = {"copies_with_jokers": 5}
STRICT = {"limit_hands_with_jokers": False}


def without(*names: str, **more: object) -> dict[str, object]:
    """Return the option that these patterns are not scored with a joker.

    `more`: further options.
    """
    return {"patterns_without_jokers": list(names), **more}


def score(ruleset: str, hand: str, options: dict):
    return rules.ruleset(ruleset, {"jokers": 8, **options}).score(parse_hand(hand))


def stands_for(ruleset: str, hand: str, options: dict) -> list[str]:
    """Return the tiles that the jokers stand for; the error codes if the hand is
    rejected.
    """
    try:
        return codes(score(ruleset, hand, options).stand_for)
    except RuleError as error:
        return [fault.code for fault in error.faults]


@pytest.mark.parametrize("ruleset", OPEN)
@pytest.mark.parametrize(
    ("hand", "four", "five"),
    [
        pytest.param(
            "[5555m]46m123p789s5sJ+5s S/W", ["not_a_win"], ["5m"], id="in a chow"
        ),
        # 999p with a joker and 9p: only another joker can complete the pair.
        pytest.param(
            "[99pJ]123m456m78s9pJ+9s S/W", ["not_a_win"], ["9p"], id="in the pair"
        ),
        pytest.param(
            "[J23m](1111m)456p789s5p+5p S/W",
            ["too_many_of_a_kind"],
            [],
            id="in exposed sets",
        ),
        pytest.param(
            "[555mJ](5mJJJ)789s55sEE+E S/W",
            ["too_many_of_a_kind"],
            ["too_many_of_a_kind"],
            id="eight are too many either way",
        ),
        pytest.param(
            "[555m]46mJ123p789s5s+5s S/W", ["5m"], ["5m"], id="the fourth may be"
        ),
        # 456m twice would need 6 fives, so it is 444m and 666m.
        pytest.param(
            "[5555m]46m46mJJ789s5s+5s S/W",
            ["4m", "6m"],
            ["4m", "6m"],
            id="a sixth never",
        ),
        # 456m 456m and 55m with the fifth 5m, or with the third east wind, the
        # prevailing wind.
        pytest.param(
            "555456m46mJ99sEE+9s S/E", ["E"], ["E"], id="only where it is worth more"
        ),
    ],
)
def test_how_many_of_a_kind(ruleset, hand, four, five):
    assert stands_for(ruleset, hand, {}) == four
    assert stands_for(ruleset, hand, FIVE) == five


@pytest.mark.parametrize("ruleset", OPEN)
@pytest.mark.parametrize("wrong", [3, 6, "five", 4.5])
def test_four_or_five_of_a_kind(ruleset, wrong):
    with pytest.raises(RuleError) as caught:
        rules.ruleset(ruleset, {"copies_with_jokers": wrong})
    assert [fault.field for fault in caught.value.faults] == ["copies_with_jokers"]


def worth(ruleset: str, hand: str, options: dict) -> tuple[int, set[str]] | None:
    """Return the total and its patterns; None if the hand is not a winning hand."""
    try:
        found = score(ruleset, hand, options)
    except RuleError as error:
        if [fault.code for fault in error.faults] == ["not_a_win"]:
            return None
        raise
    return found.total, {pattern.pattern.id for pattern in found.patterns}


TEN = {"limit_faan": 10}
ALONE = {"big_hands_alone": "limit"}
BMJA = {"preset": "bmja"}


@pytest.mark.parametrize(
    ("ruleset", "hand", "options", "yes", "no"),
    [
        pytest.param(
            "hong_kong",
            "19m19p19sESWNCFJ+1m S/W f3",
            {},
            (13, {"thirteen_orphans"}),
            None,
            id="nothing else is in thirteen orphans",
        ),
        pytest.param(
            "hong_kong",
            "19m19p19sESWNCFP+1m S/W f3",
            {},
            (13, {"thirteen_orphans"}),
            (13, {"thirteen_orphans"}),
            id="without a joker nothing is barred",
        ),
        # Otherwise 555m and the pair of north: 6 + 3 + 3, more than four wind pungs, 3
        # + 3 and 2 for seat and prevailing wind.
        pytest.param(
            "hong_kong",
            "[EEE][SSS][WWW]NNJ5m+5m S/W f3",
            {},
            (13, {"great_winds", "mixed_one_suit"}),
            (12, {"small_winds", "all_triplets", "mixed_one_suit"}),
            id="small winds are no limit hand",
        ),
        pytest.param(
            "hong_kong",
            "[CCC][FFF]123m55mPJ+P S/W f3",
            {},
            (11, {"great_dragons", "mixed_one_suit"}),
            (11, {"great_dragons", "mixed_one_suit"}),
            id="eight faan of thirteen are no limit",
        ),
        pytest.param(
            "hong_kong",
            "111234567899mJ+9m S/W f3",
            TEN,
            None,
            (8, {"all_one_suit", "concealed_hand"}),
            id="nine gates are one where ten are the limit",
        ),
        # With 3 faan for all chows, self-draw and concealed hand.
        pytest.param(
            "hong_kong",
            "123m456p55p789s12sJ E/E heavenly f3",
            {},
            (13, {"heavenly"}),
            (3, {"all_chows", "self_draw", "concealed_hand"}),
            id="dealt hands too",
        ),
        pytest.param(
            "hong_kong",
            "[EEE][SSS]WWJ12mNN+3m S/E f3",
            ALONE,
            (13, {"small_winds"}),
            (5, {"seat_wind", "prevailing_wind", "mixed_one_suit"}),
            id="small winds are one where big hands are the limit",
        ),
        # 4 + 4 exposed, 8 concealed, 20: 36, doubled for the dragons.
        pytest.param(
            "classical",
            "[NNN][999m]CCJ78p55s+9p S/W",
            {},
            (
                72,
                {
                    "exposed_major_pung",
                    "concealed_major_pung",
                    "mahjong",
                    "dragon_set",
                },
            ),
            (
                72,
                {
                    "exposed_major_pung",
                    "concealed_major_pung",
                    "mahjong",
                    "dragon_set",
                },
            ),
            id="points and doubles are no limit hand",
        ),
        pytest.param(
            "classical",
            "19m19p19sESWNCFJ+1m S/W",
            {},
            (500, {"thirteen_orphans"}),
            None,
            id="orphans of Classical",
        ),
        pytest.param(
            "classical",
            "2345679p23456sJ+7s",
            BMJA,
            (500, {"knitting"}),
            None,
            id="half a limit is of the limit hands",
        ),
        pytest.param(
            "classical",
            "123456789mESWJ+1m",
            BMJA,
            (1000, {"wriggling_snake"}),
            None,
            id="the snake",
        ),
    ],
)
def test_limit_hands_with_jokers(ruleset, hand, options, yes, no):
    if yes:
        assert worth(ruleset, hand, options) == yes
    assert worth(ruleset, hand, {**options, **STRICT}) == no


@pytest.mark.parametrize(
    ("ruleset", "hand", "options", "expected"),
    [
        pytest.param(
            "hong_kong",
            "[CCC][FFF]123m55mPJ+P S/W f3",
            without("mixed_one_suit"),
            (8, {"great_dragons"}),
            id="what is beside it counts",
        ),
        # 3 dragons 3 and one suit 3; with 555m only 2 dragons.
        pytest.param(
            "hong_kong",
            "[CCC][FFF]123m55mPJ+P S/W f3",
            without("great_dragons", "small_dragons"),
            (6, {"dragon_triplet", "mixed_one_suit"}),
            id="what is in it counts again",
        ),
        pytest.param(
            "hong_kong",
            "19m19p19sESWNCFJ+1m S/W f3",
            without("thirteen_orphans"),
            None,
            id="nothing is left to win with",
        ),
        pytest.param(
            "hong_kong",
            "1133m2244p668sJE+E S/W f3",
            without("seven_pairs", preset="hkmj_cheat_sheet"),
            None,
            id="seven pairs",
        ),
        pytest.param(
            "hong_kong",
            "123m456p789s12sCJ+3s S/W f3",
            without("concealed_hand"),
            (1, {"all_chows"}),
            id="how it was won",
        ),
        pytest.param(
            "hong_kong",
            "123m456p789s12sCJ*3s S/W f3",
            without("self_draw"),
            (2, {"all_chows", "concealed_hand"}),
            id="that it was drawn",
        ),
        pytest.param(
            "hong_kong",
            "123m456p789s12sCC+3s S/W f3",
            without("concealed_hand", "all_chows"),
            (2, {"all_chows", "concealed_hand"}),
            id="without a joker all count",
        ),
        # The third east wind, the prevailing wind, would be worth no more than 5s.
        pytest.param(
            "hong_kong",
            "123m456p789s55sEJ+E S/E f3",
            without("prevailing_wind"),
            (1, {"concealed_hand"}),
            id="the round's wind",
        ),
        pytest.param(
            "hong_kong",
            "[CCJ](FFJF)789m12p55p+3p S/W f3",
            without("dragon_triplet"),
            (0, set()),
            id="a joker in an exposed set is one",
        ),
        pytest.param(
            "hong_kong",
            "[CCJ][222m]333p55s44m+4m S/E f3",
            without("all_triplets"),
            (1, {"dragon_triplet"}),
            id="a joker bars it of the whole hand",
        ),
        pytest.param(
            "hong_kong",
            "[CCJ](FFJF)789m12p55p+3p S/W f3",
            without("kong", faan_per_kong=1),
            (2, {"dragon_triplet"}),
            id="faan for kongs",
        ),
        # 36, not doubled; 555s and a pair of dragons would be 34.
        pytest.param(
            "classical",
            "[NNN][999m]CCJ78p55s+9p S/W",
            without("dragon_set"),
            (36, {"exposed_major_pung", "concealed_major_pung", "mahjong"}),
            id="a double",
        ),
        # 4 + 4 doubled for the dragons; 555s and the pair of dragons are 4 + 4 + 4 + 2.
        pytest.param(
            "classical",
            "[NNN][999m]CCJ78p55s S/W loser",
            without("concealed_major_pung"),
            (16, {"exposed_major_pung", "dragon_set"}),
            id="points of a loser",
        ),
        pytest.param(
            "classical",
            "19m19p19sESWNCFJ+1m S/W",
            without("thirteen_orphans"),
            None,
            id="a limit hand of Classical",
        ),
    ],
)
def test_patterns_that_a_joker_bars(ruleset, hand, options, expected):
    assert worth(ruleset, hand, options) == expected


@pytest.mark.parametrize("ruleset", OPEN)
@pytest.mark.parametrize("wrong", [["four_jokers"], "all", [3]])
def test_patterns_are_named_as_the_rules_name_them(ruleset, wrong):
    with pytest.raises(RuleError) as caught:
        rules.ruleset(ruleset, {"jokers": 8, "patterns_without_jokers": wrong})
    [fault] = caught.value.faults
    assert fault.field.startswith("patterns_without_jokers")
