"""Whole ledgers: dealer, rounds, draws, false wins, wins in a row."""

from __future__ import annotations

import pytest

from rules.classical import Classical
from rules.ledger_replay import replay
from rules.rule_sheet import rule_sheet
from rules.ruleset_and_table_state import Ending
from rules.winds import WINDS, Wind

E, S, W, N = WINDS
WASHOUT = {"kind": "washout"}


def win(winner: str, value: int = 20) -> dict:
    values = dict.fromkeys("ESWN", 0) | {winner: value}
    return {"kind": "win", "winner": winner, "from": None, "values": values}


def false_win(*seats: str) -> dict:
    return {"kind": "false_win", "seats": list(seats)}


def played(*entries: dict, **options: object):
    rules = Classical.from_options(options)
    return replay(rules, map(rules.read_entry, entries))


def dealers(*entries: dict, **options: object) -> str:
    """Return the seats that deal in each hand and in the next hand, such as "EES"."""
    state = played(*entries, **options)
    hands = {line.before.hand: line.before.dealer for line in state.lines}
    return "".join((*hands.values(), state.position.dealer))


@pytest.mark.parametrize(
    ("entries", "options", "expected"),
    [
        ([win("E"), win("E"), win("S")], {}, "EEES"),
        ([WASHOUT, win("W"), WASHOUT, win("S")], {}, "EESSS"),
        ([win("S"), win("W"), win("N"), win("E")], {}, "ESWNE"),
        ([win("E"), WASHOUT, win("S")], {"rotation": "express"}, "ESWN"),
        (
            [win("E"), WASHOUT, win("S")],
            {"rotation": "custom", "deal_passes_after_washout": True},
            "EESS",
        ),
        (
            [win("E"), WASHOUT],
            {"rotation": "custom", "deal_passes_after_east_wins": True},
            "ESS",
        ),
        ([false_win("E"), win("S")], {}, "ESS"),
        ([false_win("W"), win("S")], {}, "EES"),
        ([false_win("W", "E")], {}, "ES"),
        ([false_win("W")], {"false_win_then": "passes"}, "ES"),
        ([false_win("E")], {"false_win_then": "stays"}, "EE"),
        ([false_win("W")], {"rotation": "express"}, "ES"),
        ([false_win("E"), win("S")], {"false_win_then": "continue"}, "ES"),
        (
            [{"kind": "misnamed", "seat": "E", "to": "S", "claimed_for": "win"}],
            {},
            "ES",
        ),
        (
            [{"kind": "misnamed", "seat": "E", "to": "S", "claimed_for": "pung"}],
            {},
            "EE",
        ),
    ],
)
def test_who_deals(entries, options, expected):
    assert dealers(*entries, **options) == expected


def test_the_wind_of_each_seat_after_the_deal_passes():
    """East becomes North and South becomes East when the dealer changes."""
    state = played(win("S"))
    assert state.position.winds == {E: N, S: E, W: S, N: W}
    assert (state.position.deal, state.position.repeats) == (2, 0)
    assert played(WASHOUT).position.repeats == 1


def test_everybody_starts_with_the_initial_points():
    assert played().scores == dict.fromkeys(WINDS, 2000)
    assert played(initial_points=0).scores == dict.fromkeys(WINDS, 0)


def test_a_worked_hand_from_2000():
    values = {"E": 2, "S": 46, "W": 12, "N": 192}
    state = played({"kind": "win", "winner": "N", "from": "S", "values": values})
    assert state.scores == {E: 1508, S: 1930, W: 1794, N: 2768}


def test_the_double_follows_the_player_who_deals():
    state = played(win("S"), win("S", 100), initial_points=0)
    assert [line.settlement.changes[S] for line in state.lines] == [80, 600]


def test_an_express_game_has_sixteen_hands():
    state = played(*[win("E")] * 15, rotation="express")
    assert state.over is None
    assert state.position.prevailing is N
    state = played(*[WASHOUT] * 16, rotation="express")
    assert state.over is Ending.ALL_HANDS
    assert state.hands_played == 16


def test_a_game_of_one_round_ends_when_everybody_has_dealt():
    passing = [win("S"), win("W"), win("N"), win("E")]
    assert played(*passing, rounds=1).over is Ending.ALL_HANDS
    assert played(*passing[:3], WASHOUT, rounds=1).over is None
    assert played(*passing).position.prevailing is S


def test_the_dealer_of_the_last_deal_stays_while_winning():
    passing = [win("S"), win("W"), win("N")]
    state = played(*passing, win("N"), win("N"), rounds=1)
    assert state.over is None
    assert state.position.dealer is N


