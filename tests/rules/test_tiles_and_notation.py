"""A hand written and read again is the same hand: on one line, as a row, and in
Unicode.
"""

from __future__ import annotations

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.faults import RuleError
from rules.hand_as_json import hand_as_row, read_hand
from rules.hand_notation import format_hand, format_tiles, parse_hand, parse_tiles
from rules.hand_of_tiles import FLAGS, Hand, Meld
from rules.tiles import (
    ALL_TILES,
    BONUS_TILES,
    CODES,
    DIGIT_HONORS,
    FROM_UNICODE,
    KINDS,
    NAMES,
    RED_FIVES,
    UNICODE,
    counts,
    in_order,
    is_bonus,
    kind,
    rank,
    suit,
    tile,
    wind_tile,
)
from rules.winds import WINDS
from rules.winning_arrangements import CHOWS, KONGS, PUNGS, SetKind

in_hand = st.sampled_from([*range(KINDS), *RED_FIVES])
winds = st.sampled_from(WINDS)
sets = st.one_of(
    st.sampled_from([CHOWS[9 * s + r] for s in range(3) for r in range(7)]),
    st.sampled_from(PUNGS),
    st.sampled_from(KONGS),
)


@st.composite
def melds(draw) -> Meld:
    """Return a meld that the notation can express. Its fives may be red."""
    group = draw(sets)
    fives = {4: 34, 13: 35, 22: 36}
    tiles = [fives[t] if t in fives and draw(st.booleans()) else t for t in group.tiles]
    kong = group.kind is SetKind.KONG
    concealed = kong and draw(st.booleans())
    return Meld(
        group.kind,
        tuple(tiles),
        concealed=concealed,
        added=kong and not concealed and draw(st.booleans()),
        claimed_from=None if concealed else draw(st.none() | winds),
    )


hands = st.builds(
    Hand,
    concealed=st.lists(in_hand, max_size=14).map(tuple),
    melds=st.lists(melds(), max_size=4).map(tuple),
    winning_tile=in_hand,
    self_draw=st.booleans(),
    seat_wind=winds,
    prevailing_wind=winds,
    bonus=st.lists(st.sampled_from(BONUS_TILES), max_size=8).map(tuple),
    flags=st.sets(
        st.sampled_from([f for f in FLAGS if f not in ("heavenly", "flower_win")])
    ).map(frozenset),
    dora_indicators=st.lists(in_hand, max_size=5).map(tuple),
    ura_indicators=st.lists(in_hand, max_size=5).map(tuple),
    winner=st.booleans(),
)
unwon = hands.map(
    lambda hand: Hand(hand.concealed, hand.melds, bonus=hand.bonus, winner=False)
)


@given(hands | unwon)
def test_a_hand_written_is_the_hand_read(hand):
    assert parse_hand(format_hand(hand)) == hand


@given(hands | unwon)
def test_a_hand_as_a_row_is_the_hand_read(hand):
    row = json.loads(json.dumps(hand_as_row(hand)))
    assert read_hand(row) == hand
    assert read_hand({"hand": row}) == hand
    assert read_hand({"hand": format_hand(hand)}) == hand


@given(st.lists(st.sampled_from(ALL_TILES), max_size=20))
def test_tiles_written_are_the_tiles_read_in_their_order(tiles):
    assert parse_tiles(format_tiles(tiles)) == tuple(tiles)
    assert parse_tiles("".join(CODES[each] for each in tiles)) == tuple(tiles)


@given(st.lists(st.sampled_from(sorted(FROM_UNICODE.values())), max_size=20))
def test_unicode_tiles_are_read_with_any_variation(tiles):
    for variation in ("", "\ufe0e", "\ufe0f"):
        assert parse_tiles("".join(UNICODE[t] + variation for t in tiles)) == tuple(
            tiles
        )


@given(hands)
def test_a_hand_is_the_same_in_any_order_of_its_tiles_and_words(hand):
    shown = Hand(tuple(reversed(hand.concealed)), bonus=tuple(reversed(hand.bonus)))
    assert shown == Hand(hand.concealed, bonus=hand.bonus)
    tiles, *words = format_hand(hand).split()
    assert parse_hand(" ".join([tiles, *reversed(words)])) == hand
    assert parse_hand(f"  {tiles}\t{'  '.join(words)}\n") == hand


@given(
    st.text(max_size=30) | st.text("0123456789mpszESWNCFPfy[](){}<>+*-/: ", max_size=30)
)
def test_any_text_is_a_hand_or_a_fault_of_the_hand(text):
    assert isinstance(parsed_or_refused(text), Hand | str)


def parsed_or_refused(text: str) -> Hand | str:
    """Return the hand, or the sentence of the error if the notation is rejected."""
    try:
        return parse_hand(text)
    except RuleError as error:
        [fault] = error.faults
        return fault.sentence


