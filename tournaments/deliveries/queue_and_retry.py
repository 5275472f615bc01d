"""Deliveries: queue them in the transaction that causes them, send them in the worker,
retry them, and delete them.

If a worker is killed while it sends, its delivery remains due. A message may therefore
arrive twice, but is never lost.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial

from celery import shared_task
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.deliveries import failing_destinations, mail_server, send_notification
from tournaments.deliveries.delivery_answers import Answer, Outcome
from tournaments.models import (
    Delivery,
    DeliveryKind,
    DeliveryState,
    NotificationDestination,
    Player,
    SignUp,
    Tournament,
)

#: Pause before each try. All together last 18 hours.
PAUSES = (
    timedelta(0),
    timedelta(seconds=5),
    timedelta(minutes=1),
    timedelta(minutes=5),
    timedelta(minutes=30),
    timedelta(hours=2),
    timedelta(hours=5),
    timedelta(hours=10),
)
#: Longest time of a try. Afterwards its worker counts as killed.
LEASE = timedelta(minutes=10)
#: Longest age of a message to send. A restored backup contains old ones.
VALID = timedelta(days=2)
#: Time for which finished deliveries are shown.
SHOWN = timedelta(days=30)
#: Maximum number of emails in one run, and of notifications for one destination.
AT_A_TIME, NOTICES_AT_A_TIME = 100, 10

#: How each kind is sent.
SENDERS: Mapping[DeliveryKind, Callable[[Delivery], Answer]] = {
    DeliveryKind.MAIL: mail_server.send,
    DeliveryKind.NOTICE: send_notification.send,
}
#: Outcomes that end a delivery; it is not tried again.
LAST = (Outcome.ACCEPTED, Outcome.REFUSED, Outcome.GONE)

log = logging.getLogger(__name__)


def queue_mail(
    address: str,
    *,
    subject: str,
    body: str,
    tournament: Tournament | None = None,
    sign_up: SignUp | None = None,
    destination: NotificationDestination | None = None,
    key: str = "",
    refuse_at: str = "",
    valid: timedelta = VALID,
) -> Delivery:
    """Queue an email in the current transaction, and return its delivery. The worker
    sends it after the commit.

    If the transaction is rolled back, nothing is sent. See `new_mail` for the
    arguments.
    """
    delivery = new_mail(
        address,
        subject=subject,
        body=body,
        tournament=tournament,
        sign_up=sign_up,
        destination=destination,
        key=key,
        refuse_at=refuse_at,
        valid=valid,
    )
    delivery.save(force_insert=True)
    # robust: without a broker, beat's next run sends it.
    transaction.on_commit(partial(send_delivery.delay, delivery.pk), robust=True)
    return delivery


def queue_mails(mails: Sequence[Delivery]) -> None:
    """Queue emails made by `new_mail` in the current transaction. One task sends all of
    them after the commit.

    If the transaction is rolled back, nothing is sent.
    """
    if mails:
        Delivery.objects.bulk_create(mails, batch_size=AT_A_TIME)
        # robust: without a broker, beat's next run sends them.
        transaction.on_commit(send_due_deliveries.delay, robust=True)


def new_mail(
    address: str,
    *,
    subject: str,
    body: str,
    tournament: Tournament | None = None,
    sign_up: SignUp | None = None,
    player: Player | None = None,
    destination: NotificationDestination | None = None,
    key: str = "",
    refuse_at: str = "",
    valid: timedelta = VALID,
) -> Delivery:
    """Return an unsaved delivery for an email. `valid`: how long the email is useful.
    For the other arguments, see the fields of `Delivery`."""
    return Delivery(
        kind=DeliveryKind.MAIL,
        target=address,
        subject=" ".join(subject.split())[:300],
        body=with_refusal(body, refuse_at),
        tournament=tournament,
        sign_up=sign_up,
        player=player,
        destination=destination,
        key=key,
        refuse_at=refuse_at,
        expires_at=timezone.now() + valid,
    )


def with_refusal(body: str, refuse_at: str) -> str:
    """Return the text of an email. If `refuse_at` is not empty, the text ends with this
    link, which stops further emails."""
    if not refuse_at:
        return body
    stop = _("Stop emails about this tournament: %(link)s") % {"link": refuse_at}
    return f"{body}\n\n{stop}"


def queue_notice(
    destination: NotificationDestination,
    *,
    subject: str,
    body: str,
    tournament: Tournament | None,
    key: str = "",
    valid: timedelta = VALID,
) -> Delivery:
    """Queue a notification in the current transaction, and return its delivery.

    `subject` is the text for people, `body` a `Message` as JSON. The other arguments
    have the same meaning as in `queue_mail`.
    """
    delivery = Delivery.objects.create(
        kind=DeliveryKind.NOTICE,
        target=destination.public_address[:300],
        subject=" ".join(subject.split())[:300],
        body=body,
        tournament=tournament,
        destination=destination,
        key=key,
        expires_at=timezone.now() + valid,
    )
    send_later = partial(send_to_destination.delay, destination.pk)
    transaction.on_commit(send_later, robust=True)
    return delivery


def forget(sign_ups: Iterable[SignUp], players: Iterable[Player]) -> None:
    """Delete the deliveries to these registrations and players, with their
    addresses."""
    about = Q(sign_up__in=list(sign_ups)) | Q(player__in=list(players))
    Delivery.objects.filter(about).delete()


def send(pk: int, now: datetime) -> Outcome | None:
    """Send a delivery if it is due, and store the server's reply.

    Return the result; None if the delivery is not due, finished or deleted. Call this
    without an open transaction, so that nothing is locked while sending.
    """
    due = Delivery.objects.filter(pk=pk, next_at__lte=now)
    if not due.update(tries=F("tries") + 1, next_at=now + LEASE):
        return None
    delivery = Delivery.objects.filter(pk=pk).first()
    if delivery is None:
        return None
    if delivery.expires_at <= now:
        answer = Answer(Outcome.REFUSED, delivery.answer or _("Not sent: too late."))
    else:
        answer = _try(delivery)
    _store(delivery, answer, timezone.now())
    return answer.outcome


def _try(delivery: Delivery) -> Answer:
    try:
        return SENDERS[DeliveryKind(delivery.kind)](delivery)
    except Exception as error:
        # Without the message, which may contain an address.
        log.error("Delivery %s failed: %s", delivery.pk, type(error).__name__)
        return Answer(Outcome.AGAIN, type(error).__name__)


def _store(delivery: Delivery, answer: Answer, now: datetime) -> None:
    """Store the result of an attempt, unless a later attempt has begun or the delivery
    was deleted."""
    accepted = answer.outcome is Outcome.ACCEPTED
    values: dict[str, object] = {"answer": answer.text[:300]}
    if answer.outcome in LAST or delivery.tries >= len(PAUSES):
        values |= {
            "state": DeliveryState.SENT if accepted else DeliveryState.FAILED,
            "next_at": None,
            "finished_at": now,
            "body": "",
        }
    else:
        values["next_at"] = now + PAUSES[delivery.tries]
    same_try = Delivery.objects.filter(pk=delivery.pk, tries=delivery.tries)
    same_try.filter(state=DeliveryState.WAITING).update(**values)
    if not accepted:
        log.warning(
            "Delivery %s: %s, try %s", delivery.pk, answer.outcome.value, delivery.tries
        )
    if delivery.destination_id is not None:
        failing_destinations.note(delivery.destination_id, answer.outcome, now)


def send_due(now: datetime) -> int:
    """Send due mail, longest due first, and return the number of attempts.

    Due notifications are passed to other tasks, because one destination must not delay
    the others. If the mail server cannot be reached, sending stops, so that the worker
    is free again.
    """
    notices = _due(now).filter(kind=DeliveryKind.NOTICE).order_by()
    for pk in notices.values_list("destination", flat=True).distinct():
        send_to_destination.delay(pk)
    return _send_all(_due(now).filter(kind=DeliveryKind.MAIL), now, AT_A_TIME)


def send_notices(destination: int, now: datetime) -> int:
    """Send the due notifications of a destination in order, and return the number of
    attempts.

    Returns 0 if another worker is sending to the destination. Sending stops if the
    destination cannot be reached.
    """
    if not failing_destinations.claim(destination, now):
        return 0
    try:
        notices = _due(now).filter(kind=DeliveryKind.NOTICE, destination=destination)
        tried = _send_all(notices, now, NOTICES_AT_A_TIME)
    finally:
        failing_destinations.release(destination)
    if tried == NOTICES_AT_A_TIME:
        send_to_destination.delay(destination)
    return tried


def _due(now: datetime) -> QuerySet[Delivery]:
    """Return the due deliveries. Deliveries for tournaments in the bin are left out,
    because their links do not work."""
    return Delivery.objects.filter(next_at__lte=now).exclude(
        tournament__binned_at__isnull=False
    )


def _send_all(deliveries: QuerySet[Delivery], now: datetime, most: int) -> int:
    due = deliveries.order_by("next_at", "pk")
    tried = 0
    for pk in list(due.values_list("pk", flat=True)[:most]):
        outcome = send(pk, now)
        tried += outcome is not None
        if outcome in (Outcome.UNREACHABLE, Outcome.GONE):
            break
    return tried


def any_mail_failed(now: datetime) -> bool:
    """Return whether an email was given up in the last 24 hours."""
    since = now - timedelta(hours=24)
    mail = Delivery.objects.filter(kind=DeliveryKind.MAIL)
    failed = mail.filter(state=DeliveryState.FAILED)
    return failed.filter(finished_at__gte=since).exists()


def undelivered() -> dict[DeliveryState, int]:
    """Return the number of waiting and of failed messages, by state."""
    states = (DeliveryState.WAITING, DeliveryState.FAILED)
    return {state: Delivery.objects.filter(state=state).count() for state in states}


def delete_old(now: datetime) -> int:
    """Delete deliveries that finished longer ago than `SHOWN`, and return the number of
    deleted rows."""
    old = Delivery.objects.filter(finished_at__lte=now - SHOWN)
    deleted, _by_model = old.delete()
    return deleted


@shared_task(name="tournaments.tasks.send_delivery")
def send_delivery(pk: int) -> None:
    """Send one delivery now (Celery task)."""
    send(pk, timezone.now())


@shared_task(name="tournaments.tasks.send_to_destination")
def send_to_destination(pk: int) -> None:
    """Send the due notifications of a destination now (Celery task)."""
    send_notices(pk, timezone.now())


@shared_task(name="tournaments.tasks.send_due_deliveries")
def send_due_deliveries() -> None:
    """Send due mail, and delete old deliveries (Celery task)."""
    tried = send_due(timezone.now())
    delete_old(timezone.now())
    if tried == AT_A_TIME:
        send_due_deliveries.delay()
