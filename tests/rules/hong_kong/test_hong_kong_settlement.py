"""Faan into points, points into payments: worked examples."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.cli.settle_command import settle_row
from rules.faults import RuleError
from rules.hong_kong import HongKong
from rules.hong_kong.base_points_and_shares import base_points
from rules.ruleset_and_table_state import Payment
from rules.winds import WINDS, Wind

E, S, W, N = WINDS
RULES = HongKong.from_options({})


def net(chosen: dict, /, **row: object) -> list[Fraction]:
    settlement = settle_row(HongKong.from_options(chosen), row)
    return [settlement.changes[seat] * settlement.unit for seat in WINDS]


def refusal(**row: object) -> list[str]:
    with pytest.raises(RuleError) as caught:
        settle_row(RULES, row)
    return [fault.code for fault in caught.value.faults]


@pytest.mark.parametrize(
    ("name", "points"),
    [
        ("half_spicy", [1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384]),
        ("full_spicy", [1 << faan for faan in range(14)]),
        ("simplified", [0, 0, 0, 1, 2, 2, 2, 4, 4, 4, 8, 8, 8, 8]),
        ("laak", [1, 2, 4, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64, 64]),
        ("linear", [10 * faan for faan in range(14)]),
        ("custom", [1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384]),
    ],
)
def test_the_ladders(name, points):
    options = HongKong.from_options({"faan_table": name}).options
    assert [base_points(faan, options) for faan in range(14)] == points


def test_half_spicy_goes_on_without_a_limit():
    options = HongKong.from_options({"limit_faan": "none"}).options
    assert [base_points(faan, options) for faan in (14, 15, 16)] == [512, 768, 1024]


def test_own_points_end_with_the_table():
    options = HongKong.from_options({"faan_table": "custom"}).options
    assert base_points(20, options) == 384


FULL = {"payment": "full"}
HALF = {"payment": "half"}
DOUBLED = {"dealer_doubles": True}
TVB = {"preset": "tvb_2026"}


@pytest.mark.parametrize(
    ("options", "row", "expected"),
    [
        ({}, {"winner_seat": "N", "discarder": "E", "base": 8}, [-16, -8, -8, 32]),
        ({}, {"winner_seat": "S", "base": 8}, [-16, 48, -16, -16]),
        (
            DOUBLED,
            {"winner_seat": "S", "discarder": "W", "base": 8},
            [-16, 40, -16, -8],
        ),
        (DOUBLED, {"winner_seat": "S", "base": 8}, [-32, 64, -16, -16]),
        (DOUBLED, {"winner_seat": "E", "base": 8}, [96, -32, -32, -32]),
        (
            DOUBLED,
            {"winner_seat": "E", "discarder": "S", "base": 8},
            [64, -32, -16, -16],
        ),
        (FULL, {"winner_seat": "E", "discarder": "N", "faan": 8}, [128, 0, 0, -128]),
        (FULL, {"winner_seat": "E", "faan": 8}, [192, -64, -64, -64]),
        (HALF, {"winner_seat": "S", "discarder": "W", "faan": 8}, [-32, 128, -64, -32]),
        (HALF, {"winner_seat": "E", "discarder": "W", "faan": 3}, [16, -4, -8, -4]),
        (HALF, {"winner_seat": "E", "faan": 3}, [24, -8, -8, -8]),
        (TVB, {"winner_seat": "S", "discarder": "N", "faan": 3}, [0, 30, 0, -30]),
        (TVB, {"winner_seat": "S", "faan": 3}, [-15, 45, -15, -15]),
        ({}, {"winner_seat": "E", "discarder": "W", "faan": 4}, [64, -16, -32, -16]),
        (
            {"preset": "yahoo_hk"},
            {"winner_seat": "S", "discarder": "N", "faan": 3},
            [0, 160, 0, -160],
        ),
        ({"preset": "yahoo_hk"}, {"winner_seat": "S", "faan": 3}, [-80, 240, -80, -80]),
        (HALF, {"winner_seat": "W", "faan": 4, "guarantor": "E"}, [-48, 0, 48, 0]),
        (FULL, {"winner_seat": "W", "faan": 8, "guarantor": "E"}, [-192, 0, 192, 0]),
        (
            FULL,
            {"winner_seat": "W", "discarder": "N", "faan": 8, "guarantor": "E"},
            [-128, 0, 128, 0],
        ),
        (
            DOUBLED,
            {"winner_seat": "S", "faan": 3, "guarantor": "N"},
            [0, 64, 0, -64],
        ),
        (
            {"limit_faan": 8, "payment": "half"},
            {"kind": "false_win", "offender": "S"},
            [192, -576, 192, 192],
        ),
        (
            {},
            {"kind": "false_win", "offender": "S"},
            [1152, -3456, 1152, 1152],
        ),
        (TVB, {"kind": "false_win", "offender": "S"}, [0, -150, 0, 0]),
        (
            {"goulash_carry": 8},
            {"winner_seat": "S", "discarder": "W", "faan": 4, "draws": 2},
            [-32, 112, -48, -32],
        ),
        ({}, {"faan": None}, [0, 0, 0, 0]),
    ],
)
def test_worked_examples(options, row, expected):
    assert net(options, **row) == expected


def test_half_points_are_kept_outside_a_ledger():
    row = {"winner_seat": "S", "discarder": "E", "faan": 0}
    assert net({"mode": "half"}, **row) == [-1, 2, Fraction(-1, 2), Fraction(-1, 2)]
    odd = {"table": [*range(1, 15)], "mode": "half"}
    expected = [-4, 8, -2, -2]
    assert net(odd, **row | {"faan": 3}) == expected
    assert net({}, **row | {"faan": 3, "options": odd}) == expected
    assert net(odd, **row | {"faan": 2})[2] == Fraction(-3, 2)


def test_a_ledger_takes_no_half_points():
    rules = HongKong.from_options({"table": [*range(1, 15)], "mode": "half"})
    win = rules.read_entry({"kind": "win", "winner": "S", "from": "E", "faan": 4})
    with pytest.raises(RuleError) as caught:
        rules.settle(win, rules.opening(), {})
    assert [fault.code for fault in caught.value.faults] == ["half_points"]


def test_a_rows_own_options_stand_in_for_the_rulesets():
    row = {"winner_seat": "S", "faan": 3, "options": {"mode": "full", "table": "half"}}
    assert net({"preset": "tvb_2026"}, **row) == [-8, 24, -8, -8]
    row = {"winner_seat": "S", "faan": 3, "preset": "tvb_2026"}
    assert net({}, **row) == [-15, 45, -15, -15]


def test_base_points_given_stand_in_for_the_table():
    options = {"table": "tvb", "mode": "single"}
    row = {"winner_seat": "S", "faan": 3, "options": options}
    assert net(options, **row) == [-15, 45, -15, -15]
    assert net(options, **row, base=15) == [-15, 45, -15, -15]


def test_reasons():
    settled = settle_row(RULES, {"winner_seat": "N", "discarder": "E", "faan": 3})
    assert settled.payments == (
        Payment(E, N, 16, "discard"),
        Payment(S, N, 8, "base"),
        Payment(W, N, 8, "base"),
    )
    assert settled.winners == (N,)
    settled = settle_row(RULES, {"winner_seat": "N", "faan": 3})
    assert {payment.reason for payment in settled.payments} == {"self_drawn"}
    settled = settle_row(RULES, {"winner_seat": "N", "faan": 3, "guarantor": "S"})
    assert settled.payments == (Payment(S, N, 48, "guarantor"),)


@pytest.mark.parametrize(
    ("winner", "source", "expected"),
    [
        ("E", None, [30, -10, -10, -10]),
        ("S", None, [-9, 23, -7, -7]),
        ("E", "S", [20, -8, -6, -6]),
        ("S", "E", [-5, 13, -4, -4]),
        ("S", "W", [-2, 6, -3, -1]),
        ("S", "N", [-2, 6, -1, -3]),
    ],
)
def test_the_matrix(winner, source, expected):
    matrix = [10, 9, 7, 8, 6, 5, 4, 3, 2, 1]
    options = {"payment": "matrix", "payment_matrix": matrix, "min_faan": 0}
    row = {"winner_seat": winner, "discarder": source, "faan": 0}
    assert net(options, **row) == expected


@pytest.mark.parametrize(
    ("row", "code"),
    [
        ({"winner_seat": "S", "discarder": "S", "faan": 3}, "winner_is_discarder"),
        ({"winner_seat": "S", "guarantor": "S", "faan": 3}, "guarantor_won"),
        ({"winner_seat": "X", "faan": 3}, "not_a_seat"),
        ({"winner_seat": "S"}, "not_a_number"),
        ({"winner_seat": "S", "faan": 89}, "out_of_range"),
        ({"winner_seat": "S", "faan": 3, "base": -1}, "out_of_range"),
        ({"kind": "false_win"}, "missing"),
        ({"winner_seat": "S", "faan": 3, "options": 3}, "not_a_group"),
        ({"winner_seat": "S", "faan": 3, "robbed_kong": True}, "robbed_nobody"),
    ],
)
def test_rows_that_are_refused(row, code):
    assert refusal(**row) == [code]


def test_a_row_may_give_the_tiles():
    row = {
        "winner_seat": "S",
        "discarder": "W",
        "hand": "[CCC][FFF]12m456mPP+3m",
    }
    settled = settle_row(RULES, row)
    assert settled.changes[Wind.SOUTH] == 4 * 96
    assert settled.entry.claims[0].faan == 9
