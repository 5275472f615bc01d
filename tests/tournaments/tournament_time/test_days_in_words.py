"""Dates have their year if it is not this one."""

from __future__ import annotations

from datetime import UTC, date, datetime

import time_machine

from tournaments.tournament_time.days_in_words import (
    day_of_month,
    short_weekday_and_day,
    weekday_and_day,
)


@time_machine.travel(datetime(2026, 5, 1, 12, tzinfo=UTC))
def test_the_year_is_there_when_it_is_not_this_one():
    here, later = date(2026, 12, 4), date(2027, 1, 8)
    assert weekday_and_day(here) == "Friday 4 December"
    assert weekday_and_day(later) == "Friday 8 January 2027"
    assert short_weekday_and_day(here) == "Fri 4 Dec"
    assert short_weekday_and_day(later) == "Fri 8 Jan 2027"
    assert "2026" not in day_of_month(here)
    assert "2027" in day_of_month(later)
