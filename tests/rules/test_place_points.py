"""Points for the four places of a table in rulesets without uma: the tournament's own
table points, shared by tied players or given in seat order."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rules
from rules.ruleset_and_table_state import TableState
from rules.winds import WINDS

#: The option value in each ruleset that decides ties by seat.
BY_SEAT = {
    "mcr": {"tie": "seat_order"},
    "classical": {"tie": "seat_order"},
    "hong_kong": {"tie_break": "seat_order"},
}
own_points = st.lists(st.integers(0, 12), min_size=4, max_size=4)
scores = st.lists(st.integers(-3, 3), min_size=4, max_size=4)


def ranked(ruleset, options, won):
    by = rules.ruleset(ruleset, options)
    state = TableState(by.opening(), by.opening_scores())
    state = replace(state, scores=dict(zip(WINDS, won, strict=True)))
    placed = by.rank(state)
    return [placed[seat] for seat in WINDS]


@pytest.mark.parametrize("ruleset", BY_SEAT)
@given(won=scores, points=own_points)
def test_ties_share_the_points_of_their_places(ruleset, won, points):
    for score, placing in zip(
        won, ranked(ruleset, {"table_points": points}, won), strict=True
    ):
        better = sum(other > score for other in won)
        equal = won.count(score)
        assert placing.place == better + 1
        pool = sum(points[better : better + equal])
        assert placing.table_points == Fraction(pool, equal)
        assert placing.score == score


@pytest.mark.parametrize("ruleset", BY_SEAT)
@given(won=scores, points=own_points)
def test_ties_by_seat_leave_nobody_level(ruleset, won, points):
    placed = ranked(ruleset, BY_SEAT[ruleset] | {"table_points": points}, won)
    for seat, (score, placing) in enumerate(zip(won, placed, strict=True)):
        before = sum(other > score for other in won) + won[:seat].count(score)
        assert placing.place == before + 1
        assert placing.table_points == points[before]
        assert placing.score == score


@pytest.mark.parametrize("ruleset", BY_SEAT)
def test_as_most_have_it_and_as_some_do(ruleset):
    def points(**options):
        placed = ranked(ruleset, options, [30, 10, -10, -30])
        return [placing.table_points for placing in placed]

    assert points() == [4, 2, 1, 0]
    assert points(table_points=[3, 2, 1, 0]) == [3, 2, 1, 0]
    assert points(table_points=[0, 0, 0, 0]) == [0, 0, 0, 0]


def test_an_uma_of_halves_is_exact():
    placed = ranked(
        "riichi",
        {"uma": [7500, 2500, -2500, -7500], "oka": 0},
        [30_000, 30_000, 30_000, 30_000],
    )
    assert {placing.table_points for placing in placed} == {Fraction(0)}
    placed = ranked(
        "riichi",
        {"uma": [7500, 2500, -2500, -7500], "oka": 0},
        [40_000, 30_000, 30_000, 20_000],
    )
    assert [p.table_points for p in placed] == [
        Fraction(35, 2),
        0,
        0,
        Fraction(-35, 2),
    ]
