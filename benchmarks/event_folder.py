"""Measure reading, storing and writing a whole tournament.

    python benchmarks/event_folder.py

uses a temporary database beside the one of DATABASE_URL (default: SQLite). Prints
seconds and queries: with hands.csv alone, and with all ledgers in ledger.jsonl.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ["DJANGO_SETTINGS_MODULE"] = "mahjong_site.settings_test"

import django

django.setup()

from django.db import connection
from django.test.utils import CaptureQueriesContext, setup_databases, teardown_databases

from scoring import tournament_folder
from scoring.ledger.table_ledger import TableLedger
from scoring.tournament_folder.file_layout import LEDGER
from scoring.tournament_folder.import_tournament import import_files
from scoring.tournament_folder.ledger_jsonl import write_ledgers
from scoring.wording.stored_reasons import NONE
from tests.scoring.results import append_all
from tournaments.models import Game, Tournament
from tournaments.people import register_players
from tournaments.rounds import seat_rounds_and_exchange_seats
from tournaments.tournament_setup import create_and_change_tournament

PLAYERS = 120
ROUNDS = 8
HANDS = 16

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


def event(ruleset: str) -> Tournament:
    """Return a tournament that was played completely."""
    plan = create_and_change_tournament.Plan(
        "Benchmark", ruleset, ROUNDS, 120, "finish_hand"
    )
    tournament = create_and_change_tournament.create_tournament(
        plan, director=None, by="benchmark"
    )
    players = [
        register_players.PlayerRow(last_name=str(n)) for n in range(1, PLAYERS + 1)
    ]
    register_players.register(tournament, players, by="benchmark")
    tables = [
        seat_rounds_and_exchange_seats.TableRow(
            round_, table + 1, (n := 4 * table + 1, n + 1, n + 2, n + 3)
        )
        for round_ in range(1, ROUNDS + 1)
        for table in range(PLAYERS // 4)
    ]
    seat_rounds_and_exchange_seats.seat_rounds(tournament, tables, by="benchmark")
    hands = [
        (hand + 1, PLAYED[ruleset][hand % len(PLAYED[ruleset])], NONE)
        for hand in range(HANDS)
    ]
    games = Game.objects.select_related("round__tournament")
    for game in games.filter(round__tournament=tournament):
        append_all(game, hands, by="benchmark")
    return tournament


def timed(name: str, work: Callable[[], T]) -> T:
    """Print the time of `work`; it runs again to count its queries, which takes
    time.
    """
    start = time.perf_counter()
    result = work()
    seconds = time.perf_counter() - start
    with CaptureQueriesContext(connection) as queries:
        work()
    print(f"{name:<40} {seconds:6.2f} s  {len(queries):6} queries")
    return result


def measure(ruleset: str) -> None:
    tournament = event(ruleset)
    tables = PLAYERS // 4 * ROUNDS
    print(f"{ruleset}, {connection.vendor}: {tables} tables of {HANDS} hands")
    files = timed("write", lambda: tournament_folder.files_of(tournament))
    whole = {**files, LEDGER: write_ledgers(TableLedger.all_of(tournament))}
    for name, source in (("hands.csv", files), ("ledger.jsonl", whole)):
        timed(
            f"read, {name}", lambda source=source: tournament_folder.open_files(source)
        )
        timed(
            f"import (read, store, compare), {name}",
            lambda source=source: import_files(source, director=None),
        )
    print(f"ledger.jsonl has {len(whole[LEDGER]) / 1e6:.1f} MB")


def main() -> None:
    databases = setup_databases(verbosity=0, interactive=False)
    try:
        for ruleset in PLAYED:
            measure(ruleset)
    finally:
        teardown_databases(databases, verbosity=0)


if __name__ == "__main__":
    main()
