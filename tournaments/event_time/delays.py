"""Forecast of the rest of the plan from the delay so far. Pure: no database, no
clock.

A delay is carried on from one item to the next. Breaks that may be shortened take up
what they can of it, and a new day starts afresh, unless the day before lasts into it.
Nothing happens earlier than planned; what should have happened by now and has not is
expected now.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

NONE = timedelta()
MINUTE = timedelta(minutes=1)


class Stage(StrEnum):
    TO_COME = "to_come"
    NOW = "now"
    OVER = "over"


@dataclass(frozen=True)
class Planned:
    """An item of the plan, in order. `shrinks`: by how much it can be cut short;
    `new_day`: nothing comes before it on its day."""

    start: datetime
    length: timedelta
    shrinks: timedelta = NONE
    new_day: bool = False

    @property
    def end(self) -> datetime:
        return self.start + self.length


@dataclass(frozen=True)
class Real:
    """What is known of a round. `starts`: when it began, or is to begin by itself;
    `ends`: when it is over, as its clock stands, None before it has begun.
    `is_over`: its time was up."""

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
    """When each item is to be expected. Items without a `Real` begin and end by
    themselves, as breaks do."""
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
