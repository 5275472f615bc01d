"""Build a large installation on PostgreSQL, and time its pages:

    python -m benchmarks.scale build [--tournaments 10000] [--ledger-lines 20000000]
    python -m benchmarks.scale pages [--times 20]
    python -m benchmarks.scale correction
    python -m benchmarks.scale sizes
    python -m benchmarks.scale drop

The database is `prevailing_wind_scale` on the server of DATABASE_URL. `build` plays a
tournament of 100 players and 5 rounds with the program and copies its rows in the
database. All are finished, over 20 years, in clubs with series that have rankings and
ratings. The newest also have ledgers, up to `--ledger-lines`.

`pages` prints for each page the median and p95 of its time, the median processor time
of this process, and the number of queries, all after a first request. `correction`
corrects a hand of an early tournament and prints the seconds until the background work
has stored the new rating, ranking and statistics. `sizes` prints the sizes of tables
and indexes.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

NAME = "prevailing_wind_scale"
SERVER = os.environ.get(
    "DATABASE_URL", "postgres://postgres@127.0.0.1:5432/postgres"
).rsplit("/", 1)[0]
os.environ["DATABASE_URL"] = f"{SERVER}/{NAME}"
os.environ["DJANGO_SETTINGS_MODULE"] = "mahjong_site.settings_test"
os.environ.setdefault("LOG_LEVEL", "WARNING")

import django

django.setup()

import psycopg
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection
from django.db.models import Count, Model, QuerySet
from django.test import Client
from django.test.utils import setup_test_environment
from django.urls import reverse
from django.utils import timezone

from benchmarks.parts.processor_and_memory import cpu_seconds, p95
from benchmarks.parts.scale_installation import build
from mahjong_site.serve.file_limit_and_freed_memory import collect_cycles_less_often
from mahjong_site.serve.preloaded_modules import import_everything
from scoring.confirming_and_finishing.finish_reopen_and_publish_results import (
    finish,
    reopen,
)
from scoring.corrections.correct_and_undo import correct
from scoring.models import LedgerEntry, SeasonTournament, Series
from scoring.series.ranking_of_series import ranking_of_series
from scoring.series.rating_of_series import rating_of_series, renew_ratings
from scoring.statistics.store_figures import renew_outdated
from tournaments.models import Club, Person, Player, Tournament

T = TypeVar("T", bound=Model)


@dataclass(frozen=True)
class Cost:
    """Milliseconds of a page: median, p95, processor time of this process and of
    PostgreSQL's; and number of queries."""

    median: float
    p95: float
    processor: float
    server: float
    queries: int


class QueryCounter:
    """Counter of queries."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, execute: Callable[..., object], *query: object) -> object:
        self.count += 1
        return execute(*query)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    making = commands.add_parser("build")
    making.add_argument("--tournaments", type=int, default=10_000)
    making.add_argument("--ledger-lines", type=int, default=0)
    timing = commands.add_parser("pages")
    timing.add_argument("--times", type=int, default=20)
    timing.add_argument("--only", default="", help="only pages with this in the name")
    for name in ("correction", "sizes", "drop"):
        commands.add_parser(name)
    chosen = parser.parse_args()
    if chosen.command == "build":
        create()
        build(chosen.tournaments, chosen.ledger_lines, tell)
    elif chosen.command == "drop":
        drop()
    elif chosen.command == "pages":
        pages(chosen.times, chosen.only)
    elif chosen.command == "correction":
        correction()
    else:
        sizes()


def create() -> None:
    """Delete the database and create it again."""
    drop()
    with psycopg.connect(f"{SERVER}/postgres", autocommit=True) as server:
        server.execute(f"CREATE DATABASE {NAME}")
    call_command("migrate", verbosity=0)


def drop() -> None:
    with psycopg.connect(f"{SERVER}/postgres", autocommit=True) as server:
        server.execute(f"DROP DATABASE IF EXISTS {NAME}")


def pages(times: int, only: str) -> None:
    """Print the cost of each page, with the garbage collection of a web process."""
    setup_test_environment()
    collect_cycles_less_often()
    import_everything()
    heads = ("median", "p95", "cpu", "server", "queries")
    print(f"{'page':32}", *(f"{head:>8}" for head in heads), f"{'kB':>6}")
    for name, address, client in addresses():
        if only not in name:
            continue
        began = time.perf_counter()
        answer = client.get(address)
        first = (time.perf_counter() - began) * 1000
        if answer.status_code != 200:
            sys.exit(f"{name}: {address} answers {answer.status_code}")
        size = len(answer.content) / 1000
        one = cost(client, address, times if first < 3000 else 2)
        print(
            f"{name:32} {one.median:8.1f} {one.p95:8.1f} {one.processor:8.1f} "
            f"{one.server:8.1f} {one.queries:8} {size:6.0f}",
            flush=True,
        )


def cost(client: Client, address: str, times: int) -> Cost:
    """Return the cost of a page after its first request."""
    queries = QueryCounter()
    with connection.execute_wrapper(queries):
        client.get(address)
    walls, cpus = [], []
    server = server_seconds()
    for _each in range(times):
        wall, cpu = time.perf_counter(), time.process_time()
        client.get(address)
        walls.append((time.perf_counter() - wall) * 1000)
        cpus.append((time.process_time() - cpu) * 1000)
    of_server = (server_seconds() - server) / times * 1000
    return Cost(
        statistics.median(walls),
        p95(walls),
        statistics.median(cpus),
        of_server,
        queries.count,
    )


def server_seconds() -> float:
    """Return the processor seconds of PostgreSQL's process for this connection."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        [pid] = cursor.fetchone()
    return cpu_seconds(pid)


