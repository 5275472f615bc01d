"""Measure how long the clock needs to end a round and the director to close it, for
large halls against a single table.

    python benchmarks/gong.py [--hands 10] [--tables 30 100 250] [--rulesets riichi …]

uses a temporary database beside the one of DATABASE_URL (default: SQLite), for the four
rulesets. `--hands` hands have been played at every table, which the end replays.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ["DJANGO_SETTINGS_MODULE"] = "mahjong_site.settings_test"

import django

django.setup()

from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import setup_databases, teardown_databases
from django.utils import timezone

from scoring.ledger import enter_hand
from scoring.rounds import end_and_close_round, extra_time
from scoring.rounds.clock_tick import sweep
from tests.scoring.halls import hall_of
from tournaments.models import Round

#: A hand of each ruleset that can be followed by another any number of times.
HANDS: dict[str, Mapping[str, object]] = {
    "mcr": {"kind": "win", "winner": "E", "from": "S", "points": 12},
    "hong_kong": {"kind": "win", "winner": "E", "from": "S", "faan": 3},
    "classical": {
        "kind": "win",
        "winner": "E",
        "values": {"E": 20, "S": 8, "W": 4, "N": 2},
    },
    "riichi": {"kind": "win", "winner": "E", "han": 1, "fu": 30},
}


def hall(ruleset: str, tables: int, hands: int) -> Round:
    director = User.objects.create_user(f"{ruleset}, {tables} tables, {hands} hands")
    games = hall_of(director, ruleset, tables)
    for game in games:
        for hand in range(1, hands + 1):
            key = f"{game.pk}-{hand}"
            enter_hand.enter(
                game.pk, HANDS[ruleset], hand=hand, device_key=key, by="director"
            )
    return Round.objects.get(pk=games[0].round_id)


def milliseconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000


def steps(round_: Round) -> dict[str, Callable[[], object]]:
    """Return the steps of a round in order."""
    by = {"by": "director", "reason": "benchmark"}
    pk = round_.pk
    return {
        "extend": lambda: extra_time.extend(pk, minutes=5, now=timezone.now(), **by),
        "end now": lambda: end_and_close_round.end_now(pk, now=timezone.now(), **by),
        "undo": lambda: end_and_close_round.undo_end(pk, now=timezone.now(), **by),
        "the clock ends it": lambda: sweep(Round.objects.get(pk=pk).ends_at),
        "close": partial(end_and_close_round.close, pk, **by),
    }


def measured(ruleset: str, tables: int, hands: int) -> dict[str, float]:
    work = steps(hall(ruleset, tables, hands))
    return {name: milliseconds(step) for name, step in work.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=10)
    parser.add_argument("--tables", type=int, nargs="+", default=[30, 100, 250])
    parser.add_argument("--rulesets", nargs="+", choices=HANDS, default=list(HANDS))
    chosen = parser.parse_args()
    databases = setup_databases(verbosity=0, interactive=False)
    try:
        print(f"{connection.vendor}, {chosen.hands} hands at each table")
        for ruleset in chosen.rulesets:
            print(ruleset)
            report(ruleset, chosen.tables, chosen.hands)
    finally:
        teardown_databases(databases, verbosity=0)


def report(ruleset: str, halls: Sequence[int], hands: int) -> None:
    measured(ruleset, 2, 1)  # The first run loads modules.
    one = measured(ruleset, 1, hands)
    for tables in halls:
        for name, took in measured(ruleset, tables, hands).items():
            ratio = took / one[name]
            print(
                f"{tables:>4} tables: {name:<17} {took:7.0f} ms, "
                f"{ratio:5.1f} times that of one table ({one[name]:.0f} ms)"
            )


if __name__ == "__main__":
    main()
