"""The bots of a practice tournament, run by a Celery worker in short slices.

All state is in the database between slices, so another worker can continue after a
crash. Each slice queues the next slice behind the worker's other tasks.
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
from tournaments.models import Game

T = TypeVar("T")

#: SLICE: length of a slice in seconds. DEAD: time until another worker may take over.
SLICE, DEAD = 1.5, timedelta(seconds=30)
#: Pause before looking again for tables with something to do.
NEXT_LOOK = timedelta(seconds=1)
#: Timeout of the bots' requests in seconds.
PATIENCE = 10.0
#: Number of tables loaded together.
A_HANDFUL = 20
#: Number of simultaneous requests, so that the web server is never idle.
AT_ONCE = 4
#: Fields of a table's row that are saved.
KEPT = [
    *("due_at", "retry_at", "waiting", "fails"),
    *("hand", "turn", "sending", "token", "cookies"),
]


def play_slice(
    tournament_id: int, *, seconds: float = SLICE, browsers: Sequence[Browser] = ()
) -> bool:
    """Run all due actions of a tournament's bots for at most `seconds`. Return whether
    more actions are due now.

    Does nothing while another worker runs the bots of this tournament, or after the
    bots were stopped. `browsers`: clients for simultaneous requests, by default new
    clients.
    """
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
            rows = list(_due_tables(play)[:A_HANDFUL])
            if not rows:
                return False
            if time.monotonic() >= until or not _is_running(play):
                return True
            incidents = open_incidents(play.pk)
            tables = [
                TableBot(play, row, Acting(play, row.game, incidents), browsers[0])
                for row in rows
            ]
            _act(tables, until, browsers)
    finally:
        for browser in browsers:
            browser.leave()


def _act(tables: Sequence[TableBot], until: float, browsers: Sequence[Browser]) -> None:
    """Run the due actions of these tables until the time `until` (monotonic clock, in
    seconds).

    Rows are saved before requests are sent, so that a crash loses nothing, and after
    the answers. They are saved together, because on SQLite each write waits for other
    writers.
    """
    due = [table for table in tables if table.is_due()]
    outside = [table for table in due if not table.is_in]
    for _each in _at_once(TableBot.open_table, outside, until, browsers):
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
    """Yield the tables that were handled before the time `until`, each with the result
    of calling `ask`. Each browser handles its share of the tables one after the other.
    """

    def answers(own: Sequence[TableBot], browser: Browser) -> list[T]:
        return [ask(table, browser) for table in own if time.monotonic() < until]

    if len(browsers) == 1:
        yield from zip(tables, answers(tables, browsers[0]), strict=False)
        return
    shares = [tables[at :: len(browsers)] for at in range(len(browsers))]
    with ThreadPoolExecutor(len(browsers)) as pool:
        futures = list(map(pool.submit, [answers] * len(shares), shares, browsers))
    for own, answered in zip(shares, futures, strict=True):
        yield from zip(own, answered.result(), strict=False)


def _save(tables: Sequence[TableBot]) -> None:
    """Save the rows in one transaction.

    Each row has its own statement, because a bulk update takes ten times as long to
    build.
    """
    with transaction.atomic():
        for table in tables:
            kept = {name: getattr(table.row, name) for name in KEPT}
            BotTable.objects.filter(pk=table.row.pk).update(**kept)


def _is_over(play: BotPlay) -> bool:
    """Return whether the bots are running and all games are over."""
    return _is_running(play) and not playing_tables(play.pk).exists()


def _is_running(play: BotPlay) -> bool:
    return BotPlay.objects.filter(pk=play.pk, is_running=True).exists()


def _seat(play: BotPlay) -> None:
    """Create the missing bots of tables in play.

    Their first hands end at different times.
    """
    without = list(playing_tables(play.pk).filter(bot=None))
    now = timezone.now()
    BotTable.objects.bulk_create(
        (BotTable(game=game, due_at=now + _first(play, game)) for game in without),
        ignore_conflicts=True,
    )


def _first(play: BotPlay, game: Game) -> timedelta:
    chance = chance_of(play, game, "first")
    return timedelta(seconds=pause_of(play, chance) * chance.random())


def _due_tables(play: BotPlay) -> QuerySet[BotTable]:
    """Return the tables with an action that is due now, longest due first."""
    now = timezone.now()
    over = Q(due_at__lte=now, waiting=0) | Q(waiting__gt=0, retry_at__lte=now)
    return (
        BotTable.objects.filter(over, game__in=playing_tables(play.pk))
        .select_related("game__round__tournament", "game__link", "game__extension")
        .order_by(F("due_at"), "pk")
    )


def _site() -> tuple[str, int]:
    """Return host and port of the web server."""
    if settings.PRACTICE_SITE:
        parts = urlsplit(settings.PRACTICE_SITE)
        return parts.hostname or "127.0.0.1", parts.port or 80
    host = os.environ.get("HOST", "127.0.0.1")
    here = "127.0.0.1" if host in ("0.0.0.0", "::") else host  # noqa: S104
    return here, int(os.environ.get("PORT", "8000"))


def _browser() -> Browser:
    """Return a new HTTP client for the site."""
    host, port = _site()
    return Browser(
        port, Counter(), host=host, headers=dict(_headers()), patience=PATIENCE
    )


def _headers() -> Iterator[tuple[str, str]]:
    """Yield the headers that the site expects from its proxy, as name and value."""
    hosts = [host for host in settings.ALLOWED_HOSTS if host != "*"]
    host = hosts[0].lstrip(".") if hosts else "localhost"
    yield "Host", host
    if settings.HTTPS:
        yield "X-Forwarded-Proto", "https"
        yield "Origin", f"https://{host}"


@shared_task(name="scoring.tasks.play_practice")
def play_practice(tournament_id: int) -> None:
    """Run a slice of the bots of a practice tournament, and queue the next slice if
    more actions are due (Celery task).
    """
    if play_slice(tournament_id):
        play_practice.apply_async(
            (tournament_id,), expires=start_and_stop_bots.ASKED_AGAIN.seconds
        )
