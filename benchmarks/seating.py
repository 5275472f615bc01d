"""Measure the quality and time of seating for all rounds, against a simple program.

    .venv/bin/python -m benchmarks.seating [--seed S] [--quick]

For each size it prints the goal (fewest repeat opponents known), the result and the
avoidable repeated visits to a table. It also prints the worst range of a player's winds
after any round, and the seconds on one core. The baseline works like most programs:
each round is the best of many shuffles, judged by repeats with earlier rounds. `ratio`
is the baseline's repeats divided by ours (inf if ours has none).
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence

from tournaments.seating.constraints import Constraints, SeatingPlayer, Uneven
from tournaments.seating.generate_seating import draw
from tournaments.seating.judging.plan_judge import judge
from tournaments.seating.random_seed import Chance
from tournaments.seating.seating_plan import SEATS_PER_TABLE, Plan, pairs
from tournaments.seating.seating_request import Method, Request

#: (players, rounds, fewest repeats known).
GOALS = (
    (16, 5, 0), (20, 5, 0), (24, 7, 0), (28, 9, 0), (32, 8, 0), (32, 10, 0),
    (36, 11, 0), (40, 8, 0), (40, 13, 0), (48, 8, 0), (48, 15, 0), (52, 17, 0),
    (56, 18, 0), (60, 19, 0), (64, 8, 0), (64, 10, 0), (64, 21, 0), (72, 6, 0),
    (72, 23, 0), (80, 12, 0), (84, 27, 0), (88, 9, 0), (100, 8, 0), (120, 11, 0),
    (128, 42, 0), (136, 7, 0), (200, 8, 0), (400, 8, 0), (1000, 8, 0),
    (8, 5, 32), (12, 4, 15), (12, 5, 27), (16, 7, 48), (20, 6, 6), (20, 8, 50),
    (24, 8, 18), (28, 10, 42), (32, 11, 32), (32, 12, 82), (36, 12, 27),
    (36, 13, 83), (40, 14, 60), (40, 15, 125), (44, 15, 44), (48, 17, 96),
)  # fmt: skip

#: (players, rounds, sizes of the clubs, fewest meetings within clubs).
CLUBS = (
    (16, 4, (4,) * 4, 0),
    (40, 8, (12, 10, 8, 6, 4), 16),
    (64, 8, (4,) * 16, 0),
    (64, 8, (20, 14, 10, 8, 6, 6), 32),
    (100, 8, (25, 20, 15, 10, 10, 10, 5, 5), 0),
    (128, 10, (20, 18, 16, 14, 12, 10, 10, 8, 8, 6, 4, 2), 0),
    (200, 8, (60, 40, 30, 20, 20, 15, 15), 80),
    (1000, 8, (250, 150, 120, 100, 100, 80, 80, 60, 60), 0),
)

#: (players, rounds, rounds played, players withdrawn).
DROPOUTS = (
    (32, 8, 3, 4), (40, 8, 4, 4), (64, 8, 3, 4), (64, 8, 3, 3), (64, 8, 3, 8),
    (100, 8, 3, 12), (120, 8, 3, 6), (120, 8, 3, 8), (172, 8, 4, 8),
)  # fmt: skip

#: (players, rounds) with byes.
BYES = ((21, 5), (22, 5), (23, 5), (30, 8), (41, 8), (50, 8), (63, 10), (101, 8))


def shuffled(players: int, rounds: int, tries: int, seed: str) -> Plan:
    """Return the plan of the baseline: each round is the one with the fewest repeat
    opponents among `tries` random rounds.
    """
    chance = Chance(seed, "baseline")
    met: set[tuple[int, int]] = set()
    plan = []
    for _ in range(rounds):
        best, least = None, None
        for _try in range(tries):
            order = chance.shuffled(range(1, players + 1))
            tables = [
                order[at : at + SEATS_PER_TABLE]
                for at in range(0, players, SEATS_PER_TABLE)
            ]
            repeats = sum(two in met for table in tables for two in pairs(table))
            if least is None or repeats < least:
                best, least = tables, repeats
        assert best is not None
        met.update(two for table in best for two in pairs(table))
        plan.append(tuple((a, b, c, d) for a, b, c, d in best))
    return tuple(plan)


def timed_draw(request: Request) -> tuple[dict[str, object], Plan, float]:
    began = time.perf_counter()
    drawn = draw(request)
    return drawn.report.as_data(), drawn.plan, time.perf_counter() - began


def whole_plans(seed: str, quick: bool) -> int:
    print("Whole plans: repeats, avoidable table visits, running wind range, seconds")
    print(f"{'size':>8} {'goal':>5} {'ours':>5} {'tables':>6} {'winds':>5} {'s':>6}"
          f"   {'shuffles':>8} {'winds':>5} {'s':>6} {'ratio':>6}")  # fmt: skip
    missed = 0
    for players, rounds, goal in GOALS:
        entrants = tuple(map(SeatingPlayer, range(1, players + 1)))
        report, _plan, seconds = timed_draw(Request(entrants, rounds, seed))
        began = time.perf_counter()
        plain = judge(shuffled(players, rounds, 20 if quick else 200, seed)).as_data()
        baseline = time.perf_counter() - began
        ours = report["repeats"]
        missed += ours > goal
        ratio = f"{plain['repeats'] / ours:6.1f}" if ours else "   inf"
        print(
            f"{players:>4}x{rounds:<3} {goal:>5} {ours:>5} "
            f"{report['avoidable_table_revisits']:>6} "
            f"{report['wind_range_running']:>5} {seconds:>6.2f}   "
            f"{plain['repeats']:>8} {plain['wind_range_running']:>5} "
            f"{baseline:>6.2f} {ratio}{'  MISSED' if ours > goal else ''}",
            flush=True,
        )
    return missed


def clubs(seed: str) -> int:
    print("\nClubs kept apart: meetings within clubs, repeats, seconds")
    missed = 0
    for players, rounds, sizes, goal in CLUBS:
        names = [f"c{i}" for i, size in enumerate(sizes) for _ in range(size)]
        entrants = tuple(
            SeatingPlayer(number, club=name) for number, name in enumerate(names, 1)
        )
        report, _plan, seconds = timed_draw(Request(entrants, rounds, seed))
        ours = report["club_meetings"]
        plain = shuffled(players, rounds, 1, seed)
        lot = judge(plain, entrants).as_data()["club_meetings"]
        missed += ours > goal + (players == 1000)
        print(
            f"{players:>4}x{rounds:<3} goal {goal:>3}  ours {ours:>3}  by lot {lot:>4}"
            f"  repeats {report['repeats']}  {seconds:.2f} s",
            flush=True,
        )
    return missed


def byes(seed: str) -> None:
    print("\nByes: repeats, players who sit out twice, seconds")
    for players, rounds in BYES:
        entrants = tuple(map(SeatingPlayer, range(1, players + 1)))
        demands = Constraints(uneven=Uneven.BYES)
        report, _plan, seconds = timed_draw(
            Request(entrants, rounds, seed, demands=demands)
        )
        print(
            f"{players:>4}x{rounds:<3} repeats {report['repeats']}  "
            f"twice out {report['byes_twice']}  {seconds:.2f} s",
            flush=True,
        )


def dropouts(seed: str) -> None:
    print("\nPlayers gone: repeats in all rounds, seats changed of those to come")
    for players, rounds, played, gone in DROPOUTS:
        entrants = tuple(map(SeatingPlayer, range(1, players + 1)))
        _report, plan, _seconds = timed_draw(Request(entrants, rounds, seed))
        leaving = set(Chance(seed, "gone").shuffled(range(1, players + 1))[:gone])
        staying = tuple(e for e in entrants if e.number not in leaving)
        request = Request(
            staying, rounds - played, seed, Method.REPAIR,
            played=plan[:played], draft=plan[played:],
        )  # fmt: skip
        report, mended, seconds = timed_draw(request)
        moved, seats = changed_seats(plan[played:], mended, leaving)
        print(
            f"{players:>4}x{rounds} played {played} gone {gone:>2}: "
            f"repeats {report['repeats']:>2}  changed {moved:>3} of {seats} "
            f"({100 * moved / seats:.1f} %)  {seconds:.2f} s",
            flush=True,
        )


def changed_seats(before: Plan, after: Plan, gone: set[int]) -> tuple[int, int]:
    """Return two numbers, each over all rounds: players at another table than before,
    and all seated players. Players in `gone` do not count.
    """
    moved = seats = 0
    for old, new in zip(before, after, strict=True):
        table = {player: at for at, four in enumerate(old) for player in four}
        for at, four in enumerate(new):
            for player in four:
                if player is not None and player not in gone:
                    seats += 1
                    moved += player in table and table[player] != at
    return moved, seats


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", default="2026")
    parser.add_argument("--quick", action="store_true", help="a tenth of the shuffles")
    chosen = parser.parse_args(arguments)
    missed = whole_plans(chosen.seed, chosen.quick) + clubs(chosen.seed)
    byes(chosen.seed)
    dropouts(chosen.seed)
    print(f"\n{missed} goals missed")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
