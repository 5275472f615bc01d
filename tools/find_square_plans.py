"""Find plans with as many rounds as tables in which no one meets an opponent or visits
a table twice: offline, for tournaments/seating/meetings/catalogue/small.json.

    python tools/find_square_plans.py 56
    python tools/find_square_plans.py 60

prints the rounds in about a minute, the same for the same --seed. (Such a plan is a
SOMA(4, tables): Soicher, "On the structure and classification of SOMAs", Electronic
Journal of Combinatorics 6, 1999. For 24 players there is none: Arhin, "Every SOMA(n -
2, n) is Trojan", Discrete Mathematics 310, 2010, and no four orthogonal Latin squares
of order 6 are possible.)

Rounds, tables and four classes of players are numbered modulo q. A group with player
(x, class) at table c in round 0 gives one with (x + i, class) at table c + i in round
i. No two players meet twice if no difference between two classes occurs twice in round
0. No player visits a table twice if no x - c occurs twice in a class. For 56 players q
is 13, with four more players and one more table that stay fixed, and a last round:
table t has the players numbered t. To keep the search small, round 0 is invariant when
x and c are multiplied by a number and the classes change in a cycle.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from find_small_plans import encoded

from tournaments.seating.random_seed import Chance

#: A group and its marks (one bit each), which no other group of round 0 may have.
Marked = tuple[tuple[int, ...], int]

#: The fixed table.
FIXED = -1


@dataclass(frozen=True)
class Square:
    """Numbers modulo `modulus`, multiplied by `factor` while class k becomes
    `cycle[k]`; `fixed` players and possibly a table do not change.
    """

    modulus: int
    factor: int
    cycle: tuple[int, int, int, int]
    fixed: int

    @property
    def moving(self) -> int:
        return 4 * self.modulus

    @property
    def players(self) -> int:
        return self.moving + self.fixed

    @cached_property
    def image(self) -> list[int]:
        """Return each player's image under the multiplication.

        Player x of class k has the number k * modulus + x.
        """
        q = self.modulus
        turned = [
            self.cycle[player // q] * q + player % q * self.factor % q
            for player in range(self.moving)
        ]
        return turned + [self.moving + self.cycle[k] for k in range(self.fixed)]

    @cached_property
    def orbits(self) -> list[list[int]]:
        """Return lists of tables.

        The groups at the tables of a list are multiples of the group at its first
        table.
        """
        orbits: list[list[int]] = []
        for table in range(self.modulus):
            if not any(table in orbit for orbit in orbits):
                orbit = [table]
                while (more := orbit[-1] * self.factor % self.modulus) != table:
                    orbit.append(more)
                orbits.append(orbit)
        return orbits + [[FIXED]] * bool(self.fixed)

    def multiplied(self, group: Sequence[int], times: int = 1) -> tuple[int, ...]:
        for _ in range(times):
            group = [self.image[player] for player in group]
        return tuple(group)

    def marks(self, group: Sequence[int], table: int) -> Iterator[tuple[object, ...]]:
        """Yield the marks of a group, which no other group of round 0 may have."""
        q = self.modulus
        for player in group:
            yield ("seated", player)
            if table == FIXED:
                yield ("fixed table", player // q)
            elif player < self.moving:
                yield ("table", player // q, (player - table) % q)
        for low, high in combinations(sorted(group), 2):
            if high >= self.moving:
                yield ("fixed player", high, low // q)
                continue
            ahead = (high - low) % q
            if low // q == high // q:
                ahead = min(ahead, q - ahead)
            yield ("met", low // q, high // q, ahead)

    def last_round(self) -> Iterator[tuple[object, ...]]:
        """Yield the marks of the last round; nothing if there is no last round."""
        if self.fixed:
            yield from (("table", k, 0) for k in range(4))
            yield from (("met", k, other, 0) for k, other in combinations(range(4), 2))


SQUARES = {
    56: Square(13, 3, (1, 2, 0, 3), 4),
    60: Square(15, 2, (1, 2, 3, 0), 0),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("players", type=int, choices=sorted(SQUARES))
    parser.add_argument("--seed", default="1")
    arguments = parser.parse_args()
    square = SQUARES[arguments.players]
    base = base_round(
        square, Chance(arguments.seed, f"square plan {arguments.players}")
    )
    if base is None:
        sys.exit("There is no such plan.")
    for seats in developed(square, base):
        print(encoded(seats))


def base_round(square: Square, chance: Chance) -> dict[int, tuple[int, ...]] | None:
    """Return the four players at each table of round 0, by table; None if the search
    fails.
    """
    bits: dict[tuple[object, ...], int] = {}
    seats = [
        bits.setdefault(("seated", player), 1 << player)
        for player in range(square.players)
    ]
    taken = 0
    for mark in square.last_round():
        taken |= bits.setdefault(mark, 1 << len(bits))
    choices = {
        number: [
            one
            for one in chance.shuffled(list(candidates(square, orbit, bits)))
            if not one[1] & taken
        ]
        for number, orbit in enumerate(square.orbits)
    }
    seats.sort(
        key=lambda seat: sum(
            bool(marked & seat) for some in choices.values() for _, marked in some
        )
    )
    chosen = filled(choices, seats, 0)
    if chosen is None:
        return None
    return {
        table: square.multiplied(chosen[number], times)
        for number, orbit in enumerate(square.orbits)
        for times, table in enumerate(orbit)
    }


def candidates(
    square: Square, orbit: Sequence[int], bits: dict[tuple[object, ...], int]
) -> Iterator[Marked]:
    """Yield the possible groups of the first table of `orbit`, each with the marks of
    all its multiples. Adds new marks to `bits`.
    """
    for group in combinations(range(square.players), 4):
        if set(square.multiplied(group, len(orbit))) != set(group):
            continue
        marked = 0
        for times, table in enumerate(orbit):
            for mark in square.marks(square.multiplied(group, times), table):
                bit = bits.setdefault(mark, 1 << len(bits))
                if marked & bit:
                    break
                marked |= bit
            else:
                continue
            break
        else:
            yield group, marked


def filled(
    choices: Mapping[int, Sequence[Marked]], seats: Sequence[int], taken: int
) -> dict[int, tuple[int, ...]] | None:
    """Return a group for each remaining orbit from its `choices`, without common marks;
    None if there is no solution. Players are seated in the order of `seats`.
    """
    if not choices:
        return {}
    seat = next(seat for seat in seats if not seat & taken)
    for orbit in sorted(choices):
        for group, marked in choices[orbit]:
            if marked & seat:
                rest = filled(
                    {
                        other: [one for one in some if not one[1] & marked]
                        for other, some in choices.items()
                        if other != orbit
                    },
                    seats,
                    taken | marked,
                )
                if rest is not None:
                    return {**rest, orbit: group}
    return None


def developed(square: Square, base: Mapping[int, Sequence[int]]) -> Iterator[list[int]]:
    """Yield each round developed from round 0: the players table by table, four to a
    table.
    """
    q = square.modulus

    def moved(player: int, by: int) -> int:
        if player >= square.moving:
            return player
        return player // q * q + (player % q + by) % q

    for by in range(q):
        tables = [(table - by) % q for table in range(q)] + [FIXED] * bool(square.fixed)
        yield [moved(player, by) for table in tables for player in base[table]]
    if square.fixed:
        last = [k * q + table for table in range(q) for k in range(4)]
        yield [*last, *range(square.moving, square.players)]


if __name__ == "__main__":
    main()
