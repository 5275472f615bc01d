"""Celery's hands: they only call the verbs."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from scoring import importing
from scoring.sweep import sweep


@shared_task
def tick() -> None:
    """Every second: start, warn and end whatever is due."""
    sweep(timezone.now())


@shared_task
def import_event_folder(job_id: int) -> None:
    """Import an event folder that somebody uploaded."""
    try:
        importing.run_job(job_id)
    except Exception:
        importing.fail_job(job_id)
        raise
