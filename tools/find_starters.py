"""Find the starters and shifts of tournaments/seating/meetings/catalogue again.

Run from the root of the repository; each prints one catalogue entry:

    python -m tools.find_starters starter 36
    python -m tools.find_starters starter 32   (up to a minute)
    python -m tools.find_starters shifts 2,6 --rounds 12

A starter is a base round over `classes` copies of the integers modulo r and a few fixed
players; adding 1 gives r rounds.

The search is limited to rounds with a symmetry (x, class) -> (m x, next class), where m
** 3 = 1. Then only a third of the tables must be chosen. All their players and all
their differences must be different, which is an exact cover. The search is depth first,
always at the player with the fewest tables left, and restarts after a while. Up to 60
players take at most a quarter of a minute; larger starters were found by the same
search in a compiled language.

No starter of this kind exists for 32 players. Their 10 rounds are made of two copies of
the affine plane of order four, for 16 pairs of players who never meet. In such a plane,
every two of the 16 points are on two lines, which never have three points in common.
Each line is two tables. The signs that seat the players of a pair are the solution of
linear equations over two elements (a resolvable Bhaskar Rao design).
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from math import prod

from tournaments.seating.meetings.algebraic_constructions import perfect
from tournaments.seating.meetings.finite_fields import joined, split
from tournaments.seating.random_seed import Chance

CLASSES = 3

#: By number of players: r, the multiplier m, and whether the symmetry permutes the
#: fixed players (three by three) or keeps each.
SYMMETRIES = {
    24: (7, 1, True),
    36: (11, 1, True),
    44: (14, 9, False),
    48: (15, 1, True),
    56: (18, 7, False),
    60: (19, 1, True),
    68: (21, 4, False),
    72: (23, 1, True),
    80: (26, 3, False),
    84: (27, 1, True),
    92: (28, 9, True),
    96: (31, 1, True),
    100: (31, 5, False),
    104: (31, 5, False),
    108: (33, 1, True),
    116: (37, 10, False),
    120: (37, 10, False),
    132: (39, 16, True),
    152: (45, 16, True),
    156: (45, 16, True),
    164: (49, 18, True),
    172: (52, 9, True),
    188: (56, 9, True),
}

Table = tuple[int, int, int, int]


class Starters:
    """All tables, with their images under the symmetry, for a base round of `players`
    players.
    """

    def __init__(self, players: int) -> None:
        self.order, self.multiplier, self.turns = SYMMETRIES[players]
        self.players = players
        self.moving = CLASSES * self.order
        self.images = [[*range(players)]]
        for _ in range(CLASSES - 1):
            self.images.append([self._image(label) for label in self.images[-1]])
        self.left = 0
        self.bits: dict[object, int] = {}
        self.choices = {mask: table for table, mask in self._choices()}

    def _image(self, label: int) -> int:
        if label < self.moving:
            kind, element = divmod(label, self.order)
            element = element * self.multiplier % self.order
            return (kind + 1) % CLASSES * self.order + element
        place = label - self.moving
        if self.turns and place < (self.players - self.moving) // 3 * 3:
            place = place // 3 * 3 + (place + 1) % 3
        return self.moving + place

    def _difference(self, one: int, other: int) -> tuple[int, int, int] | None:
        """Return the difference of two players and their classes, which is the same in
        all rounds. Returns None if the players must not sit together.
        """
        one, other = sorted((one, other))
        if one >= self.moving:
            return None
        if other >= self.moving:
            return other, one // self.order, 0
        difference = (other - one) % self.order
        kinds = one // self.order, other // self.order
        if kinds[0] == kinds[1]:
            difference = min(difference, self.order - difference)
            if 2 * difference == self.order:
                return None
        elif not difference and self.players - self.moving == CLASSES:
            return None  # Three players with the same x never meet.
        return *kinds, difference

    def _mask(self, table: Sequence[int]) -> int:
        """Return bits for the players and differences of a table and its images; 0 if a
        player or difference occurs twice.
        """
        tables = {tuple(sorted(image[x] for x in table)) for image in self.images}
        mask = 0
        for four in sorted(tables):
            parts: list[object] = list(four)
            for one, other in combinations(four, 2):
                parts.append(self._difference(one, other))
            for part in parts:
                if part is None:
                    return 0
                bit = 1 << self.bits.setdefault(part, len(self.bits))
                if mask & bit:
                    return 0
                mask |= bit
        return mask

    def _choices(self) -> Iterator[tuple[Table, int]]:
        for label in range(self.players):  # The lowest bits are the players.
            self.bits[label] = label
        for table in self._tables():
            if mask := self._mask(table):
                yield table, mask

    def _tables(self) -> Iterator[Table]:
        """Yield tables without repeated differences: at least one table of every three
        that are images of each other.
        """
        known = [
            [self._difference(a, b) if a != b else None for b in range(self.players)]
            for a in range(self.players)
        ]
        for a in range(self.players):
            if a != min(image[a] for image in self.images):
                continue
            after = [b for b in range(self.players) if known[a][b]]
            for b, c, d in combinations(after, 3):
                if known[b][c] and known[b][d] and known[c][d]:
                    yield a, b, c, d

    def search(self, chance: Chance, patience: int = 2000) -> list[Table]:
        """Return the tables of a base round.

        Restarts the search until it succeeds: after `patience` steps without success.
        """
        choices = list(self.choices)
        everybody = (1 << self.players) - 1
        while True:
            choices = chance.shuffled(choices)
            self.left = patience
            if masks := self._cover(choices, everybody, []):
                return sorted(
                    {
                        (a, b, c, d)
                        for mask in masks
                        for image in self.images
                        for a, b, c, d in [sorted(image[x] for x in self.choices[mask])]
                    }
                )

    def _cover(self, choices: list[int], open_: int, taken: list[int]) -> list[int]:
        """Return the masks of tables that cover each open player once; an empty list if
        there are none or if the steps in `left` run out.
        """
        if not open_:
            return taken
        self.left -= 1
        counts = Counter({x: 0 for x in range(self.players) if open_ >> x & 1})
        for mask in choices if len(choices) < 5000 else choices[:5000]:
            here = mask & open_
            while here:
                low = here & -here
                counts[low.bit_length() - 1] += 1
                here ^= low
        player = min(counts, key=lambda label: counts[label])
        for mask in [mask for mask in choices if mask >> player & 1]:
            rest = [other for other in choices if not other & mask]
            if masks := self._cover(rest, open_ & ~mask, [*taken, mask]):
                return masks
            if self.left < 0:
                break
        return []


def starter(players: int, seed: str) -> dict[str, object]:
    """Return an entry of starters.json."""
    if players == 32:
        rounds = signed_rounds(Chance(seed, "signs"))
        return {"order": 1, "fixed": 0, "rounds": rounds, "hole": 2}
    starters = Starters(players)
    base = starters.search(Chance(seed, "starter"))
    fixed = players - starters.moving
    hole = fixed if fixed <= 3 else 0
    return {"order": starters.order, "fixed": fixed, "rounds": [base], "hole": hole}


def signed_rounds(chance: Chance) -> list[list[list[int]]]:
    """Return ten rounds for 32 players; labels 2x and 2x + 1 never meet."""
    while True:
        if rounds := pairs_of_points(chance.shuffled(range(16))):
            return rounds


def pairs_of_points(renamed: Sequence[int]) -> list[list[list[int]]]:
    """Return the ten rounds from the affine plane and its renamed copy; an empty list
    if there are no suitable signs.
    """
    plane = perfect(16, 5)
    assert plane is not None
    lines = [list(line) for round_ in plane.rounds for line in round_]
    others = [[renamed[x] for x in line] for line in lines]
    if any(len({*a} & {*b}) > 2 for a, b in product(lines, others)):
        return []
    both = lines + others
    if (signs := _signs(both)) is None:
        return []
    tables = [
        [2 * x + (s ^ turn) for x, s in zip(line, sign, strict=True)]
        for line, sign in zip(both, signs, strict=True)
        for turn in (0, 1)
    ]
    return [tables[start : start + 8] for start in range(0, len(tables), 8)]


def _signs(lines: list[list[int]]) -> list[list[int]] | None:
    """Return a sign, 0 or 1, for each point of each line, so that every two points have
    equal signs on one of their two lines and different signs on the other. Returns None
    if there is no solution.
    """
    place = {
        (k, x): 4 * k + i for k, line in enumerate(lines) for i, x in enumerate(line)
    }
    constant = 1 << len(place)
    equations: dict[tuple[int, ...], int] = {}
    for k, line in enumerate(lines):
        for two in combinations(sorted(line), 2):
            unknowns = sum(1 << place[k, x] for x in two)
            equations[two] = equations.get(two, constant) ^ unknowns
    solved: dict[int, int] = {}
    for equation in equations.values():
        while (top := (equation & (constant - 1)).bit_length()) in solved:
            equation ^= solved[top]
        if top:
            solved[top] = equation
        elif equation:
            return None
    values = constant
    for top in sorted(solved):
        if (solved[top] & values).bit_count() % 2:
            values |= 1 << (top - 1)
    return [[values >> place[k, x] & 1 for x in line] for k, line in enumerate(lines)]


def shifts(moduli: Sequence[int], rounds: int, seed: str) -> dict[str, object]:
    """Return an entry of shifts.json: rounds over a product of cyclic groups."""
    chance = Chance(seed, "shifts")
    while True:
        result = _Shifts(moduli, rounds, chance).search()
        if result:
            return {"group": list(moduli), "shifts": result}


class _Shifts:
    """Search for rounds (0, a, b, c, e) in which the difference of any two places is
    different in every round.
    """

    def __init__(self, moduli: Sequence[int], rounds: int, chance: Chance) -> None:
        self.moduli, self.rounds, self.chance = moduli, rounds, chance
        self.order = prod(moduli)
        digits = [split(x, moduli) for x in range(self.order)]
        self.minus = [
            [
                joined(
                    [(i - j) % m for i, j, m in zip(a, b, moduli, strict=True)], moduli
                )
                for b in digits
            ]
            for a in digits
        ]
        self.left = 20_000

    def search(self) -> list[list[int]]:
        firsts = [0, *self.chance.shuffled(range(1, self.order))]
        return self._rounds(firsts, [[0] * 5], self._parts([0] * 5))

    def _parts(self, shift: Sequence[int]) -> set[tuple[int, int, int]]:
        return {
            (i, j, self.minus[shift[j]][shift[i]])
            for i, j in combinations(range(len(shift)), 2)
        }

    def _rounds(
        self,
        firsts: list[int],
        made: list[list[int]],
        used: set[tuple[int, int, int]],
    ) -> list[list[int]]:
        """Return `made` and the remaining rounds, the next one with `a` from firsts[1]
        on; an empty list if the search fails. `used`: differences of the rounds in
        `made`.
        """
        if len(made) == self.rounds:
            return made
        for skipped, first in enumerate(firsts[1:], 1):
            if len(firsts) - skipped < self.rounds - len(made):
                return []
            for shift in self._shift([0, first], used):
                self.left -= 1
                rest = firsts[skipped:]
                parts = self._parts(shift)
                if result := self._rounds(rest, [*made, shift], used | parts):
                    return result
                if self.left < 0:
                    return []
        return []

    def _shift(
        self, begun: list[int], used: set[tuple[int, int, int]]
    ) -> Iterator[list[int]]:
        if len(begun) == 5:
            yield begun
            return
        for step in self.chance.shuffled(range(self.order)):
            longer = [*begun, step]
            if not self._parts(longer) & used:
                yield from self._shift(longer, used)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("kind", choices=("starter", "shifts"))
    parser.add_argument("size", help="players, or a group's moduli: 2,6")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of shifts")
    parser.add_argument("--seed", default="1")
    options = parser.parse_args()
    if options.kind == "starter":
        entry = starter(int(options.size), options.seed)
    else:
        moduli = [int(modulus) for modulus in options.size.split(",")]
        entry = shifts(moduli, options.rounds, options.seed)
    print(json.dumps(entry, separators=(",", ":")))


if __name__ == "__main__":
    main()
