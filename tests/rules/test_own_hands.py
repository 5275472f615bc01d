"""A tournament's special hands: the list, the notation, values, entries."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.classical import Classical
from rules.cli.score_command import answer
from rules.faults import RuleError
from rules.hand_as_json import hand_as_row, read_hand
from rules.hand_notation import parse_hand
from rules.hong_kong import HongKong
from rules.own_hand_tiles import fits, read_tiles
from rules.own_hands import key_of
from rules.rule_sheet import rule_sheet
from tests.examples import examples

TWINS = {
    "name": "Twins",
    "value": 8,
    "tiles": "11223344556677a",
    "open_allowed": False,
}
BONUS = {"name": "Club hand", "value": 2, "alone": False}
OVER = {"name": "Great", "value": 4, "alone": False, "over_limit": True}
KNIT = {"name": "Knit", "value": 100, "unit": "limit", "tiles": "1234567a 1234567b"}
HANDS = [
    TWINS,
    BONUS,
    OVER,
    KNIT,
    {"name": "Drawn", "value": 5, "self_draw_only": True},
]
FAAN = HongKong.from_options({"own_hands": HANDS})
PLAIN = HongKong.from_options({})
PAIRS = "1122334455667m+7m S/E f1"


def hong_kong(text: str, own_hand: str = "", rules: HongKong = FAAN):
    return rules.score(read_hand({"hand": text, "own_hand": own_hand}))


def codes_of(make) -> list[str]:
    with pytest.raises(RuleError) as caught:
        make()
    return [fault.code for fault in caught.value.faults]


def listed(*hands: object, ruleset=HongKong) -> list[tuple[str, str]]:
    with pytest.raises(RuleError) as caught:
        ruleset.from_options({"own_hands": list(hands)})
    assert all(fault.sentence for fault in caught.value.faults)
    return [(fault.field, fault.code) for fault in caught.value.faults]


@pytest.mark.parametrize(
    ("notation", "hand", "expected"),
    [
        ("11223344556677a", "1122334455667m+7m", True),
        ("11223344556677a", "1122334455667p+7p", True),
        ("11223344556677p", "1122334455667m+7m", False),
        ("1234567a 1234567b", "1234567m123456p+7p", True),
        ("1234567a 1234567b", "1234567m123456m+7m", False),
        ("nnnannnbnnnc EEE SS", "444m444p444sEEES+S", True),
        ("nnnannnbnnnc EEE SS", "444m444p555sEEES+S", False),
        ("www www www www dd", "EEESSSWWWNNNC+C", True),
        ("www www www www dd", "EEESSSWWWNNN1m+1m", False),
        ("hhh ??? ??? ??? tt", "PPP147m258p369s1m+9s", True),
        ("xxxm xxxm xxxm xxxm xxm", "1112345678999m+5m", True),
        ("xxxm xxxm xxxm xxxm xxm", "111234567899m1p+5m", False),
        ("EEE SSS WWW NNN CC", "[EEEE][SSS]WWWNNNC+C", True),
        ("??????????????", "1112345678999m", False),
    ],
)
def test_tiles_fit_a_notation(notation, hand, expected):
    assert fits(parse_hand(hand), notation) is expected


@pytest.mark.parametrize(
    ("notation", "code"),
    [
        ("123m", "own_hand_size"),
        ("11", "own_hand_suit_missing"),
        ("q", "own_hand_character"),
        ("m", "own_hand_character"),
        ("1E", "own_hand_character"),
        ("11111m EEE SSS WWW", "own_hand_five_alike"),
        ("nnnna na EEE SSS WWW", "own_hand_five_alike"),
    ],
)
def test_a_wrong_notation_is_a_sentence(notation, code):
    assert codes_of(lambda: read_tiles(notation)) == [code]


def test_a_hand_counts_alone_or_is_added():
    ordinary = hong_kong(PAIRS)
    assert hong_kong(PAIRS, "twins").total == 8
    assert hong_kong(PAIRS, "club_hand").faan == ordinary.faan + 2
    assert [s.pattern.id for s in hong_kong(PAIRS, "twins").patterns] == [
        "own_hand_twins"
    ]


def test_the_limit_holds_unless_the_hand_may_exceed_it():
    drawn = "[EEE]1112223334m*4m E/E f1"
    faan = hong_kong(drawn).faan
    rules = HongKong.from_options({"own_hands": HANDS, "limit_faan": 8})
    assert faan > 6
    assert hong_kong(drawn, "club_hand", rules).total == 8
    assert hong_kong(drawn, "great", rules).total == faan + 4
    assert hong_kong("1234567m123456p+7p", "knit", rules).total == 8


def test_tiles_without_sets_win_only_as_declared():
    knitted = "1234567m123456p+7p"
    assert codes_of(lambda: hong_kong(knitted)) == ["own_hand_fits"]
    assert codes_of(lambda: hong_kong(knitted, rules=PLAIN)) == ["not_a_win"]
    assert hong_kong(knitted, "knit").total == 13


def test_tiles_that_fit_suggest_the_hand():
    left = {left.pattern.id: left.principle for left in hong_kong(PAIRS).left_out}
    assert left["own_hand_twins"] == "own_hand"
    assert "own_hand_twins" not in {
        left.pattern.id for left in hong_kong(PAIRS, "twins").left_out
    }


@pytest.mark.parametrize(
    ("text", "own_hand", "code"),
    [
        ("1112223334m55s+4m", "twins", "own_hand_other_tiles"),
        (PAIRS, "nothing", "own_hand_unknown"),
        (PAIRS, "drawn", "own_hand_claimed"),
        ("[123m]1234567m55s+5s", "twins", "own_hand_open"),
    ],
)
def test_a_hand_that_may_not_be_declared_is_a_sentence(text, own_hand, code):
    assert code in codes_of(lambda: hong_kong(text, own_hand))


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ({"own_hand": "twins", "from": "S"}, 8),
        ({"own_hand": "twins", "from": "S", "faan": 8}, 8),
        ({"own_hand": "club_hand", "from": "S", "faan": 4}, 4),
        ({"own_hand": "great", "from": "S", "faan": 15}, 15),
        ({"own_hand": "drawn", "from": None}, 5),
        ({"hand": {"concealed": [], "own_hand": "x"}, "from": None}, 0),
    ],
)
def test_an_entry_declares_a_hand(entry, expected):
    raw = {"kind": "win", "winner": "E", **entry}
    read = FAAN.read_entry(raw)
    assert read.claims[0].faan == expected
    assert FAAN.read_entry({"kind": "win", **read.as_data()}) == read


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        ({"own_hand": "twins", "faan": 9, "from": "S"}, "own_hand_alone"),
        ({"own_hand": "great", "faan": 3, "from": "S"}, "own_hand_less"),
        ({"own_hand": "drawn", "from": "S"}, "own_hand_claimed"),
        ({"own_hand": "other", "faan": 4, "from": "S"}, "own_hand_unknown"),
        ({"own_hand": 7, "faan": 4, "from": "S"}, "own_hand_unknown"),
    ],
)
def test_a_wrong_entry_is_a_sentence(entry, code):
    raw = {"kind": "win", "winner": "E", **entry}
    assert code in codes_of(lambda: FAAN.read_entry(raw))


def paid(rules, raw) -> dict[str, int]:
    settlement = rules.settle(rules.read_entry(raw), rules.opening(), {})
    return {str(p.payer): p.amount for p in settlement.payments if p.payee == "E"}


def test_a_hand_over_the_limit_is_paid_in_full():
    raw = {"kind": "win", "winner": "E", "from": None, "own_hand": "great"}
    assert paid(FAAN, {**raw, "faan": 15})["S"] == 2 * 768
    assert paid(FAAN, {**raw, "own_hand": "club_hand", "faan": 15})["S"] == 2 * 384


POINTS = [
    {"name": "Plus", "value": 50, "unit": "points", "alone": False},
    {
        "name": "Twice",
        "value": 3,
        "unit": "doubles",
        "alone": False,
        "over_limit": True,
    },
    {"name": "More", "value": 150, "unit": "limit", "over_limit": True},
    {"name": "Half", "value": 50, "unit": "limit"},
    {"name": "Fixed", "value": 400, "unit": "points"},
    {"name": "Capped", "value": 900, "unit": "points"},
]
CHINESE = Classical.from_options({"own_hands": POINTS})
TRIPLETS = "[111p][WWW]777m23m55s+1m S/E"
ODD = "147m258p369sEESS+W"


def classical(text: str, own_hand: str = "") -> int:
    return CHINESE.score(read_hand({"hand": text, "own_hand": own_hand})).total


@pytest.mark.parametrize(
    ("own_hand", "sets", "odd"),
    [
        ("plus", 82, 70),
        ("twice", 32 * 8, 20 * 8),
        ("more", 750, 750),
        ("half", 250, 250),
        ("fixed", 400, 400),
        ("capped", 500, 500),
    ],
)
def test_values_in_classical_chinese(own_hand, sets, odd):
    assert classical(TRIPLETS) == 32
    assert classical(TRIPLETS, own_hand) == sets
    assert classical(ODD, own_hand) == odd


def test_classical_entries_by_value():
    others = {"S": 10, "W": 20, "N": 30}
    raw = {"kind": "win", "winner": "E", "from": "S", "values": others}
    for own_hand, value in (("half", 250), ("more", 750), ("capped", 500)):
        read = CHINESE.read_entry({**raw, "own_hand": own_hand})
        assert read.values["E"] == value
        assert CHINESE.read_entry({"kind": "win", **read.as_data()}) == read
        assert paid(CHINESE, {**raw, "own_hand": own_hand})["S"] == 2 * value
    over = {**raw, "own_hand": "twice", "values": {**others, "E": 640}}
    assert paid(CHINESE, over)["S"] == 2 * 640
    del over["own_hand"]
    assert codes_of(lambda: CHINESE.read_entry(over)) == ["above_limit"]
    loser = {**raw, "values": {"E": 20, **others}, "own_hands": {"S": "plus"}}
    assert codes_of(lambda: CHINESE.read_entry(loser)) == ["loser_with_own_hand"]


def test_several_winners_declare_their_own_hands():
    rules = Classical.from_options({"own_hands": POINTS, "multiple_winners": "all"})
    raw = {
        "kind": "win",
        "from": "S",
        "winners": [{"winner": "E"}, {"winner": "W"}],
        "values": {"S": 10, "N": 30, "W": 70},
        "own_hands": {"E": "half", "W": "plus"},
    }
    read = rules.read_entry(raw)
    assert (read.values["E"], read.values["W"]) == (250, 70)
    assert rules.read_entry({"kind": "win", **read.as_data()}) == read


def test_other_rulesets_have_no_own_hands():
    row = {"ruleset": "mcr", "hand": "1112345678999m+5m", "own_hand": "x"}
    answered = answer("score", row)
    assert not answered["valid"]
    assert "own_hand_unknown" in str(answered)


@pytest.mark.parametrize(
    ("hands", "expected"),
    [
        (
            [{}],
            [
                ("own_hands[0].name", "own_hand_name"),
                ("own_hands[0].value", "not_a_number"),
            ],
        ),
        ([{"name": "x" * 41, "value": 1}], [("own_hands[0].name", "own_hand_name")]),
        ([3], [("own_hands[0]", "not_a_group")]),
        ([{"name": "A", "value": 89}], [("own_hands[0].value", "out_of_range")]),
        (
            [None, {"name": "A", "value": 5, "tiles": "1"}],
            [("own_hands[1].tiles", "own_hand_suit_missing")],
        ),
        (
            [{"name": "A", "value": 5}, {"name": "a", "value": 5}],
            [("own_hands[1].name", "own_hand_twice")],
        ),
        (
            [{"name": "A", "value": 5, "key": "A!"}],
            [("own_hands[0].key", "own_hand_key")],
        ),
        ([{"name": "A", "value": 2}], [("own_hands[0].value", "contradiction")]),
        (
            [{"name": "A", "unit": "limit", "alone": False}],
            [("own_hands[0].alone", "contradiction")],
        ),
        (
            [{"name": "A", "unit": "limit", "value": 50}],
            [("own_hands[0].value", "contradiction")],
        ),
        (
            [{"name": "A", "value": 5, "colour": 1}],
            [("own_hands[0].colour", "unknown")],
        ),
        (
            [{"name": str(n), "value": 5} for n in range(21)],
            [("own_hands", "too_long")],
        ),
    ],
)
def test_a_wrong_list_is_a_sentence(hands, expected):
    assert listed(*hands) == expected


def test_keys_are_made_from_names():
    assert key_of("Nine Féet  deep!", ()) == "nine_feet_deep"
    assert key_of("十三么", ()) == "hand"
    assert key_of("十三么", ("hand",)) == "hand_2"


def test_the_rule_sheet_has_the_list():
    sheet = rule_sheet("Club", FAAN)
    assert "Twins (8 faan, counts alone, concealed only, 11223344556677a)" in sheet
    assert "| 8 faan | Twins |" in sheet
    assert "Great (4 faan, added, may exceed the limit)" in sheet


def test_a_hand_keeps_its_declaration_as_json():
    hand = read_hand({"hand": PAIRS, "own_hand": "twins"})
    assert read_hand(hand_as_row(hand)) == hand
    assert "own_hand" not in hand_as_row(parse_hand(PAIRS))


VALUES = st.none() | st.booleans() | st.integers(-5, 2000) | st.text(max_size=12)
ROWS = st.fixed_dictionaries(
    {},
    optional={
        "name": VALUES,
        "value": VALUES,
        "unit": st.sampled_from(["faan", "points", "doubles", "limit", "x"]) | VALUES,
        "alone": VALUES,
        "open_allowed": VALUES,
        "self_draw_only": VALUES,
        "over_limit": VALUES,
        "tiles": st.text("123mpsabcnxwdht?EC ", max_size=24) | VALUES,
        "key": VALUES,
    },
)
GOOD_ROWS = st.builds(
    lambda name, value, alone, over: {
        "name": name,
        "value": value,
        "alone": alone,
        "over_limit": over,
    },
    st.text("abcdefg", min_size=1, max_size=6),
    st.integers(3, 20),
    st.booleans(),
    st.booleans(),
)


@examples(200)
@given(
    st.lists(ROWS | VALUES, max_size=4) | VALUES, st.sampled_from([HongKong, Classical])
)
def test_any_list_is_read_or_refused_in_sentences(hands, ruleset):
    try:
        rules = ruleset.from_options({"own_hands": hands})
    except RuleError as error:
        rules, sentences = None, [fault.sentence for fault in error.faults]
    if rules is None:
        assert all(sentences)
        return
    data = rules.options.as_data()
    assert ruleset.from_options(data).options == rules.options
    rule_sheet("Any", rules)


@examples(60)
@given(
    st.lists(GOOD_ROWS, max_size=3, unique_by=lambda row: row["name"]),
    st.sampled_from([PAIRS, "[EEE]1112223334m*4m E/E f1", "19m19p19sESWNCFP+P"]),
)
def test_hands_count_as_before_unless_declared(hands, text):
    rules = HongKong.from_options({"own_hands": hands})
    before, after = PLAIN.score(parse_hand(text)), rules.score(parse_hand(text))
    assert after.as_data() == before.as_data()
    for own in rules.options.own_hands:
        declared = rules.score(read_hand({"hand": text, "own_hand": own.key}))
        expected = own.value if own.alone else before.outcome.faan + own.value
        if "thirteen_orphans" in before.outcome.counted and not own.alone:
            continue  # Worth the limit alone.
        assert declared.faan == expected
        assert declared.total == (expected if own.over_limit else min(expected, 13))
