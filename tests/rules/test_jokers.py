"""Jokers: worked examples, all substitutions tried on random hands, error sentences,
and the cost of many jokers."""

import json
from collections import Counter
from dataclasses import replace
from itertools import combinations_with_replacement, islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rules
from rules.claim_types import Call, Claim
from rules.claims_on_discard import award
from rules.faults import RuleError
from rules.hand_as_json import hand_as_row, read_hand
from rules.hand_notation import format_hand, parse_hand
from rules.hand_of_tiles import Hand
from rules.jokers import hands_with_jokers as best
from rules.random_winning_hands import winning_hands
from rules.tiles import JOKER, KINDS, codes, counts, kind, tile
from rules.winds import Wind

HK = rules.ruleset("hong_kong", {"jokers": 8})
CHEAT_SHEET = rules.ruleset("hong_kong", {"preset": "hkmj_cheat_sheet", "jokers": 4})
CLASSICAL = rules.ruleset("classical", {"jokers": 8})
WITHOUT_WAITS = rules.ruleset(
    "classical", {"jokers": 8, "points": {"only_possible_tile": 0}}
)
BMJA = rules.ruleset("classical", {"preset": "bmja", "jokers": 8, "max_chows": 4})


def scored(ruleset, hand):
    return ruleset.score(parse_hand(hand))


def counted(score):
    return {pattern.pattern.id: pattern.count for pattern in score.patterns}


@pytest.mark.parametrize(
    ("ruleset", "hand", "total", "stands_for", "patterns"),
    [
        # The third east wind, the prevailing wind, and a concealed hand; not 5s.
        (
            HK,
            "123m456p789s55sEJ+E S/E f3",
            2,
            ["E"],
            {"prevailing_wind", "concealed_hand"},
        ),
        # The pair: all chows and a concealed hand.
        (HK, "123m456p789s12sCJ+3s S/W f3", 2, ["C"], {"all_chows", "concealed_hand"}),
        # Great dragons 8 and mixed one suit 3, not small dragons 5 with 555m.
        (
            HK,
            "[CCC][FFF]123m55mPJ+P S/W f3",
            11,
            ["P"],
            {"great_dragons", "mixed_one_suit"},
        ),
        # An exposed set with a joker: its position in the chow shows that it is 5s.
        (HK, "[34sJ][CCC]789m12p55p+3p S/W f3", 1, [], {"dragon_triplet"}),
        (HK, "[CCJ](FFJF)789m12p55p+3p S/W f3", 2, [], {"dragon_triplet"}),
        (HK, "19m19p19sESWNCFJ+1m S/W f3", 13, ["P"], {"thirteen_orphans"}),
        # Seven pairs 4 and a concealed hand.
        (
            CHEAT_SHEET,
            "1133m2244p668sJE+E S/W f3",
            5,
            ["8s"],
            {"seven_pairs", "concealed_hand"},
        ),
        # 2 exposed pungs 4 + 4, a concealed one of dragons 8, mahjong 20: 36 doubled.
        (
            CLASSICAL,
            "[NNN][999m]CCJ78p55s+9p S/W",
            72,
            ["C"],
            {"exposed_major_pung", "concealed_major_pung", "mahjong", "dragon_set"},
        ),
        # 3 concealed pungs 12, mahjong 20, self-draw 2, pair completed by the drawn
        # joker 2: 36, doubled for 3 concealed pungs and for only concealed sets.
        (
            WITHOUT_WAITS,
            "222888m788p123sJ*J W/S",
            144,
            ["8p", "7p"],
            {
                "concealed_pung",
                "mahjong",
                "last_tile_from_wall",
                "minor_pair_completed",
                "three_concealed_pungs",
                "only_concealed",
            },
        ),
        # The same hand of a loser: 16 doubled.
        (
            CLASSICAL,
            "[NNN][999m]CCJ78p55s S/W loser",
            32,
            ["C"],
            {"exposed_major_pung", "concealed_major_pung", "dragon_set"},
        ),
        (CLASSICAL, "19m19p19sESWNFFJ+P", 500, ["C"], {"thirteen_orphans"}),
        # Knitting is half the limit of 1000; the joker is the partner of 9p.
        (BMJA, "2345679p23456sJ+7s", 500, ["9s"], {"knitting"}),
        # Calling for gates of heaven: 40% of 1000.
        (BMJA, "111234567899mJ loser", 400, None, {"calling_limit_hand"}),
    ],
)
def test_hands_worked_out_by_hand(ruleset, hand, total, stands_for, patterns):
    score = scored(ruleset, hand)
    assert (score.total, set(counted(score))) == (total, patterns)
    if stands_for is not None:
        assert codes(score.stand_for) == stands_for


