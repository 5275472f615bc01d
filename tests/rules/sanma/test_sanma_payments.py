"""Payments of sanma: who pays the share of the missing player, the table of thousands,
counters, draws, liability.
"""

from __future__ import annotations

import pytest

from rules.faults import RuleError
from rules.riichi.dealer_and_game_end import position_at
from rules.sanma import Sanma, SanmaOptions
from rules.sanma.self_draw_payments import SELF_DRAW_CHOICES
from rules.winds import WINDS, Wind

E, S, W, N = WINDS

#: fu, han -> dealer and other player of a non-dealer's self-draw, by a printed table.
HALVED = {
    (30, 1): (700, 500),
    (30, 2): (1300, 800),
    (30, 3): (2500, 1500),
    (40, 1): (900, 600),
    (40, 2): (1700, 1100),
    (40, 3): (3300, 2000),
    (25, 3): (2000, 1200),
    (25, 4): (4000, 2400),
    (30, 5): (5000, 3000),
    (30, 6): (7500, 4500),
    (30, 8): (10000, 6000),
    (30, 11): (15000, 9000),
    (30, 13): (20000, 12000),
}


def net(raw: dict, *, deal: int = 1, honba: int = 0, sticks: int = 0, **options):
    """Return the points that E, S and W win or lose by an entry."""
    sanma = Sanma.from_options(options)
    position = position_at(E, deal=deal, honba=honba, sticks=sticks, players=3)
    changes = sanma.settle(sanma.read_entry(raw), position, sanma.opening_scores())
    assert changes.changes[N] == 0
    return tuple(changes.changes[seat] for seat in (E, S, W))


def win(winner: str, discarder: str | None, **value: object) -> dict:
    return {"kind": "win", "winner": winner, "from": discarder, **value}


@pytest.mark.parametrize(("value", "paid"), HALVED.items())
def test_the_missing_share_halved(value, paid):
    fu, han = value
    dealer, other = paid
    raw = win("S", None, han=han, fu=fu)
    shares = net(raw, tsumo="north_bisection")
    assert shares == (-dealer, dealer + other, -other)


@pytest.mark.parametrize(
    ("choice", "to_south", "to_dealer"),
    [
        ("loss", (-2600, 3900, -1300), (5200, -2600, -2600)),
        ("north_bisection", (-3300, 5300, -2000), (7800, -3900, -3900)),
        ("dealer_bears_north", (-3900, 5200, -1300), (7800, -3900, -3900)),
        ("equal", (-2600, 5200, -2600), (7800, -3900, -3900)),
        ("plus_thousand", (-3600, 5900, -2300), (7200, -3600, -3600)),
        ("bank", (-2600, 5200, -1300), (7800, -2600, -2600)),
    ],
)
def test_each_way_to_pay_the_missing_share(choice, to_south, to_dealer):
    assert choice in SELF_DRAW_CHOICES
    assert net(win("S", None, han=3, fu=40), tsumo=choice) == to_south
    assert net(win("E", None, han=3, fu=40), tsumo=choice) == to_dealer


@pytest.mark.parametrize(
    ("han", "discard", "drawn", "dealer_discard", "each"),
    [
        (1, 1000, (1000, 1000), 2000, 1000),
        (2, 2000, (1000, 1000), 3000, 2000),
        (3, 4000, (3000, 1000), 6000, 3000),
        (4, 8000, (5000, 3000), 12000, 6000),
        (5, 8000, (5000, 3000), 12000, 6000),
        (7, 12000, (8000, 4000), 18000, 9000),
        (8, 16000, (10000, 6000), 24000, 12000),
        (12, 24000, (16000, 8000), 36000, 18000),
        (13, 32000, (20000, 12000), 48000, 24000),
    ],
)
def test_the_table_of_thousands(han, discard, drawn, dealer_discard, each):
    by_table = {"table": "thousand"}
    assert net(win("S", "W", han=han), **by_table) == (0, discard, -discard)
    dealer, other = drawn
    assert net(win("S", None, han=han), **by_table) == (-dealer, dealer + other, -other)
    dealt = net(win("E", "W", han=han), **by_table)
    assert dealt == (dealer_discard, 0, -dealer_discard)
    assert net(win("E", None, han=han), **by_table) == (2 * each, -each, -each)


def test_several_yakuman_by_the_table_pay_several_times():
    raw = win("S", "W", yakuman=2)
    assert net(raw, table="thousand") == (0, 64000, -64000)


def test_a_counter_is_paid_by_each_payer():
    assert net(win("S", "E", han=3, fu=40), honba=2) == (-5600, 5600, 0)
    assert net(win("S", None, han=3, fu=40), honba=2) == (-2800, 4300, -1500)
    three_red = {"preset": "three_red"}
    assert net(win("S", "E", han=3), honba=1, **three_red) == (-6000, 6000, 0)
    assert net(win("S", None, han=3), honba=1, **three_red) == (-4000, 6000, -2000)


