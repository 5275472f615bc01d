"""Send many seeded random requests to tables and check for errors and wrong effects.

    python benchmarks/fuzz_entries.py [--posts 100000] [--seed 1]

plays at tables of every ruleset: devices, referees, players and strangers send entries,
corrections, rulings and confirmations, valid ones and nonsense. After each request,
what is stored is compared with the response (`tests/scoring/fuzz/`). Prints the
responses and the requests that failed, and fails if there are any.
"""

from __future__ import annotations

import argparse
import logging
import os
import sys
import time
import traceback
from collections import Counter
from itertools import count, cycle
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ["DJANGO_SETTINGS_MODULE"] = "mahjong_site.settings_test"

import django

django.setup()

from django.db import connection
from django.test.utils import setup_databases, teardown_databases

from scoring.ledger import rebuild_results_from_ledgers
from tests.scoring.fuzz.evenings import RULESETS, evening
from tests.scoring.fuzz.requests import Request
from tests.scoring.fuzz.watch import play

AN_EVENING = 250
MOST_FAILURES = 20


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--posts", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    logging.disable(logging.ERROR)
    databases = setup_databases(verbosity=0, interactive=False)
    try:
        return fuzz(chosen.posts, chosen.seed)
    finally:
        teardown_databases(databases, verbosity=0)


def fuzz(posts: int, first_seed: int) -> int:
    answers: Counter[int] = Counter()
    addresses: dict[str, Counter[int]] = {}
    failures = 0
    start = time.monotonic()

    def tell(request: Request, status: int) -> None:
        answers[status] += 1
        addresses.setdefault(request.name, Counter())[status] += 1

    for seed, ruleset in zip(count(first_seed), cycle(RULESETS), strict=False):
        if answers.total() >= posts or failures >= MOST_FAILURES:
            break
        tables = evening(ruleset, seed)
        try:
            complaint = play(tables, AN_EVENING, tell)
        except Exception:
            traceback.print_exc()
            complaint = "the program failed"
        differing = rebuild_results_from_ledgers.rebuild(
            tables.game.round.tournament, check=True
        )
        for message in [complaint, *differing]:
            if message:
                failures += 1
                print(f"seed {seed}, {ruleset}: {message}", flush=True)
        if seed % 8 == 0:
            rate = answers.total() / (time.monotonic() - start)
            print(f"{answers.total():,} requests, {rate:.0f} a second", flush=True)
    for name, counted in sorted(addresses.items()):
        print(f"{name:<25}", *(f"{s}: {n:>6,}" for s, n in sorted(counted.items())))
    print(f"{connection.vendor}: {answers.total():,} requests, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
