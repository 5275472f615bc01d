"""Every error that a hand can have in any ruleset, each with a hand that has the error
and a similar hand that does not.
"""

from __future__ import annotations

import re
from inspect import getsource

import pytest

from rules import hand_faults, win_circumstance_faults
from rules.hand_faults import (
    common_faults,
    not_a_win,
    pair_claimed,
    tile_count_faults,
    waiting_hand_faults,
)
from rules.hand_notation import parse_hand, parse_tiles
from rules.hand_of_tiles import FLAGS, Hand, Meld
from rules.winning_arrangements import SetKind

EXCLUSIVE = (("last_tile", "robbing_kong"),)

#: (code, field, a hand with the error, a hand that nearly has it)
CASES = [
    ("bonus_tile_in_hand", "concealed", "123m456p789sEEf1C+C", "123m456p789sEECC+C f1"),
    (
        "bonus_tile_in_hand",
        "winning_tile",
        "123m456p789sEECC+y4",
        "123m456p789sEECC+C y4",
    ),
    ("bonus_tile_in_hand", "melds[1]", "[123m][f1CC]EEEC+C", "[123m][CCC]EEESS+S f1"),
    ("bonus_tile_in_hand", "dora_indicators", "123mEE+E dora:f1", "123mEE+E dora:1m"),
    ("bonus_tile_in_hand", "ura_indicators", "123mEE+E ura:y1", "123mEE+E ura:1m"),
    (
        "too_many_melds",
        "melds",
        "[123m][456m][789m][123p][EEE]C+C",
        "[123m][456m][789m][EEE]C+C",
    ),
    ("no_nukidora", "nukidora", "123mEE+E nukidora:1", "123mEE+E"),
    ("impossible_meld", "melds[0]", "[124m]EE+E", "[123m]EE+E"),
    ("impossible_meld", "melds[0]", "[89m1p]EE+E", "[789m]EE+E"),
    ("impossible_meld", "melds[0]", "[ESW]EE+E", "[SSS]EE+E"),
    ("impossible_meld", "melds[0]", "(123m)EE+E", "[123m]EE+E"),
    ("impossible_meld", "melds[0]", "(555m)EE+E", "[555m]EE+E"),
    ("impossible_meld", "melds[0]", "[5556m]EE+E", "[5555m]EE+E"),
    ("impossible_meld", "melds[0]", "[555m+]EE+E", "[5555m+]EE+E"),
    ("impossible_meld", "melds[0]", "(5555m+)EE+E", "(5555m)EE+E"),
    ("impossible_claim", "melds[0]", "(5555m<S)EE+E", "[5555m<S]EE+E"),
    ("impossible_claim", "melds[0]", "[555m<E]EE+E E/E", "[555m<E]EE+E S/E"),
    ("impossible_claim", "melds[0]", "[123m<S]EE+E E/E", "[123m<N]EE+E E/E"),
    ("too_many_copies", "concealed", "[555m]5m5m+E", "[555m]5m6m+E"),
    ("too_many_copies", "concealed", "(EEEE)55m+E", "(EEEE)55m+5m"),
    ("too_many_copies", "concealed", "EEE55m+E dora:E", "EEE55m+S dora:E"),
    ("too_many_copies", "concealed", "EE55m+E dora:E ura:E", "EE55m+5m dora:E ura:E"),
    ("unknown_flag", "flags", "EE+E riichi", "EE+E last_tile"),
    ("exclusive_flags", "flags", "EE+5m last_tile robbing_kong", "EE+5m robbing_kong"),
    (
        "replacement_without_kong",
        "flags",
        "[555m]EE*E replacement",
        "[5555m]EE*E replacement",
    ),
    (
        "replacement_not_drawn",
        "flags",
        "[5555m]EE+E replacement",
        "[5555m]EE*E replacement",
    ),
    (
        "double_kong_without_kongs",
        "flags",
        "(5555m)EE*E double_kong",
        "(5555m)[6666m]EE*E double_kong",
    ),
    (
        "replacement_not_drawn",
        "flags",
        "(5555m)(6666m)EE+E double_kong",
        "(5555m)(6666m)EE*E double_kong",
    ),
    (
        "replacement_without_flower",
        "flags",
        "EE*E flower_replacement",
        "EE*E flower_replacement f3",
    ),
    (
        "replacement_not_drawn",
        "flags",
        "EE+E flower_replacement f3",
        "EE*E flower_replacement f3",
    ),
    ("robbing_self_drawn", "flags", "EE45m*6m robbing_kong", "EE45m+6m robbing_kong"),
    (
        "robbing_held_tile",
        "winning_tile",
        "EE456m+6m robbing_kong",
        "EE45m+6m robbing_kong",
    ),
    (
        "robbing_held_tile",
        "winning_tile",
        "[678m]EE45m+6m robbing_kong",
        "[789m]EE45m+6m robbing_kong",
    ),
    (
        "robbing_held_tile",
        "winning_tile",
        "EE45m+6m robbing_kong dora:6m",
        "EE45m+6m robbing_kong dora:5m",
    ),
    ("not_heavenly", "flags", "EE heavenly S/E", "EE heavenly E/E"),
    ("not_heavenly", "flags", "EE+E heavenly E/S", "EE*E heavenly E/S"),
    ("not_heavenly", "flags", "(5555m)EE*E heavenly", "5555mEE*E heavenly"),
    ("not_earthly", "flags", "EE+E earthly E/E", "EE+E earthly S/E"),
    ("not_earthly", "flags", "[SSS]EE+E earthly S/E", "SSSEE+E earthly S/E"),
    ("bonus_tile_twice", "bonus_tiles", "EE+E f1f1", "EE+E f1y1"),
]


