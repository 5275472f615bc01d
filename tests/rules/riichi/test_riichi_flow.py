"""Dealer, counters and riichi sticks, and the end of the game."""

from __future__ import annotations

import pytest

from rules.ruleset_and_table_state import Ending
from rules.winds import WINDS, Wind
from tests.rules.riichi.ledgers import abortive, chombo, draw, played, win, wins

E, S, W, N = WINDS
PASS = draw()
#: A round in which the dealer changes after every hand, without counters at the end.
SEVEN = [PASS] * 7


def course(*entries: dict, **options: object) -> str:
    """Return dealer, counters and riichi sticks of each hand and of the next hand, such
    as "E00 E10".
    """
    state = played(*entries, **options)
    positions = [line.before for line in state.lines] + [state.position]
    return " ".join(f"{p.dealer}{p.repeats}{p.sticks}" for p in positions)


@pytest.mark.parametrize(
    ("entries", "options", "expected"),
    [
        ([win("E"), win("E"), win("S")], {}, "E00 E10 E20 S00"),
        ([win("S", "E")], {}, "E00 S00"),
        ([PASS, win("W")], {}, "E00 S10 W00"),
        ([draw("E"), draw("SN"), win("W")], {}, "E00 E10 S20 W00"),
        ([draw("E")], {"renchan": "agari"}, "E00 S10"),
        ([win("E")], {"renchan": "agari"}, "E00 E10"),
        ([win("E"), draw("S")], {"renchan": "never"}, "E00 S00 W10"),
        ([draw("S", riichi="S"), win("W", "N")], {}, "E00 S11 W00"),
        ([draw("EN", riichi="EN"), draw("E", riichi="E")], {}, "E00 E12 E23"),
        ([abortive(riichi="W")], {"preset": "tenhou"}, "E00 E11"),
        ([chombo("E"), chombo("S")], {}, "E00 E00 E00"),
        ([PASS, chombo("W")], {}, "E00 S10 S10"),
        ([{"kind": "washout"}], {}, "E00 S10"),
        ([draw("W", nagashi="S")], {"preset": "tenhou"}, "E00 S10"),
        ([draw("E", nagashi="S")], {"preset": "tenhou"}, "E00 E10"),
    ],
)
def test_who_deals_with_which_counters_and_deposits(entries, options, expected):
    assert course(*entries, **options) == expected


def test_the_dealer_stays_as_one_of_several_winners():
    double = wins("W", win("E"), win("S"))
    assert course(double) == "E00 E10"
    assert course(double, preset="tenhou") == "E00 E10"


def test_the_dealer_who_is_bumped_has_not_won():
    """West discards to North, who is next in turn, and to East, the dealer.

    Only North wins, so the dealer changes.
    """
    state = played(wins("W", win("E"), win("N")), preset="wrc_2022")
    assert state.lines[0].settlement.winners == (N,)
    assert state.position.dealer is S


def test_winds_follow_the_deal():
    state = played(PASS)
    assert state.position.winds == {E: N, S: E, W: S, N: W}
    state = played(*[PASS] * 4)
    assert (state.position.prevailing, state.position.deal) == (S, 1)
    assert state.position.dealer is E


def test_a_hand_by_its_tiles_has_the_winds_of_the_table():
    """A hand by its tiles has the winds of the table: in the second hand, seat West has
    the south wind.
    """
    hand = "[SSS]234m567p34sNN+5s"
    state = played(PASS, win("W", "E", hand=hand))
    assert state.lines[-1].settlement.changes[W] == 1300
    assert state.lines[-1].entry.winners[0].value.han == 1