def test_two_winners_are_paid_and_the_next_in_turn_takes_counters_and_sticks():
    winners = [{"winner": "E", "han": 1, "fu": 30}, {"winner": "W", "han": 1, "fu": 30}]
    raw = {"kind": "win", "from": "S", "winners": winners}
    assert net(raw, honba=1, sticks=1) == (1500, -2700, 2200)
    head_bump = net(raw, honba=1, sticks=1, multi_ron="head_bump")
    assert head_bump == (0, -1200, 2200)


@pytest.mark.parametrize(
    ("tenpai", "paid"),
    [
        ([], (0, 0, 0)),
        (["S"], (-1000, 2000, -1000)),
        (["S", "W"], (-2000, 1000, 1000)),
        (["E", "S", "W"], (0, 0, 0)),
    ],
)
def test_an_exhaustive_draw(tenpai, paid):
    assert net({"kind": "exhaustive_draw", "tenpai": tenpai}) == paid


def test_nagashi_is_paid_as_a_mangan():
    raw = {"kind": "exhaustive_draw", "nagashi": ["S"]}
    assert net(raw, honba=3) == (-4000, 6000, -2000)
    assert net(raw | {"nagashi": ["E"]}) == (8000, -4000, -4000)


class TestLiability:
    def test_on_a_self_draw_one_pays_what_all_would(self):
        raw = win("S", None, yakuman=1, pao="W")
        assert net(raw, honba=2) == (0, 24400, -24400)
        assert net(win("E", None, yakuman=1, pao="W")) == (32000, 0, -32000)

    def test_on_a_discard_two_share(self):
        raw = win("W", "S", yakuman=1, pao="E")
        assert net(raw, honba=2) == (-16400, -16000, 32400)
        by_discarder = net(raw, honba=2, pao_honba="discarder")
        assert by_discarder == (-16000, -16400, 32400)

    def test_the_whole_hand_or_the_part(self):
        raw = win("S", None, yakuman=2, pao="W", pao_yakuman=1)
        assert net(raw) == (0, 48000, -48000)
        soul = net(raw, preset="mahjong_soul_sanma")
        assert soul == (-16000, 48000, -32000)

    def test_the_bank_pays_nothing_for_it(self):
        raw = win("S", None, yakuman=1, pao="W")
        assert net(raw, tsumo="bank") == (0, 24000, -24000)


def test_a_chombo_is_paid_to_two():
    assert net({"kind": "chombo", "seat": "S"}) == (4000, -6000, 2000)
    assert net({"kind": "chombo", "seat": "E"}) == (-8000, 4000, 4000)


def test_points_are_entered_as_paid_by_all():
    assert net(win("S", None, points=3900)) == (-2600, 3900, -1300)
    with pytest.raises(RuleError):
        Sanma.from_options({}).settle(
            Sanma.from_options({}).read_entry(win("S", None, points=5200)),
            position_at(E, deal=1, players=3),
            {},
        )


def test_a_hand_by_tiles_is_worth_the_same_as_by_han_and_fu():
    for choice in SELF_DRAW_CHOICES:
        by_tiles = win("S", None, hand="234p567p345p67s99s*8s")
        by_value = win("S", None, han=2, fu=20)
        assert net(by_tiles, tsumo=choice) == net(by_value, tsumo=choice)


@pytest.mark.parametrize(
    "options",
    [
        {"noten_pool": 2001},
        {"uma": [10000, 0, -5000]},
        {"red_fives": True, "every_five_is_dora": True},
        {"uma": [20000, 10000, -10000, -20000]},
        {"honba_value": 300},
        {"uma_by_floating": "none"},
        {"bankrupt_below": 36000},
        {"multi_ron": "two_max"},
    ],
)
def test_options_that_make_no_sense_are_rejected(options):
    with pytest.raises(RuleError):
        SanmaOptions.read(options)


def test_options_are_read_as_they_are_written():
    for preset in SanmaOptions.PRESETS:
        options = SanmaOptions.of(preset)
        assert SanmaOptions.read(options.as_data()) == options
        assert SanmaOptions.read(options.changes()) == options


def test_no_player_sits_north():
    sanma = Sanma.from_options({})
    assert sanma.for_players(3) is sanma
    for players in (2, 4):
        with pytest.raises(RuleError):
            sanma.for_players(players)
    assert sanma.opening().winds[Wind.NORTH] is N
    assert sanma.opening_scores() == {E: 35000, S: 35000, W: 35000, N: 0}