@given(hands, st.data())
def test_a_wrong_character_is_pointed_at(hand, data):
    """The error names the position of an invalid character, wherever it is among the
    concealed tiles.
    """
    tiles = "".join(CODES[each] for each in hand.concealed)
    place = data.draw(st.integers(0, len(hand.concealed)))
    before = "".join(CODES[each] for each in hand.concealed[:place])
    [fault] = refused(f"{before}!{tiles[len(before) :]}")
    assert fault.code == "not_a_tile"
    assert fault.params["position"] == len(before) + 1
    assert f"Character {len(before) + 1}:" in fault.sentence


def refused(text: str):
    with pytest.raises(RuleError) as error:
        parse_hand(text)
    return error.value.faults


@pytest.mark.parametrize(
    ("text", "code", "position"),
    [
        ("", "no_hand", None),
        ("   ", "no_hand", None),
        ("123x", "not_a_tile", 4),
        ("123", "not_a_tile", 4),
        ("123m45", "not_a_tile", 7),
        ("EEX", "not_a_tile", 3),
        ("0z", "not_a_tile", 1),
        ("128z", "not_a_tile", 3),
        ("12m9z", "not_a_tile", 4),
        ("f5", "not_a_tile", 1),
        ("[12m", "meld_not_closed", 1),
        ("[123m]EE(1111m", "meld_not_closed", 9),
        ("[123m)EE", "meld_not_closed", 6),
        ("{1111m]EE", "meld_not_closed", 7),
        ("[EE+E]", "not_a_tile", 5),
        ("[5555m<X]", "not_a_tile", 7),
        ("[5555m<N+]", "not_a_tile", 9),
        ("[12x]", "not_a_tile", 4),
        ("[123m][45]6p", "not_a_tile", 10),
        ("123m]", "not_a_tile", 5),
        ("123m+", "one_winning_tile", 6),
        ("123m+45m", "one_winning_tile", 6),
        ("123m*", "one_winning_tile", 6),
        ("123m+4m+5m", "not_a_tile", 8),
        ("123m+4m X/E", "unknown_word", 9),
        ("123m+4m S/E tsumo", "unknown_word", 13),
        ("123m+4m 5m", "unknown_word", 9),
        ("123m+4m f1f9", "unknown_word", 9),
        ("123m+4m dora:5x", "not_a_tile", 15),
        ("123m+4m ura:55", "not_a_tile", 15),
        ("  123m+4m  winner", "unknown_word", 12),
        ("123m+4m S/E W/E", "said_twice", 13),
        ("123m+4m dora:5m dora:5m", "said_twice", 17),
        ("123m+4m ura:E dora:5m ura:E", "said_twice", 23),
    ],
)
def test_a_fault_names_its_character(text, code, position):
    [fault] = refused(text)
    assert (fault.code, fault.params.get("position")) == (code, position)


def test_notation_says_everything_about_a_hand():
    hand = parse_hand(
        "[123m<N](1111p){2222p}[EEEE+<W]0s+5s S/W last_tile f1y2 dora:5m1z ura:E loser"
    )
    assert [meld.kind for meld in hand.melds] == ["chow", "kong", "kong", "kong"]
    assert [meld.concealed for meld in hand.melds] == [False, True, True, False]
    assert [meld.added for meld in hand.melds] == [False, False, False, True]
    assert [meld.claimed_from for meld in hand.melds] == ["N", None, None, "W"]
    assert (hand.concealed, hand.winning_tile, hand.self_draw) == ((36,), 22, False)
    assert (hand.seat_wind, hand.prevailing_wind) == ("S", "W")
    assert (hand.bonus, hand.flags) == ((37, 42), frozenset({"last_tile"}))
    assert (hand.dora_indicators, hand.ura_indicators) == ((4, 27), (27,))
    assert hand.winner is False


def test_digits_are_honors_in_the_order_of_other_notations():
    assert parse_tiles("1234567z") == parse_tiles("ESWNPFC")
    assert [DIGIT_HONORS[f"{digit}z"] for digit in range(1, 8)] == list(
        parse_tiles("1234567z")
    )
    assert read_hand({"concealed": ["5z", "🀆", "P"]}).concealed == (33, 33, 33)


def test_a_win_on_dealt_tiles_is_self_drawn():
    assert parse_hand("123m heavenly").self_draw
    assert parse_hand("- flower_win f1").self_draw
    assert parse_hand("-").concealed == ()


def test_every_tile_has_its_own_names():
    for names in (CODES, NAMES):
        assert len(names) == len(set(names)) == len(ALL_TILES)
    assert [tile(code) for code in CODES] == list(ALL_TILES)
    assert [FROM_UNICODE[UNICODE[t]] for t in ALL_TILES] == [
        4 if t == 34 else 13 if t == 35 else 22 if t == 36 else t for t in ALL_TILES
    ]
    assert len(FROM_UNICODE) == 43
    with pytest.raises(KeyError):
        tile("9z")