class TestTheEnd:
    @pytest.mark.parametrize("preset", ["ema_2025", "wrc_2022", "m_league", "jpml_a"])
    def test_when_the_deal_passes_in_the_last_hand(self, preset):
        assert played(*SEVEN, preset=preset).over is None
        assert played(*SEVEN, draw("N"), preset=preset).over is None
        assert played(*SEVEN, win("N"), win("N"), preset=preset).over is None
        state = played(*SEVEN, win("N"), PASS, preset=preset)
        assert state.over is Ending.ALL_HANDS
        assert state.hands_played == 9

    def test_of_as_many_rounds_as_chosen(self):
        assert played(*[PASS] * 4, rounds=1).over is Ending.ALL_HANDS
        assert played(*[PASS] * 15, rounds=4).over is None
        assert played(*[PASS] * 16, rounds=4).over is Ending.ALL_HANDS

    def test_nobody_is_bankrupt_in_a_tournament(self):
        state = played(win("E", "S", yakuman=1), preset="ema_2025")
        assert state.scores[S] == -18000
        assert state.over is None

    def test_when_a_score_is_below_the_least(self):
        state = played(win("E", "S", limit="sanbaiman"), preset="tenhou")
        assert state.over is Ending.BANKRUPT
        state = played(win("E", "S", limit="baiman"), preset="tenhou")
        assert (state.scores[S], state.over) == (1000, None)
        nothing = [win("W", "S", 1, 30), win("W", "S", limit="sanbaiman")]
        state = played(*nothing, preset="tenhou")
        assert (state.scores[S], state.over) == (0, None)

    def test_a_chombo_can_make_bankrupt(self):
        poor = win("E", "S", limit="baiman")
        assert played(poor, chombo("S"), preset="tenhou").over is Ending.BANKRUPT

    def test_with_the_target_reached(self):
        state = played(*SEVEN, win("E", "S", 3, 40), preset="tenhou")
        assert state.scores[E] == 25000 + 5200 + 7 * 300
        assert state.over is Ending.TARGET

    def test_without_the_target_another_round_begins(self):
        state = played(*[PASS] * 8, preset="tenhou")
        assert (state.over, state.position.prevailing) == (None, W)

    def test_in_the_extension_the_first_to_have_the_target_ends_it(self):
        west = [PASS] * 8
        passes = win("S", "E", 3, 40)
        assert played(*west, passes, preset="tenhou").over is Ending.TARGET
        state = played(*west, PASS, win("W", "E", 1, 30), preset="tenhou")
        assert (state.scores[W], state.over) == (25000 + 1000 + 2700, None)

    def test_in_the_extension_a_dealer_who_stays_and_does_not_lead_plays_on(self):
        both = wins("N", win("E"), win("S", limit="mangan"))
        state = played(*[PASS] * 8, both, preset="tenhou")
        assert (state.scores[S], state.position.dealer, state.over) == (33000, E, None)
        state = played(*[PASS] * 8, both, PASS, preset="tenhou")
        assert state.over is Ending.TARGET

    def test_the_extension_is_one_round(self):
        assert played(*[PASS] * 11, preset="tenhou").over is None
        assert played(*[PASS] * 12, preset="tenhou").over is Ending.EXTENSION_OVER
        state = played(*[PASS] * 8, preset="tenhou_tonpuu")
        assert state.over is Ending.EXTENSION_OVER


class TestTheDealerStops:
    """The last hand of a Tenhou game: North is the dealer."""

    def last(self, entry: dict, *before: dict) -> Ending | None:
        seven = [*before, *[PASS] * (7 - len(before))]
        return played(*seven, entry, preset="tenhou").over

    def test_who_leads_with_the_target_and_stays(self):
        assert self.last(win("N", "S", 4, 40)) is Ending.DEALER_STOP

    def test_who_leads_without_the_target_does_not(self):
        assert self.last(win("N", "S", 1, 30)) is None

    def test_who_has_the_target_without_leading_does_not(self):
        rich = win("S", "E", limit="baiman")
        assert self.last(win("N", "W", 4, 40), rich) is None

    def test_by_being_tenpai_too(self):
        rich = win("N", "E", limit="mangan")
        assert self.last(draw("N"), rich) is Ending.DEALER_STOP

    def test_not_after_an_abortive_draw_or_before_the_last_hand(self):
        rich = win("N", "E", limit="mangan")
        assert self.last(abortive(), rich) is None
        assert played(win("E", "S", limit="mangan"), preset="tenhou").over is None

    def test_of_equal_scores_the_one_nearer_the_first_east_leads(self):
        """North ties with West, who is closer to the first East and therefore leads.
        Then North overtakes West.
        """
        west = [win("W", "E", 4, 30), *[PASS] * 5, win("E", "S", 1, 30)]
        level = [*west, win("N", "S", 3, 40)]
        state = played(*level, preset="tenhou")
        assert state.scores[W] == state.scores[N] == 32_700
        assert (state.position.dealer, state.over) == (N, None)
        state = played(*level, draw("WN"), preset="tenhou")
        assert (state.position.dealer, state.over) == (N, None)
        state = played(*level, draw("N"), preset="tenhou")
        assert state.over is Ending.DEALER_STOP


class TestTime:
    GONG = {"kind": "gong", "policy": "finish_hand_plus_one"}

    def test_a_chombo_counts_as_a_hand(self):
        state = played(self.GONG, win("S"), chombo("W"))
        assert state.over is Ending.TIME

    def test_an_event_may_limit_the_hands(self):
        state = played(*[PASS] * 3, hands_limit=3)
        assert state.over is Ending.ALL_HANDS
        assert played(*[PASS] * 2, hands_limit=3).over is None

    def test_or_the_hand_is_dealt_again(self):
        state = played(self.GONG, win("S"), chombo("W"), preset="ema_2016")
        assert state.over is None
        assert state.hands_left == 1
        assert state.position.hand == 2
        state = played(self.GONG, win("S"), chombo("W"), PASS, preset="ema_2016")
        assert state.over is Ending.TIME


def test_a_position_names_the_wind_of_each_seat():
    state = played(*[PASS] * 5)
    assert state.position.winds[Wind.SOUTH] is E