def test_what_a_joker_stands_for_is_in_the_answer():
    data = scored(HK, "123m456p789s55sEJ+E S/E f3").as_data()
    assert data["jokers"] == ["E"]
    assert data["arrangement"]["sets"][-1] == ["E", "E", "E"]
    without = scored(HK, "123m456p789s55sEE+E S/E f3").as_data()
    assert "jokers" not in without


def test_nine_gates_with_a_joker_count_with_whatever_tile_is_the_fourteenth():
    score = scored(HK, "111234567899mJ+9m S/W f3")
    assert "nine_gates" in counted(score)


def test_a_joker_does_not_make_a_fifth_copy_unless_the_rules_say_so():
    hand = "[5555m]46m123p789s5sJ+5s S/W f3"
    with pytest.raises(RuleError, match="not a winning hand"):
        scored(HK, hand)
    five = rules.ruleset("hong_kong", {"jokers": 8, "copies_with_jokers": 5})
    assert codes(scored(five, hand).stand_for) == ["5m"]


def test_patterns_may_be_forbidden_with_jokers():
    options = {"jokers": 8, "patterns_without_jokers": ["great_dragons"]}
    score = scored(rules.ruleset("hong_kong", options), "[CCC][FFF]123m55mPJ+P S/W f3")
    assert score.faan == 8
    assert codes(score.stand_for) == ["5m"]
    assert set(counted(score)) == {"small_dragons", "mixed_one_suit"}


def test_what_a_joker_bars_is_told():
    options = {"jokers": 8, "patterns_without_jokers": ["all_chows"]}
    score = scored(rules.ruleset("hong_kong", options), "123m456p789s12sCJ+3s S/W f3")
    assert score.faan == 1
    [told] = [each for each in score.left_out if each.pattern.id == "all_chows"]
    assert told.principle == "joker"
    assert "joker" in told.sentence


@pytest.mark.parametrize("name", ["hong_kong", "classical"])
def test_limit_hands_with_jokers_are_an_option(name):
    strict = rules.ruleset(name, {"jokers": 8, "limit_hands_with_jokers": False})
    with pytest.raises(RuleError, match="not a winning hand"):
        scored(strict, "19m19p19sESWNCFJ+1m S/W")
    assert scored(strict, "19m19p19sESWNCFP+1m S/W").meets_minimum


@pytest.mark.parametrize(
    ("hand", "waits"),
    [
        ("123m456p789s55sEJ", ["5s", "E"]),
        ("[123m][456p][789s]55sJE", ["5s", "E"]),
        ("19m19p19sESWNCFJ", codes([0, 8, 9, 17, 18, 26, *range(27, 34)])),
    ],
)
@pytest.mark.parametrize("ruleset", [HK, CLASSICAL])
def test_waits_with_jokers(ruleset, hand, waits):
    assert codes(ruleset.waits(parse_hand(hand))) == waits


