"""Which backups are kept, by their age: all of the last day, then one a day, then one
a week."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable
from datetime import datetime, timedelta

#: How far back every backup is kept, then the last one of each day, then of each week.
EVERY = timedelta(hours=24)
DAILY = timedelta(days=14)
WEEKLY = timedelta(weeks=8)


def kept(moments: Collection[datetime], now: datetime, newest: int) -> set[datetime]:
    """Return the moments of the backups to keep.

    `moments` and `now` are in the time zone whose days and weeks count. So many of the
    `newest` are kept whatever their age, and always the last one: a clock that was
    wrong for a moment must not delete everything.
    """
    by_age = sorted(moments)
    return {
        *by_age[-max(newest, 1) :],
        *(at for at in by_age if now - at <= EVERY),
        *_last_of_each(by_age, _day, now - DAILY),
        *_last_of_each(by_age, _week, now - WEEKLY),
    }


def _last_of_each(
    by_age: list[datetime], period: Callable[[datetime], Hashable], since: datetime
) -> Collection[datetime]:
    """The last of each day or week is chosen among all there are: it stays the last
    one however often this is asked, until it is too old."""
    last = {period(at): at for at in by_age}
    return [at for at in last.values() if at >= since]


def _day(at: datetime) -> Hashable:
    return at.date()


def _week(at: datetime) -> Hashable:
    return at.isocalendar()[:2]
