"""Celery task by which the worker is heard of."""

from __future__ import annotations

import logging

from celery import shared_task
from django.utils import timezone

from tournaments.models import Part
from tournaments.upkeep.health import heartbeats
from tournaments.upkeep.outages.outages import OutageLog, outage_of

log = OutageLog(logging.getLogger(__name__))


@shared_task(name="tournaments.tasks.note_worker")
def note_worker() -> None:
    """Three times a minute: the worker is there. A database that is away is said by
    the log and tried again with the next."""
    try:
        heartbeats.beat(Part.WORKER, timezone.now())
    except Exception as error:
        outage = outage_of(error)
        if outage is None:
            raise
        log.met(outage, error)
    else:
        log.worked()