class TestWinsInARow:
    def test_the_ninth_is_worth_the_limit_and_the_deal_passes(self):
        state = played(*[win("E")] * 9, initial_points=0)
        changes = [line.settlement.changes[E] for line in state.lines]
        assert changes == [120] * 8 + [3000]
        assert state.position.dealer is S
        assert state.position.streak == 0

    def test_a_washout_begins_anew(self):
        state = played(*[win("E")] * 8, WASHOUT, win("E"))
        assert state.position.dealer is E
        assert state.position.streak == 1
        assert state.lines[-1].settlement.changes[E] == 120

    def test_an_abandoned_hand_begins_anew(self):
        state = played(*[win("E")] * 8, false_win("W"), win("E"))
        assert state.position.dealer is E

    def test_a_penalty_does_not(self):
        penalty = {"kind": "penalty", "seat": "E", "amount": -50}
        state = played(*[win("E")] * 8, penalty, win("E"))
        assert state.position.dealer is S

    def test_a_washout_does_not_where_the_row_goes_on_while_east_deals(self):
        """With this option, draws do not end East's wins in a row.

        Eight wins bring 3 x 40 and the ninth 3 x 1000; East has 3960, paid by the other
        players.
        """
        hands = [win("E")] * 5, [WASHOUT], [win("E")] * 3, [WASHOUT] * 2, [win("E")]
        entries = [each for part in hands for each in part]
        state = played(*entries, washout_ends_row=False, initial_points=0)
        assert state.scores == {E: 3960, S: -1320, W: -1320, N: -1320}
        assert (state.position.dealer, state.position.streak) == (S, 0)
        assert state.position.hand == 13
        strictly = played(*entries, initial_points=0)
        assert strictly.scores == {E: 1080, S: -360, W: -360, N: -360}
        assert (strictly.position.dealer, strictly.position.streak) == (E, 1)

    def test_an_abandoned_hand_does_not_where_the_row_goes_on(self):
        row = [*[win("E")] * 8, false_win("W")]
        state = played(*row, washout_ends_row=False)
        assert (state.position.dealer, state.position.streak) == (E, 8)
        state = played(*row, win("E"), washout_ends_row=False)
        assert state.position.dealer is S
        assert state.lines[-1].settlement.changes[E] == 3000

    @pytest.mark.parametrize("ends", [True, False])
    @pytest.mark.parametrize("hand", [win("S"), false_win("E")])
    def test_a_hand_that_takes_the_deal_from_east_ends_the_row(self, ends, hand):
        """East's wins in a row end when the dealer changes.

        South deals next, and South's count begins with South's first win.
        """
        state = played(*[win("E")] * 8, hand, washout_ends_row=ends)
        assert (state.position.dealer, state.position.streak) == (S, 0)
        state = played(*[win("E")] * 8, hand, win("S"), washout_ends_row=ends)
        assert (state.position.dealer, state.position.streak) == (S, 1)

    def test_a_washout_that_passes_the_deal_ends_the_row_either_way(self):
        options = {"rotation": "custom", "deal_passes_after_washout": True}
        for ends in (True, False):
            hands = [*[win("E")] * 8, WASHOUT]
            state = played(*hands, washout_ends_row=ends, **options)
            assert (state.position.dealer, state.position.streak) == (S, 0)

    def test_the_rule_sheet_says_which(self):
        for ends, word in ((True, "yes"), (False, "no")):
            rules = Classical.from_options({"washout_ends_row": ends})
            sheet = rule_sheet("Hall", rules).splitlines()
            [line] = [line for line in sheet if line.startswith("| `washout_ends_row`")]
            assert f" | {word} | “in a row”" in line

    def test_thirteen_or_none(self):
        state = played(*[win("E")] * 13, preset="millington")
        assert state.position.dealer is S
        assert state.lines[-1].settlement.changes[E] == 6000
        state = played(*[win("E")] * 13, preset="bmja")
        assert state.position.dealer is E


def test_a_hand_is_abandoned_after_a_false_mahjong_or_goes_on():
    assert played(false_win("W")).hands_played == 1
    state = played(false_win("W"), false_win_then="continue")
    assert state.hands_played == 0
    assert state.position.hand == 1
    for then, settles in (("stays", True), ("continue", False)):
        rules = Classical.from_options({"false_win_then": then})
        assert rules.read_entry(false_win("W")).settles_hand is settles


def test_seats_are_exchanged_between_rounds():
    """Before the South round, South swaps with West and East with North.

    Before the West round, South swaps with East. Before the North round, West swaps
    with East.
    """
    state = played(*[WASHOUT] * 16, rotation="express", seat_exchange="oemc")
    starts = [
        "".join(line.before.winds[seat] for seat in WINDS)
        for line in state.lines
        if line.before.deal == 1
    ]
    assert starts == ["ESWN", "NWSE", "NWES", "NEWS"]


def test_everybody_has_every_wind_in_a_round():
    state = played(*[WASHOUT] * 16, rotation="express", seat_exchange="oemc")
    for seat in WINDS:
        winds = [line.before.winds[seat] for line in state.lines]
        for start in range(0, 16, 4):
            assert set(winds[start : start + 4]) == set(WINDS)


def test_ranking_by_score():
    state = played(win("S"))
    rules = Classical.from_options({})
    placing = rules.rank(state)[Wind.SOUTH]
    assert (placing.place, placing.score) == (1, 2080)


def test_the_gong_and_totals_work_as_everywhere():
    gong = {"kind": "gong", "policy": "finish_hand"}
    state = played(win("S"), gong, WASHOUT)
    assert state.over is Ending.TIME
