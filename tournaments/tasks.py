"""The Celery tasks of this app. Celery discovers tasks in this module only."""

from __future__ import annotations

from tournaments.deliveries.queue_and_retry import (
    send_delivery,
    send_due_deliveries,
    send_to_destination,
)
from tournaments.list_import.edit_uploaded_list import delete_stale_lists
from tournaments.live.push_messages import push_player_message, send_pushes
from tournaments.privacy.contact_retention import forget_contacts_task
from tournaments.seating_drafts.seating_jobs import run_draw
from tournaments.tournament_setup.delete_tournaments import empty_bin_task
from tournaments.upkeep import nightly_and_kept_backups as backups
from tournaments.upkeep.clock_and_worker_heartbeats import note_worker

__all__ = [
    "backups",
    "delete_stale_lists",
    "empty_bin_task",
    "forget_contacts_task",
    "note_worker",
    "push_player_message",
    "run_draw",
    "send_delivery",
    "send_due_deliveries",
    "send_pushes",
    "send_to_destination",
]