@pytest.mark.parametrize(
    ("ruleset", "hand", "sentence"),
    [
        (rules.ruleset("hong_kong"), "123m456p789s55sEJ+E", "have no jokers"),
        (rules.ruleset("classical"), "123m456p789s55sEJ+E", "have no jokers"),
        (rules.ruleset("mcr"), "123m456p789s55sEJ+E", "have no jokers"),
        (rules.ruleset("mcr"), "[34sJ]456p789s55sEE*J", "have no jokers"),
        (rules.ruleset("riichi"), "123m456p789s55sEJ+E", "have no jokers"),
        (rules.ruleset("riichi"), "123m456p789s55sEE+E dora:J", "have no jokers"),
        (CHEAT_SHEET, "123m456p789sJJJJ+J", "A discarded joker is dead"),
        (CHEAT_SHEET, "123m456p789sJJJJ*J", "5 jokers entered. These rules have 4"),
        (HK, "[3sJ4s]456p789s55sEE+E", "these jokers do not complete"),
        (HK, "[JJJ]456p789s55sEE+E", "these jokers do not complete"),
        (HK, "[5sJ6p]456p789s55sEE+E", "these jokers do not complete"),
        (HK, "[555mJ](5mJJJ)789s55sEE+E", "at most 4 identical tiles"),
        (HK, "147m258p369sESWJ+N", "not a winning hand"),
    ],
)
def test_faults_of_jokers_are_sentences(ruleset, hand, sentence):
    with pytest.raises(RuleError, match=sentence):
        scored(ruleset, hand)


@pytest.mark.parametrize("name", ["mcr", "riichi"])
def test_other_rules_refuse_the_option(name):
    with pytest.raises(RuleError, match="jokers"):
        rules.ruleset(name, {"jokers": 4})


def test_a_win_by_bonus_tiles_alone_may_hold_jokers():
    hand = "123m456p789s55sEJ f1f2f3f4y1y2y3 flower_win"
    assert scored(HK, hand).faan == 3


def test_two_may_claim_a_pung_of_one_tile_where_jokers_are_played():
    claims = [Claim(Wind.NORTH, Call.PUNG), Claim(Wind.WEST, Call.PUNG)]
    given_ = award(Wind.SOUTH, claims, HK.claim_rules, tile("5s"))
    assert [claim.seat for claim in given_.granted] == [Wind.WEST]
    assert "first in turn" in given_.sentence
    kong = award(Wind.SOUTH, [claims[1], Claim(Wind.NORTH, Call.KONG)], HK.claim_rules)
    assert [claim.seat for claim in kong.granted] == [Wind.NORTH]
    assert kong.sentence == "N gets the tile for a kong. A kong comes before a pung."
    with pytest.raises(RuleError, match="only 4 copies"):
        award(Wind.SOUTH, claims)
    with pytest.raises(RuleError, match="joker is dead"):
        award(Wind.SOUTH, claims, HK.claim_rules, JOKER)
    with pytest.raises(RuleError, match="have no jokers"):
        award(Wind.SOUTH, claims[:1], None, JOKER)


@pytest.mark.parametrize(
    "text",
    [
        "[34sJ][3sJJ-]456p55sEJ+E E/E",
        "[CCJ](5mJJ5m)5p123sJ*J S/W f3",
        "[5sJJ]123m456p55sJ+5s E/E",
    ],
)
def test_hands_with_jokers_are_written_and_read_back(text):
    hand = parse_hand(text)
    assert format_hand(hand) == text
    assert read_hand(json.loads(json.dumps(hand_as_row(hand)))) == hand


def by_trying_everything(plain, hand: Hand):
    """Return the highest value of all possible substitutions of the jokers; None if no
    substitution wins.
    """
    number = hand.tiles.count(JOKER)
    real = tuple(each for each in hand.concealed if each != JOKER)
    best = None
    for kinds in combinations_with_replacement(range(KINDS), number):
        winning = set(kinds) if hand.winning_tile == JOKER else {hand.winning_tile}
        for won in winning:
            rest = Counter(kinds)
            rest.subtract([won] if hand.winning_tile == JOKER else [])
            made = replace(
                hand, concealed=(*real, *(+rest).elements()), winning_tile=won
            )
            if max(counts(made.tiles)) > 4:
                continue
            best = max(filter(None, (best, worth_of(plain, made))), default=None)
    return best


def worth_of(ruleset, hand: Hand):
    """Return whether the hand has the minimum value, and its value; None if the hand is
    not a winning hand.
    """
    try:
        score = ruleset.score(hand)
    except RuleError:
        return None
    return score.meets_minimum, score.total


