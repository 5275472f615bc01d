"""Celery task of what is kept of people only for its time."""

from __future__ import annotations

from functools import partial

from celery import shared_task
from django.utils import timezone

from tournaments.privacy import retention
from tournaments.upkeep.outages.patience import patiently


@shared_task(name="tournaments.tasks.forget_contacts")
def forget_contacts() -> None:
    """Forget how people are reached, of events that have been over long enough."""
    patiently(partial(retention.forget_contacts, timezone.now()))