def parsed(notation: str) -> Hand:
    """Return the hand in this notation.

    With `+E heavenly`, the hand is not self-drawn, although the
    notation would mean a self-draw.
    """
    hand = parse_hand(notation)
    if "+E heavenly" in notation:
        return Hand(hand.concealed, winning_tile=hand.winning_tile, flags=hand.flags)
    return hand


def common(hand: Hand, **more: bool) -> list[tuple[str, str]]:
    known = [flag for flag in FLAGS if flag != "riichi"]
    faults = common_faults(hand, flags=known, exclusive=EXCLUSIVE, **more)
    assert all(fault.sentence.endswith(".") for fault in faults)
    return [(fault.code, fault.field) for fault in faults]


@pytest.mark.parametrize(("code", "field", "faulty", "near"), CASES)
def test_a_hand_has_the_fault_and_its_neighbour_has_none(code, field, faulty, near):
    assert common(parsed(faulty)) == [(code, field)]
    assert common(parsed(near)) == []


RED = [
    ("red_five", "concealed", "0mEE+E"),
    ("red_five", "winning_tile", "EE+0m"),
    ("red_five", "melds[0]", "[40m6m]EE+E"),
    ("red_five", "dora_indicators", "EE+E dora:0m"),
    ("red_five", "ura_indicators", "EE+E ura:0m"),
]


@pytest.mark.parametrize(("code", "field", "notation"), RED)
def test_red_fives_are_faults_only_where_there_are_none(code, field, notation):
    assert common(parse_hand(notation)) == [(code, field)]
    assert common(parse_hand(notation), red_fives=True) == []


def test_there_is_one_red_five_of_a_suit():
    twice, once = parse_hand("0m0mEE+E"), parse_hand("0m0pEE+E")
    assert common(twice, red_fives=True) == [("red_five_twice", "concealed")]
    assert common(once, red_fives=True) == []
    assert common(parse_hand("0m555m5m+E"), red_fives=True) == [
        ("too_many_copies", "concealed")
    ]
    assert common(parse_hand("0m555m+E"), red_fives=True) == []


def test_bonus_tiles_may_not_be_played():
    hand = parse_hand("EE+E f1")
    assert common(hand, bonus_tiles=False) == [("no_bonus_tiles", "bonus_tiles")]
    assert common(hand, bonus_tiles=True) == []
    assert common(parse_hand("EE+E"), bonus_tiles=False) == []


