"""Check that no input makes the command line raise: many seeded random malformed rows.

    python benchmarks/fuzz_rules.py [--rows 100000] [--seed 1]

changes valid rows of every command and ruleset in a few places and checks that each
gets one JSON object as response. Prints the number of valid and invalid rows, the error
codes, and the slowest row. Prints the first row that raises with its error, and fails.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections import Counter
from itertools import islice
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.rules.mutated_rows import answered, spoiled_lines


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    counts: dict[tuple[str, str], Counter[bool]] = {}
    codes: Counter[str] = Counter()
    slowest = (0.0, "", b"")
    for name, command, line in islice(spoiled_lines(chosen.seed), chosen.rows):
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
    print(f"{chosen.rows:,} rows, nothing raised")
    return 0


def shown(line: bytes) -> str:
    return ascii(line.decode("utf-8", "replace"))


if __name__ == "__main__":
    sys.exit(main())
