"""Celery task of the lists of players: the worker deletes those that nobody imports."""

from __future__ import annotations

from celery import shared_task

from tournaments.people.player_lists.list_changes import stale_lists_deleted
from tournaments.upkeep.outages.patience import patiently


@shared_task(name="tournaments.tasks.delete_stale_lists")
def delete_stale_lists() -> None:
    """Delete the lists that nobody has imported for a day."""
    patiently(stale_lists_deleted)
