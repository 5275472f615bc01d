"""Payments for one hand; seats are the winds of the hand."""

from __future__ import annotations

import pytest

from tests.rules.riichi.ledgers import (
    ALL_HONORS,
    THREE_DRAGONS,
    abortive,
    chombo,
    draw,
    net,
    reasons,
    refusals,
    win,
    wins,
)


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        (win("S", "W", 1, 30), [0, 1000, -1000, 0]),
        (win("S", "W", 3, 40), [0, 5200, -5200, 0]),
        (win("E", "W", 3, 40), [7700, 0, -7700, 0]),
        (win("S", None, 3, 40), [-2600, 5200, -1300, -1300]),
        (win("E", None, 3, 40), [7800, -2600, -2600, -2600]),
        (win("W", None, 2, 20), [-700, -400, 1500, -400]),
        (win("W", "N", 2, 25), [0, 0, 1600, -1600]),
        (win("W", None, 3, 25), [-1600, -800, 3200, -800]),
        (win("N", "E", 4, 30), [-8000, 0, 0, 8000]),
        (win("N", "E", 5, 30), [-8000, 0, 0, 8000]),
        (win("N", "E", 6, 30), [-12000, 0, 0, 12000]),
        (win("N", "E", 8, 30), [-16000, 0, 0, 16000]),
        (win("N", "E", 11, 30), [-24000, 0, 0, 24000]),
        (win("N", "E", 13, 30), [-24000, 0, 0, 24000]),
        ({"winner": "N", "from": "E", "han": 7}, [-12000, 0, 0, 12000]),
        (win("E", None, limit="haneman"), [18000, -6000, -6000, -6000]),
        (win("W", None, limit="yakuman"), [-16000, -8000, 32000, -8000]),
        (win("W", "E", yakuman=1), [-32000, 0, 32000, 0]),
        (
            {"winner_seat": "W", "discarder": "E", "han": 2, "fu": 30},
            [-2000, 0, 2000, 0],
        ),
    ],
)
def test_a_hand_of_so_many_han_and_fu(row, expected):
    assert net(row) == expected


def test_kiriage_and_counted_yakuman_are_options():
    assert net(win("N", "E", 4, 30), "ema_2016") == [-7700, 0, 0, 7700]
    assert net(win("N", "E", 3, 60), "tenhou") == [-7700, 0, 0, 7700]
    assert net(win("N", "E", 13, 30), "tenhou") == [-32000, 0, 0, 32000]
    two = win("N", "E", limit="yakuman", yakuman=2)
    assert net(two, "m_league") == [-64000, 0, 0, 64000]


@pytest.mark.parametrize(
    ("winner", "source", "points", "expected"),
    [
        ("S", "W", 5200, [0, 5200, -5200, 0]),
        ("E", "W", 7700, [7700, 0, -7700, 0]),
        ("S", None, 5200, [-2600, 5200, -1300, -1300]),
        ("S", None, 7900, [-3900, 7900, -2000, -2000]),
        ("E", None, 1500, [1500, -500, -500, -500]),
        ("E", "W", 48000, [48000, 0, -48000, 0]),
    ],
)
def test_points_are_as_good_as_han_and_fu(winner, source, points, expected):
    assert net(win(winner, source, points=points), "ema_2016") == expected


def test_a_hand_may_be_entered_by_its_tiles():
    hand = "[CCC]234m567p34sSS+5s"
    assert net(win("W", "S", hand=hand)) == [0, -1000, 1000, 0]
    assert net(win("E", "S", hand=hand)) == [1500, -1500, 0, 0]
    drawn = win("S", None, hand=hand.replace("+", "*"), dealer="W")
    assert net(drawn) == [-300, 1100, -500, -300]


