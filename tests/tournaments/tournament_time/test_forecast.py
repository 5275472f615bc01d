"""The schedule forecast after delays."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from tournaments.tournament_time.schedule_forecast import Planned, Real, Stage, forecast

TEN = datetime(2026, 5, 2, 10, tzinfo=UTC)


def minutes(count: int) -> timedelta:
    return timedelta(minutes=count)


def item(start: int, length: int, shrinks: int = 0, *, new_day=False) -> Planned:
    return Planned(TEN + minutes(start), minutes(length), minutes(shrinks), new_day)


ROUND, LUNCH, AFTER = item(0, 100, new_day=True), item(110, 60, 20), item(180, 100)


def starts(found) -> list[int]:
    return [round((each.start - TEN) / minutes(1)) for each in found]


def test_what_runs_to_plan_is_expected_as_planned():
    found = forecast([(ROUND, Real()), (LUNCH, None), (AFTER, Real())], TEN)
    assert starts(found) == [0, 110, 180]
    assert [each.minutes_late for each in found] == [0, 0, 0]


def test_a_late_start_pushes_the_rest_and_the_break_takes_up_what_it_can():
    real = Real(TEN + minutes(32), TEN + minutes(132))
    found = forecast([(ROUND, real), (LUNCH, None), (AFTER, Real())], TEN + minutes(40))
    assert starts(found) == [32, 142, 192]
    assert found[1].end - found[1].start == minutes(40)
    assert found[2].minutes_late == 12


def test_a_round_that_should_have_begun_is_expected_now():
    found = forecast(
        [(ROUND, Real()), (LUNCH, None), (AFTER, Real())], TEN + minutes(30)
    )
    assert starts(found) == [30, 140, 190]
    assert found[0].stage is Stage.TO_COME


def test_a_start_that_is_arranged_is_believed():
    found = forecast([(ROUND, Real(TEN + minutes(7)))], TEN + minutes(3))
    assert starts(found) == [7]


def test_an_early_end_starts_nothing_earlier():
    real = Real(TEN, TEN + minutes(70), is_over=True)
    found = forecast([(ROUND, real), (LUNCH, None)], TEN + minutes(80))
    assert starts(found) == [0, 110]


def test_a_new_day_starts_afresh():
    morning = item(24 * 60, 100, new_day=True)
    real = Real(TEN + minutes(32), TEN + minutes(132))
    found = forecast([(ROUND, real), (morning, Real())], TEN + minutes(40))
    assert found[1].minutes_late == 0


def test_a_break_is_on_while_it_lasts():
    real = Real(TEN, TEN + minutes(100), is_over=True)
    plan = [(ROUND, real), (LUNCH, None), (AFTER, Real())]
    at = {120: Stage.NOW, 105: Stage.TO_COME, 170: Stage.OVER}
    for minute, stage in at.items():
        assert forecast(plan, TEN + minutes(minute))[1].stage is stage


@st.composite
def plans(draw) -> tuple[list[tuple[Planned, Real | None]], datetime]:
    """Return a schedule that is partly played, and a later time."""
    at, plan = 0, []
    played = draw(st.integers(0, 4))
    real_end = 0
    for number in range(draw(st.integers(1, 8))):
        at += draw(st.integers(0, 600))
        length = draw(st.integers(1, 200))
        planned = item(at, length, draw(st.integers(0, length - 1)))
        real: Real | None = Real()
        if number < played:
            begun = max(at, real_end) + draw(st.integers(0, 60))
            real_end = begun + draw(st.integers(1, 250))
            real = Real(TEN + minutes(begun), TEN + minutes(real_end), is_over=True)
        elif draw(st.booleans()):
            real = None
        plan.append((planned, real))
        at += length
    return plan, TEN + minutes(real_end + draw(st.integers(0, 500)))


@given(plans())
def test_nothing_overlaps_is_early_or_was_missed(drawn):
    plan, now = drawn
    found = forecast(plan, now)
    for (planned, real), expected in zip(plan, found, strict=True):
        assert expected.start >= planned.start
        assert expected.late == expected.start - planned.start
        assert expected.end > expected.start
        if real and expected.stage is Stage.TO_COME:
            assert expected.start >= now
    for before, after in pairwise(found):
        assert after.start >= before.end


@given(plans(), st.integers(1, 300))
def test_later_is_never_better(drawn, wait):
    plan, now = drawn
    sooner, later = forecast(plan, now), forecast(plan, now + minutes(wait))
    assert all(a.start <= b.start for a, b in zip(sooner, later, strict=True))
