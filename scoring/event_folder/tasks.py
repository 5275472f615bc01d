"""Celery task of the event folders: the worker imports them."""

from __future__ import annotations

from functools import partial

from celery import shared_task

from scoring.event_folder import importing
from tournaments.upkeep.retry_while_db_is_down import patiently


@shared_task(name="scoring.tasks.import_event_folder")
def import_event_folder(job_id: int) -> None:
    """Import an event folder that somebody uploaded; begun again when the database
    was away."""
    try:
        patiently(partial(importing.run_job, job_id))
    except Exception:
        patiently(partial(importing.fail_job, job_id))
        raise
