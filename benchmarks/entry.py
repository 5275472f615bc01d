"""Measure entering a hand against a bare insert in the same run.

    python benchmarks/entry.py

uses a temporary database beside the one of DATABASE_URL (default: SQLite). Prints
medians, 95th percentiles and their ratios.
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
from django.db import connection, transaction
from django.test.utils import setup_databases, teardown_databases

from scoring.ledger import enter_hand
from tests.scoring.halls import hall_of
from tournaments.models import Game, LogEvent

TABLES = 30
HANDS = 16


def milliseconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000


def saves(games: list[Game]) -> list[float]:
    raw = {"kind": "win", "winner": "E", "from": "S", "points": 12}
    return [
        milliseconds(
            lambda game=game, hand=hand: enter_hand.enter(
                game.pk,
                raw,
                hand=hand,
                device_key=f"{game.pk}-{hand}",
                by="director",
            )
        )
        for hand in range(1, HANDS + 1)
        for game in games
    ]


def bare_inserts(game: Game) -> list[float]:
    tournament = game.round.tournament

    def insert(number: int) -> None:
        with transaction.atomic():
            LogEvent.objects.create(
                tournament=tournament, revision=100_000 + number, by="x", kind="bare"
            )

    return [
        milliseconds(lambda number=number: insert(number))
        for number in range(TABLES * HANDS)
    ]


def p95(times: list[float]) -> float:
    return statistics.quantiles(times, n=20)[-1]


def main() -> None:
    databases = setup_databases(verbosity=0, interactive=False)
    try:
        games = hall_of(User.objects.create_user("director"), "mcr", TABLES)
        save, bare = saves(games), bare_inserts(games[0])
    finally:
        teardown_databases(databases, verbosity=0)
    print(f"{connection.vendor}: {len(save)} hands at {TABLES} tables, one at a time")
    for name, measure in (("median", statistics.median), ("p95", p95)):
        ratio = measure(save) / measure(bare)
        print(
            f"{name:>7}: a hand {measure(save):.1f} ms, "
            f"a bare insert {measure(bare):.1f} ms, ratio {ratio:.1f}"
        )


if __name__ == "__main__":
    main()