HANDS = list(islice(winning_hands(21), 3000))
VARIANTS = {
    "hong_kong": (
        {},
        {"limit_faan": None, "preset": "hkmj_cheat_sheet"},
        {"mixed_terminals_with_chows": True, "all_chows_pair": "not_scoring"},
        {"preset": "tvb_2026"},
        {"no_mixed_suits": True, "max_chows": 1},
        {"pair_claim_to_win": False, "seven_pairs_quad_as_two": True},
    ),
    "classical": (
        {"points": {"only_possible_tile": 0}},
        {"points": {"only_possible_tile": 0}, "roof_off": True},
        {"preset": "bmja"},
        {"preset": "wikidot"},
        {"points": {"only_possible_tile": 0, "concealed_pung": 30}, "max_chows": 2},
    ),
}


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from([(name, raw) for name in VARIANTS for raw in VARIANTS[name]]),
    st.sampled_from(HANDS),
    st.lists(st.integers(0, 13), min_size=1, max_size=2),
    st.booleans(),
)
def test_no_other_reading_of_the_jokers_is_worth_more(variant, hand, at, drawn):
    name, raw = variant
    hand = replace(hand, flags=frozenset(), bonus=(), self_draw=drawn)
    concealed = list(map(kind, hand.concealed))
    places = sorted({place % len(concealed) for place in at})
    for place in places:
        concealed[place] = JOKER
    won = JOKER if drawn and at[0] == 13 else kind(hand.winning_tile)
    if won == JOKER and len(places) > 1:
        concealed[places[0]] = kind(hand.concealed[places[0]])
    hand = replace(hand, concealed=tuple(concealed), winning_tile=won)
    expected = by_trying_everything(rules.ruleset(name, raw), hand)
    found = worth_of(rules.ruleset(name, {**raw, "jokers": 8}), hand)
    assert found == expected, format_hand(hand)


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(["hong_kong", "classical"]),
    st.sampled_from(HANDS),
    st.integers(1, 3),
    st.randoms(use_true_random=False),
)
def test_what_a_hand_waits_for_is_what_completes_it(name, hand, number, chance):
    ruleset = rules.ruleset(name, {"jokers": 8})
    concealed = list(map(kind, hand.concealed))
    for place in range(min(number, len(concealed))):
        concealed[place] = JOKER
    chance.shuffle(concealed)
    waiting = replace(
        hand,
        concealed=tuple(concealed),
        winning_tile=None,
        self_draw=False,
        flags=frozenset(),
        bonus=(),
    )
    waits = ruleset.waits(waiting)
    held = counts(waiting.tiles)
    for each in range(KINDS):
        complete = replace(waiting, winning_tile=each, self_draw=True)
        try:
            ruleset.score(complete)
        except RuleError:
            assert each not in waits
        else:
            assert each in waits or held[each] >= 4


@pytest.mark.parametrize(
    ("ruleset", "raw"),
    [
        ("hong_kong", {"limit_faan": None}),
        ("hong_kong", {}),
        ("classical", {"roof_off": True}),
        ("classical", {"preset": "bmja", "max_chows": 4}),
    ],
)
def test_many_jokers_leave_few_hands_to_be_looked_at(ruleset, raw, monkeypatch):
    """The search does not try all 34**8 substitutions, but only one hand for each
    different value.
    """
    looked_at = 0
    made = rules.ruleset(ruleset, {**raw, "jokers": 8})

    def counting(hands, rank, enough):
        def each(hand):
            nonlocal looked_at
            looked_at += 1
            return rank(hand)

        return best.best_of(hands, each, enough)

    where = "score" if ruleset == "hong_kong" else "jokers"
    monkeypatch.setattr(f"rules.{ruleset}.{where}.best_of", counting)
    for hand in HARD:
        looked_at = 0
        made.score(parse_hand(hand))
        assert looked_at < 500, hand


HARD = (
    "[123m][456p]JJJJJJJ*J N/W",
    "[123m][456p]JJJJJJJ+1s N/W",
    "111m22mJJJJJJJJ*2m N/W",
    "[234m]55p5sJJJJJJJ+6s N/W",
    "28m28p5sJJJJJJJJ+5s N/W",
    "23456mJJJJJJJJ*7m N/W",
    "[EEE]2345mJJJJJJ+5m N/W",
)
