"""Find the seating plans of the catalogue (small.json) again: offline and slowly.

    python tools/find_small_plans.py 24 8 --seed 1 --moves 3000000

prints the catalogue's entry for 24 players and 8 rounds; --write stores it if it is
better than the present one. The same seed and moves give the same plan. Four steps:

1. Start: the rounds of the longest known plan without repeat opponents (best for
   slightly more rounds than it has), or none; the other rounds are random.
2. Meetings: two players at two tables of a round are swapped by simulated
   annealing. It minimises repeats, then third and later meetings (the pairs of
   meetings, m (m - 1) / 2 for a pair that meets m times), then meetings close
   together. At first only the random rounds change, then all of them.
3. Order: rounds are swapped until the meetings of each pair are as far apart as
   possible.
4. Tables: they are numbered with the search used for seating.

The catalogue's plans are the best of many seeds with about ten million moves each,
found by a compiled version of this program in about a second a seed. Pure Python makes
some 100,000 moves a second.

The plans for 56 players and 13 or 14 rounds, and for 60 players and 14 or 15 rounds,
are found differently. They are developed from one round, and no player sits at a table
twice (see find_square_plans.py).
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tournaments.seating.constraints import Weights
from tournaments.seating.meetings.algebraic_constructions import perfect
from tournaments.seating.meetings.starters_and_small_plans import CHARACTERS
from tournaments.seating.random_seed import Chance
from tournaments.seating.search.table_numbering import number_tables
from tournaments.seating.search_budget import Budget

CATALOGUE = Path(__file__).resolve().parent.parent / (
    "tournaments/seating/meetings/catalogue/small.json"
)

#: A round is a list of seats: the first four are table 1, and so on.
Rounds = list[list[int]]

#: Cost of a repeat, and of two meetings by the rounds between them.
REPEAT = 4_000
NEAR = {1: 150, 2: 12, 3: 6, 4: 3, 5: 2, 6: 1}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("players", type=int)
    parser.add_argument("rounds", type=int)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--moves", type=int, default=3_000_000)
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    rounds = find(arguments.players, arguments.rounds, arguments.seed, arguments.moves)
    entry = {**figures(rounds), "rounds": [encoded(seats) for seats in rounds]}
    name = f"{arguments.players}x{arguments.rounds}"
    print(line(name, entry))
    if arguments.write:
        write(name, entry)


def find(players: int, rounds: int, seed: str, moves: int) -> Rounds:
    """Return the best plan that one run finds: for each round, the players' labels
    (from 0) table by table, four to a table.
    """
    chance = Chance(seed, f"small plan {players}x{rounds}")
    plan, known = start(players, rounds, chance)
    meetings = Meetings(plan)
    if known < rounds:
        meetings.anneal(chance, moves, known, (0.5, 0.03))
        if known:
            meetings.anneal(chance, moves // 2, 0, (0.2, 0.02))
        ordered(plan, chance)
    tables = [fours(seats) for seats in plan]
    weights = Weights()
    numbered = number_tables(
        tables, weights=weights, chance=chance, budget=Budget(moves)
    )
    return [[label for four in table for label in sorted(four)] for table in numbered]


def start(players: int, rounds: int, chance: Chance) -> tuple[Rounds, int]:
    """Return the rounds to begin with, and how many of the first ones have no repeats
    (0 if none). The other rounds are random.
    """
    for known in range(rounds, 1, -1):
        perfect_plan = perfect(players, known)
        if perfect_plan is not None and 3 * known > players // 2:
            plan = [
                [one for four in tables for one in four]
                for tables in perfect_plan.rounds
            ]
            break
    else:
        plan, known = [], 0
    return plan + [
        chance.shuffled(range(players)) for _ in range(rounds - known)
    ], known


class Meetings:
    """A plan and its cost, which is updated when players are swapped.

    `met[a][b]` has a bit for each round in which players a and b meet; `cost_of[bits]`
    is the cost of a pair with these bits.
    """

    def __init__(self, plan: Rounds) -> None:
        self.plan = plan
        self.players = len(plan[0])
        self.cost_of = [pair_cost(bits) for bits in range(1 << len(plan))]
        self.met = [[0] * self.players for _ in range(self.players)]
        for number, seats in enumerate(plan):
            for four in fours(seats):
                for one, other in combinations(four, 2):
                    self.met[one][other] |= 1 << number
                    self.met[other][one] |= 1 << number

    def cost(self) -> int:
        return sum(
            self.cost_of[self.met[one][other]]
            for one, other in combinations(range(self.players), 2)
        )

    def anneal(
        self, chance: Chance, moves: int, first: int, heats: tuple[float, float]
    ) -> None:
        """Improve the rounds from `first` on by simulated annealing with this number of
        moves; keep the best plan. `heats`: first and last temperature, in repeats.
        """
        cost = best = self.cost()
        kept = [list(seats) for seats in self.plan]
        warm, cold = (heat * REPEAT for heat in heats)
        for move in range(moves):
            heat = warm * (cold / warm) ** (move / moves)
            number = first + chance.below(len(self.plan) - first)
            one, other = chance.below(self.players), chance.below(self.players)
            if one // 4 == other // 4:
                continue
            more = self.swap(number, one, other)
            if more > 0 and chance.unit() >= math.exp(-more / heat):
                self.swap(number, one, other)
                continue
            cost += more
            if cost < best:
                best, kept = cost, [list(seats) for seats in self.plan]
        self.plan[:] = kept
        self.__init__(self.plan)  # type: ignore[misc]

    def swap(self, number: int, one: int, other: int) -> int:
        """Swap the players at two places of round `number`.

        Return the change in cost.
        """
        seats = self.plan[number]
        more = 0
        for seat, far in ((one, other), (other, one)):
            stays, comes = seats[seat], seats[far]
            for near in range(seat // 4 * 4, seat // 4 * 4 + 4):
                if near != seat:
                    more += self.turn(stays, seats[near], number)
                    more += self.turn(comes, seats[near], number)
        seats[one], seats[other] = seats[other], seats[one]
        return more

    def turn(self, one: int, other: int, number: int) -> int:
        """Add the meeting of two players in a round, or remove it if they meet there.

        Return the change in cost.
        """
        before = self.met[one][other]
        after = before ^ 1 << number
        self.met[one][other] = self.met[other][one] = after
        return self.cost_of[after] - self.cost_of[before]


def pair_cost(bits: int) -> int:
    """Return the cost of a pair that meets in the rounds whose bits are set."""
    times = [number for number in range(bits.bit_length()) if bits >> number & 1]
    count = len(times)
    far = sum(NEAR.get(later - sooner, 0) for sooner, later in pairwise(times))
    return REPEAT * (max(count - 1, 0) + count * (count - 1) // 2) + far


def ordered(plan: Rounds, chance: Chance) -> None:
    """Reorder the rounds of the plan in place to keep meetings far apart.

    Starts from 20 random orders and swaps two rounds while that helps.
    """
    best = list(range(len(plan)))
    met = [bits for bits in meetings_of(plan) if bits.bit_count() > 1]
    least = order_cost(best, met)
    for _ in range(20):
        order = chance.shuffled(best)
        cost = order_cost(order, met)
        for one, other in improving(len(order)):
            order[one], order[other] = order[other], order[one]
            after = order_cost(order, met)
            if after < cost:
                cost = after
            else:
                order[one], order[other] = order[other], order[one]
        if cost < least:
            least, best = cost, order
    plan[:] = [seats for _, seats in sorted(zip(best, plan, strict=True))]


def improving(count: int) -> Iterator[tuple[int, int]]:
    """Yield every pair of indices below `count`, three times over."""
    for _ in range(3):
        yield from combinations(range(count), 2)


def meetings_of(plan: Rounds) -> list[int]:
    met: dict[tuple[int, int], int] = {}
    for number, seats in enumerate(plan):
        for four in fours(seats):
            for two in combinations(sorted(four), 2):
                met[two] = met.get(two, 0) | 1 << number
    return list(met.values())


def order_cost(order: Sequence[int], met: Sequence[int]) -> int:
    """Return the cost of an order of rounds for pairs with the bits `met`.

    `order[n]` is the new number (from 0) of round n.
    """
    cost = 0
    for bits in met:
        times = sorted(place for n, place in enumerate(order) if bits >> n & 1)
        cost += sum(NEAR.get(later - sooner, 0) for sooner, later in pairwise(times))
    return cost


def figures(rounds: Rounds) -> dict[str, int]:
    """Return the figures of a plan: repeats (meetings of a pair after the first); most
    meetings of a pair; pairs of meetings; meetings of a pair in consecutive rounds;
    most visits of a player to a table; pairs of visits.
    """
    met = meetings_of(rounds)
    visits: dict[tuple[int, int], int] = {}
    for seats in rounds:
        for seat, label in enumerate(seats):
            visits[label, seat // 4] = visits.get((label, seat // 4), 0) + 1
    counts = [bits.bit_count() for bits in met]
    return {
        "repeats": sum(count - 1 for count in counts),
        "meetings": max(counts),
        "pairs_of_meetings": sum(count * (count - 1) // 2 for count in counts),
        "at_once": sum((bits & bits >> 1).bit_count() for bits in met),
        "visits": max(visits.values()),
        "pairs_of_visits": sum(v * (v - 1) // 2 for v in visits.values()),
    }


def fours(seats: Sequence[int]) -> list[tuple[int, ...]]:
    return [tuple(seats[at : at + 4]) for at in range(0, len(seats), 4)]


def encoded(seats: Sequence[int]) -> str:
    return "".join(CHARACTERS[label] for label in seats)


def line(name: str, entry: dict[str, object]) -> str:
    return f"{json.dumps(name)}: {json.dumps(entry)}"


def write(name: str, entry: dict[str, object]) -> None:
    """Store the entry in the catalogue.

    Exits with a message if the present entry is as good or better.
    """
    entries = json.loads(CATALOGUE.read_text(encoding="utf-8"))
    if name in entries and worth(entries[name]) <= worth(entry):
        sys.exit("The catalogue has one that is as good.")
    entries[name] = entry
    order = sorted(entries, key=lambda size: tuple(map(int, size.split("x"))))
    lines = ",\n".join(line(size, entries[size]) for size in order)
    CATALOGUE.write_text("{\n" + lines + "\n}\n", encoding="utf-8")


def worth(entry: dict[str, object]) -> list[object]:
    return [value for name, value in entry.items() if name != "rounds"]


if __name__ == "__main__":
    main()
