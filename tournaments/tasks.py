"""The Celery tasks of this app; Celery looks for them in this module only."""

from __future__ import annotations

from tournaments.draws.tasks import run_draw
from tournaments.events.tasks import empty_bin
from tournaments.live.push.tasks import send_pushes
from tournaments.people.player_lists.tasks import delete_stale_lists
from tournaments.people.sign_up.mail import send_sign_up_mail
from tournaments.privacy.tasks import forget_contacts
from tournaments.upkeep.backups import tasks as backups
from tournaments.upkeep.health.tasks import note_worker

__all__ = [
    "backups",
    "delete_stale_lists",
    "empty_bin",
    "forget_contacts",
    "note_worker",
    "run_draw",
    "send_pushes",
    "send_sign_up_mail",
]
