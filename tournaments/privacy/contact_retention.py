"""Delete contact data some time after a tournament, as a Celery task."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial

from celery import shared_task
from django.conf import settings
from django.db import models, transaction
from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Coalesce
from django.utils import timezone

from tournaments.models import (
    Delivery,
    PlayerContact,
    PlayerList,
    PlayerMessage,
    PushSubscription,
    SignUp,
    Tournament,
)
from tournaments.rounds.row_locks_and_finished_check import lock_with_rounds
from tournaments.upkeep.retry_while_db_is_down import retry_while_db_is_down

#: Name of the worker in the log.
WORKER = "retention"


def forget_contacts(now: datetime) -> int:
    """Delete contact data of old tournaments, and return the number of tournaments.

    Deletes email addresses, phone numbers, remarks, mails, messages to players,
    unsuccessful registrations, push subscriptions and player lists of tournaments that
    were finished or archived at least CONTACTS_KEEP_DAYS days before `now`. With 0
    days, nothing is deleted.
    """
    days = settings.CONTACTS_KEEP_DAYS
    if days <= 0:
        return 0
    of_it = {"tournament": OuterRef("pk")}
    has_any = (
        Exists(_to_forget().filter(**of_it))
        | Exists(PushSubscription.objects.filter(player__tournament=OuterRef("pk")))
        | Exists(PlayerList.objects.filter(**of_it))
        | Exists(PlayerContact.objects.filter(**of_it))
        | Exists(PlayerMessage.objects.filter(**of_it))
        | Exists(Delivery.objects.filter(**of_it))
    )
    over = Tournament.objects.annotate(over=Coalesce("finished_at", "archived_at"))
    # A mirror's contact data is deleted at its home.
    here = over.filter(has_any, mirrored_at=None)
    due = here.filter(over__lte=now - timedelta(days=days)).order_by("pk")
    for tournament in list(due):
        _forget(tournament)
    return len(due)


def _to_forget() -> models.QuerySet[SignUp]:
    return SignUp.objects.filter(Q(player=None) | ~Q(email=""))


@transaction.atomic
def _forget(tournament: Tournament) -> None:
    current = lock_with_rounds(tournament)
    if current.finished_at is None and current.archived_at is None:
        return
    contacts = PlayerContact.objects.filter(tournament=current)
    imported = contacts.exclude(email="").exclude(sign_up__email__gt="").count()
    contacts.delete()
    removed, by_model = SignUp.objects.filter(tournament=current, player=None).delete()
    sign_ups = by_model.get(SignUp._meta.label, 0) if removed else 0
    written = SignUp.objects.filter(tournament=current).exclude(email="")
    addresses = written.update(email="") + imported
    Delivery.objects.filter(tournament=current).delete()
    PlayerMessage.objects.filter(tournament=current).delete()
    devices = PushSubscription.objects.filter(player__tournament=current)
    gone, _by_model = devices.delete()
    PlayerList.objects.filter(tournament=current).delete()
    current.record(
        "contacts_forgotten",
        by=WORKER,
        addresses=addresses,
        sign_ups=sign_ups,
        devices=gone,
    )


@shared_task(name="tournaments.tasks.forget_contacts")
def forget_contacts_task() -> None:
    """Delete contact data of tournaments that ended long enough ago (Celery task)."""
    retry_while_db_is_down(partial(forget_contacts, timezone.now()))