def addresses() -> Iterator[tuple[str, str, Client]]:
    """Yield each page: its name, its address, and the client that opens it."""
    public, owner = Client(), Client()
    owner.force_login(User.objects.get(username="owner"))
    full = Player.objects.filter(person__shown_as="full", person__merged_as=None)
    ranked = full.values_list("person").annotate(of=Count("pk")).order_by("-of")
    [most, second] = [row[0] for row in ranked[:2]]
    usual = ranked[len(ranked) // 2][0]
    person = Person.objects.get(pk=most)

    def at(name: str, *keys: object) -> str:
        return reverse(name, args=keys)

    yield "home", at("public:home"), public
    yield "home, signed in", at("public:home"), owner
    yield "home, last page", at("public:home") + "?page=9999", public
    yield "calendar", at("public:calendar"), public
    yield "my tournaments", at("director:home"), owner
    yield "persons", at("persons:persons"), public
    yield "persons, name", at("persons:persons") + f"?q={person.last_name}", public
    yield "persons, two letters", at("persons:persons") + "?q=ba", public
    yield "person, most results", at("persons:person", most), public
    yield "person, usual", at("persons:person", usual), public
    yield "head-to-head", at("persons:versus", most, second), public
    for club in _first_and_last(Club.objects.order_by("pk")):
        yield f"{club}", at("clubs:club", club.slug), public
        yield f"{club}, statistics", at("clubs:statistics", club.slug), public
        yield f"{club}, calendar", at("clubs:calendar", club.slug), public
    yield "clubs", at("clubs:clubs"), public
    yield "series", at("public:series"), public
    for series in _first_and_last(Series.objects.order_by("pk")):
        season = series.seasons.first()
        yield f"{series}, ranking", at("public:ranking", series.slug), public
        yield f"{series}, rating", at("public:rating", series.slug), public
        keys = series.slug, season.slug
        yield f"{series}, season", at("public:season", *keys), public
        yield f"{series}, awards", at("public:season_awards", *keys), public
    yield "merge suggestions", at("director:persons"), owner
    tournament = Tournament.objects.order_by("-created_at").first()
    yield "tournament", at("public:tournament", tournament.slug), public
    yield "standings", at("public:standings", tournament.slug), public


def _first_and_last(rows: QuerySet[T]) -> tuple[T, T]:
    """Return the largest club or series, and a usual one."""
    return rows.first(), rows.last()


def correction() -> None:
    """Correct a hand of the federation's oldest tournament that has a ledger, and print
    how long the worker needs until ranking, rating and figures count the correction."""
    series = Series.objects.order_by("pk").first()
    began = time.perf_counter()
    renewed = renew_ratings()
    print(f"all ratings: {renewed} in {time.perf_counter() - began:.1f} s")
    began = time.perf_counter()
    renew_ratings()
    print(f"nothing to renew: {time.perf_counter() - began:.2f} s")
    rows = SeasonTournament.objects.filter(
        season__series=series, tournament__rounds__games__ledger__isnull=False
    )
    row = rows.select_related("tournament").order_by("tournament").first()
    tournament = row.tournament
    before = rating_of_series(series).ordered.computed.ratings
    reopen(tournament, by="owner", reason="a mistake")
    tournament.refresh_from_db()
    line = LedgerEntry.objects.filter(game__round__tournament=tournament, kind="win")
    hand = line.order_by("pk").first()
    correct(
        hand.pk,
        {**hand.raw, "points": 88},
        by="owner",
        reason="a mistake",
        device_key=f"correction-{hand.pk}-{time.time_ns()}",
    )
    tournament.refresh_from_db()
    finish(tournament, by="owner", now=timezone.now())
    began = time.perf_counter()
    ranking_of_series(series, timezone.localdate())
    print(f"ranking, first view after it: {time.perf_counter() - began:.1f} s")
    began = time.perf_counter()
    assert rating_of_series(series).as_of is not None
    print(f"rating until then, as of before: {time.perf_counter() - began:.2f} s")
    began = time.perf_counter()
    renew_outdated()
    print(f"figures: {time.perf_counter() - began:.1f} s")
    began = time.perf_counter()
    renewed = renew_ratings()
    print(f"ratings: {renewed} in {time.perf_counter() - began:.1f} s")
    after = rating_of_series(series)
    assert after.as_of is None
    assert after.ordered.computed.ratings != before


def sizes() -> None:
    """Print the largest tables with their rows and the bytes of their indexes."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname, n_live_tup, pg_table_size(relid), pg_indexes_size(relid) "
            "FROM pg_stat_user_tables ORDER BY pg_total_relation_size(relid) DESC "
            "LIMIT 20"
        )
        print(f"{'table':36} {'rows':>12} {'MB':>8} {'indexes':>8} {'bytes/row':>9}")
        for name, rows, table, indexes in cursor.fetchall():
            each = (table + indexes) / max(rows, 1)
            megabytes = f"{table / 1e6:8.0f} {indexes / 1e6:8.0f}"
            print(f"{name:36} {rows:12,} {megabytes} {each:9.0f}")
        cursor.execute("SELECT pg_database_size(current_database())")
        print(f"{'all':36} {'':12} {cursor.fetchone()[0] / 1e6:8.0f}")


def tell(line: str) -> None:
    print(line, flush=True)


if __name__ == "__main__":
    main()
