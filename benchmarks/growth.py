"""Measure what grows with the hall and the number of stored tournaments:

    python benchmarks/growth.py [--tables 10 100 1000] [--events 1 10 100] [--times 7]
    DATABASE_URL=postgres://… python benchmarks/growth.py

uses a temporary database beside the one of DATABASE_URL (default: SQLite). In a
tournament of `--tables` tables, with two rounds closed and a third in progress, it
saves hands by a table link, renders standings and public page, and generates the
seating of the next round (Swiss, 2,000 moves) of a similar tournament. Then it does the
same for 100 tables beside `--events` stored tournaments of 40 players, and opens the
list of tournaments as public and as director.

Prints the median processor time of this process, as a ratio to a bare insert and to a
page that reads nothing, the number of queries, and on PostgreSQL its process's
processor time too (mean, in steps of 10 ms for all tries together; needs Linux).
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ["DJANGO_SETTINGS_MODULE"] = "mahjong_site.settings_test"
os.environ.setdefault("LOG_LEVEL", "WARNING")

import django

django.setup()

from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.test import Client
from django.test.utils import (
    setup_databases,
    setup_test_environment,
    teardown_databases,
)
from django.urls import reverse

from benchmarks.idle import cpu_seconds
from scoring.all_pages import page_cache
from tests.scoring.halls import signed_in
from tests.scoring.standings_events import event_of
from tests.scoring.table_device import device_at
from tournaments.access import table_links
from tournaments.models import Tournament
from tournaments.seating.constraints import Constraints
from tournaments.seating.seating_request import Method
from tournaments.seating_drafts import seating_jobs, submit_draft

#: Tables of the tournament beside stored ones.
TABLES = 100
#: Hands measured: a table has 16, and one is entered before.
HANDS = 15
#: Players of a stored tournament.
STORED = 40
BARE_PAGE = "/manifest.webmanifest"


@dataclass(frozen=True)
class Cost:
    """Processor milliseconds here and in PostgreSQL, and queries."""

    milliseconds: float
    queries: int
    of_server: float


class QueryCounter:
    """Counts queries, also if a page opens a new connection."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, execute: Callable[..., object], *query: object) -> object:
        self.count += 1
        return execute(*query)


def cost(work: Callable[[], object], times: int) -> Cost:
    """Return the median cost of `times` runs, after one that opens connections."""
    queries = QueryCounter()
    with connection.execute_wrapper(queries):
        work()
    took, server = [], _server_seconds()
    for _each in range(times):
        began = time.process_time()
        work()
        took.append((time.process_time() - began) * 1000)
    of_server = (_server_seconds() - server) / times * 1000
    return Cost(statistics.median(took), queries.count, of_server)


def _server_seconds() -> float:
    """Return the processor time of this connection's PostgreSQL process."""
    if connection.vendor != "postgresql":
        return 0.0
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return cpu_seconds(cursor.fetchone()[0])


def reading(client: Client, address: str) -> Callable[[], object]:
    def read() -> None:
        if client.get(address).status_code != 200:
            raise RuntimeError(address)

    return read


def saving(tournament: Tournament) -> Callable[[], object]:
    """Return a function that saves the next hand of a table not yet started."""
    game = table_links.games_with_links().filter(
        round__tournament=tournament, round__state="running"
    )[0]
    device = device_at(game)
    round_ = game.round
    at = [round_.tournament.slug, round_.number, game.table]
    address = reverse("table:session", args=at)
    hands = iter(range(1, 1000))

    def save() -> None:
        hand = next(hands)
        sent = {"winner": "E", "source": "S", "points": 12, "hand": hand}
        key = {"device_key": f"{game.pk}-{hand}"}
        answer = device.post(address, sent | key, headers={"HX-Request": "true"})
        if b"is saved" not in answer.content:
            raise RuntimeError(answer.content.decode())

    return save


def drawing(tournament: Tournament) -> Callable[[], object]:
    """Return a function that generates the next round's seating like the worker."""

    def draw() -> None:
        with transaction.atomic():
            made = submit_draft.submit(
                tournament,
                method=Method.SWISS,
                first_round=4,
                rounds=1,
                demands=Constraints(moves=2_000),
                standing="finished",
                by="director",
            )
        seating_jobs.run(made.pk)

    return draw


def bare_insert(tournament: Tournament) -> Callable[[], object]:
    """Return a function that requests a page inserting one row."""
    numbers, client = iter(range(1_000_000, 2_000_000)), Client()

    def insert() -> None:
        client.post(f"/bare/{tournament.pk}/{next(numbers)}/")

    return insert


def of_event(tables: int, times: int, *, draws: bool) -> dict[str, Cost]:
    """Return the costs in a tournament of `tables` tables, by action."""
    event = event_of(4 * tables, 3, chance=tables)
    slug, anybody = event.slug, Client()
    costs = {
        "save": cost(saving(event), min(2 * times, HANDS)),
        "standings": cost(
            reading(anybody, reverse("public:standings", args=[slug])), times
        ),
        "event's home": cost(
            reading(anybody, reverse("public:tournament", args=[slug])), times
        ),
    }
    if draws:
        waiting = event_of(4 * tables, 3, playing=False, chance=tables)
        costs["draw"] = cost(drawing(waiting), 1 if tables > TABLES else 3)
        Tournament.objects.filter(pk=waiting.pk).update(binned_at=waiting.created_at)
    return costs


def lists(times: int) -> dict[str, Cost]:
    director = signed_in(User.objects.get(username="director"))
    return {
        "list for everybody": cost(reading(Client(), "/"), times),
        "director's list": cost(reading(director, reverse("director:home")), times),
    }


def print_costs(label: str, costs: dict[str, Cost], insert: Cost, page: Cost) -> None:
    for name, measured in costs.items():
        bare = insert if name in ("save", "draw") else page
        ratio = measured.milliseconds / bare.milliseconds
        print(
            f"| {label} | {name} | {measured.milliseconds:.1f} | {ratio:.1f} | "
            f"{measured.queries} | {measured.of_server:.1f} |",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, nargs="*", default=[10, 100, 1000])
    parser.add_argument("--events", type=int, nargs="*", default=[1, 10, 100])
    parser.add_argument("--times", type=int, default=7)
    chosen = parser.parse_args()
    page_cache.KEPT_BYTES = 0
    settings.ROOT_URLCONF = "benchmarks.bare_insert.urls"
    setup_test_environment()
    databases = setup_databases(verbosity=0, interactive=False)
    try:
        insert = cost(bare_insert(event_of(STORED, 3)), 20 * chosen.times)
        page = cost(reading(Client(), BARE_PAGE), 20 * chosen.times)
        print(
            f"{connection.vendor}; a bare insert {insert.milliseconds:.2f} ms, a bare "
            f"page {page.milliseconds:.2f} ms\n\n"
            "| | | ms | ratio | queries | PostgreSQL ms |\n|---|---|---|---|---|---|"
        )
        for tables in chosen.tables:
            costs = of_event(tables, chosen.times, draws=True)
            print_costs(f"{tables} tables", costs, insert, page)
        for events in chosen.events:
            stored = Tournament.objects.not_in_bin().count()
            for number in range(events - stored):
                event_of(STORED, 3, playing=number % 10 == 0, chance=number)
            costs = of_event(TABLES, chosen.times, draws=False) | lists(chosen.times)
            print_costs(f"{events} events", costs, insert, page)
    finally:
        teardown_databases(databases, verbosity=0)


if __name__ == "__main__":
    main()
