"""Failing destinations of notifications: turn them off after a day, and let only one
worker at a time send to a destination."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from tournaments.deliveries.delivery_answers import Outcome
from tournaments.models import Delivery, DeliveryState, NotificationDestination

#: A destination that fails for this long is turned off.
FAILS_FOR = timedelta(days=1)
#: Name in the log for changes that the program makes automatically.
WORKER = "worker"
#: Longest run of deliveries to one destination. Afterwards its worker counts as killed.
LEASE = timedelta(minutes=3)


def claim(pk: int, now: datetime) -> bool:
    """Reserve the destination for the caller until `release` or until the lease ends.
    Return whether this succeeded."""
    free = Q(sending_until=None) | Q(sending_until__lte=now)
    # The clock was set back.
    free |= Q(sending_until__gt=now + LEASE)
    rows = NotificationDestination.objects.filter(free, pk=pk)
    return bool(rows.update(sending_until=now + LEASE))


def release(pk: int) -> None:
    """End the reservation of `claim`, so that another worker can send to the
    destination.
    """
    NotificationDestination.objects.filter(pk=pk).update(sending_until=None)


@transaction.atomic
def note(pk: int, outcome: Outcome, now: datetime) -> None:
    """Store the result of an attempt to send.

    A destination that has failed for a day, or no longer exists, is turned off, and its
    waiting notifications are marked as failed.
    """
    rows = NotificationDestination.objects.filter(pk=pk)
    if outcome is Outcome.ACCEPTED:
        rows.exclude(failing_since=None).update(failing_since=None)
        return
    rows.filter(failing_since=None).update(failing_since=now)
    failing = rows.filter(is_on=True)
    if outcome is not Outcome.GONE:
        failing = failing.filter(failing_since__lte=now - FAILS_FOR)
    destination = failing.select_for_update(of=("self",)).first()
    if destination is None:
        return
    rows.update(is_on=False, stopped_at=now)
    give_up_waiting(destination, now)
    tournament = destination.tournament
    if tournament is not None and tournament.mirrored_at is None:
        tournament.record(
            "destination_stopped", by=WORKER, destination=destination.name
        )


def give_up_waiting(destination: NotificationDestination, now: datetime) -> None:
    """Mark the waiting notifications of a destination as failed."""
    waiting = destination.deliveries.filter(state=DeliveryState.WAITING)
    give_up(waiting, now, _("This destination is off."))


def give_up(waiting: QuerySet[Delivery], now: datetime, answer: str) -> int:
    """Mark waiting deliveries as failed, with this `answer`, and return their
    number.
    """
    return waiting.update(
        state=DeliveryState.FAILED,
        next_at=None,
        finished_at=now,
        body="",
        answer=answer,
    )
