"""Push messages to players' devices: subscriptions, due times, texts and sending.

No message about a seat is sent while the clock of a round runs: phones stay silent at
the tables. Each message is sent once. If a service is down at that moment, the message
is lost, not delayed.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from functools import partial
from http.client import HTTPException

from celery import shared_task
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone, translation
from django.utils.translation import get_language, gettext_noop
from django.utils.translation import gettext as _

from tournaments.languages.page_language import of_message
from tournaments.live.push_encryption_and_service import (
    Keys,
    Outcome,
    Parcel,
    deliver,
    refuse_endpoint,
)
from tournaments.models import (
    CLOCK_STATES,
    NOT_BEGUN,
    Player,
    PlayerMessage,
    PushKind,
    PushSent,
    PushSubscription,
    Round,
    RoundState,
    Seat,
    Tournament,
)
from tournaments.refusals import refusal
from tournaments.tournament_time.dates_in_words import date_in_words
from tournaments.tournament_time.schedule_forecast import expected_start
from tournaments.web.wind_names import wind_name

#: Most services contacted at a time.
AT_A_TIME = 8

#: Seconds for which a message is useful.
WORTH = {PushKind.SEAT: 3600, PushKind.SOON: 300}
#: Seconds for which a director's message is useful.
MESSAGE_WORTH = 6 * 3600

log = logging.getLogger(__name__)


def send(ids: Iterable[int]) -> None:
    """Send push messages of one kind about one round. `ids` are the primary keys of the
    messages.

    Call this without an open transaction, so that nothing is locked while sending.
    Devices that have unsubscribed are deleted.
    """
    messages = list(
        PushSent.objects.filter(pk__in=list(ids)).select_related(
            "subscription", "round__tournament"
        )
    )
    if not messages:
        return
    round_ = messages[0].round
    seats = {seat.player_id: seat for seat in round_.seats.select_related("game")}
    start = expected_start(round_, messages[0].at)
    # Players who have lost the seat since then get no message.
    to_tell = [
        message for message in messages if message.subscription.player_id in seats
    ]
    _deliver_all(
        [message.subscription for message in to_tell],
        [
            _parcel(message, seats[message.subscription.player_id], start)
            for message in to_tell
        ],
    )


def _deliver_all(devices: Sequence[PushSubscription], parcels: list[Parcel]) -> None:
    """Deliver each device its parcel, and delete devices that have unsubscribed."""
    with ThreadPoolExecutor(AT_A_TIME) as pool:
        outcomes = list(pool.map(_outcome, parcels))
    gone = [
        device.pk
        for device, outcome in zip(devices, outcomes, strict=True)
        if outcome is Outcome.GONE
    ]
    PushSubscription.objects.filter(pk__in=gone).delete()


def _outcome(parcel: Parcel) -> Outcome:
    try:
        outcome = deliver(parcel)
    except (OSError, HTTPException, ValueError) as error:
        log.warning("A push service does not answer: %s", type(error).__name__)
        return Outcome.FAILED
    if outcome is Outcome.FAILED:
        log.warning("A push service refused a message")
    return outcome


def _parcel(message: PushSent, seat: Seat, start: datetime | None) -> Parcel:
    device, tournament = message.subscription, message.round.tournament
    with (
        translation.override(of_message(tournament, device.language)),
        timezone.override(tournament.zone),
    ):
        content = {
            "title": _title(message, start),
            "body": f"{_place(seat)} · {tournament.title}",
            "tag": f"round-{message.round.number}",
        }
    return Parcel(
        device.endpoint,
        Keys(device.public_key, device.secret),
        _payload(content),
        device.site,
        WORTH[PushKind(message.kind)],
    )


def _payload(content: Mapping[str, str]) -> bytes:
    """Return the content as devices receive it. Letters outside ASCII are not escaped,
    because escapes could exceed the limit of 4 kB."""
    return json.dumps(content, ensure_ascii=False).encode()


def _title(message: PushSent, start: datetime | None) -> str:
    number = {"number": message.round.number}
    if message.kind == PushKind.SEAT:
        return _("Your seat in round %(number)s") % number
    if start is None:
        return _("Round %(number)s starts soon") % number
    at = {"at": date_in_words(timezone.localtime(start), "TIME_FORMAT")}
    return _("Round %(number)s starts at %(at)s") % (number | at)


def _place(seat: Seat) -> str:
    message = _("Table %(table)s, %(wind)s")
    return message % {"table": seat.game.table, "wind": wind_name(seat.wind)}


@shared_task(name="tournaments.tasks.push_player_message")
def push_player_message(pk: int) -> None:
    """Send a director's message to the devices of its recipients (Celery task)."""
    message = PlayerMessage.objects.select_related("tournament").filter(pk=pk).first()
    if message is None:
        return
    devices = list(PushSubscription.objects.filter(player__messages=message))
    title = message.tournament.title
    content = {"title": title, "body": message.text, "tag": f"message-{pk}"}
    payload = _payload(content)
    parcels = [
        Parcel(
            device.endpoint,
            Keys(device.public_key, device.secret),
            payload,
            device.site,
            MESSAGE_WORTH,
        )
        for device in devices
    ]
    _deliver_all(devices, parcels)


