"""Tied players share the uma and oka of their places, exactly or rounded."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.rules.riichi.ledgers import played, riichi

UMA = {"uma": [20_000, 10_000, -10_000, -20_000], "tie": "split"}


def points(rounding: str, *scores: int) -> list[Fraction]:
    options = {**UMA, "shared_places": rounding}
    totals = {"kind": "totals", "scores": dict(zip("ESWN", scores, strict=True))}
    placed = riichi(**options).rank(played(totals, **options))
    return [placed[seat].table_points for seat in "ESWN"]


@pytest.mark.parametrize(
    ("rounding", "shares"),
    [
        ("exact", ["-20/3", "-20/3", "-20/3"]),
        ("tenths", ["-6.6", "-6.7", "-6.7"]),
        ("ones", ["-6", "-7", "-7"]),
    ],
)
def test_three_tied_players(rounding, shares):
    first, *tied = points(rounding, 48_000, 24_000, 24_000, 24_000)
    assert first == 18 + 20
    assert [one + 6 for one in tied] == [Fraction(share) for share in shares]
    assert first + sum(tied) == 0


def test_three_tied_first():
    assert points("tenths", 36_000, 12_000, 36_000, 36_000) == [
        Fraction("12.6"),
        Fraction(-38),
        Fraction("12.7"),
        Fraction("12.7"),
    ]


@pytest.mark.parametrize("rounding", ["exact", "tenths", "ones"])
def test_two_tied_players_share_evenly(rounding):
    assert points(rounding, 35_000, 35_000, 30_000, 20_000) == [20, 20, -10, -30]
    assert points(rounding, 40_000, 35_000, 30_000, 15_000) == [30, 15, -10, -35]
