"""Measure the control room of 1,000 players against a bare list of its seats.

    python benchmarks/control_room.py [tables]

uses a temporary database beside the one of DATABASE_URL (default: SQLite). Three hands
are entered at each table; the page is requested ten times, as are the tables alone,
which the stream sends. The bare list is one query for the same seats and a template of
their names. Prints medians of processor time, and ratios.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ["DJANGO_SETTINGS_MODULE"] = "mahjong_site.settings_test"

import django

django.setup()

from django.contrib.auth.models import User
from django.db import connection
from django.template import Context, Engine
from django.test import Client
from django.test.utils import CaptureQueriesContext, setup_databases, teardown_databases
from django.urls import reverse

from scoring.ledger import enter_hand
from tests.scoring.halls import hall_of, signed_in
from tournaments.live import live_topics
from tournaments.models import Game, Seat, Tournament

TIMES = 10
BARE = Engine().from_string(
    "<ol>{% for seat in seats %}<li>{{ seat.game__table }} {{ seat.wind }} "
    "{{ seat.player__person__last_name }} {{ seat.result__score }}</li>"
    "{% endfor %}</ol>"
)


def milliseconds(work: Callable[[], object]) -> float:
    """Return the median processor time, with caches filled."""
    work()
    times = []
    for _again in range(TIMES):
        start = time.process_time()
        work()
        times.append((time.process_time() - start) * 1000)
    return statistics.median(times)


def play(games: list[Game]) -> None:
    raw = {"kind": "win", "winner": "E", "from": "S", "points": 12}
    for game in games:
        for hand in (1, 2, 3):
            key = f"{game.pk}-{hand}"
            enter_hand.enter(game.pk, raw, hand=hand, device_key=key, by="director")


def bare_list() -> str:
    seats = Seat.objects.order_by("game__table", "wind").values(
        "game__table", "wind", "player__person__last_name", "result__score"
    )
    return BARE.render(Context({"seats": list(seats)}))


def page(client: Client, tournament: Tournament) -> Callable[[], object]:
    address = reverse("director:hall", args=[tournament.slug])

    def open_page() -> None:
        assert client.get(address).status_code == 200

    return open_page


def main(tables: int) -> None:
    databases = setup_databases(verbosity=0, interactive=False)
    try:
        director = User.objects.create_user("director")
        games = hall_of(director, "mcr", tables)
        play(games)
        tournament = Tournament.objects.get()
        open_page = page(signed_in(director), tournament)
        bare, whole = milliseconds(bare_list), milliseconds(open_page)
        stream = milliseconds(lambda: live_topics.kinds["hall"].render(tournament, ()))
        with CaptureQueriesContext(connection) as queries:
            open_page()
    finally:
        teardown_databases(databases, verbosity=0)
    print(f"{connection.vendor}: {tables} tables, {4 * tables} players")
    print(f"  a bare list of the seats: {bare:.0f} ms")
    print(f"  the control room: {whole:.0f} ms, ratio {whole / bare:.1f}")
    print(f"    with {len(queries)} queries")
    print(
        f"  its tables alone, as the stream sends them: {stream:.0f} ms, "
        f"ratio {stream / bare:.1f}"
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 250)
