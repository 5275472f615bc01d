"""Generate a schedule from a few settings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from tournaments.models import PlanKind
from tournaments.tournament_setup.schedule_changes import Item
from tournaments.tournament_time.local_times import moment_of


@dataclass(frozen=True)
class Pattern:
    """Settings for a schedule of several days.

    - `minutes` and `gap`: minutes of a round, and minutes between rounds.
    - `break_after`: the number of rounds before the long break of a day; 0 for no
      break.
    - `which`: the choice if `first_start` occurs twice, or "".
    """

    rounds: int
    rounds_a_day: int
    first_day: date
    first_start: time
    minutes: int
    gap: int
    break_after: int = 0
    break_minutes: int = 60
    break_title: str = ""
    which: str = ""


def made(pattern: Pattern, zone: ZoneInfo) -> Iterator[Item]:
    """Yield the items of the schedule.

    Each day starts at the same local time. Later items follow after fixed numbers of
    minutes, even if the clocks change. Raises Refused for the field `first_start` or
    `which` if the first time of a day does not exist or occurs twice.
    """
    for first in range(0, pattern.rounds, pattern.rounds_a_day):
        day = pattern.first_day + timedelta(days=first // pattern.rounds_a_day)
        first_start = datetime.combine(day, pattern.first_start)
        start = moment_of(
            first_start, zone, pattern.which, field="first_start", choice_field="which"
        )
        numbers = range(first + 1, pattern.rounds + 1)[: pattern.rounds_a_day]
        yield from _day(pattern, list(numbers), start)


def _day(pattern: Pattern, numbers: list[int], start: datetime) -> Iterator[Item]:
    at = start
    for played, number in enumerate(numbers, start=1):
        round_ = Item(PlanKind.ROUND, at, pattern.minutes, number)
        yield round_
        at = round_.end + timedelta(minutes=pattern.gap)
        if played == pattern.break_after and number != numbers[-1]:
            long_break = Item(
                PlanKind.BREAK,
                round_.end,
                pattern.break_minutes,
                None,
                pattern.break_title,
            )
            yield long_break
            at = long_break.end