@shared_task(name="tournaments.tasks.send_pushes")
def send_pushes(ids: list[int]) -> None:
    """Send messages to players' devices (Celery task)."""
    send(ids)


MOST_DEVICES = 10
SOON = timedelta(minutes=5)


@transaction.atomic
def subscribe(player: Player, endpoint: str, keys: Keys, *, site: str) -> None:
    """Subscribe a device to a player's messages. This is not logged and not shown.

    Raises Refused for a device that cannot receive messages, and for too many devices.
    """
    refuse_endpoint(endpoint, keys)
    Player.objects.select_for_update().get(pk=player.pk)
    others = player.push_subscriptions.exclude(endpoint=endpoint)
    if others.count() >= MOST_DEVICES:
        raise refusal(
            "too_many_devices",
            gettext_noop(
                "You have notifications on %(count)s devices. Turn them "
                "off on one device first."
            ),
            count=MOST_DEVICES,
        )
    PushSubscription.objects.update_or_create(
        endpoint=endpoint,
        defaults={
            "player": player,
            "public_key": keys.public_key,
            "secret": keys.secret,
            "site": site[:300],
            "language": get_language() or "en",
        },
    )


@transaction.atomic
def renew(player: Player, old: str, endpoint: str, keys: Keys, *, site: str) -> None:
    """Replace the address of a subscribed device. `old` is its previous address; "" if
    unknown.

    Raises Refused as `subscribe` does, and if the device is not subscribed.
    """
    devices = player.push_subscriptions.all()
    if not (devices.filter(endpoint=old) if old else devices).exists():
        raise refusal("not_told", gettext_noop("Notifications are off on this device."))
    if old:
        unsubscribe(player, old)
    subscribe(player, endpoint, keys, site=site)


def unsubscribe(player: Player, endpoint: str = "") -> None:
    """Unsubscribe a device of the player, or all devices."""
    devices = player.push_subscriptions.all()
    (devices.filter(endpoint=endpoint) if endpoint else devices).delete()


def send_due(now: datetime) -> int:
    """Pass all due messages to the worker, and return their number."""
    return sum(_hand_over(round_, kind, now) for round_, kind in list(_due(now)))


def _due(now: datetime) -> Iterator[tuple[Round, PushKind]]:
    """Yield the next round of each tournament for which messages may be due, with the
    kind of the messages."""
    tournaments = Tournament.objects.filter(
        players__push_subscriptions__isnull=False,
        rounds__state=RoundState.PUBLISHED,
        binned_at=None,
    )
    for tournament in tournaments.distinct():
        round_ = _next_round(tournament)
        if round_ is None:
            continue
        yield round_, PushKind.SEAT
        start = expected_start(round_, now)
        if start is not None and start - SOON <= now:
            yield round_, PushKind.SOON


def _next_round(tournament: Tournament) -> Round | None:
    """Return the next round to play, if its seating is published and no round is in
    progress; otherwise None."""
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
        # robust: without a broker these messages are lost, but nothing else fails.
        transaction.on_commit(partial(send_pushes.delay, ids), robust=True)
    return len(ids)


def _without_message(round_: Round, kind: PushKind) -> QuerySet[PushSubscription]:
    """Return the devices of the round's players that have not been notified yet."""
    sent = PushSent.objects.filter(subscription=OuterRef("pk"), kind=kind, round=round_)
    return PushSubscription.objects.filter(
        ~Exists(sent),
        player__seats__round=round_,
        player__seats__round__state=RoundState.PUBLISHED,
    )
