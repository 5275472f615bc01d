"""Measure files of a whole tournament: writing, reading, importing, and how long tables
that save wait for an import.

    python -m benchmarks.import_and_export [--rounds 1]

Uses a temporary database beside the one of DATABASE_URL (default: SQLite). Writes,
reads and imports a tournament folder of 120 players and 8 rounds, with hands.csv alone
and with all ledgers in ledger.jsonl. Prints seconds, also as ratios to writing the
folder, and queries. Then prints the longest and median waits of saves in an idle hall
and during the import of 1,000 players at 250 tables a round, and their ratio.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import time
from collections.abc import Callable, Iterator
from statistics import median
from typing import TypeVar

os.environ["DJANGO_SETTINGS_MODULE"] = "mahjong_site.settings_test"

import django

django.setup()

from django.db import connection
from django.test.utils import CaptureQueriesContext, setup_databases, teardown_databases
from django.utils import timezone

from scoring import tournament_folder
from scoring.ledger import enter_hand
from scoring.ledger.table_ledger import TableLedger
from scoring.tournament_folder.file_layout import LEDGER
from scoring.tournament_folder.import_tournament import import_files
from scoring.tournament_folder.ledger_jsonl import write_ledgers
from scoring.wording.stored_reasons import NONE
from tests.scoring.results import append_all
from tournaments.models import Game, Tournament
from tournaments.people import register_players
from tournaments.rounds import (
    publish_seating,
    round_clock,
    seat_rounds_and_exchange_seats,
)
from tournaments.tournament_setup import create_and_change_tournament
from tournaments.web.request_types_and_form_faults import new_device_key

#: Players, rounds and hands at each table of the tournament folder.
PLAYERS, ROUNDS, HANDS = 120, 8, 16
#: Players of the tournament that is imported while tables save.
MANY_PLAYERS = 1000
CALM_SAVES = 100
#: Seconds between two saves of the hall.
PAUSE = 0.02

T = TypeVar("T")

#: Four hands that can follow each other at any table, by ruleset.
PLAYED = {
    "mcr": [
        {"kind": "win", "winner": "E", "from": "S", "points": 12},
        {"kind": "washout"},
        {"kind": "win", "winner": "N", "from": None, "points": 24},
        {"kind": "win", "winner": "W", "from": "N", "points": 8},
    ],
    "riichi": [
        {"kind": "win", "winner": "E", "from": "S", "han": 1, "fu": 30},
        {"kind": "exhaustive_draw", "tenpai": ["E"]},
        {"kind": "win", "winner": "E", "from": None, "han": 1, "fu": 30},
        {"kind": "exhaustive_draw", "tenpai": ["E", "W"]},
    ],
}


def event(ruleset: str, player_count: int, rounds: int, hand_count: int) -> Tournament:
    """Return a tournament in which every table has played `hand_count` hands."""
    plan = create_and_change_tournament.Plan(
        "Benchmark", ruleset, rounds, 120, "finish_hand"
    )
    tournament = create_and_change_tournament.create_tournament(
        plan, director=None, by="benchmark"
    )
    players = [
        register_players.PlayerRow(last_name=str(n)) for n in range(1, player_count + 1)
    ]
    register_players.register(tournament, players, by="benchmark")
    tables = [
        seat_rounds_and_exchange_seats.TableRow(
            round_, table + 1, (n := 4 * table + 1, n + 1, n + 2, n + 3)
        )
        for round_ in range(1, rounds + 1)
        for table in range(player_count // 4)
    ]
    seat_rounds_and_exchange_seats.seat_rounds(tournament, tables, by="benchmark")
    hands = [
        (hand + 1, PLAYED[ruleset][hand % len(PLAYED[ruleset])], NONE)
        for hand in range(hand_count)
    ]
    games = Game.objects.select_related("round__tournament")
    for game in games.filter(round__tournament=tournament):
        append_all(game, hands, by="benchmark")
    return tournament


def timed(name: str, work: Callable[[], T], baseline: float = 0.0) -> tuple[T, float]:
    """Run `work` twice.

    Print the seconds of the first run, their ratio to `baseline` (in seconds; 0 for the
    ratio 1), and the queries of the second run. Return the result and the seconds of
    the first run.
    """
    start = time.perf_counter()
    result = work()
    seconds = time.perf_counter() - start
    with CaptureQueriesContext(connection) as queries:
        work()
    ratio = seconds / (baseline or seconds)
    print(
        f"{name:<40} {seconds:6.2f} s, {ratio:5.1f} times  {len(queries):6} queries",
        flush=True,
    )
    return result, seconds


def measure_folder(ruleset: str) -> None:
    tournament = event(ruleset, PLAYERS, ROUNDS, HANDS)
    tables = PLAYERS // 4 * ROUNDS
    print(f"{ruleset}, {connection.vendor}: {tables} tables of {HANDS} hands")
    files, writing = timed("write", lambda: tournament_folder.files_of(tournament))
    whole = {**files, LEDGER: write_ledgers(TableLedger.all_of(tournament))}
    for name, source in (("hands.csv", files), ("ledger.jsonl", whole)):
        timed(
            f"read, {name}",
            lambda source=source: tournament_folder.open_files(source),
            writing,
        )
        timed(
            f"import (read, store, compare), {name}",
            lambda source=source: import_files(source, director=None),
            writing,
        )
    print(f"ledger.jsonl has {len(whole[LEDGER]) / 1e6:.1f} MB")


def hall() -> Game:
    """Return the table of a tournament with one table, whose round is running."""
    tournament = event("mcr", 4, 1, 0)
    round_ = tournament.rounds.get()
    publish_seating.publish(round_.pk, by="benchmark")
    round_clock.start(round_.pk, by="benchmark", now=timezone.now())
    return Game.objects.get(round=round_)


def waits(game: Game, go_on: Callable[[], bool]) -> Iterator[float]:
    """Enter penalties one after another as long as `go_on` returns True.

    Yield the seconds of each save.
    """
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


def measure_waits(rounds: int) -> None:
    files = tournament_folder.files_of(event("mcr", MANY_PLAYERS, rounds, HANDS))
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
    print(
        f"{connection.vendor}: {MANY_PLAYERS} players, {rounds} rounds: {seconds:.1f} s"
    )
    print_waits("calm", calm)
    print_waits("during the import", busy)
    print(f"the longest is {max(busy) / max(calm):.1f} times the calm one")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=1)
    chosen = parser.parse_args()
    databases = setup_databases(verbosity=0, interactive=False)
    try:
        for ruleset in PLAYED:
            measure_folder(ruleset)
        measure_waits(chosen.rounds)
    finally:
        teardown_databases(databases, verbosity=0)


if __name__ == "__main__":
    main()
