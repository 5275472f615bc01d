"""Messages to players' devices: who asked for them, and when one is due.

Nobody is told of a seat while the clock of a round runs: phones stay silent at the
tables. What is sent is sent once; a service that is down at that moment is a message
lost, not a message late.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import get_language
from django.utils.translation import gettext_noop as _

from tournaments.event_time.progress import expected_start
from tournaments.live.push.service import Keys, refuse_endpoint
from tournaments.live.push.tasks import send_pushes
from tournaments.models import (
    CLOCK_STATES,
    NOT_BEGUN,
    Entry,
    PushKind,
    PushSent,
    PushSubscription,
    Round,
    RoundState,
    Tournament,
)
from tournaments.refusals import refusal

MOST_DEVICES = 10
SOON = timedelta(minutes=5)


@transaction.atomic
def subscribe(entry: Entry, endpoint: str, keys: Keys, *, site: str) -> None:
    """Tell the player on one more device. This is between them and us: neither the
    log nor anybody's page is about it. Raises Refused for a device that cannot be
    told, or one too many."""
    refuse_endpoint(endpoint, keys)
    Entry.objects.select_for_update().get(pk=entry.pk)
    others = entry.push_subscriptions.exclude(endpoint=endpoint)
    if others.count() >= MOST_DEVICES:
        raise refusal(
            "too_many_devices",
            _("You have notifications on %(count)s devices. Turn some off first."),
            count=MOST_DEVICES,
        )
    PushSubscription.objects.update_or_create(
        endpoint=endpoint,
        defaults={
            "entry": entry,
            "public_key": keys.public_key,
            "secret": keys.secret,
            "site": site[:300],
            "language": get_language() or "en",
        },
    )


@transaction.atomic
def renew(entry: Entry, old: str, endpoint: str, keys: Keys, *, site: str) -> None:
    """Tell the player at another address of a device that they are told on; `old`: the
    one it had, "" if nobody knows. Raises Refused as `subscribe` does, and if they are
    told nothing there (any more)."""
    told = entry.push_subscriptions.all()
    if not (told.filter(endpoint=old) if old else told).exists():
        raise refusal("not_told", _("Notifications are off on this device."))
    if old:
        unsubscribe(entry, old)
    subscribe(entry, endpoint, keys, site=site)


def unsubscribe(entry: Entry, endpoint: str = "") -> None:
    """Tell the player no more on that device; without one, on none."""
    devices = entry.push_subscriptions.all()
    (devices.filter(endpoint=endpoint) if endpoint else devices).delete()


def send_due(now: datetime) -> int:
    """Hand over what is due to whoever sends it; how many messages."""
    return sum(_hand_over(round_, kind, now) for round_, kind in list(_due(now)))


def _due(now: datetime) -> Iterator[tuple[Round, PushKind]]:
    """The rounds that come next somewhere, and what is to be told of them."""
    asked = Tournament.objects.filter(
        entries__push_subscriptions__isnull=False,
        rounds__state=RoundState.PUBLISHED,
        binned_at=None,
    )
    for tournament in asked.distinct():
        round_ = _next_round(tournament)
        if round_ is None:
            continue
        yield round_, PushKind.SEAT
        start = expected_start(round_, now)
        if start is not None and start - SOON <= now:
            yield round_, PushKind.SOON


def _next_round(tournament: Tournament) -> Round | None:
    """The round whose seats are to be taken next, if they are public and nobody
    plays."""
    rounds = tournament.rounds.select_related("tournament").order_by("number")
    to_come = [round_ for round_ in rounds if round_.state in NOT_BEGUN]
    if any(round_.state in CLOCK_STATES for round_ in rounds) or not to_come:
        return None
    return to_come[0] if to_come[0].state == RoundState.PUBLISHED else None


def _hand_over(round_: Round, kind: PushKind, now: datetime) -> int:
    if not _without_message(round_, kind).exists():
        return 0
    with transaction.atomic():
        Round.objects.select_for_update().filter(pk=round_.pk).first()
        messages = [
            PushSent(subscription=subscription, kind=kind, round=round_, at=now)
            for subscription in _without_message(round_, kind)
        ]
        ids = [message.pk for message in PushSent.objects.bulk_create(messages)]
        # robust: without a broker these messages are lost, and nothing else.
        transaction.on_commit(partial(send_pushes.delay, ids), robust=True)
    return len(ids)


def _without_message(round_: Round, kind: PushKind) -> QuerySet[PushSubscription]:
    """The devices of the round's players that have not been told yet."""
    told = PushSent.objects.filter(subscription=OuterRef("pk"), kind=kind, round=round_)
    return PushSubscription.objects.filter(
        ~Exists(told),
        entry__seats__round=round_,
        entry__seats__round__state=RoundState.PUBLISHED,
    )
