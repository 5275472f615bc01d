"""Add, change, remove and test destinations of notifications."""

from __future__ import annotations

import uuid
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from tournaments.deliveries.failing_destinations import give_up, give_up_waiting
from tournaments.deliveries.queue_and_retry import send_to_destination
from tournaments.deliveries.queue_notifications import queue_for
from tournaments.deliveries.service_requests import (
    Message,
    checked_address,
    checked_secret,
)
from tournaments.models import (
    Delivery,
    DeliveryState,
    Happening,
    NotificationDestination,
    NotifiedRevision,
    Service,
    Tournament,
)
from tournaments.refusals import refusal

#: Most destinations of a tournament, and of the installation; most email addresses of
#: one; shortest time between tests.
MOST, MOST_ADDRESSES, TEST_PAUSE = 10, 20, timedelta(seconds=10)
TEST = "test"


@dataclass(frozen=True)
class Wanted:
    """The settings of a destination as entered.

    An empty `address` or `secret` leaves the current value of an existing destination.
    """

    service: str
    name: str
    address: str
    secret: str
    room: str
    happenings: Collection[str]


@transaction.atomic
def add(
    tournament: Tournament | None, wanted: Wanted, *, site: str, by: str
) -> NotificationDestination:
    """Add a destination and return it. It gets notifications about everything that
    happens from now on.

    `tournament` is None for a destination of the installation. `site`: the address of
    this installation's pages. Raises Refused if a value cannot be used, if the
    destination already exists, or if there are too many.
    """
    if tournament is not None:
        tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
    if NotificationDestination.objects.filter(tournament=tournament).count() >= MOST:
        message = _("There can be at most %(most)s destinations. Remove one first.")
        raise refusal("too_many_destinations", message, most=MOST)
    service = Service(wanted.service)
    address = _address(service, wanted.address)
    secret, room = checked_secret(service, wanted.secret), _room(service, wanted.room)
    _refuse_twice(tournament, service, address, room)
    destination = NotificationDestination.objects.create(
        tournament=tournament,
        service=service,
        name=_name(wanted.name),
        address=address,
        secret=secret,
        room=room,
        happenings=_happenings(wanted.happenings),
        site=site.rstrip("/"),
        created_by=by,
    )
    _begin_now(destination)
    _log(destination, "destination_added", by=by)
    return destination


@transaction.atomic
def change(destination: NotificationDestination, wanted: Wanted, *, by: str) -> None:
    """Change the settings of a destination, except its service. Raises Refused if a
    value cannot be used.
    """
    current = _locked(destination)
    service = Service(current.service)
    current.name = _name(wanted.name)
    if wanted.address.strip():
        current.address = _address(service, wanted.address)
    if wanted.secret.strip():
        current.secret = checked_secret(service, wanted.secret)
    current.room = _room(service, wanted.room)
    current.happenings = _happenings(wanted.happenings)
    current.save()
    _log(current, "destination_changed", by=by)


@transaction.atomic
def turn(destination: NotificationDestination, *, on: bool, by: str) -> None:
    """Turn a destination on or off.

    If it is turned off, waiting notifications are marked as failed. Nothing that
    happens while it is off is ever sent.
    """
    current = _locked(destination)
    current.is_on, current.failing_since, current.stopped_at = on, None, None
    current.save()
    if on:
        _begin_now(current)
    else:
        give_up_waiting(current, timezone.now())
    _log(
        current,
        "destination_turned_on" if on else "destination_turned_off",
        by=by,
    )


@transaction.atomic
def remove(destination: NotificationDestination, *, by: str) -> None:
    """Remove a destination and its deliveries."""
    current = _locked(destination)
    _log(current, "destination_removed", by=by)
    current.delete()