def test_unicode_names_the_tiles_as_the_standard_does():
    numbers = [unicodedata.name(digit).partition(" ")[2] for digit in "123456789"]
    suits = ("CHARACTERS", "CIRCLES", "BAMBOOS")
    expected = [f"{number} OF {name}" for name in suits for number in numbers]
    expected += [f"{wind} WIND" for wind in ("EAST", "SOUTH", "WEST", "NORTH")]
    expected += [f"{colour} DRAGON" for colour in ("RED", "GREEN", "WHITE")]
    assert [unicodedata.name(UNICODE[t]) for t in range(KINDS)] == [
        f"MAHJONG TILE {name}" for name in expected
    ]
    flowers = ("PLUM", "ORCHID", "CHRYSANTHEMUM", "BAMBOO")
    seasons = ("SPRING", "SUMMER", "AUTUMN", "WINTER")
    assert [unicodedata.name(UNICODE[t]) for t in BONUS_TILES] == [
        f"MAHJONG TILE {name}" for name in flowers + seasons
    ]


def test_red_fives_count_as_fives_and_lie_before_them():
    assert [kind(red) for red in RED_FIVES] == [4, 13, 22]
    assert counts(parse_tiles("0m5m5mf1")) == [0, 0, 0, 0, 3, *[0] * 29]
    assert in_order(parse_tiles("6m5m0m4mE")) == parse_tiles("4m0m5m6mE")
    assert [suit(t) for t in (0, 8, 9, 26, 27, 33)] == [0, 0, 1, 2, 3, 3]
    assert [rank(t) for t in (0, 8, 9, 26, 27, 33)] == [1, 9, 1, 9, 1, 7]
    assert [wind_tile(wind) for wind in WINDS] == list(parse_tiles("ESWN"))
    assert [is_bonus(t) for t in (33, 36, 37, 44)] == [False, False, True, True]


ROWS = [
    ({"concealed": "5m"}, [("not_a_list", "concealed")]),
    ({"concealed": ["5m"] * 41}, [("too_long", "concealed")]),
    (
        {"concealed": ["5m", "5x", 5]},
        [("not_a_tile", "concealed[1]"), ("not_a_tile", "concealed[2]")],
    ),
    ({"winning_tile": "55m"}, [("not_a_tile", "winning_tile")]),
    ({"winning_tile": ["5m"]}, [("not_a_tile", "winning_tile")]),
    ({"self_draw": 1}, [("not_a_flag", "self_draw")]),
    ({"winner": "yes"}, [("not_a_flag", "winner")]),
    ({"seat_wind": "east"}, [("not_a_choice", "seat_wind")]),
    ({"prevailing_wind": 1}, [("not_a_choice", "prevailing_wind")]),
    ({"bonus_tiles": ["f9"]}, [("not_a_tile", "bonus_tiles[0]")]),
    ({"flags": "riichi"}, [("not_a_list", "flags")]),
    ({"flags": ["riichi", 1]}, [("not_a_flag_name", "flags[1]")]),
    ({"melds": {}}, [("not_a_list", "melds")]),
    ({"melds": ["123m"]}, [("not_a_group", "melds[0]")]),
    ({"melds": [{"type": "pong", "tiles": []}]}, [("not_a_choice", "melds[0].type")]),
    (
        {"melds": [{"type": "pung", "tiles": ["X"]}]},
        [("not_a_tile", "melds[0].tiles[0]")],
    ),
    ({"melds": [{"type": "chow", "from": "X"}]}, [("not_a_seat", "melds[0].from")]),
    ({"dora_indicators": [None]}, [("not_a_tile", "dora_indicators[0]")]),
    ({"hand": {"winning_tile": 1}}, [("not_a_tile", "winning_tile")]),
    ({"hand": "5x"}, [("not_a_tile", "hand")]),
    ({"hand": 5, "concealed": ["5m"]}, [("not_a_hand", "hand")]),
    ({"hand": ["5m"]}, [("not_a_hand", "hand")]),
]


@pytest.mark.parametrize(("row", "faults"), ROWS)
def test_a_row_of_another_form_is_refused_with_every_fault(row, faults):
    with pytest.raises(RuleError) as error:
        read_hand(row)
    assert [(f.code, f.field) for f in error.value.faults] == faults


def test_a_row_leaves_out_what_is_not_there():
    assert read_hand({}) == Hand(())
    assert read_hand({"concealed": None, "melds": None, "expected": 5}) == Hand(())


@pytest.mark.parametrize(
    ("written", "melds_first"),
    [
        ("234m456s55p67s[567p]+8s", "[567p]234m456s55p67s+8s"),
        ("234m[567p]456s(1111z)55p*8s S/E", "[567p](1111z)234m456s55p*8s S/E"),
        ("EEE[CCC]", "[CCC]EEE"),
    ],
)
def test_melds_may_stand_among_the_concealed_tiles(written, melds_first):
    assert parse_hand(written) == parse_hand(melds_first)


@pytest.mark.parametrize(
    ("written", "position"),
    [("234m+8s[567p]", 8), ("234[567p]m+8s", 4), ("234m[567p)+8s", 10)],
)
def test_a_meld_after_the_winning_tile_or_amid_a_number_is_refused(written, position):
    with pytest.raises(RuleError) as refused:
        parse_hand(written)
    [fault] = refused.value.faults
    assert fault.params["position"] == position
