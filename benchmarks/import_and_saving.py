"""Measure how long a table's save waits while another process imports a large
tournament.

    python benchmarks/import_and_saving.py [ROUNDS]

uses a temporary database beside the one of DATABASE_URL (default: SQLite). Prints
longest and median waits of saves in an idle hall and during the import of 1,000 players
at 250 tables a round, and their ratio.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ["DJANGO_SETTINGS_MODULE"] = "mahjong_site.settings_test"

import django

django.setup()

from django.db import connection
from django.test.utils import setup_databases, teardown_databases
from django.utils import timezone

from benchmarks import event_folder as events
from scoring import tournament_folder
from scoring.ledger import enter_hand
from scoring.tournament_folder import Files
from scoring.tournament_folder.import_tournament import import_files
from tournaments.models import Game
from tournaments.rounds import publish_seating, round_clock
from tournaments.web.request_types_and_form_faults import new_device_key

PLAYERS = 1000
CALM_SAVES = 100
#: Seconds between two saves of the hall.
PAUSE = 0.02


def big_event(rounds_: int) -> Files:
    """Return the files of a large tournament, which stays in the database."""
    events.PLAYERS, events.ROUNDS = PLAYERS, rounds_
    return tournament_folder.files_of(events.event("mcr"))


def hall() -> Game:
    """Return a table of a small tournament whose clock runs."""
    events.PLAYERS, events.ROUNDS, events.HANDS = 4, 1, 0
    tournament = events.event("mcr")
    round_ = tournament.rounds.get()
    publish_seating.publish(round_.pk, by="benchmark")
    round_clock.start(round_.pk, by="benchmark", now=timezone.now())
    return Game.objects.get(round=round_)


def waits(game: Game, go_on: Callable[[], bool]) -> Iterator[float]:
    """Yield the seconds of each save in sequence."""
    while go_on():
        start = time.perf_counter()
        enter_hand.enter(
            game.pk,
            {"kind": "penalty", "seat": "E", "amount": -1},
            device_key=new_device_key(),
            by="benchmark",
        )
        yield time.perf_counter() - start
        time.sleep(PAUSE)


def print_waits(name: str, seconds: list[float]) -> None:
    print(
        f"{name:<20} {len(seconds):5} saves, longest {max(seconds) * 1000:7.0f} ms, "
        f"middle {median(seconds) * 1000:5.0f} ms"
    )


def measure(rounds_: int) -> None:
    files = big_event(rounds_)
    game = hall()
    left = iter(range(CALM_SAVES))
    calm = list(waits(game, lambda: next(left, None) is not None))
    connection.close()
    work = multiprocessing.get_context("fork").Process(
        target=import_files, args=(files,), kwargs={"director": None}
    )
    start = time.perf_counter()
    work.start()
    busy = list(waits(game, work.is_alive))
    seconds = time.perf_counter() - start
    print(f"{connection.vendor}: {PLAYERS} players, {rounds_} rounds: {seconds:.1f} s")
    print_waits("calm", calm)
    print_waits("during the import", busy)
    print(f"the longest is {max(busy) / max(calm):.1f} times the calm one")


def main() -> None:
    databases = setup_databases(verbosity=0, interactive=False)
    try:
        measure(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
    finally:
        teardown_databases(databases, verbosity=0)


if __name__ == "__main__":
    main()
