"""Measure files and the reading API for 1,000 players and 20,000 hands:

    python -m benchmarks.files_and_api [--rounds 5]

Uses a temporary database beside the one of DATABASE_URL (default: SQLite): 250 tables a
round with 16 hands each. Prints processor milliseconds of the standings page and of the
same standings as JSON, both generated and from the cache (the baseline). For the file
of all hands in each format, it prints seconds, size and peak additional memory, also as
a share of the file.
"""

from __future__ import annotations

import argparse
import os
import time
import tracemalloc
from collections.abc import Callable

os.environ["DJANGO_SETTINGS_MODULE"] = "mahjong_site.settings_test"

import django

django.setup()

from django.contrib.auth.models import User
from django.test import Client
from django.test.utils import setup_databases, teardown_databases

from scoring.all_pages.page_cache import pages
from scoring.exports.export_catalogue_and_log import EXPORTS
from scoring.exports.export_columns_and_values import Audience, Selection
from scoring.exports.export_files_csv_json_xlsx import FORMATS, pieces_of
from scoring.ledger.stored_results import project_all
from scoring.ledger.table_ledger import TableLedger
from scoring.models import LedgerEntry
from tests.scoring.halls import hall_of
from tournaments.models import Game, Round, Seat, Tournament

TABLES, HANDS, TIMES = 250, 16, 5


def milliseconds(work: Callable[[], object]) -> float:
    """Return the shortest processor time of `TIMES` runs, in milliseconds."""
    times = []
    for _again in range(TIMES):
        start = time.process_time()
        work()
        times.append((time.process_time() - start) * 1000)
    return min(times)


def play(rounds: int) -> Tournament:
    """Return a tournament of `rounds` rounds in which every table has played
    all hands.
    """
    director = User.objects.create_user("director")
    first = hall_of(director, "mcr", TABLES)
    tournament = first[0].round.tournament
    Tournament.objects.filter(pk=tournament.pk).update(
        planned_rounds=rounds, is_public=True
    )
    places = list(Seat.objects.filter(round=first[0].round).order_by("pk"))
    for number in range(2, rounds + 1):
        round_ = Round.objects.create(
            tournament=tournament, number=number, state="closed"
        )
        tables = Game.objects.bulk_create(
            Game(round=round_, table=table + 1) for table in range(TABLES)
        )
        Seat.objects.bulk_create(
            Seat(game=tables[n // 4], round=round_, wind=seat.wind, player=seat.player)
            for n, seat in enumerate(places)
        )
    Round.objects.filter(tournament=tournament, number=1).update(
        state="closed", ends_at=None, mark_at=None
    )
    games = list(Game.objects.filter(round__tournament=tournament))
    LedgerEntry.objects.bulk_create(
        (
            LedgerEntry(
                game=game,
                sequence=hand,
                place=hand,
                hand=hand,
                kind="win",
                settles_hand=True,
                data={"winner": "ESWN"[hand % 4], "from": None, "points": 8 + hand},
                device_key=f"{game.pk}-{hand}",
                by="director",
            )
            for game in games
            for hand in range(1, HANDS + 1)
        ),
        batch_size=500,
    )
    for ledger in TableLedger.all_of(tournament):
        project_all([(ledger.game, ledger.state, HANDS)])
    tournament.refresh_from_db()
    return tournament


def answers(tournament: Tournament) -> None:
    client = Client()
    page = f"/t/{tournament.slug}/standings/"
    data = f"/api/v1/events/{tournament.slug}/standings?limit=1000"

    def made(address: str) -> None:
        pages.forget()
        assert client.get(address).status_code == 200

    def kept(address: str) -> None:
        assert client.get(address).status_code == 200

    tag = client.get(data)["ETag"]
    baseline = milliseconds(lambda: kept(page))
    for label, work in (
        ("page of standings, kept (baseline)", lambda: kept(page)),
        ("page of standings, made", lambda: made(page)),
        ("standings as JSON, kept", lambda: kept(data)),
        ("standings as JSON, made", lambda: made(data)),
        ("not again (304)", lambda: client.get(data, HTTP_IF_NONE_MATCH=tag)),
    ):
        took = milliseconds(work)
        print(f"{label:36} {took:8.1f} ms   ratio {took / baseline:6.2f}")


def files(tournament: Tournament) -> None:
    selection = Selection(tournament, Audience.DIRECTORS)
    for ending in FORMATS:
        start, size = time.process_time(), 0
        tracemalloc.start()
        for piece in pieces_of(EXPORTS["hands"], selection, ending):
            size += len(piece)
        _now, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        seconds = time.process_time() - start
        print(
            f"hands.{ending:5} {seconds:6.1f} s (traced) {size / 1e6:6.2f} MB   "
            f"most held {most / 1e6:6.2f} MB   ratio {most / size:5.2f}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    databases = setup_databases(verbosity=0, interactive=False)
    try:
        tournament = play(arguments.rounds)
        hands = LedgerEntry.objects.count()
        print(f"{4 * TABLES} players, {arguments.rounds} rounds, {hands} hands")
        answers(tournament)
        files(tournament)
    finally:
        teardown_databases(databases, verbosity=0)


if __name__ == "__main__":
    main()