def test_counters_and_deposits_go_to_the_winner():
    row = win("S", "W", 3, 40, honba=2, riichi_sticks=1, riichi=["S", "N"])
    assert net(row) == [0, 5200 + 600 + 2000, -5800, -1000]
    assert reasons(row) == {
        ("S", None, 1000, "riichi"),
        ("N", None, 1000, "riichi"),
        ("W", "S", 5200, "discard"),
        ("W", "S", 600, "honba"),
        (None, "S", 3000, "sticks"),
    }
    drawn = win("E", None, 1, 30, honba=3)
    assert net(drawn) == [1500 + 900, -800, -800, -800]
    assert net(drawn, honba_value=1500) == [1500 + 4500, -2000, -2000, -2000]


class TestSeveralWinners:
    """West discards; North and South win, and North is next in turn."""

    row = wins("W", win("S", han=3, fu=30), win("N", han=2, fu=30), riichi="SE") | {
        "honba": 1,
        "riichi_sticks": 2,
    }

    def test_all_are_paid_with_counters_and_take_back_their_own_deposit(self):
        north = 2000 + 300 + 3000
        south = 3900 + 300 + 1000 - 1000
        assert net(self.row) == [-1000, south, -5900 - 600, north]

    @pytest.mark.parametrize("preset", ["wrc_2022", "wrc_2015", "m_league", "jpml_a"])
    def test_by_a_head_bump_only_the_next_in_turn_wins(self, preset):
        assert net(self.row, preset) == [-1000, -1000, -2300, 2000 + 300 + 4000]

    def test_two_are_paid_and_the_next_in_turn_takes_counters_and_deposits(self):
        assert net(self.row, "tenhou") == [-1000, 2900, -6200, 2000 + 300 + 4000]

    def test_three_are_paid_where_all_are(self):
        row = wins("W", *(win(seat, han=1, fu=30) for seat in "ESN"))
        assert net(row) == [1500, 1000, -3500, 1000]

    def test_each_is_valued_by_its_tiles(self):
        hand = "[CCC]234m567p34sSS+5s"
        row = wins("W", win("E", hand=hand), win("N", han=2, fu=30))
        assert net(row) == [1500, 0, -3500, 2000]


class TestLiability:
    """South has won a yakuman, and North is liable."""

    def test_a_drawn_one_is_paid_by_the_liable_player_alone(self):
        row = win("S", None, limit="yakuman", pao="N", honba=2)
        assert net(row) == [0, 32600, 0, -32600]
        assert net(win("E", None, yakuman=1, pao="N")) == [48000, 0, 0, -48000]

    def test_discarder_and_liable_player_pay_half_each(self):
        row = win("S", "W", yakuman=1, pao="N", honba=2)
        assert net(row) == [0, 32600, -16600, -16000]
        assert net(row, pao_honba="liable") == [0, 32600, -16000, -16600]

    def test_who_is_liable_and_discards_pays_all(self):
        row = win("S", "N", yakuman=1, pao="N", honba=1)
        assert net(row) == [0, 32300, 0, -32300]

    def test_of_two_yakuman_one_is_shared_unless_the_referee_says_both(self):
        drawn = win("S", None, yakuman=2, pao="N")
        assert net(drawn, "m_league") == [-16000, 64000, -8000, -32000 - 8000]
        both = drawn | {"pao_yakuman": 2}
        assert net(both, "m_league") == [0, 64000, 0, -64000]
        on_discard = win("S", "W", yakuman=2, pao="N")
        assert net(on_discard, "m_league") == [0, 64000, -48000, -16000]

    def test_by_tenhou_the_liable_player_pays_for_the_whole_hand(self):
        drawn = win("S", None, yakuman=2, pao="N", honba=2)
        assert net(drawn, "tenhou") == [0, 64600, 0, -64600]
        on_discard = win("S", "W", yakuman=2, pao="N", honba=2)
        assert net(on_discard, "tenhou") == [0, 64600, -32000, -32600]

    def test_the_tiles_say_for_how_many(self):
        drawn = win("S", None, hand=THREE_DRAGONS + "*5p", pao="N")
        assert net(drawn) == [0, 32000, 0, -32000]
        honors = win("S", None, hand=ALL_HONORS + "*W", pao="N")
        assert net(honors) == [0, 32000, 0, -32000]
        assert net(honors, "jpml_a") == [-16000, 64000, -8000, -40000]
        assert net(honors, "tenhou") == [0, 64000, 0, -64000]

    @pytest.mark.parametrize(
        ("preset", "hand"),
        [
            ("ema_2025", "[CCC][FFF]PPP123m5p*5p"),
            ("ema_2025", "[CCC][FFF]PP123m55p*P"),
            ("ema_2025", "(CCCC)(FFFF)(PPPP)123m5p*5p"),
            ("ema_2025", "[CCC<E][FFF<E][PPP<W]123m5p*5p"),
            ("ema_2025", "[1111m][2222m][3333m][4444p]5p*5p"),
            ("m_league", "(1111m)(2222m)(3333m)(4444p)5p*5p"),
            ("tenhou", "(1111m)(2222m)(3333m)[4444p]5p*5p"),
        ],
    )
    def test_nobody_is_liable_who_fed_no_set_of_an_open_yakuman(self, preset, hand):
        row = win("S", None, hand=hand, pao="N")
        assert refusals(net, row, preset) == [("nothing_to_be_liable_for", "pao")]

    def test_who_fed_a_set_that_all_could_see_is_liable(self):
        hand = "[CCC<E](FFFF)[PPP<N]123m5p*5p"
        assert net(win("S", None, hand=hand, pao="N")) == [0, 32000, 0, -32000]
        kongs = "(1111m)(2222m)(3333m)[4444p]5p*5p"
        row = win("S", None, hand=kongs, pao="N")
        assert net(row, "m_league") == [0, 32000, 0, -32000]


