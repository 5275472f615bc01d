"""The Celery tasks of this app; Celery looks for them in this module only."""

from __future__ import annotations

from tournaments.backups import tasks as backups
from tournaments.draws.tasks import run_draw
from tournaments.push.tasks import send_pushes

__all__ = ["backups", "run_draw", "send_pushes"]
