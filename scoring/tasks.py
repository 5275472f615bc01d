"""Celery's hands: they only call the verbs."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from scoring import importing, round_end


@shared_task
def tick() -> None:
    """Every second: end the rounds whose time has come."""
    round_end.end_due_rounds(timezone.now())


@shared_task
def import_event_folder(job_id: int) -> None:
    """Import an event folder that somebody uploaded."""
    try:
        importing.run_job(job_id)
    except Exception:
        importing.fail_job(job_id)
        raise
