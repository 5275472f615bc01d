"""When the clock and the worker were last heard of, and which of them are away.

Celery task by which the worker is heard of.
"""

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

#: No part writes more often than this that it is there.
BETWEEN = timedelta(seconds=2)

#: How long nothing may be heard of a part before it counts as away. The clock is asked
#: every second, the worker every twenty seconds, and its threads may all be at work.
AWAY_AFTER: Mapping[str, timedelta] = {
    Part.CLOCK: timedelta(seconds=10),
    Part.WORKER: timedelta(seconds=90),
}

_written: dict[str, datetime] = {}


@dataclass(frozen=True)
class Away:
    """A part of which nothing was heard `since` then."""

    part: Part
    since: datetime


def beat(part: Part, now: Reading) -> None:
    """Note that a part is there. Writes at most every two seconds, for it is called
    with every tick."""
    before = _written.get(part)
    if before is not None and before <= now.wall < before + BETWEEN:
        return
    heard = {"at": now.wall, "boot": now.boot, "uptime": now.uptime}
    known = Heartbeat.objects.filter(part=part)
    # When the machine started is told anew only of another start: what it was by the
    # clock before is what a step is measured by.
    if not known.filter(boot=now.boot).update(**heard):
        heard["booted_at"] = now.booted_at
        Heartbeat.objects.update_or_create(part=part, defaults=heard)
    _written[part] = now.wall


def silences(now: Reading) -> dict[Part, timedelta]:
    """For how long nothing was heard of each part; one that never was is not in it.

    On the machine that it was heard on, by the uptime: nobody can set that. From
    another one, by the wall clock: a heartbeat of the future is as doubtful as one that
    is as long ago.
    """
    return {
        Part(row.part): timedelta(seconds=now.uptime - row.uptime)
        if row.boot == now.boot
        else abs(now.wall - row.at)
        for row in Heartbeat.objects.all()
    }


def away(now: Reading) -> list[Away]:
    """The parts that have been silent for too long. One that was never heard of is not
    there by intent: whoever runs pages alone knows it."""
    return [
        Away(part, now.wall - silence)
        for part, silence in sorted(silences(now).items())
        if silence > AWAY_AFTER[part]
    ]


log = OutageLog(logging.getLogger(__name__))


@shared_task(name="tournaments.tasks.note_worker")
def note_worker() -> None:
    """Three times a minute: the worker is there. A database that is away is said by
    the log and tried again with the next."""
    with log.logged_here():
        beat(Part.WORKER, machine_clock.read())
