"""Celery's hands: they only call the verbs."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from scoring import round_end


@shared_task
def tick() -> None:
    """Every second: end the rounds whose time has come."""
    round_end.end_due_rounds(timezone.now())
