"""Failed tasks of the clock. They are stored in the database, so that all workers wait
equally long before the next attempt, even after a restart."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, QuerySet

from tournaments.models import ClockFault, ClockTask, Round, Tournament

LONGEST_PAUSE = timedelta(minutes=5)

CLOCK = "clock"


@dataclass(frozen=True)
class DueTask:
    """A task that is due for a round while its clock is at `version`. `table` is 0 if
    the task concerns the whole round."""

    task: ClockTask
    round_id: int
    version: int
    table: int = 0


def pause_after(tries: int) -> timedelta:
    """Return the pause after `tries` failed attempts.

    The pause is two seconds after the first attempt and doubles each time, up to
    `LONGEST_PAUSE`.
    """
    return min(timedelta(seconds=2 ** min(tries, 10)), LONGEST_PAUSE)


@transaction.atomic
def note(deed: DueTask, error: str, now: datetime) -> bool:
    """Store a failure. Return whether the failure is new: the first for this clock
    version, or with a different error."""
    before = _of(deed).select_for_update().first()
    same_clock = before is not None and before.clock_version == deed.version
    tries = before.tries + 1 if before and same_clock else 1
    ClockFault.objects.update_or_create(
        round_id=deed.round_id,
        task=deed.task,
        table=deed.table,
        defaults={
            "clock_version": deed.version,
            "tries": tries,
            "error": error,
            "again_at": now + pause_after(tries),
        },
    )
    return before is None or not same_clock or before.error != error


@transaction.atomic
def log_failure(deed: DueTask, error: str) -> None:
    """Log the failure, which also updates all open pages."""
    round_ = Round.objects.select_related("tournament").get(pk=deed.round_id)
    round_.record(
        "clock_failed", by=CLOCK, reason=error, task=deed.task.value, table=deed.table
    )


def forget(deed: DueTask) -> None:
    """Delete the stored failure of a task that has succeeded."""
    _of(deed).delete()


def waiting(now: datetime) -> set[DueTask]:
    """Return the tasks that must not be attempted yet.

    An attempt scheduled later than any pause allows was set before the server's clock
    was moved back. Such tasks are left out.
    """
    paused = _current().filter(again_at__gt=now, again_at__lte=now + LONGEST_PAUSE)
    return {
        DueTask(ClockTask(fault.task), fault.round_id, fault.clock_version, fault.table)
        for fault in paused
    }


def faults_of(tournament: Tournament) -> QuerySet[ClockFault]:
    """Return the tournament's failed tasks that will be attempted again."""
    of_it = _current().filter(round__tournament=tournament)
    return of_it.select_related("round__tournament")


def retry_now(round_: Round, now: datetime) -> None:
    """Let all failed tasks of the round be attempted at `now`."""
    round_.clock_faults.update(again_at=now)


def _current() -> QuerySet[ClockFault]:
    return ClockFault.objects.filter(clock_version=F("round__clock_version"))


def _of(deed: DueTask) -> QuerySet[ClockFault]:
    return ClockFault.objects.filter(
        round=deed.round_id, task=deed.task, table=deed.table
    )
