"""The kitty, goulash deals, and a bonus for each win of East in a row."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rules
from rules.faults import RuleError
from rules.ledger_replay import replay
from rules.winds import WINDS

WASHOUT = {"kind": "washout"}
BROKEN_OFF = {"kind": "abortive_draw", "reason": "four_kongs"}
PUNGS = {"no_chows": True}


def hk(winner, faan=3, source=None, **more):
    return {"kind": "win", "winner": winner, "from": source, "faan": faan, **more}


def worth(winner, value, source=None, **more):
    """Return the row of a win in Classical Chinese.

    The hands of the losers are worth 0.
    """
    values = {**dict.fromkeys("ESWN", 0), winner: value}
    return {"kind": "win", "winner": winner, "from": source, "values": values, **more}


def tiles(winner, hand):
    return {"kind": "win", "winner": winner, "from": None, "hand": hand}


def several(**faan):
    winners = [{"winner": seat, "faan": n} for seat, n in faan.items()]
    winners[-1] |= PUNGS
    return {"kind": "win", "from": "E", "winners": winners}


def played(name, options, *entries, players=4):
    if name == "classical":
        options = {"initial_points": 0, **options}
    table = rules.ruleset(name, options).for_players(players)
    return replay(table, map(table.read_entry, entries))


def scores_of(state):
    return [state.scores[seat] for seat in WINDS]


# 3 faan are 8 base points: each pays 16 on self-draw, otherwise the discarder 16.
@pytest.mark.parametrize(
    ("options", "entries", "scores"),
    [
        ({"kitty": 100}, [hk("S", **PUNGS)], [-116, 348, -116, -116]),
        ({"kitty": 100}, [hk("S")], [-16, 48, -16, -16]),
        (
            {"kitty": 100},
            [WASHOUT, hk("S", 3, "W", **PUNGS)],
            [-208, 632, -216, -208],
        ),
        (
            {"kitty": 10},
            [hk("S"), WASHOUT, hk("S", **PUNGS)],
            [-62, 186, -62, -62],
        ),
        (
            {"kitty": 10},
            [hk("S", **PUNGS), hk("S", **PUNGS)],
            [-52, 156, -52, -52],
        ),
        ({"kitty": 10}, [WASHOUT, WASHOUT], [0, 0, 0, 0]),
        (
            {"kitty": 10, "multiple_winners": "all"},
            [several(S=3, W=4)],
            [-58, 14, 78, -34],
        ),
        (
            {"kitty": 10, "dealer_doubles": True},
            [hk("E", **PUNGS)],
            [126, -42, -42, -42],
        ),
        (
            {"kitty": 10, "goulash_carry": 8},
            [WASHOUT, hk("S", **PUNGS)],
            [-44, 132, -44, -44],
        ),
        ({"kitty": 10}, [tiles("S", "[111m][444p][777s]EECC*C")], [-58, 174, -58, -58]),
        (
            {"kitty": 10, "min_faan": 0},
            [tiles("S", "[123m]111m789p22sEE*E")],
            [-8, 24, -8, -8],
        ),
        (
            {"goulash_deal": "charleston", "goulash_stake": 50},
            [WASHOUT, hk("E")],
            [198, -66, -66, -66],
        ),
        (
            {"goulash_deal": "charleston", "goulash_stake": 50},
            [hk("E"), WASHOUT, WASHOUT, hk("E")],
            [96, -32, -32, -32],
        ),
    ],
)
def test_what_a_winner_takes_in_hong_kong(options, entries, scores):
    options = {"bonus_tiles": "none", **options}
    assert scores_of(played("hong_kong", options, *entries)) == scores


@pytest.mark.parametrize(
    ("options", "entries", "scores"),
    [
        ({"kitty": 100}, [worth("S", 40, **PUNGS)], [-180, 460, -140, -140]),
        ({"kitty": 100}, [worth("S", 40)], [-80, 160, -40, -40]),
        ({"kitty": 10}, [WASHOUT, worth("W", 40, **PUNGS)], [-100, -60, 220, -60]),
        (
            {"kitty": 10},
            [worth("S", 40, "W", pay_for_all="W", **PUNGS)],
            [-10, 190, -170, -10],
        ),
        ({"extra_hand_bonus": 5}, [worth("E", 20)] * 2, [255, -85, -85, -85]),
        ({"extra_hand_bonus": 5}, [worth("E", 20)] * 3, [405, -135, -135, -135]),
        (
            {"goulash_deal": "charleston", "goulash_stake": 50},
            [WASHOUT, worth("S", 40)],
            [-130, 310, -90, -90],
        ),
    ],
)
def test_what_a_winner_takes_in_classical(options, entries, scores):
    assert scores_of(played("classical", options, *entries)) == scores


@pytest.mark.parametrize(
    ("name", "options", "entries", "dealer", "goulash"),
    [
        ("hong_kong", {}, [WASHOUT], "E", True),
        ("hong_kong", {"deal_passes_on_draw": True}, [WASHOUT], "E", True),
        ("hong_kong", {}, [WASHOUT, WASHOUT], "S", False),
        ("hong_kong", {}, [WASHOUT, hk("E")], "S", False),
        ("hong_kong", {}, [hk("E")], "E", False),
        ("classical", {}, [WASHOUT], "E", True),
        ("classical", {"rotation": "express"}, [WASHOUT], "E", True),
        ("classical", {}, [WASHOUT, worth("E", 20)], "S", False),
        ("classical", {}, [WASHOUT, WASHOUT], "S", False),
        ("classical", {"abortive_draws": ["four_kongs"]}, [BROKEN_OFF], "E", False),
        (
            "classical",
            {"abortive_draws": ["four_kongs"]},
            [WASHOUT, BROKEN_OFF],
            "E",
            True,
        ),
    ],
)
def test_a_goulash_follows_a_draw_and_then_the_deal_passes(
    name, options, entries, dealer, goulash
):
    options = {"goulash_deal": "charleston", **options}
    position = played(name, options, *entries).position
    assert (position.dealer, position.goulash) == (dealer, goulash)


def test_what_is_staked_waits_in_the_position():
    state = played("hong_kong", {"kitty": 10}, WASHOUT, hk("S"))
    assert state.position.kitty == 20
    state = played("hong_kong", {"kitty": 10}, WASHOUT, hk("S", **PUNGS))
    assert state.position.kitty == 0


def test_at_a_table_of_three_two_pay_into_it():
    options = {"kitty": 10, "fewest_players": 3}
    state = played("hong_kong", options, hk("S", **PUNGS), players=3)
    assert scores_of(state) == [-26, 52, -26, 0]


@pytest.mark.parametrize(
    ("name", "options", "entries", "sentence"),
    [
        (
            "hong_kong",
            {"goulash_deal": "charleston"},
            [WASHOUT, tiles("S", "[CCC][FFF]123m456mP*P")],
            "This hand is a goulash and cannot have a chow",
        ),
        (
            "hong_kong",
            {"goulash_deal": "jokers", "jokers": 4},
            [tiles("S", "[CCC][FFF]111m44mJP*P")],
            "These rules have jokers only in a goulash",
        ),
        ("hong_kong", {}, [hk("S", **PUNGS)], "These rules have no kitty"),
        ("classical", {}, [worth("S", 40, **PUNGS)], "These rules have no kitty"),
        ("hong_kong", {"goulash_stake": 5}, [], "These rules have no goulash"),
        ("classical", {"goulash_deal": "jokers"}, [], "Enter the number of jokers"),
        ("mcr", {"kitty": 5}, [], "not a known field"),
        ("riichi", {"goulash_deal": "jokers"}, [], "not a known field"),
    ],
)
def test_what_cannot_be_is_refused(name, options, entries, sentence):
    with pytest.raises(RuleError, match=sentence):
        played(name, options, *entries)


def test_a_goulash_with_jokers_has_them():
    options = {"goulash_deal": "jokers", "jokers": 4, "bonus_tiles": "none"}
    hand = tiles("S", "[CCC][FFF]111m44mJP*P")
    state = played("hong_kong", options, WASHOUT, hand)
    assert state.scores["S"] > 0


@pytest.mark.parametrize(
    ("name", "entry", "said"),
    [
        ("hong_kong", hk("S", **PUNGS), True),
        ("classical", worth("S", 40, **PUNGS), ["S"]),
        ("classical", worth("S", 40, no_chows=["S"]), ["S"]),
    ],
)
def test_what_was_said_is_read_back(name, entry, said):
    table = rules.ruleset(name, {"kitty": 10})
    data = table.read_entry(entry).as_data()
    assert data["no_chows"] == said
    assert table.read_entry({"kind": "win", **data}) == table.read_entry(entry)


def test_of_several_winners_the_next_in_turn_takes_what_is_staked():
    """The winner who is next in turn gets the kitty.

    East discards; South is next and has chows, and West has none.
    """
    options = {"kitty": 10, "multiple_winners": "all", "losers_settle": False}
    both = {
        "kind": "win",
        "winners": [{"winner": "W"}, {"winner": "S"}],
        "from": "E",
        "values": {"S": 20, "W": 30},
        "no_chows": ["W"],
    }
    state = played("classical", options, both)
    assert scores_of(state) == [-110, 50, 120, -60]
    with pytest.raises(RuleError, match="Only a winner takes the kitty"):
        played("classical", options, both | {"no_chows": ["N"]})


STAKE = {"goulash_deal": "charleston", "goulash_stake": 50}
ABORTED = {"abortive_draws": ["four_kongs"]}
BOTH_WIN = {"multiple_winners": "all", "kitty": 10}


@pytest.mark.parametrize(
    ("name", "options", "entries", "scores"),
    [
        # A win on a discard: 8 or 16, and 50 from each.
        ("hong_kong", {}, [WASHOUT, hk("S", 3, "W")], [-58, 182, -66, -58]),
        # No one won the goulash, and its pool is not carried over.
        ("hong_kong", {}, [WASHOUT, WASHOUT, hk("W")], [-16, -16, 48, -16]),
        # Only the hand after the draw is a goulash.
        ("hong_kong", {}, [WASHOUT, hk("E"), hk("E")], [246, -82, -82, -82]),
        ("hong_kong", {"goulash_stake": 0}, [WASHOUT, hk("S")], [-16, 48, -16, -16]),
        # Points left by draws are separate: 16 + 8 + 50.
        ("hong_kong", {"goulash_carry": 8}, [WASHOUT, hk("S")], [-74, 222, -74, -74]),
        # 32 + 50: the stake is not doubled.
        ("hong_kong", {"dealer_doubles": True}, [WASHOUT, hk("E")], [246, *[-82] * 3]),
        # South, next in turn, wins the 50; West, without chows, the kitty of 20.
        (
            "hong_kong",
            BOTH_WIN,
            [WASHOUT, several(S=3, W=4)],
            [-48 - 70, 24 + 150 - 20, 48 - 50 + 60, -24 - 70],
        ),
        ("classical", {}, [WASHOUT, worth("E", 40)], [390, -130, -130, -130]),
        # West pays 160 for all, and each player pays their own 50.
        (
            "classical",
            {},
            [WASHOUT, worth("S", 40, "W", pay_for_all="W")],
            [-50, 310, -210, -50],
        ),
        (
            "classical",
            {"discarder_pays": "discarder_alone"},
            [WASHOUT, worth("S", 40, "W")],
            [-50, 190, -90, -50],
        ),
        # A goulash with an abortive draw is dealt again, for one pool.
        (
            "classical",
            ABORTED,
            [WASHOUT, BROKEN_OFF, worth("S", 40)],
            [-130, 310, -90, -90],
        ),
        # No goulash follows an abortive draw.
        ("classical", ABORTED, [BROKEN_OFF, worth("S", 40)], [-80, 160, -40, -40]),
    ],
)
def test_the_pool_of_a_goulash(name, options, entries, scores):
    assert scores_of(played(name, {**STAKE, **options}, *entries)) == scores


@settings(max_examples=60)
@given(
    st.sampled_from(["hong_kong", "classical"]),
    st.fixed_dictionaries(
        {
            "kitty": st.integers(1, 50),
            "goulash_deal": st.sampled_from(["charleston", "jokers"]),
            "goulash_stake": st.integers(0, 50),
            "extra_hand_bonus": st.integers(0, 9),
            "jokers": st.just(4),
            "round_winds": st.sampled_from(["ESWN", "SNEW"]),
        }
    ),
    st.lists(st.tuples(st.sampled_from("ESWN-"), st.booleans()), max_size=10),
)
def test_payments_sum_to_zero_and_the_kitty_to_what_was_staked(name, options, hands):
    won = hk if name == "hong_kong" else worth
    entries = [
        WASHOUT if seat == "-" else won(seat, 4, **(PUNGS if pungs else {}))
        for seat, pungs in hands
    ]
    table = rules.ruleset(name, {"initial_points": 0, **options})
    state, staked, taken = replay(table, []), 0, 0
    for raw in entries:
        if state.over:
            break
        state = replay(
            table, [*(line.entry for line in state.lines), table.read_entry(raw)]
        )
        line = state.lines[-1]
        staked += options["kitty"]
        paid = line.settlement.payments
        taken += max(
            (each.amount for each in paid if each.reason == "kitty"), default=0
        )
        assert sum(line.settlement.changes.values()) == 0
        assert staked - taken == state.position.kitty
    assert sum(state.scores.values()) == 0
