"""What a worker does for the bots of a practice event: a short slice at a time.

Between two slices nothing is in memory but counts: a worker that is killed is replaced
by the next one that is asked.

Celery task of the bots: a slice of their play, and the next one behind whatever else
waits for the worker.
"""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import TypeVar
from urllib.parse import urlsplit

from celery import shared_task
from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from scoring.models import BotPlay, BotTable
from scoring.practice import start_and_stop_bots, start_incidents
from scoring.practice.bot_browser import Browser
from scoring.practice.bots_directing_rounds import go_on
from scoring.practice.bots_in_incidents import Acting, open_incidents
from scoring.practice.start_and_stop_bots import playing_tables
from scoring.practice.table_bot import TableBot, chance_of, pause_of
from tournaments.models import Session

T = TypeVar("T")

#: Seconds that a slice takes; and until another worker may think it dead.
SLICE, DEAD = 1.5, timedelta(seconds=30)
#: Seconds until it is looked again whether a table has something to do.
NEXT_LOOK = timedelta(seconds=1)
#: Seconds that bots wait for an answer.
PATIENCE = 10.0
#: How many tables are read at once.
A_HANDFUL = 20
#: How many of them send at once: the web server works on one hand while others come.
AT_ONCE = 4
#: What a table's row remembers.
KEPT = [
    *("due_at", "retry_at", "waiting", "fails"),
    *("hand", "turn", "sending", "token", "cookies"),
]


def play_slice(
    tournament_id: int, *, seconds: float = SLICE, browsers: Sequence[Browser] = ()
) -> bool:
    """Let the bots do what is due, for that long; whether more is due at once. Nothing
    where another worker plays for them, or nobody does any more. `browsers`: those to
    ask with, at once, where they are not new ones."""
    now = timezone.now()
    mine = BotPlay.objects.filter(
        pk=tournament_id, is_running=True, busy_until__lte=now
    )
    if not mine.update(busy_until=now + DEAD):
        return False
    play = BotPlay.objects.select_related("tournament").get(pk=tournament_id)
    try:
        start_incidents.note_done(play.pk)
        start_incidents.by_chance(play)
        _seat(play)
        asking = browsers or [_browser() for _each in range(AT_ONCE)]
        more = _play(play, time.monotonic() + seconds, asking)
        if not more and _is_over(play):
            more = go_on(play)
    finally:
        now = timezone.now()
        after = BotPlay.objects.filter(pk=tournament_id)
        after.update(busy_until=now, next_at=now + NEXT_LOOK)
    return more


def _play(play: BotPlay, until: float, browsers: Sequence[Browser]) -> bool:
    try:
        while True:
            found = list(_due_tables(play)[:A_HANDFUL])
            if not found:
                return False
            if time.monotonic() >= until or not _goes_on(play):
                return True
            incidents = open_incidents(play.pk)
            tables = [
                TableBot(play, row, Acting(play, row.session, incidents), browsers[0])
                for row in found
            ]
            _act(tables, until, browsers)
    finally:
        for browser in browsers:
            browser.leave()


def _act(tables: Sequence[TableBot], until: float, browsers: Sequence[Browser]) -> None:
    """Let these tables do what is due. Rows are saved before anything of them is sent,
    so that a worker that is killed has forgotten nothing, and after it was answered:
    all of them at once, for on SQLite each saving waits for the hall's."""
    due = [table for table in tables if table.is_due()]
    outside = [table for table in due if not table.is_in]
    for _each in _at_once(TableBot.come_in, outside, until, browsers):
        pass
    ready = [table for table in due if table.is_in]
    for table in ready:
        table.compose()
    _save(tables)
    for table, answer in _at_once(TableBot.send, ready, until, browsers):
        table.receive(answer)
    if ready:
        _save(ready)


def _at_once(
    ask: Callable[[TableBot, Browser], T],
    tables: Sequence[TableBot],
    until: float,
    browsers: Sequence[Browser],
) -> Iterator[tuple[TableBot, T]]:
    """What each was answered, of those for which there was time: each browser asks for
    some tables, one after the other."""

    def answers(own: Sequence[TableBot], browser: Browser) -> list[T]:
        return [ask(table, browser) for table in own if time.monotonic() < until]

    if len(browsers) == 1:
        yield from zip(tables, answers(tables, browsers[0]), strict=False)
        return
    shares = [tables[at :: len(browsers)] for at in range(len(browsers))]
    with ThreadPoolExecutor(len(browsers)) as pool:
        asked = list(map(pool.submit, [answers] * len(shares), shares, browsers))
    for own, answered in zip(shares, asked, strict=True):
        yield from zip(own, answered.result(), strict=False)


def _save(tables: Sequence[TableBot]) -> None:
    """One statement a row: a bulk update costs ten times the time to be written."""
    with transaction.atomic():
        for table in tables:
            kept = {name: getattr(table.row, name) for name in KEPT}
            BotTable.objects.filter(pk=table.row.pk).update(**kept)


def _is_over(play: BotPlay) -> bool:
    """Whether no table plays any more, and bots are wanted still."""
    return _goes_on(play) and not playing_tables(play.pk).exists()


def _goes_on(play: BotPlay) -> bool:
    return BotPlay.objects.filter(pk=play.pk, is_running=True).exists()


def _seat(play: BotPlay) -> None:
    """Give every table that plays a device, if it has none; their first hands are not
    over all at once."""
    without = list(playing_tables(play.pk).filter(bot=None))
    now = timezone.now()
    BotTable.objects.bulk_create(
        (BotTable(session=each, due_at=now + _first(play, each)) for each in without),
        ignore_conflicts=True,
    )


def _first(play: BotPlay, session: Session) -> timedelta:
    chance = chance_of(play, session, "first")
    return timedelta(seconds=pause_of(play, chance) * chance.random())


def _due_tables(play: BotPlay) -> QuerySet[BotTable]:
    """The tables at which something is to be done now, the longest due first."""
    now = timezone.now()
    over = Q(due_at__lte=now, waiting=0) | Q(waiting__gt=0, retry_at__lte=now)
    return (
        BotTable.objects.filter(over, session__in=playing_tables(play.pk))
        .select_related(
            "session__round__tournament", "session__link", "session__extension"
        )
        .order_by(F("due_at"), "pk")
    )


def _site() -> tuple[str, int]:
    """Where the web server listens, seen from here."""
    if settings.PRACTICE_SITE:
        parts = urlsplit(settings.PRACTICE_SITE)
        return parts.hostname or "127.0.0.1", parts.port or 80
    host = os.environ.get("HOST", "127.0.0.1")
    here = "127.0.0.1" if host in ("0.0.0.0", "::") else host  # noqa: S104
    return here, int(os.environ.get("PORT", "8000"))


def _browser() -> Browser:
    """What every device in its turn asks with."""
    host, port = _site()
    return Browser(
        port, Counter(), host=host, headers=dict(_headers()), patience=PATIENCE
    )


def _headers() -> Iterator[tuple[str, str]]:
    """What the site wants to be told, who would come by a proxy else."""
    hosts = [host for host in settings.ALLOWED_HOSTS if host != "*"]
    host = hosts[0].lstrip(".") if hosts else "localhost"
    yield "Host", host
    if settings.HTTPS:
        yield "X-Forwarded-Proto", "https"
        yield "Origin", f"https://{host}"


@shared_task(name="scoring.tasks.play_practice")
def play_practice(tournament_id: int) -> None:
    """Let the bots of a practice event play for a moment."""
    if play_slice(tournament_id):
        play_practice.apply_async(
            (tournament_id,), expires=start_and_stop_bots.ASKED_AGAIN.seconds
        )
