"""Notify destinations of new entries in the logs of tournaments.

The log is the queue: each destination stores the last revision it has, and gets the
later entries. No page waits for a notification. No notification is lost if the program
is killed, and none is queued twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from celery import shared_task
from django.db import transaction
from django.db.models import F, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone, translation

from scoring.models import Sheet
from scoring.notifications.happenings_in_log import happenings_in
from scoring.notifications.messages_of_happenings import message_of
from tournaments.deliveries.queue_notifications import queue_for
from tournaments.languages.page_language import of_message
from tournaments.models import (
    CLOCK_STATES,
    Delivery,
    Happening,
    LogEvent,
    NotificationDestination,
    NotifiedRevision,
    RoundState,
    Tournament,
)

#: Entries older than this are no longer news.
NEWS = timedelta(hours=6)
#: Most entries of a log in one run.
MOST_ENTRIES = 1000
#: Kind of the entry that closes a round.
CLOSED = "round_closed"
#: Kinds of entries that show that the tournament came from elsewhere.
ARRIVED = ("imported", "mirror_took_over", "restored")


def due() -> list[int]:
    """Return the keys of destinations that lack log entries."""
    destinations = NotificationDestination.objects.filter(is_on=True)
    # Most installations have none, and this runs every second.
    return [one.pk for one in destinations if _with_news(one).exists()]


@shared_task(name="scoring.tasks.notify_destination")
def notify_destination(pk: int) -> None:
    """Queue the notifications of a destination now (Celery task)."""
    notify(pk, timezone.now())


def notify(pk: int, now: datetime) -> int:
    """Queue the notifications of a destination, and return their number."""
    destination = NotificationDestination.objects.filter(pk=pk, is_on=True).first()
    if destination is None:
        return 0
    return sum(
        _notify_of(destination.pk, tournament.pk, now)
        for tournament in _with_news(destination)
    )


def _with_news(destination: NotificationDestination) -> QuerySet[Tournament]:
    """Return the tournaments with log entries that the destination lacks.

    Mirrored tournaments are left out.
    """
    known = NotifiedRevision.objects.filter(
        destination=destination, tournament=OuterRef("pk")
    )
    tournaments = Tournament.objects.filter(mirrored_at=None)
    if destination.tournament_id is not None:
        tournaments = tournaments.filter(pk=destination.tournament_id)
    tournaments = tournaments.annotate(known=Subquery(known.values("revision")))
    return tournaments.filter(Q(known=None) | Q(known__lt=F("revision")))


@transaction.atomic
def _notify_of(destination: int, tournament: int, now: datetime) -> int:
    """Queue the notifications of at most `MOST_ENTRIES` new entries in a tournament's
    log for a destination, store the last revision, and return the number of
    notifications."""
    current = (
        NotificationDestination.objects.select_for_update()
        .filter(pk=destination, is_on=True)
        .first()
    )
    about = Tournament.objects.filter(pk=tournament).first()
    if current is None or about is None:
        return 0
    known, _created = NotifiedRevision.objects.get_or_create(
        destination=current, tournament=about, defaults={"revision": 0}
    )
    events = list(
        about.log.filter(revision__gt=known.revision).order_by("revision")[
            :MOST_ENTRIES
        ]
    )
    known.revision = events[-1].revision if events else about.revision
    known.save(update_fields=["revision"])
    if not _is_shown_to(current, about):
        return 0
    return _queue(current, about, news(events, now))


def _is_shown_to(destination: NotificationDestination, tournament: Tournament) -> bool:
    """Return whether the destination may receive messages about the tournament.

    The tournament must be public, or a practice tournament whose director added the
    destination. Nothing is sent for archived tournaments or tournaments in the bin.
    """
    if tournament.archived_at or tournament.binned_at:
        return False
    return tournament.is_public or (
        tournament.is_practice and destination.tournament_id is not None
    )


def news(events: Sequence[LogEvent], now: datetime) -> list[LogEvent]:
    """Return the entries that are recent (`NEWS`) and were made after the tournament
    was imported, restored or taken over.
    """
    arrived = [event.revision for event in events if event.kind in ARRIVED]
    after = max(arrived, default=0)
    return [
        event for event in events if event.revision > after and event.at >= now - NEWS
    ]


def _queue(
    destination: NotificationDestination,
    tournament: Tournament,
    events: list[LogEvent],
) -> int:
    queued = 0
    wanted = set(destination.happenings)
    over = _finished_tables(tournament, events) if Happening.GAME in wanted else set()
    with (
        translation.override(of_message(tournament)),
        timezone.override(tournament.zone),
    ):
        for happened in happenings_in(events, over):
            if happened.happening not in wanted or _is_known(
                destination, tournament, happened.key
            ):
                continue
            message = message_of(tournament, happened, site=destination.site)
            if message is not None:
                queue_for(destination, tournament, message, key=happened.key)
                queued += 1
    return queued


def _finished_tables(
    tournament: Tournament, events: list[LogEvent]
) -> set[tuple[int, int]]:
    """Return round and table numbers of the finished games in open rounds and in rounds
    that these entries close. In other rounds, entries about tables are corrections.
    """
    closed = {event.data.get("round") for event in events if event.kind == CLOSED}
    is_news = Q(game__round__state__in=(*CLOCK_STATES, RoundState.TIME_UP))
    is_news |= Q(game__round__number__in=closed)
    sheets = Sheet.objects.filter(
        is_news, over__gt="", game__round__tournament=tournament
    )
    return set(sheets.values_list("game__round__number", "game__table"))


def _is_known(
    destination: NotificationDestination, tournament: Tournament, key: str
) -> bool:
    known = Delivery.objects.filter(
        destination=destination, tournament=tournament, key=key
    )
    return known.exists()
