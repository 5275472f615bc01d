"""Forecast the remaining schedule from the current delay. Nothing is saved.

A delay continues from item to item. Breaks that can be shortened reduce the delay as
far as possible. A new day starts without delay, unless the day before is not over. No
item is expected before its planned time, and overdue items are expected now. `forecast`
uses no database and does not read the current time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from django.utils import timezone

from tournaments.models import PlanItem, PlanKind, Round, RoundState, Tournament

NONE = timedelta()
MINUTE = timedelta(minutes=1)


class Stage(StrEnum):
    TO_COME = "to_come"
    NOW = "now"
    OVER = "over"


@dataclass(frozen=True)
class Planned:
    """A schedule item. `shrinks` is the largest time that can be saved by shortening
    the item. `new_day` is True for the first item of a day."""

    start: datetime
    length: timedelta
    shrinks: timedelta = NONE
    new_day: bool = False

    @property
    def end(self) -> datetime:
        return self.start + self.length


@dataclass(frozen=True)
class Real:
    """The actual times of a round.

    - `starts`: the time when the round started or will start automatically, or None.
    - `ends`: the end by the current clock of the round, or None before the start.
    - `is_over`: whether the time of the round is over.
    """

    starts: datetime | None = None
    ends: datetime | None = None
    is_over: bool = False


@dataclass(frozen=True)
class Expected:
    start: datetime
    end: datetime
    stage: Stage
    late: timedelta

    @property
    def minutes_late(self) -> int:
        return round(self.late / MINUTE)


def forecast(
    plan: Iterable[tuple[Planned, Real | None]], now: datetime
) -> list[Expected]:
    """Return the expected start and end of each schedule item, in the order of `plan`.

    An item without actual times (None), such as a break, starts and ends automatically.
    """
    return list(_expected(plan, now))


def _expected(
    plan: Iterable[tuple[Planned, Real | None]], now: datetime
) -> Iterator[Expected]:
    before, delay = None, NONE
    for planned, real in plan:
        if planned.new_day and before:
            delay = max(before.end - planned.start, NONE)
        if real and real.ends is not None:
            before = _begun(planned, real, real.ends, now)
        elif real:
            before = _round_to_come(planned, real, delay, now)
        else:
            before = _by_itself(planned, delay, now)
        yield before
        delay = max(before.end - planned.end, NONE)


def _begun(planned: Planned, real: Real, ends: datetime, now: datetime) -> Expected:
    start = real.starts or planned.start
    stage = Stage.OVER if real.is_over else Stage.NOW
    return Expected(start, max(ends, start), stage, max(start - planned.start, NONE))


def _round_to_come(
    planned: Planned, real: Real, delay: timedelta, now: datetime
) -> Expected:
    start = real.starts or max(planned.start + delay, now)
    late = max(start - planned.start, NONE)
    return Expected(start, start + planned.length, Stage.TO_COME, late)


def _by_itself(planned: Planned, delay: timedelta, now: datetime) -> Expected:
    start = planned.start + delay
    end = start + planned.length - min(delay, planned.shrinks)
    stage = Stage.TO_COME if now < start else Stage.NOW if now < end else Stage.OVER
    return Expected(start, end, stage, delay)


#: Time after the end of its schedule at which an unfinished tournament is treated as
#: over.
GIVEN_UP = timedelta(days=2)
#: Shortest delay worth showing, in minutes.
WORTH_TELLING = 2


@dataclass(frozen=True)
class Line:
    """A schedule item with its expected times."""

    item: PlanItem
    expected: Expected

    @property
    def is_late(self) -> bool:
        """Return whether the minutes of the delay are worth showing. On another day the
        date says more."""
        late = self.expected.minutes_late >= WORTH_TELLING
        return late and not self.is_on_other_day

    @property
    def is_on_other_day(self) -> bool:
        """Return whether the item starts on another day than planned, in the current
        time zone."""
        planned, start = map(timezone.localdate, (self.item.start, self.expected.start))
        return planned != start

    @property
    def is_now(self) -> bool:
        return self.expected.stage is Stage.NOW

    @property
    def is_over(self) -> bool:
        return self.expected.stage is Stage.OVER


def lines_now(
    tournament: Tournament, now: datetime, *, unarranged: Round | None = None
) -> list[Line]:
    """Return the whole schedule with expected times, in order. The function makes two
    queries.

    The countdown of the round `unarranged` is ignored. In a finished or archived
    tournament, rounds that were never played are left out, because they would always be
    expected.
    """
    items = list(tournament.day_plan.order_by("start"))
    if not items:
        return []
    rounds = {
        round_.number: round_ for round_ in tournament.rounds.select_related("stage")
    }
    if unarranged:
        rounds[unarranged.number].starts_at = None
    real = {
        item: _real(item, rounds.get(item.number or 0), tournament, now)
        for item in items
    }
    if tournament.is_finished or tournament.archived_at:
        items = [item for item in items if (times := real[item]) is None or times.ends]
    days = _new_days(tournament, items)
    planned = [
        (_planned(item, new_day), real[item])
        for item, new_day in zip(items, days, strict=True)
    ]
    return [
        Line(item, expected)
        for item, expected in zip(items, forecast(planned, now), strict=True)
    ]


def lines_of_minute(tournament: Tournament) -> list[Line]:
    """Return the whole schedule with the expected times at the start of the current
    minute.

    All pages rendered in the same minute therefore agree. Overdue items are expected
    now. If the schedule ended more than `GIVEN_UP` ago, these items are over.
    """
    now = timezone.now().replace(second=0, microsecond=0)
    lines = lines_now(tournament, now)
    if lines and lines[-1].item.end < now - GIVEN_UP:
        return [_as_planned(line) for line in lines]
    return lines


def _as_planned(line: Line) -> Line:
    """Return a future item as an item that ended at its planned time. Return other
    items unchanged."""
    if line.expected.stage is not Stage.TO_COME:
        return line
    return Line(line.item, Expected(line.item.start, line.item.end, Stage.OVER, NONE))


def next_line(lines: Iterable[Line]) -> Line | None:
    """Return the first item that has not started, or None if there is none."""
    to_come = (line for line in lines if line.expected.stage is Stage.TO_COME)
    return next(to_come, None)


def next_up(tournament: Tournament, *, shown: Round | None = None) -> Line | None:
    """Return the next schedule item, or None if there is none.

    `shown` is a round whose start the screen already shows. It is skipped.
    """
    now = timezone.now()

    def is_told(line: Line) -> bool:
        if shown is None or line.item.number != shown.number:
            return False
        return shown.starts_at is not None or line.expected.start > now

    return next_line(line for line in lines_now(tournament, now) if not is_told(line))


def expected_start(round_: Round, now: datetime) -> datetime | None:
    """Return the expected start of a round that has not started, from its countdown or
    otherwise from the forecast. Return None if it is unknown."""
    return round_.starts_at or start_by_plan(round_, now)


def start_ahead(round_: Round, now: datetime) -> datetime | None:
    """Return `expected_start`. Return None if the start comes from the schedule and is
    overdue."""
    start = expected_start(round_, now)
    return start if start and (round_.starts_at or start > now) else None


def start_by_plan(round_: Round, now: datetime) -> datetime | None:
    """Return the expected start of a round from the schedule; it is now if the round is
    overdue. Return None if the round is not in the schedule."""
    for line in lines_now(round_.tournament, now, unarranged=round_):
        if line.item.number == round_.number:
            return line.expected.start
    return None


def planned_ahead(
    tournament: Tournament, number: int, now: datetime
) -> datetime | None:
    """Return the expected start of the round with this number from the schedule. Return
    None if the start is not in the future or the round is not in the schedule."""
    rounds = (line for line in lines_now(tournament, now) if line.item.number == number)
    start = next((line.expected.start for line in rounds), None)
    return start if start and start > now else None


def _new_days(tournament: Tournament, items: Sequence[PlanItem]) -> list[bool]:
    dates = [timezone.localdate(item.start, tournament.zone) for item in items]
    return [day != before for day, before in zip(dates, [None, *dates], strict=False)]


def _planned(item: PlanItem, new_day: bool) -> Planned:
    length = timedelta(minutes=item.minutes)
    least = item.minutes if item.least_minutes is None else item.least_minutes
    return Planned(item.start, length, length - timedelta(minutes=least), new_day)


def _real(
    item: PlanItem, round_: Round | None, tournament: Tournament, now: datetime
) -> Real | None:
    """Return the actual times of a round, or None for other items.

    If the schedule has more minutes than the clock of the round, the difference is for
    last hands and is added after the gong.
    """
    if item.kind != PlanKind.ROUND:
        return None
    if round_ is None:
        return Real()
    begins = round_.started_at or round_.starts_at
    ends = _time_up(round_, now)
    if ends is None and round_.state == RoundState.CLOSED:
        return Real(begins, item.end, is_over=True)
    if ends is None:
        return Real(begins)
    ends += max(timedelta(minutes=item.minutes - round_.minutes), NONE)
    is_over = round_.state == RoundState.CLOSED or (
        round_.state == RoundState.TIME_UP and ends <= now
    )
    return Real(begins, ends, is_over)


def _time_up(round_: Round, now: datetime) -> datetime | None:
    """Return when the time of a started round was or will be over, or None if this is
    unknown."""
    if round_.remaining is not None:
        return now + round_.remaining
    return round_.ends_at or round_.ended_at
