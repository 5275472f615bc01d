"""Several winners on one discard: in MCR and Classical Chinese, and in Hong Kong where
winners settle or three make a draw. Worked examples."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rules
from rules.cli import answer
from rules.faults import RuleError
from rules.ledger_replay import replay
from rules.winds import WINDS
from tests.examples import examples

ALL = {"multiple_winners": "all"}
DRAWN = {"triple_win_is_draw": True}
SETTLE = {**ALL, "winners_settle": True}
WORTH = {"E": 20, "S": 40, "W": 60, "N": 10}


def fan(source: str, **points: int) -> dict[str, object]:
    winners = [{"winner": seat, "points": worth} for seat, worth in points.items()]
    return {"kind": "win", "from": source, "winners": winners}


def hands(source: str, winners: str, **more: object) -> dict[str, object]:
    won = {"winners": [{"winner": seat} for seat in winners], "from": source}
    won["values"] = WORTH
    return {"kind": "win", **won, **more}


def played(ruleset: str, options: dict, *entries: dict):
    start = {} if ruleset == "mcr" else {"initial_points": 0}
    by = rules.ruleset(ruleset, start | options)
    return replay(by, map(by.read_entry, entries))


def net(ruleset: str, options: dict, *entries: dict) -> list[int]:
    scores = played(ruleset, options, *entries).scores
    return [scores[seat] for seat in WINDS]


@pytest.mark.parametrize(
    ("options", "win", "expected"),
    [
        # East pays 8 + 8 and 8 + 12, North the base of 8 to each.
        (ALL, fan("E", S=8, W=12), [-36, 24, 28, -16]),
        (ALL, fan("E", W=12, S=8), [-36, 24, 28, -16]),
        (ALL, fan("S", E=8, N=88), [24, -112, -16, 104]),
        # All others win, so no one pays only the base.
        (ALL, fan("E", S=8, W=12, N=20), [-64, 16, 20, 28]),
        (ALL | DRAWN, fan("E", S=8, W=12, N=20), [0, 0, 0, 0]),
        (ALL | DRAWN, fan("E", S=8, W=12), [-36, 24, 28, -16]),
        (ALL | {"base": 0, "minimum": 0}, fan("E", S=8, W=3), [-11, 8, 3, 0]),
        # One of them is paid, as for a single win.
        ({}, fan("E", W=12, S=8), [-16, 32, -8, -8]),
        ({}, fan("W", S=8, N=12), [-8, -8, -20, 36]),
        ({"multiple_winners": "highest"}, fan("E", S=8, W=12), [-20, -8, 36, -8]),
        ({"multiple_winners": "highest"}, fan("W", S=12, N=12), [-8, -8, -20, 36]),
        (
            {"multiple_winners": "nearest_to_east"},
            fan("S", N=8, E=8),
            [32, -16, -8, -8],
        ),
        (DRAWN, fan("E", S=8, W=12, N=20), [0, 0, 0, 0]),
        (ALL, {"kind": "win", "winner": "S", "points": 8}, [-16, 48, -16, -16]),
    ],
)
def test_what_mcr_pays(options, win, expected):
    assert net("mcr", options, win) == expected


def test_the_next_in_turn_of_mcr_goes_by_the_winds_after_a_change_of_seats():
    """The winds of the hand decide which winner is next in turn.

    In the South round the first South is East and the first East is South, next to it.
    By the winds of the first hand, West would be next.
    """
    before = [{"kind": "washout"}] * 4
    state = played("mcr", {}, *before, fan("S", W=8, E=8))
    assert state.lines[-1].settlement.winners == ("E",)


@pytest.mark.parametrize(
    ("options", "win", "expected"),
    [
        # East pays 80 and 120, North 40 and 60; North pays East 2 x 10.
        (ALL, hands("N", "SW"), [-180, 120, 180, -120]),
        # South also pays West the difference of 20.
        (SETTLE, hands("N", "SW"), [-180, 100, 200, -120]),
        # East is paid double; North pays West the difference of 50.
        (ALL, hands("N", "ES"), [80, 80, -30, -130]),
        # East owes South 80 and South East 40.
        (SETTLE, hands("N", "ES"), [40, 120, -30, -130]),
        (ALL, hands("E", "SWN"), [-220, 80, 120, 20]),
        (ALL | DRAWN, hands("E", "SWN"), [0, 0, 0, 0]),
        (DRAWN, hands("E", "SWN"), [0, 0, 0, 0]),
        (ALL | DRAWN, hands("N", "SW"), [-180, 120, 180, -120]),
        (ALL | {"losers_settle": False}, hands("N", "SW"), [-200, 120, 180, -100]),
        (
            ALL | {"settle_mode": "winner_only"},
            hands("N", "SW"),
            [-200, 120, 180, -100],
        ),
        (ALL | {"settle_mode": "only_add_up"}, hands("N", "SW"), [20, 40, 60, 10]),
        (ALL | {"east_double": False}, hands("N", "SW"), [-90, 80, 120, -110]),
        (
            ALL | {"discarder_pays": "discarder_alone"},
            hands("N", "SW"),
            [20, 40, 60, -120],
        ),
        # A winner owes other winners as a non-discarder would: nothing.
        (
            SETTLE | {"discarder_pays": "discarder_alone"},
            hands("N", "SW"),
            [20, 40, 60, -120],
        ),
        # North pays for East too, and the losers do not settle.
        (ALL, hands("N", "SW", pay_for_all="N"), [0, 120, 180, -300]),
    ],
)
def test_what_classical_pays(options, win, expected):
    assert net("classical", options, win) == expected


EQUAL = {**WORTH, "S": 60}
EQUAL_TO_EAST = {**WORTH, "S": 20}
ALONE = {"kind": "win", "winner": "S", "from": "N", "values": WORTH}


@pytest.mark.parametrize(
    ("options", "win", "expected"),
    [
        # South wins 30 from North and pays West 20; North pays West 50.
        (SETTLE, hands("E", "SWN"), [-220, 90, 190, -60]),
        # East wins 40 from North and owes 20; South owes West 20.
        (SETTLE, hands("S", "EN"), [100, -70, -30, 0]),
        # Equal hands owe each other the same; with East double both ways.
        (SETTLE, hands("N", "SW", values=EQUAL), [-220, 180, 180, -140]),
        (SETTLE, hands("N", "ES", values=EQUAL_TO_EAST), [80, 40, -10, -110]),
        (SETTLE | {"east_double": False}, hands("N", "ES"), [20, 100, -10, -110]),
        # South's 40 counts as 50: the difference to West is 10.
        (
            SETTLE | {"loser_pays_at_least": 50},
            hands("N", "SW"),
            [-200, 140, 190, -130],
        ),
        (SETTLE | {"settle_mode": "only_add_up"}, hands("N", "SW"), [20, 40, 60, 10]),
        # North pays for the losers; the winners pay their own.
        (SETTLE, hands("N", "SW", pay_for_all="N"), [0, 100, 200, -300]),
        (SETTLE | DRAWN, hands("E", "SWN"), [0, 0, 0, 0]),
        # There is only one winner.
        (SETTLE, ALONE, [-140, 160, 90, -110]),
    ],
)
def test_what_winners_pay_each_other_in_classical(options, win, expected):
    assert net("classical", options, win) == expected


def faan(source: str, **each: int) -> dict[str, object]:
    winners = [{"winner": seat, "faan": worth} for seat, worth in each.items()]
    return {"kind": "win", "from": source, "winners": winners}


@pytest.mark.parametrize(
    ("options", "win", "expected"),
    [
        # Base points 16 and 8: North owes South 16 and South owes North 8.
        (SETTLE, faan("W", S=4, N=3), [-24, 56, -48, 16]),
        (SETTLE, faan("W", S=3, N=3), [-16, 24, -32, 24]),
        # 8, 16 and 24: East pays 8 and 16, South 8.
        (SETTLE, faan("W", E=3, S=4, N=5), [-8, 32, -96, 72]),
        (SETTLE | DRAWN, faan("W", E=3, S=4, N=5), [0, 0, 0, 0]),
        # Non-discarders pay nothing, and neither do winners.
        (SETTLE | {"payment": "full"}, faan("W", S=4, N=3), [0, 32, -48, 16]),
        # East owes South 2 x 16 and South East 2 x 8.
        (SETTLE | {"dealer_doubles": True}, faan("W", E=3, S=4), [32, 64, -64, -32]),
        (SETTLE, faan("W", S=4), [-16, 64, -32, -16]),
        # 13 faan are the limit: both hands are worth 384.
        (SETTLE, faan("W", S=13, N=14), [-768, 1152, -1536, 1152]),
    ],
)
def test_what_winners_pay_each_other_in_hong_kong(options, win, expected):
    assert net("hong_kong", options, win) == expected


ALL_THREE = faan("W", E=3, S=3, N=3)
EAST_WINS = {"kind": "win", "winner": "E", "from": None, "faan": 3}


@pytest.mark.parametrize(
    ("options", "entries", "expected", "dealer"),
    [
        ({}, [ALL_THREE], [0, 0, 0, 0], "E"),
        ({"multiple_winners": "highest"}, [faan("W", E=3, S=9, N=3)], [0] * 4, "E"),
        # Two winners do not make a draw: North is next in turn after West.
        ({}, [faan("W", S=9, N=3)], [-8, -8, -16, 32], "S"),
        # Play continues as after every draw.
        ({"deal_passes_on_draw": True}, [ALL_THREE], [0] * 4, "S"),
        # Points left by draws are collected: 16 and 8.
        ({"goulash_carry": 8}, [ALL_THREE, EAST_WINS], [72, -24, -24, -24], "E"),
        # East's row ends: 48 and 48, without the bonus.
        (
            {"extra_hand_bonus": 5},
            [EAST_WINS, ALL_THREE, EAST_WINS],
            [96, -32, -32, -32],
            "E",
        ),
        # The stakes of both hands: 16 and 20.
        (
            {"kitty": 10},
            [ALL_THREE, {**EAST_WINS, "no_chows": True}],
            [108, -36, -36, -36],
            "E",
        ),
    ],
)
def test_three_winners_make_a_draw_in_hong_kong(options, entries, expected, dealer):
    assert net("hong_kong", DRAWN | options, *entries) == expected
    state = played("hong_kong", DRAWN | options, *entries)
    assert state.position.dealer == dealer


@pytest.mark.parametrize("ruleset", ["classical", "hong_kong"])
@pytest.mark.parametrize("before", [0, 1])
def test_three_winners_break_a_goulash_off(ruleset, before):
    """Three winners do not lead to a goulash.

    If a goulash ends with three winners, the same dealer deals a goulash again.
    """
    options = DRAWN | {"goulash_deal": "charleston", "multiple_winners": "all"}
    three = ALL_THREE if ruleset == "hong_kong" else hands("W", "ESN")
    washouts = [{"kind": "washout"}] * before
    position = played(ruleset, options, *washouts, three).position
    assert (position.dealer, position.goulash) == ("E", bool(before))


EAST = hands("N", "ES")
OTHERS = hands("N", "SW")
THREE = hands("E", "SWN")


@pytest.mark.parametrize(
    ("options", "entries", "dealer", "streak"),
    [
        (ALL, [EAST], "E", 1),
        (ALL, [EAST, EAST], "E", 2),
        (ALL, [OTHERS], "S", 0),
        (ALL, [THREE], "S", 0),
        (ALL | DRAWN, [THREE], "E", 0),
        (ALL | DRAWN, [EAST, THREE], "E", 0),
        (ALL | DRAWN | {"washout_ends_row": False}, [EAST, THREE], "E", 1),
        (ALL | DRAWN | {"rotation": "express"}, [THREE], "S", 0),
        (ALL | {"rotation": "express"}, [EAST], "S", 0),
        (ALL, [EAST] * 9, "S", 0),
    ],
)
def test_who_deals_classical_next(options, entries, dealer, streak):
    position = played("classical", options, *entries).position
    assert (position.dealer, position.streak) == (dealer, streak)


def test_the_ninth_win_of_east_is_the_limit_for_east_alone():
    """The ninth win in a row is a limit hand for East only.

    West and North pay East 1000 each, South pays West and North 40 each, and North pays
    West 50.
    """
    state = played("classical", ALL, *[EAST] * 9)
    changes = state.lines[-1].settlement.changes
    assert [changes[seat] for seat in WINDS] == [2000, 80, -990, -1090]


@pytest.mark.parametrize(
    ("ruleset", "options", "win", "fault"),
    [
        ("classical", {}, OTHERS, ("one_winner_is_paid", "winners")),
        (
            "classical",
            {"multiple_winners": "highest"},
            OTHERS,
            ("one_winner_is_paid", "winners"),
        ),
        ("classical", ALL, hands("S", "SW"), ("winner_is_discarder", "from")),
        ("classical", ALL, hands("N", "SS"), ("winner_twice", "winners")),
        ("classical", ALL, {**OTHERS, "from": None}, ("several_winners_drawn", "from")),
        ("classical", ALL, hands("N", ""), ("no_winner", "winners")),
        ("classical", ALL, hands("N", "SX"), ("not_a_seat", "winners[1].winner")),
        ("classical", ALL, {**OTHERS, "winner": "S"}, ("unknown", "winner")),
        ("mcr", ALL, fan("S", S=8, W=8), ("winner_is_discarder", "winners[0].from")),
        ("mcr", ALL, fan("E", S=8, W=7), ("below_minimum", "winners[1].points")),
        ("mcr", ALL, fan("", S=8, W=8), ("several_winners_drawn", "from")),
        ("mcr", ALL, fan("E"), ("no_winner", "winners")),
        ("mcr", ALL, {**fan("E", S=8), "points": 8}, ("unknown", "points")),
    ],
)
def test_what_is_refused(ruleset, options, win, fault):
    with pytest.raises(RuleError) as caught:
        played(ruleset, options, win)
    assert (caught.value.faults[0].code, caught.value.faults[0].field) == fault


def test_winners_settle_only_where_all_win():
    with pytest.raises(RuleError) as caught:
        rules.ruleset("classical", {"winners_settle": True})
    assert [fault.field for fault in caught.value.faults] == ["winners_settle"]


@pytest.mark.parametrize("ruleset", ["mcr", "classical"])
def test_an_entry_is_written_as_it_was_read(ruleset):
    by = rules.ruleset(ruleset, ALL)
    win = fan("E", S=8, W=12) if ruleset == "mcr" else OTHERS
    entry = by.read_entry(win)
    assert {"kind": entry.kind, **entry.as_data()} == win


GREEN = "[234s][666s][888s]FF22s+2s"
OTHER_TILE = "[234p][666p][888p]CC33m+3m"


@pytest.mark.parametrize(
    ("other", "code"),
    [
        ("[123m][456m][789m]EE13s+2s", None),
        (OTHER_TILE, "different_winning_tiles"),
        ("[123m][456m][666s]EE13s+2s", "too_many"),
    ],
)
@pytest.mark.parametrize("ruleset", ["mcr", "classical"])
def test_hands_by_their_tiles_are_won_on_one_tile(ruleset, other, code):
    """Several winners must win on the same tile.

    One hand has 2 copies of the tile, and the other has its neighbours.
    """
    tiles = {"S": GREEN, "W": other}
    if ruleset == "mcr":
        winners = [{"winner": seat, "hand": hand} for seat, hand in tiles.items()]
        win = {"kind": "win", "from": "E", "winners": winners}
    else:
        values = {"E": 0, "N": 0}
        both = [{"winner": seat} for seat in tiles]
        won = {"winners": both, "hands": tiles, "values": values}
        win = {"kind": "win", "from": "E", **won}
    row = {"ruleset": ruleset, "options": ALL, "entries": [win]}
    given = answer("replay", row)
    if code is None:
        assert given["valid"], given
        assert sum(given["hands"][0]["score_changes"].values()) == 0
    else:
        assert code in given["errors"][0]["code"]


seats = st.lists(st.sampled_from("ESWN"), max_size=4)
choices = st.sampled_from(
    ["nearest", "highest", "limit_first", "nearest_to_east", "all"]
)


@examples(120)
@given(st.data())
def test_any_options_give_sentences_and_sums_of_nothing(data):
    """With any claims and any options, payments add up to 0, and errors have
    sentences.
    """
    ruleset = data.draw(st.sampled_from(["mcr", "classical", "hong_kong"]))
    options = {
        "multiple_winners": data.draw(choices),
        "triple_win_is_draw": data.draw(st.booleans()),
    }
    if ruleset != "mcr":
        options["winners_settle"] = data.draw(st.booleans())
        options["initial_points"] = 0
    if ruleset == "classical":
        names = {
            "settle_mode": ["between_all", "winner_only"],
            "discarder_pays": ["all", "discarder_alone"],
            "rotation": ["multi_hand", "express"],
        }
        options |= {k: data.draw(st.sampled_from(v)) for k, v in names.items()}
    source, winners = data.draw(st.sampled_from([*"ESWN", None])), data.draw(seats)
    worth = data.draw(st.integers(0, 90))
    name = {"mcr": "points", "hong_kong": "faan"}.get(ruleset)
    claims = [{"winner": seat, name: worth + n} for n, seat in enumerate(winners)]
    if ruleset == "classical":
        values = {seat: worth + n for n, seat in enumerate("ESWN")}
        named = [{"winner": seat} for seat in winners]
        win = {"kind": "win", "from": source, "winners": named, "values": values}
    else:
        win = {"kind": "win", "from": source, "winners": claims}
    row = {"ruleset": ruleset, "options": options, "entries": [win, win]}
    given = answer("replay", row)
    if given["valid"]:
        assert sum(given["final_scores"].values()) == 0
    else:
        assert all(error["message"] for error in given["errors"])
