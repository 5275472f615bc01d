"""Plans for labels. Players are assigned to the labels later.

A structure seats labels 0, 1, 2 ... instead of player numbers; a random order assigns
the labels. If `numbered` is True, the order of its tables makes players visit the same
table as rarely as possible. The order of the 4 labels at a table has no meaning yet;
winds are assigned later (`wind_balance`).

The module has two kinds of plans. Stored plans for up to 64 players were found by
search, for numbers without a construction. If more rounds are needed than can be played
without repeats, these plans have the fewest known repeats. Other stored plans have no
repeats and ordered tables. `tools/find_small_plans.py` describes how the plans were
found.

Starters and shifts from the catalogue are developed from a few tables. Both use copies
("classes") of a group G. Adding the same element of G to the players of a base round
gives |G| rounds. No pair meets twice if and only if no difference between two classes
occurs twice in the base rounds (Bose's method of differences: Beth, Jungnickel and
Lenz, Design Theory, chapter VII).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import TypeAlias

from rules.strict_reader import Json
from tournaments.seating.meetings.catalogue import table
from tournaments.seating.meetings.finite_fields import Group
from tournaments.seating.seating_plan import Four, four_of

Labels: TypeAlias = tuple[tuple[Four, ...], ...]


@dataclass(frozen=True)
class Structure:
    """Rounds of tables of 4 labels.

    - `source` describes the origin in a few English words.
    - `numbered`: whether the order of the tables has a meaning.
    - `pools` contains the pool of each label, if there are four pools whose members
      never meet. Each table then has one label of each pool. Otherwise it is None.
    """

    rounds: Labels
    source: str
    numbered: bool = False
    pools: tuple[int, ...] | None = None


#: Characters for the labels 0, 1, 2 ... in the catalogue.
CHARACTERS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+-"  # 64


def small(players: int, rounds: int) -> Structure | None:
    """Return the stored plan for this number of players and rounds, or None if there is
    none.

    The tables of the plan are in order. The rounds are ordered so that repeat meetings
    of a pair are far apart.

    An entry of the catalogue has one string for each round, with 4 characters for each
    table. The entry also contains figures that can be counted in the plan: see
    `figures` in the program that finds the plans.
    """
    entry = table("small").get(f"{players}x{rounds}")
    return None if entry is None else _decoded(entry)


def stored() -> list[tuple[int, int]]:
    """Return the numbers of players and of rounds of each stored plan."""
    return [(int(n), int(r)) for n, r in (name.split("x") for name in table("small"))]


def _decoded(entry: Json) -> Structure:
    repeats = entry["repeats"]
    quality = (
        f"{repeats} repeats, the fewest known" if repeats else "nobody meets twice"
    )
    return Structure(
        tuple(_round(text) for text in entry["rounds"]),
        f"stored plan: {quality}",
        numbered=True,
    )


def _round(text: str) -> tuple[Four, ...]:
    labels = [CHARACTERS.index(character) for character in text]
    return tuple(
        (labels[at], labels[at + 1], labels[at + 2], labels[at + 3])
        for at in range(0, len(labels), 4)
    )


#: Number of coordinates of a shift: the 4 labels of a table and the table itself.
COORDINATES = 5


class Starter:
    """Base rounds for the integers modulo `order`.

    Label `class * order + x` is element x of a class. The labels after the last class
    do not change when a round is developed. `hole` is the size of the sets whose
    members never meet; for example, a player and all players who never meet this
    player. It is 0 if the pairs that never meet do not form such sets.
    """

    def __init__(self, players: int, entry: Json) -> None:
        self.order: int = entry["order"]
        self.moving = players - entry["fixed"]
        self.bases = [tuple(map(four_of, base)) for base in entry["rounds"]]
        self.hole: int = entry["hole"]
        self.rounds = self.order * len(self.bases)

    def structure(self, rounds: int) -> Structure:
        """Return the first `rounds` rounds of the structure developed from the base
        rounds.
        """
        developed = (
            tuple(self._moved(four, by) for four in base)
            for base in self.bases
            for by in range(self.order)
        )
        source = f"starter modulo {self.order}" if self.order > 1 else "catalogue"
        return Structure(tuple(islice(developed, rounds)), source)

    def _moved(self, four: Four, by: int) -> Four:
        a, b, c, d = (self._label(label, by) for label in four)
        return a, b, c, d

    def _label(self, label: int, by: int) -> int:
        if label >= self.moving:
            return label
        element = label % self.order
        return label - element + (element + by) % self.order


def starter(players: int) -> Starter | None:
    """Return the starter in the catalogue for this number of players, or None if there
    is none."""
    entry = table("starters").get(str(players))
    return Starter(players, entry) if entry else None


class Shifts:
    """Rounds in which each of four pools of players moves past the tables by its own
    step.

    A round has a shift (a, b, c, d, e). For every x of the group, table x + e has (x +
    a, pool 0), (x + b, 1), (x + c, 2) and (x + d, 3). The plan has no repeat meetings
    or tables if, for any two of the five numbers, the differences in all rounds are
    different.
    """

    def __init__(self, group: Group, shifts: Sequence[Sequence[int]]) -> None:
        self.group = group
        self.shifts = shifts
        self.rounds = len(shifts)

    def structure(self, rounds: int) -> Structure:
        """Return the first `rounds` rounds of the structure that the shifts make."""
        order = self.group.order
        return Structure(
            tuple(self._round(shift) for shift in self.shifts[:rounds]),
            "shifts of four pools",
            numbered=True,
            pools=tuple(pool for pool in range(4) for _ in range(order)),
        )

    def _round(self, shift: Sequence[int]) -> tuple[Four, ...]:
        order = self.group.order
        *seats, to_table = (self.group.shifted(step) for step in shift)
        first, second, third, fourth = seats
        tables: list[Four] = [(0, 0, 0, 0)] * order
        for x in range(order):
            tables[to_table[x]] = (
                first[x],
                order + second[x],
                2 * order + third[x],
                3 * order + fourth[x],
            )
        return tuple(tables)


@cache
def shifts(players: int) -> Shifts:
    """Return the shifts with the largest known number of rounds for this number of
    players.

    The shifts come from the catalogue, or the steps grow evenly: 0, k, 2k, 3k and 4k in
    round k. Even growth needs 4k < |G|, or a group in which 2, 3 and 4 have inverses.
    """
    tables = players // 4
    entry = table("shifts").get(str(tables), {"group": [tables], "shifts": []})
    even = tables if tables % 2 and tables % 3 else (tables + 3) // 4
    if even < len(entry["shifts"]):
        return Shifts(Group(entry["group"]), entry["shifts"])
    steps = [[k * step % tables for step in range(COORDINATES)] for k in range(even)]
    return Shifts(Group([tables]), steps)
