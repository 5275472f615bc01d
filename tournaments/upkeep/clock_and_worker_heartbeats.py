"""Heartbeats of the clock and the worker, and detection of parts that are silent."""

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
    """A part that does not respond; `since` is the time of its last heartbeat."""

    part: Part
    since: datetime


def beat(part: Part, now: Reading) -> None:
    """Record a heartbeat of a part. Writes at most every two seconds, since it is
    called at every tick.
    """
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
    """Return for how long each part has been silent. Parts that never sent a heartbeat
    are left out.

    For parts on this machine the uptime is compared, because no one can set it. For
    other machines the wall clock is compared. A heartbeat from the future is as
    doubtful as one equally long ago.
    """
    return {
        Part(row.part): timedelta(seconds=now.uptime - row.uptime)
        if row.boot == now.boot
        else abs(now.wall - row.at)
        for row in Heartbeat.objects.all()
    }


def away(now: Reading) -> list[Away]:
    """Return the parts that have been silent for too long.

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
    """Record the worker's heartbeat, three times a minute. If the database is down,
    this is logged and the next beat tries again.
    """
    with log.logged_here():
        beat(Part.WORKER, machine_clock.read())
