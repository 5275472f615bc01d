"""The dates of a league continue in the pattern of the first dates."""

from __future__ import annotations

from datetime import date

import pytest

from rules.faults import RuleError
from tournaments.rounds.match_day_pattern import continued


def days(*texts: str) -> list[date]:
    return [date.fromisoformat(text) for text in texts]


@pytest.mark.parametrize(
    ("first", "last_of_ten"),
    [
        # Every 2 weeks.
        (("2026-09-01", "2026-09-15", "2026-09-29", "2026-10-13"), "2027-01-05"),
        # Every first Tuesday.
        (("2026-09-01", "2026-10-06", "2026-11-03", "2026-12-01"), "2027-06-01"),
        # Every last Friday.
        (("2026-09-25", "2026-10-30", "2026-11-27", "2026-12-25"), "2027-06-25"),
        # Every 15th.
        (("2026-09-15", "2026-10-15", "2026-11-15", "2026-12-15"), "2027-06-15"),
        # Tuesday and Thursday.
        (("2026-09-01", "2026-09-03", "2026-09-08", "2026-09-10"), "2026-10-01"),
        # Every 31st of every second month, or the last day of a shorter one.
        (("2027-01-31", "2027-03-31", "2027-05-31"), "2028-07-31"),
    ],
)
def test_the_first_days_become_ten(first, last_of_ten):
    known = days(*first)
    made = continued(known, 10)
    assert made[: len(known)] == known
    assert len(made) == 10
    assert made == sorted(set(made))
    assert made[-1] == date.fromisoformat(last_of_ten)


@pytest.mark.parametrize(
    ("first", "sentence"),
    [
        (("2026-09-01",), "at least 2 match days"),
        (("2026-09-08", "2026-09-01"), "in order of date"),
        (
            ("2026-09-01", "2026-09-02", "2026-09-09", "2026-10-30"),
            "do not follow a pattern",
        ),
    ],
)
def test_dates_without_a_pattern_get_a_sentence(first, sentence):
    with pytest.raises(RuleError) as caught:
        continued(days(*first), 10)
    assert sentence in caught.value.faults[0].sentence
