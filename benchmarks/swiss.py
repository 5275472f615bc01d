"""How good Swiss rounds are, beside what is possible and a greedy baseline.

    python benchmarks/swiss.py [--events 1] [--sizes 32,64,100,200,400,1000]

plays events by chance, the same each time: three rounds of a plan without repeats,
then Swiss rounds. A player's result at a table is skill and luck, to which uma of
15/5 is added. For rounds 4, 6 and 8 it prints

- the cost of our round: displacements squared (in tables) and 50 for each pair that
  met before; the rematches; the mean displacement; the seconds of one core;
- "least": a proved lower bound of the cost of any round in which nobody is further
  than six tables from his own and the leader sits at table 1, by giving our search
  the plain cost alone, so that the ratio beside it cannot be beaten by anything
  that searches longer;
- the same for the greedy baseline on the same standing: the best-placed free player
  opens a table and takes the best-placed of those with the fewest past meetings
  with the people there, until it is full.

The goal is a ratio of at most 1.10, in under 2 seconds (3 for 64 players, round 8).
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tournaments.seating.constraints import Demands
from tournaments.seating.random_seed import Chance
from tournaments.seating.search_budget import Budget
from tournaments.seating.seating_plan import Plan, meetings
from tournaments.seating.swiss.rematch_and_rank_costs import RoundWeights
from tournaments.seating.swiss.swiss_rounds import UNIT, settle, swiss_round

SIZES = (32, 64, 100, 200, 400, 1000)
ROUNDS = (4, 6, 8)
UMA = (15, 5, -5, -15)
GOAL = 1.10

Tables = list[list[int]]


class Event:
    """A tournament whose players have a skill and luck."""

    def __init__(self, players: int, seed: str) -> None:
        self._chance = Chance(seed, f"event of {players}")
        self._skill = {who: self._normal() for who in range(1, players + 1)}
        self._points = dict.fromkeys(self._skill, 0.0)
        self.played: Plan = ()
        for tables in self._planned(players // 4):
            self.play(tables)

    def standing(self) -> list[int]:
        return sorted(self._points, key=lambda who: (-self._points[who], who))

    def play(self, tables: Tables) -> None:
        self.played += (tuple((a, b, c, d) for a, b, c, d in tables),)
        for people in tables:
            results = {
                who: 8 * self._skill[who] + 12 * self._normal() for who in people
            }
            mean = sum(results.values()) / len(people)
            ranking = sorted(people, key=lambda who: -results[who])
            for who, uma in zip(ranking, UMA, strict=True):
                self._points[who] += results[who] - mean + uma

    def _normal(self) -> float:
        """Nearly normal, without a function of the C library."""
        return sum(self._chance.unit() for _part in range(12)) - 6

    def _planned(self, count: int) -> Iterator[Tables]:
        """Three rounds without a repeat, for 28 players or more: four pools, each
        further round the pools shifted against each other by one more."""
        who = self._chance.shuffled(list(self._skill))
        for shift in range(3):
            yield [
                [who[pool * count + (x + pool * shift) % count] for pool in range(4)]
                for x in range(count)
            ]


class Quality(NamedTuple):
    cost: int
    rematches: int
    displacement: float


def quality(tables: Tables, standing: Sequence[int], played: Plan) -> Quality:
    met = meetings(played)
    rank = {who: place for place, who in enumerate(standing)}
    away = [
        abs(rank[who] // 4 - t) for t, people in enumerate(tables) for who in people
    ]
    rematches = sum(
        two in met for people in tables for two in combinations(sorted(people), 2)
    )
    cost = sum(by * by for by in away) + 50 * rematches
    return Quality(cost, rematches, sum(away) / len(away))


def greedy(standing: Sequence[int], played: Plan) -> Tables:
    met = meetings(played)

    def past(who: int, people: list[int]) -> int:
        return sum(
            len(met.get((min(who, other), max(who, other)), ())) for other in people
        )

    free, tables = list(standing), []
    while free:
        people = [free.pop(0)]
        while len(people) < 4:
            people.append(min(free, key=lambda who: past(who, people)))
            free.remove(people[-1])
        tables.append(people)
    return tables


def least(standing: Sequence[int], played: Plan) -> float:
    """A proved lower bound of the plain cost: every pair counts as having met once,
    in a round that is not the last."""
    once = tuple((one, other, None, None) for one, other in meetings(played))
    settled = settle(
        standing,
        (once, ()),
        entrants=(),
        demands=Demands(),
        block=1,
        order="top",
        weights=RoundWeights(),
        chance=Chance("benchmark", "least"),
        budget=Budget(),
    )
    return settled.bound / UNIT


def line(event: Event, name: str) -> str:
    """What is reached for the next round, which is then played."""
    standing, played = event.standing(), event.played
    start = time.process_time()
    tables = swiss_round(
        standing, played, chance=Chance("benchmark", "swiss"), budget=Budget()
    )
    seconds = time.process_time() - start
    ours = quality(tables, standing, played)
    plain = quality(greedy(standing, played), standing, played)
    bound = least(standing, played)
    event.play(tables)
    ratio = ours.cost / bound
    return (
        f"{name:<14}{ours.cost:>7}{ours.rematches:>5}{ours.displacement:>7.2f}"
        f"{seconds:>7.2f}{bound:>9.0f}{ratio:>7.3f}{'' if ratio <= GOAL else ' !':<2}"
        f"{plain.cost:>9}{plain.rematches:>5}{plain.displacement:>7.2f}"
        f"{plain.cost / bound:>7.2f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=1, help="events of each size")
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)))
    chosen = parser.parse_args()
    print(
        f"{'players round':<14}{'cost':>7}{'rem.':>5}{'displ':>7}{'s':>7}{'least':>9}"
        f"{'ratio':>7}  {'greedy':>9}{'rem.':>5}{'displ':>7}{'ratio':>7}"
    )
    for size in map(int, chosen.sizes.split(",")):
        for number in range(chosen.events):
            event = Event(size, str(number))
            for round_ in range(4, max(ROUNDS) + 1):
                printed = line(event, f"{size:>6} {round_:>6}")
                if round_ in ROUNDS:
                    print(printed, flush=True)


if __name__ == "__main__":
    main()