@transaction.atomic
def send_test(destination: NotificationDestination) -> None:
    """Queue a test message. Raises Refused if a test was queued a moment ago, or if the
    destination is off."""
    current, now = _locked(destination), timezone.now()
    if not current.is_on:
        raise refusal("off", _("Turn on the destination first."))
    tests = current.deliveries.filter(key__startswith=TEST)
    if tests.filter(created_at__gt=now - TEST_PAUSE).exists():
        raise refusal("tested", _("A test was just sent. Wait 10 seconds."))
    title = current.tournament.title if current.tournament else gettext("Notifications")
    text = gettext("Test from Prevailing Wind: %(title)s") % {"title": title}
    data = {"event": current.tournament.slug if current.tournament else None}
    message = Message(
        f"msg_{uuid.uuid4().hex}", TEST, now.isoformat(), text, current.site, data
    )
    queue_for(current, current.tournament, message, key=f"{TEST}:{message.ident}")


@transaction.atomic
def send_waiting_now(destination: NotificationDestination, now: datetime) -> int:
    """Make the waiting notifications due now, and return their number."""
    waiting = _waiting(destination).update(next_at=now)
    transaction.on_commit(lambda: send_to_destination.delay(destination.pk))
    return waiting


@transaction.atomic
def stop_trying(destination: NotificationDestination, now: datetime) -> int:
    """Mark the waiting notifications as failed, so that they are not sent, and return
    their number.
    """
    return give_up(
        _waiting(destination), now, gettext("A director stopped further attempts.")
    )


def _begin_now(destination: NotificationDestination) -> None:
    """Skip everything that has happened so far in the destination's tournaments, so
    that only later notifications are sent."""
    tournaments = Tournament.objects.all()
    if destination.tournament is not None:
        tournaments = tournaments.filter(pk=destination.tournament.pk)
    destination.notified.all().delete()
    NotifiedRevision.objects.bulk_create(
        NotifiedRevision(destination=destination, tournament_id=pk, revision=revision)
        for pk, revision in tournaments.values_list("pk", "revision")
    )


def _refuse_twice(
    tournament: Tournament | None, service: Service, address: str, room: str
) -> None:
    """Raise Refused if an identical destination exists, for example after a second
    click."""
    same = NotificationDestination.objects.filter(
        tournament=tournament, service=service, address=address, room=room
    ).first()
    if same is not None:
        message = _("“%(name)s” already has this address.")
        raise refusal("same_destination", message, "address", name=same.name)


def _locked(destination: NotificationDestination) -> NotificationDestination:
    rows = NotificationDestination.objects.select_for_update(of=("self",))
    return rows.select_related("tournament").get(pk=destination.pk)


def _log(destination: NotificationDestination, kind: str, *, by: str) -> None:
    """Log a change of a tournament's destination. Other destinations have no log."""
    if destination.tournament is not None:
        destination.tournament.record(kind, by=by, destination=destination.name)


def _waiting(destination: NotificationDestination) -> QuerySet[Delivery]:
    return destination.deliveries.filter(state=DeliveryState.WAITING)


def _name(name: str) -> str:
    name = " ".join(name.split())
    if not name:
        raise refusal("no_name", _("Enter a name."), "name")
    return name[:60]


def _address(service: Service, address: str) -> str:
    if service is not Service.EMAIL:
        return checked_address(service, address)
    addresses = address.replace(",", " ").replace(";", " ").split()
    if not addresses:
        raise refusal("no_address", _("Enter an email address."), "address")
    if len(addresses) > MOST_ADDRESSES:
        message = _("Enter at most %(most)s email addresses.")
        raise refusal("many_addresses", message, "address", most=MOST_ADDRESSES)
    for one in addresses:
        try:
            validate_email(one)
        except ValidationError:
            message = _("“%(address)s” is not an email address.")
            raise refusal(
                "bad_address", message, "address", address=one[:100]
            ) from None
    return " ".join(dict.fromkeys(addresses))


def _room(service: Service, room: str) -> str:
    room = room.strip()
    if service in (Service.TELEGRAM, Service.MATRIX) and not room:
        raise refusal("no_room", _("Enter the chat or room."), "room")
    return room[:200]


def _happenings(chosen: Collection[str]) -> list[str]:
    happenings = [one.value for one in Happening if one.value in chosen]
    if not happenings:
        raise refusal("no_messages", _("Choose at least 1 message."), "happenings")
    return happenings