class TestDraws:
    @pytest.mark.parametrize(
        ("tenpai", "expected"),
        [
            ("", [0, 0, 0, 0]),
            ("S", [-1000, 3000, -1000, -1000]),
            ("SN", [-1500, 1500, -1500, 1500]),
            ("EWN", [1000, -3000, 1000, 1000]),
            ("ESWN", [0, 0, 0, 0]),
        ],
    )
    def test_who_is_not_tenpai_pays_who_is(self, tenpai, expected):
        assert net(draw(tenpai) | {"honba": 3}) == expected

    def test_deposits_stay_on_the_table(self):
        assert net(draw("SN", riichi="S")) == [-1500, 500, -1500, 1500]
        assert net(abortive(riichi="EN"), "tenhou") == [-1000, 0, 0, -1000]

    def test_another_pool(self):
        assert net(draw("SN"), noten_pool=1002) == [-501, 501, -501, 501]
        assert net(draw("SN"), noten_pool=0) == [0, 0, 0, 0]

    def test_nagashi_is_paid_in_place_of_tenpai_and_without_counters(self):
        row = draw("S", riichi="S", nagashi="W") | {"honba": 2, "riichi_sticks": 1}
        assert net(row, "tenhou") == [-4000, -2000 - 1000, 8000, -2000]
        dealer = draw("", nagashi="E")
        assert net(dealer, "tenhou") == [12000, -4000, -4000, -4000]

    def test_nagashi_of_two(self):
        row = draw("", nagashi="EW")
        assert net(row, "tenhou") == [12000 - 4000, -6000, -4000 + 8000, -6000]


def test_a_chombo_costs_nothing_at_once_in_tournaments():
    assert net(chombo("S")) == [0, 0, 0, 0]


def test_in_social_play_a_chombo_pays_everybody_a_mangan():
    social = {"chombo_after_uma": "none"}
    assert net(chombo("S"), **social) == [4000, -8000, 2000, 2000]
    assert net(chombo("E"), **social) == [-12000, 4000, 4000, 4000]
    assert net({"kind": "false_win", "seat": "N"}, "tenhou") == [
        4000,
        2000,
        2000,
        -8000,
    ]


def test_the_dealer_may_be_named():
    assert net(win("S", None, 3, 40, dealer="S")) == [-2600, 7800, -2600, -2600]
    assert net(win("S", None, 3, 40, dealer="N")) == [-1300, 5200, -1300, -2600]
