"""Calculate the dates of later match days from the pattern of the first dates."""

from __future__ import annotations

import calendar
from collections.abc import Sequence
from datetime import date, timedelta
from itertools import pairwise

from django.utils.translation import gettext_noop as _

from tournaments.refusals import refusal

WEEK = 7


def continued(days: Sequence[date], count: int) -> list[date]:
    """Return the dates in `days` and the following dates of their pattern, `count` in
    total.

    Patterns, in this order: equal steps, such as every 2 weeks; the same weekday of
    each month, such as every first Friday; the same day of each month; steps that
    repeat, such as Tuesdays and Thursdays.

    Raises Refused for fewer than 2 dates, dates not in order, and dates without a
    pattern.
    """
    if len(days) < 2:
        raise refusal("too_few_dates", _("Enter the dates of at least 2 match days."))
    steps = [(later - before).days for before, later in pairwise(days)]
    if min(steps) <= 0:
        raise refusal("dates_not_in_order", _("Enter the match days in order of date."))
    for following in (_equal_steps, _weekday_of_month, _day_of_month, _repeated_steps):
        made = list(days)
        while len(made) < count and (day := following(days, steps, made)) is not None:
            made.append(day)
        if len(made) >= count:
            return made
    raise refusal(
        "no_pattern",
        _("These dates do not follow a pattern. Enter the other dates yourself."),
    )


def _equal_steps(
    days: Sequence[date], steps: Sequence[int], made: Sequence[date]
) -> date | None:
    """Return the next date at the same distance. None if the distances differ, or if
    the dates are on the same weekday of consecutive months."""
    if len(set(steps)) > 1 or _is_monthly(days):
        return None
    return made[-1] + timedelta(days=steps[0])


def _is_monthly(days: Sequence[date]) -> bool:
    """Return whether at least 3 dates are on the same weekday of consecutive months.

    Two dates are not enough, because 28 days can also be 4 weeks.
    """
    consecutive = all(_months(b) - _months(a) == 1 for a, b in pairwise(days))
    return len(days) > 2 and consecutive and _places_in_month(days) is not None


def _weekday_of_month(
    days: Sequence[date], _steps: Sequence[int], made: Sequence[date]
) -> date | None:
    """Return the same weekday of the next month, such as the first or last Friday. None
    if the dates do not have this pattern."""
    months = _monthly_step(days)
    place = _places_in_month(days)
    if months is None or place is None:
        return None
    return _in_month(_months(made[-1]) + months, days[0].weekday(), place)


def _day_of_month(
    days: Sequence[date], _steps: Sequence[int], made: Sequence[date]
) -> date | None:
    """Return the same day of the next month, or the last day of a shorter month. None
    if the dates do not have this pattern."""
    months = _monthly_step(days)
    if months is None or len({day.day for day in days}) > 1:
        return None
    year, month = divmod(_months(made[-1]) + months, 12)
    last = calendar.monthrange(year, month + 1)[1]
    return date(year, month + 1, min(days[0].day, last))


def _repeated_steps(
    _days: Sequence[date], steps: Sequence[int], made: Sequence[date]
) -> date | None:
    """Return the next date if the steps repeat, such as 2, 5, 2 days; otherwise
    None."""
    for length in range(1, (len(steps) + 1) // 2 + 1):
        first = steps[:length]
        if all(step == first[at % length] for at, step in enumerate(steps)):
            return made[-1] + timedelta(days=first[(len(made) - 1) % length])
    return None


def _monthly_step(days: Sequence[date]) -> int | None:
    """Return the number of months between consecutive dates; None if the number varies
    or is 0."""
    steps = {_months(later) - _months(before) for before, later in pairwise(days)}
    return steps.pop() if len(steps) == 1 and min(steps) > 0 else None


def _months(day: date) -> int:
    return day.year * 12 + day.month - 1


def _places_in_month(days: Sequence[date]) -> int | None:
    """Return the position of the weekday in its month, from 0, or -1 for the last. None
    if weekdays or positions differ."""
    if len({day.weekday() for day in days}) > 1:
        return None
    places = {(day.day - 1) // WEEK for day in days}
    if len(places) == 1 and max(places) < 4:
        return places.pop()
    is_last = [
        day.day + WEEK > calendar.monthrange(day.year, day.month)[1] for day in days
    ]
    return -1 if all(is_last) else None


def _in_month(months: int, weekday: int, place: int) -> date:
    year, month = divmod(months, 12)
    weeks = calendar.monthcalendar(year, month + 1)
    numbers = [week[weekday] for week in weeks if week[weekday]]
    return date(year, month + 1, numbers[place])
