"""Celery task by which the worker is heard of."""

from __future__ import annotations

import logging

from celery import shared_task

from tournaments.models import Part
from tournaments.upkeep.health import heartbeats, machine_clock
from tournaments.upkeep.outages.outages import OutageLog

log = OutageLog(logging.getLogger(__name__))


@shared_task(name="tournaments.tasks.note_worker")
def note_worker() -> None:
    """Three times a minute: the worker is there. A database that is away is said by
    the log and tried again with the next."""
    with log.logged_here():
        heartbeats.beat(Part.WORKER, machine_clock.read())
