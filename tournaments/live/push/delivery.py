"""Messages to players' devices: their words, and sending them."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from http.client import HTTPException

from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.event_time.progress import expected_start
from tournaments.live.push.service import Keys, Outcome, Parcel, deliver
from tournaments.models import PushKind, PushSent, PushSubscription, Seat
from tournaments.web.wind_names import wind_name

#: So many services are spoken to at a time.
AT_A_TIME = 8

#: For how many seconds a message is worth anything.
WORTH = {PushKind.SEAT: 3600, PushKind.SOON: 300}

log = logging.getLogger(__name__)


def send(ids: Iterable[int]) -> None:
    """Send these messages, which are of one kind and about one round. No transaction
    is open and nothing is locked meanwhile; devices that want no more are forgotten."""
    messages = list(
        PushSent.objects.filter(pk__in=list(ids)).select_related(
            "subscription", "round__tournament"
        )
    )
    if not messages:
        return
    round_ = messages[0].round
    seats = {seat.entry_id: seat for seat in round_.seats.select_related("session")}
    start = expected_start(round_, messages[0].at)
    # Who lost the seat since is told nothing.
    to_tell = [each for each in messages if each.subscription.entry_id in seats]
    parcels = [
        _parcel(each, seats[each.subscription.entry_id], start) for each in to_tell
    ]
    with ThreadPoolExecutor(AT_A_TIME) as pool:
        outcomes = list(pool.map(_outcome, parcels))
    gone = [
        each.subscription_id
        for each, outcome in zip(to_tell, outcomes, strict=True)
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
        translation.override(device.language),
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
        json.dumps(content).encode(),
        device.site,
        WORTH[PushKind(message.kind)],
    )


def _title(message: PushSent, start: datetime | None) -> str:
    number = {"number": message.round.number}
    if message.kind == PushKind.SEAT:
        return _("Your seat in round %(number)s") % number
    if start is None:
        return _("Round %(number)s starts soon") % number
    at = {"at": date_format(timezone.localtime(start), "H:i")}
    return _("Round %(number)s starts at %(at)s") % (number | at)


def _place(seat: Seat) -> str:
    words = _("Table %(table)s, %(wind)s")
    return words % {"table": seat.session.table, "wind": wind_name(seat.wind)}
