"""Send many seeded random inputs to a part of the program, and check for errors.

    python -m benchmarks.fuzz rules [--rows 100000] [--seed 1]
    python -m benchmarks.fuzz entries [--posts 100000] [--seed 1]

`rules` changes valid rows of every command and ruleset of the command line in a few
places and checks that each gets one JSON object as response. It prints the number of
valid and invalid rows, the error codes, and the slowest row.

`entries` plays at tables of every ruleset: devices, referees, players and strangers
send entries, corrections, rulings and confirmations, valid ones and nonsense. After
each request, what is stored is compared with the response (`tests/scoring/fuzz/`). It
prints the responses, and the requests that failed.

Both fail after an error.
"""

from __future__ import annotations

import argparse
import logging
import os
import sys
import time
import traceback
from collections import Counter
from itertools import count, cycle, islice

os.environ["DJANGO_SETTINGS_MODULE"] = "mahjong_site.settings_test"

import django

django.setup()

from django.db import connection
from django.test.utils import setup_databases, teardown_databases

from scoring.ledger import rebuild_results_from_ledgers
from tests.rules.mutated_rows import answered, spoiled_lines
from tests.scoring.fuzz.evenings import RULESETS, evening
from tests.scoring.fuzz.requests import Request
from tests.scoring.fuzz.watch import play

AN_EVENING = 250
MOST_FAILURES = 20


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parts = parser.add_subparsers(dest="part", required=True)
    for part, inputs in (("rules", "--rows"), ("entries", "--posts")):
        options = parts.add_parser(part)
        options.add_argument(inputs, type=int, default=100_000, dest="count")
        options.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    if chosen.part == "rules":
        return fuzz_rules(chosen.count, chosen.seed)
    logging.disable(logging.ERROR)
    databases = setup_databases(verbosity=0, interactive=False)
    try:
        return fuzz_entries(chosen.count, chosen.seed)
    finally:
        teardown_databases(databases, verbosity=0)


def fuzz_rules(rows: int, seed: int) -> int:
    """Send `rows` damaged rows to the rules and print the results.

    Return the exit code: 1 as soon as a row causes an exception, otherwise 0.
    """
    counts: dict[tuple[str, str], Counter[bool]] = {}
    codes: Counter[str] = Counter()
    slowest = (0.0, "", b"")
    for name, command, line in islice(spoiled_lines(seed), rows):
        start = time.perf_counter()
        try:
            answer = answered(command, line)
        except Exception:
            traceback.print_exc()
            print(f"python -m rules {command} raised for this row:\n{shown(line)}")
            return 1
        slowest = max(slowest, (time.perf_counter() - start, command, line))
        counts.setdefault((name, command), Counter())[answer["valid"]] += 1
        codes.update(error["code"] for error in answer.get("errors", ()))
    print(f"{'ruleset':<12}{'command':<10}{'valid':>9}{'invalid':>9}")
    for (name, command), counted in sorted(counts.items()):
        print(f"{name:<12}{command:<10}{counted[True]:>9,}{counted[False]:>9,}")
    print(", ".join(f"{code} {count:,}" for code, count in codes.most_common()))
    seconds, command, line = slowest
    print(f"slowest: {seconds * 1000:.0f} ms, {command} {shown(line)[:300]}")
    print(f"{rows:,} rows, nothing raised")
    return 0


def shown(line: bytes) -> str:
    return ascii(line.decode("utf-8", "replace"))


def fuzz_entries(posts: int, first_seed: int) -> int:
    """Send at least `posts` random requests, as one game after another, or until there
    are too many failures. Return the exit code: 1 after a failure, otherwise 0.
    """
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
