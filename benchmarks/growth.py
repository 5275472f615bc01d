"""Measure costs that grow with the hall and with the number of stored tournaments:

    python -m benchmarks.growth [--tables 10 100 1000] [--events 1 10 100] [--times 7]
    DATABASE_URL=postgres://… python -m benchmarks.growth

Uses a temporary database beside the one of DATABASE_URL (default: SQLite). For each
number in `--tables`, it creates a tournament with two rounds closed and a third in
progress. There it saves hands by a table link, renders standings, public page and
control room, and generates the seating of the next round (Swiss, 2,000 moves) of a
similar tournament. It also extends, ends and closes a round with 10 hands at each
table.

Then it measures 100 tables beside `--events` stored tournaments of 40 players, without
seating and end of round, and opens the list of tournaments as public and as director.

Prints the median processor time of this process, as a ratio to a bare insert and to a
page that reads nothing, and the number of queries. On PostgreSQL it also prints the
processor time of PostgreSQL's process (mean, in steps of 10 ms for all runs together;
needs Linux).
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

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
from django.utils import timezone

from benchmarks.parts.processor_and_memory import cpu_seconds
from scoring.all_pages import page_cache
from scoring.ledger import enter_hand
from scoring.rounds import end_and_close_round, extra_time
from scoring.rounds.clock_tick import sweep
from tests.scoring.halls import hall_of, signed_in
from tests.scoring.standings_events import event_of
from tests.scoring.table_device import device_at
from tournaments.access import table_links
from tournaments.models import Round, Tournament
from tournaments.seating.constraints import Constraints
from tournaments.seating.seating_request import Method
from tournaments.seating_drafts import seating_jobs, submit_draft

#: Tables of the tournament that is measured beside stored tournaments.
TABLES = 100
#: Most hands measured: a table plays 16, and one is saved first to open connections.
HANDS = 15
#: Players of a stored tournament.
STORED = 40
#: Hands at every table when a round ends, and the most tables of such a round.
PLAYED_HANDS, LARGEST_HALL = 10, 250
BARE_PAGE = "/manifest.webmanifest"


@dataclass(frozen=True)
class Cost:
    """Processor milliseconds of this process and of PostgreSQL's process (`of_server`),
    and number of queries.
    """

    milliseconds: float
    queries: int
    of_server: float


class QueryCounter:
    """Counter of queries, including the queries of pages that open a new connection."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, execute: Callable[..., object], *query: object) -> object:
        self.count += 1
        return execute(*query)


def cost(work: Callable[[], object], times: int) -> Cost:
    """Return the median processor time of `times` runs and the queries of an earlier
    run, which opens connections. PostgreSQL's time is the mean.
    """
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


def cost_once(work: Callable[[], object]) -> Cost:
    """Return the cost of one run."""
    queries, server = QueryCounter(), _server_seconds()
    began = time.process_time()
    with connection.execute_wrapper(queries):
        work()
    milliseconds = (time.process_time() - began) * 1000
    return Cost(milliseconds, queries.count, (_server_seconds() - server) * 1000)


def _server_seconds() -> float:
    """Return the processor seconds of this connection's PostgreSQL process; 0 on
    SQLite.
    """
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
    """Return a function that saves the next hand of a table without hands, through its
    table link.
    """
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
    """Return a function that generates the seating of the next round like the
    worker.
    """

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
    """Return a function that requests a page which only inserts a row."""
    numbers, client = iter(range(1_000_000, 2_000_000)), Client()

    def insert() -> None:
        client.post(f"/bare/{tournament.pk}/{next(numbers)}/")

    return insert


def of_event(tables: int, times: int, *, draws: bool) -> dict[str, Cost]:
    """Return the cost of each action in a new tournament with `tables` tables.

    `draws`: include the seating of the next round.
    """
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
    director = signed_in(User.objects.get(username="director"))
    control_room = reverse("director:hall", args=[slug])
    costs["control room"] = cost(reading(director, control_room), times)
    if draws:
        waiting = event_of(4 * tables, 3, playing=False, chance=tables)
        costs["draw"] = cost(drawing(waiting), 1 if tables > TABLES else 3)
        Tournament.objects.filter(pk=waiting.pk).update(binned_at=waiting.created_at)
    return costs


def of_round_end(tables: int) -> dict[str, Cost]:
    """Return the costs of the steps at the end of a round, each measured once."""
    director = User.objects.get_or_create(username="director")[0]
    games = hall_of(director, "hong_kong", tables)
    hand = {"kind": "win", "winner": "E", "from": "S", "faan": 3}
    for game in games:
        for number in range(1, PLAYED_HANDS + 1):
            key = f"{game.pk}-{number}"
            enter_hand.enter(game.pk, hand, hand=number, device_key=key, by="director")
    pk, by = games[0].round_id, {"by": "director", "reason": "measured"}

    def now() -> datetime:
        return timezone.now()

    steps: dict[str, Callable[[], object]] = {
        "extend the round": lambda: extra_time.extend(pk, minutes=5, now=now(), **by),
        "end it": lambda: end_and_close_round.end_now(pk, now=now(), **by),
        "undo its end": lambda: end_and_close_round.undo_end(pk, now=now(), **by),
        "the clock ends it": lambda: sweep(Round.objects.get(pk=pk).ends_at),
        "close it": lambda: end_and_close_round.close(pk, **by),
    }
    return {name: cost_once(step) for name, step in steps.items()}


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
    settings.ROOT_URLCONF = "benchmarks.parts.bare_insert.urls"
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
        of_round_end(2)  # The first run loads modules.
        for tables in chosen.tables:
            if tables <= LARGEST_HALL:
                costs = of_round_end(tables)
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
