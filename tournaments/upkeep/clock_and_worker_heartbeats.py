"""Heartbeats of the clock and the worker, and detection of parts that do not
respond."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from celery import shared_task

from tournaments.models import Heartbeat, Part
from tournaments.upkeep import machine_clock
from tournaments.upkeep.machine_clock import Reading
from tournaments.upkeep.outage_detection import OutageLog

#: Minimum time between two heartbeats of a part.
BETWEEN = timedelta(seconds=2)

#: Longest silence of a part that counts as responding. The clock beats every second,
#: the worker every 20 seconds, but all its threads may be busy.
AWAY_AFTER: Mapping[str, timedelta] = {
    Part.CLOCK: timedelta(seconds=10),
    Part.WORKER: timedelta(seconds=90),
}

_written: dict[str, datetime] = {}


@dataclass(frozen=True)
class Away:
    """A part of the program that does not respond. `since` is the time of its last
    heartbeat."""

    part: Part
    since: datetime


def beat(part: Part, now: Reading) -> None:
    """Save a heartbeat of a part, at most every two seconds. This function is called at
    every tick."""
    before = _written.get(part)
    if before is not None and before <= now.wall < before + BETWEEN:
        return
    values = {"at": now.wall, "boot": now.boot, "uptime": now.uptime}
    heartbeats = Heartbeat.objects.filter(part=part)
    # The machine's start time changes only with a new start: the old value is the
    # reference for steps of the clock.
    if not heartbeats.filter(boot=now.boot).update(**values):
        values["booted_at"] = now.booted_at
        Heartbeat.objects.update_or_create(part=part, defaults=values)
    _written[part] = now.wall


def silences(now: Reading) -> dict[Part, timedelta]:
    """Return the time since the last heartbeat of each part. Parts that never sent a
    heartbeat are left out.

    For parts on this machine the uptimes are compared, because users cannot change the
    uptime. For other machines the wall clocks are compared. A heartbeat from the future
    counts as equally far in the past.
    """
    return {
        Part(row.part): timedelta(seconds=now.uptime - row.uptime)
        if row.boot == now.boot
        else abs(now.wall - row.at)
        for row in Heartbeat.objects.all()
    }


def away(now: Reading) -> list[Away]:
    """Return the parts that have not responded for too long.

    Parts that never sent a heartbeat were not started on purpose and are left out.
    """
    return [
        Away(part, now.wall - silence)
        for part, silence in sorted(silences(now).items())
        if silence > AWAY_AFTER[part]
    ]


log = OutageLog(logging.getLogger(__name__))


@shared_task(name="tournaments.tasks.note_worker")
def note_worker() -> None:
    """Save the worker's heartbeat (Celery task, three times a minute). If the database
    is down, log this; the next heartbeat tries again."""
    with log.logged_here():
        beat(Part.WORKER, machine_clock.read())
