"""Celery task of the bin: the worker deletes for good what has lain there long
enough."""

from __future__ import annotations

from functools import partial

from celery import shared_task
from django.utils import timezone

from tournaments.events import deleting
from tournaments.events.descriptions import sweep_logos
from tournaments.upkeep.outages.patience import patiently


@shared_task(name="tournaments.tasks.empty_bin")
def empty_bin() -> None:
    """Delete the events whose time in the bin is over, and logos nobody names."""
    patiently(partial(deleting.empty_bin, timezone.now()))
    patiently(sweep_logos)
