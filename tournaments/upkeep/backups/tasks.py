"""Celery tasks of the backups: the worker makes them, while nobody waits."""

from __future__ import annotations

import contextlib
import logging
from functools import partial

from celery import shared_task
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from tournaments.models import Round
from tournaments.refusals import Refused
from tournaments.upkeep.backups import keeping
from tournaments.upkeep.outages.patience import patiently

#: Seconds after which a backup that nobody has begun is no longer wanted.
STALE = 600

log = logging.getLogger(__name__)


@shared_task(name="tournaments.tasks.back_up")
def back_up(occasion: str) -> None:
    """Make a backup as soon as the database lets it; the owner's page says if there can
    be none."""
    with contextlib.suppress(Refused):
        patiently(partial(keeping.back_up, occasion))


@shared_task(name="tournaments.tasks.back_up_at_night")
def back_up_at_night() -> None:
    """Make the night's backup, if it is due."""
    if settings.BACKUPS_KEEP <= 0:
        return
    if patiently(partial(keeping.night_is_due, timezone.now())):
        back_up(keeping.BY_NIGHT)


def back_up_for(round_: Round) -> None:
    """Have the worker make a backup when the transaction that starts `round_` has
    committed. The start waits for nothing, and happens whatever becomes of it."""
    if settings.BACKUPS_KEEP > 0:
        occasion = keeping.before_round(round_.number, round_.tournament.slug)
        transaction.on_commit(partial(_ask_for, occasion), robust=True)


def _ask_for(occasion: str) -> None:
    try:
        back_up.apply_async((occasion,), retry=False, expires=STALE)
    except Exception:
        log.warning("No backup (%s): the worker cannot be asked", occasion)
