"""Retention of backups by age."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from tournaments.upkeep.nightly_and_kept_backups import (
    DAILY,
    EVERY,
    WEEKLY,
    backups_to_keep,
)

NOW = datetime(2026, 5, 20, 12, tzinfo=UTC)  # a Wednesday
ages = st.integers(0, 100 * 24 * 60).map(lambda minutes: timedelta(minutes=minutes))
moments = st.lists(ages, max_size=60).map(lambda found: [NOW - age for age in found])
newest = st.integers(0, 5)


def days_before(*days: float) -> list[datetime]:
    return [NOW - timedelta(days=each) for each in days]


@given(moments, newest)
def test_what_is_kept_is_of_what_there_is_and_has_the_newest(found, newest):
    left = backups_to_keep(found, NOW, newest)
    assert left <= set(found)
    assert left >= set(sorted(found)[-max(newest, 1) :])


@given(moments, newest)
def test_every_backup_of_the_last_day_is_kept(found, newest):
    assert backups_to_keep(found, NOW, newest) >= {
        at for at in found if NOW - at <= EVERY
    }


@given(moments)
def test_each_day_and_week_that_had_one_keeps_its_last(found):
    left = backups_to_keep(found, NOW, 1)
    for span, period in ((DAILY, datetime.date), (WEEKLY, iso_week)):
        had: dict[object, datetime] = {}
        for at in sorted(found):
            had[period(at)] = at
        assert left >= {at for at in had.values() if NOW - at <= span}


def iso_week(at: datetime) -> tuple[int, int]:
    return at.isocalendar()[:2]


@given(moments)
def test_no_more_are_kept_than_the_rule_names(found):
    old = {at for at in backups_to_keep(found, NOW, 1) if NOW - at > EVERY}
    old -= {max(found, default=NOW)}
    assert len({at.date() for at in old}) == len(old)
    # Eight weeks touch nine calendar weeks; two of them may be covered by days too.
    assert len([at for at in old if NOW - at > DAILY]) <= 9
    assert all(NOW - at <= WEEKLY for at in old)


@given(moments, newest, st.integers(0, 200))
def test_asking_often_loses_nothing_that_asking_once_would_keep(found, newest, later):
    """A run deletes no backup that a later run would keep."""
    then = NOW + timedelta(hours=later)
    assert backups_to_keep(found, then, newest) == backups_to_keep(
        backups_to_keep(found, NOW, newest), then, newest
    )


def test_backups_of_an_afternoon_do_not_push_out_the_nightly_ones():
    nightly = days_before(*(day + 0.3 for day in range(80)))
    often = [NOW - timedelta(minutes=5 * each) for each in range(60)]
    left = backups_to_keep([*nightly, *often], NOW, 20)
    assert left >= {*often, *nightly[:14]}
    weekly = sorted(left - {*often, *nightly[:14]})
    assert [at.isoweekday() for at in weekly] == [7] * 6
    assert NOW - min(left) <= WEEKLY


def test_the_days_are_those_of_the_time_zone():
    zone = ZoneInfo("Asia/Tokyo")
    found = [datetime(2026, 5, 10, hour, tzinfo=UTC) for hour in (13, 16)]
    assert len(backups_to_keep(found, NOW, 1)) == 1
    assert len(backups_to_keep([at.astimezone(zone) for at in found], NOW, 1)) == 2


def test_a_clock_that_was_wrong_leaves_the_newest():
    found = days_before(1, 2, 3)
    assert backups_to_keep(found, NOW + timedelta(days=4000), 2) == {*found[:2]}