def test_only_flowers_and_seasons_are_bonus_tiles():
    hand = Hand(parse_tiles("EE"), winning_tile=27, bonus=parse_tiles("5m"))
    assert common(hand) == [("not_a_bonus_tile", "bonus_tiles")]
    assert common(Hand(hand.concealed, winning_tile=27, bonus=(44,))) == []


def test_a_kong_has_four_tiles_and_a_set_has_tiles():
    for kind, text in (
        ("kong", "555m"),
        ("pung", "55m"),
        ("chow", "1234m"),
        ("pung", ""),
    ):
        hand = Hand(parse_tiles("EE"), (Meld(SetKind(kind), parse_tiles(text)),), 27)
        assert common(hand) == [("impossible_meld", "melds[0]")]


def test_one_fault_is_told_once():
    """Two claimed replacements are one error, and an unknown flag is one error."""
    hand = parse_hand("[5555m]EE+E replacement flower_replacement f1 earthly")
    faults = common_faults(hand, flags=("replacement", "flower_replacement"))
    assert [fault.code for fault in faults] == ["unknown_flag", "replacement_not_drawn"]


def test_every_fault_is_told_at_once():
    hand = parse_hand("[124m][EEE]EE+E S/E riichi replacement f1f1")
    assert sorted(code for code, _field in common(hand)) == [
        "bonus_tile_twice",
        "impossible_meld",
        "replacement_not_drawn",
        "replacement_without_kong",
        "too_many_copies",
        "unknown_flag",
    ]


@pytest.mark.parametrize(
    ("notation", "right"),
    [
        ("123m456p789sEEE5s+5s", True),
        ("123m456p789sEEE55s+5s", False),
        ("123m456p789sEEE+5s", False),
        ("(1111m)456p789sEEE5s+5s", True),
        ("(1111m)(2222m)(3333m)(4444m)5s+5s", True),
        ("[123m]456p789sEEE5s5s", True),
        ("123m456p789sEEE5s", False),
        ("123m456p789sEEE55s", True),
        ("- flower_win", False),
    ],
)
def test_a_hand_has_thirteen_tiles_besides_the_winning_one(notation, right):
    faults = tile_count_faults(parse_hand(notation))
    assert [fault.code for fault in faults] == ([] if right else ["tile_count"])
    assert all(fault.sentence for fault in faults)


def test_a_waiting_hand_has_thirteen_and_no_winning_tile():
    def codes(notation: str, **more: bool) -> list[str]:
        faults = waiting_hand_faults(parse_hand(notation), **more)
        return [fault.code for fault in faults]

    assert codes("123m456p789sEEE5s") == []
    assert codes("(1111m)456p789sEEE5s") == []
    assert codes("123m456p789sEEE55s") == ["tile_count"]
    assert codes("123m456p789sEEE5s+5s") == ["already_won"]
    assert codes("123m456p789sEEE0s") == ["red_five"]
    assert codes("123m456p789sEEE0s", red_fives=True) == []
    assert codes("123m456p789sEEEEE") == ["too_many_copies", "tile_count"]


def test_tiles_that_win_nothing_are_told_so():
    for fault, told in (
        (not_a_win(), ("not_a_win", "concealed")),
        (pair_claimed(), ("pair_claimed", "winning_tile")),
    ):
        assert (fault.code, fault.field) == told
        assert fault.sentence


def test_no_fault_is_without_a_case():
    source = getsource(hand_faults) + getsource(win_circumstance_faults)
    told = set(re.findall(r'Fault\(\s*"(\w+)"', source))
    told |= set(re.findall(r'_about_tile\(\s*"(\w+)"', source))
    shown = {code for code, *_more in CASES} | {code for code, *_more in RED}
    others = {"red_five_twice", "no_bonus_tiles", "not_a_bonus_tile"}
    others |= {"tile_count", "already_won", "not_a_win", "pair_claimed"}
    others.add("unclear_joker")  # tests/rules/test_jokers.py
    others |= {"no_seasons", "no_indicators"}  # where rulesets have no such tiles
    assert told == shown | others
