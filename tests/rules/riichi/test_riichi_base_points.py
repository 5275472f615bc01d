"""Points: the usual tables, limits, and impossible pairs of han and fu."""

from __future__ import annotations

import pytest

from rules.riichi.base_points import (
    LIMITS,
    check_han_fu,
    limit_worth,
    worth,
    yakuman_worth,
)
from rules.riichi.options import RiichiOptions
from rules.riichi.payments_of_base import payments, total

EMA_2016 = RiichiOptions.of("ema_2016")
EMA = RiichiOptions.of("ema_2025")
TENHOU = RiichiOptions.of("tenhou")

#: han, fu: discard paid to a non-dealer, to the dealer; self-draw of a non-dealer
#: (dealer pays, others pay), of the dealer. None: no such hand.
TABLE = {
    (1, 30): (1000, 1500, 500, 300, 500),
    (1, 40): (1300, 2000, 700, 400, 700),
    (1, 50): (1600, 2400, 800, 400, 800),
    (1, 60): (2000, 2900, 1000, 500, 1000),
    (1, 70): (2300, 3400, 1200, 600, 1200),
    (1, 80): (2600, 3900, 1300, 700, 1300),
    (2, 20): (None, None, 700, 400, 700),
    (2, 25): (1600, 2400, None, None, None),
    (2, 30): (2000, 2900, 1000, 500, 1000),
    (2, 40): (2600, 3900, 1300, 700, 1300),
    (2, 70): (4500, 6800, 2300, 1200, 2300),
    (3, 20): (None, None, 1300, 700, 1300),
    (3, 25): (3200, 4800, 1600, 800, 1600),
    (3, 30): (3900, 5800, 2000, 1000, 2000),
    (3, 60): (7700, 11600, 3900, 2000, 3900),
    (3, 70): (8000, 12000, 4000, 2000, 4000),
    (4, 20): (None, None, 2600, 1300, 2600),
    (4, 25): (6400, 9600, 3200, 1600, 3200),
    (4, 30): (7700, 11600, 3900, 2000, 3900),
    (4, 40): (8000, 12000, 4000, 2000, 4000),
    (5, 30): (8000, 12000, 4000, 2000, 4000),
    (6, 30): (12000, 18000, 6000, 3000, 6000),
    (8, 30): (16000, 24000, 8000, 4000, 8000),
    (11, 30): (24000, 36000, 12000, 6000, 12000),
}


@pytest.mark.parametrize(("han", "fu"), TABLE)
def test_the_table(han, fu):
    base = worth(han, fu, EMA_2016).base
    ron, dealer_ron, dealer_pays, others_pay, each = TABLE[han, fu]
    assert bool(check_han_fu(han, fu, self_draw=False)) == (ron is None)
    assert bool(check_han_fu(han, fu, self_draw=True)) == (each is None)
    if ron is not None:
        assert payments(base, dealer=False, self_draw=False) == {"discarder": ron}
        assert payments(base, dealer=True, self_draw=False) == {"discarder": dealer_ron}
    if each is not None:
        shares = {"dealer": dealer_pays, "others": others_pay}
        assert payments(base, dealer=False, self_draw=True) == shares
        assert payments(base, dealer=True, self_draw=True) == {"each": each}


def test_the_total_is_what_all_pay_together():
    assert total({"discarder": 7700}) == 7700
    assert total({"each": 2600}) == 7800
    assert total({"dealer": 3900, "others": 2000}) == 7900


@pytest.mark.parametrize(("han", "fu"), [(4, 30), (3, 60)])
def test_rounding_up_to_mangan_is_an_option(han, fu):
    assert worth(han, fu, EMA) == limit_worth("mangan")
    assert worth(han, fu, EMA_2016) == (1920, "")


@pytest.mark.parametrize(("han", "fu"), [(4, 25), (3, 50), (2, 110)])
def test_nothing_less_is_rounded_up(han, fu):
    assert worth(han, fu, EMA).limit == ""


@pytest.mark.parametrize(
    ("han", "limit"),
    [
        (5, "mangan"),
        (6, "haneman"),
        (7, "haneman"),
        (8, "baiman"),
        (10, "baiman"),
        (11, "sanbaiman"),
        (12, "sanbaiman"),
        (13, "sanbaiman"),
        (20, "sanbaiman"),
    ],
)
def test_limits_by_han(han, limit):
    assert worth(han, 30, EMA) == (LIMITS[limit], limit)


def test_thirteen_han_are_a_yakuman_where_that_is_played():
    assert worth(12, 30, TENHOU).limit == "sanbaiman"
    assert worth(13, 30, TENHOU) == (8000, "yakuman")


def test_yakuman_add_up_where_that_is_played():
    assert yakuman_worth(3, TENHOU) == (24000, "yakuman")
    assert yakuman_worth(3, EMA) == (8000, "yakuman")


@pytest.mark.parametrize(
    ("han", "fu", "self_draw", "code"),
    [
        (0, 30, False, "no_such_han"),
        (101, 30, False, "no_such_han"),
        (2, 35, False, "no_such_fu"),
        (2, 10, True, "no_such_fu"),
        (4, 150, True, "no_such_fu"),
        (1, 20, True, "only_pinfu_has_20_fu"),
        (3, 20, False, "only_pinfu_has_20_fu"),
        (1, 25, False, "only_seven_pairs_have_25_fu"),
        (2, 25, True, "only_seven_pairs_have_25_fu"),
        (1, 120, False, "too_many_fu"),
    ],
)
def test_pairs_no_hand_has_are_refused(han, fu, self_draw, code):
    faults = check_han_fu(han, fu, self_draw=self_draw)
    assert [fault.code for fault in faults] == [code]
    assert str(han) in faults[0].sentence or str(fu) in faults[0].sentence


def test_everything_wrong_is_said_at_once():
    faults = check_han_fu(0, 21, self_draw=True)
    assert [fault.field for fault in faults] == ["han", "fu"]
