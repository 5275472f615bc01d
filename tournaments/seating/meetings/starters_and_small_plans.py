"""Who meets whom, before it is known who is who: plans of labels.

A structure seats labels 0, 1, 2 ... instead of start numbers; the lots decide
who gets which label. Its tables are in their order when `numbered` says that
nobody comes to a table more often than need be; the order of the four at a table
means nothing yet (see winds).

Plans for up to 64 people that no construction gives, as they were searched for.

Where more rounds are asked for than can be without repeats, these have the fewest
repeats known. Others have none, and their tables in an order that lets nobody come
to one table more often than need be. `tools/find_small_plans.py` says how they were
found.

Plans developed from a few tables: starters and shifts, out of the catalogue.

Both live on copies ("classes") of a group G. Adding the same element of G to the
players of a base round gives |G| rounds; nobody meets twice if and only if no
difference between two classes comes up twice in the base rounds (Bose's method of
differences: Beth, Jungnickel and Lenz, Design Theory, chapter VII).
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

Four: TypeAlias = tuple[int, int, int, int]
Labels: TypeAlias = tuple[tuple[Four, ...], ...]


@dataclass(frozen=True)
class Structure:
    """Rounds of tables of four labels. `source` says in a few English words where
    it comes from; `pools` gives each label's pool, if there are four pools whose
    members never meet (each table then has one of each)."""

    rounds: Labels
    source: str
    numbered: bool = False
    pools: tuple[int, ...] | None = None


#: How the catalogue writes the labels 0, 1, 2 ...
CHARACTERS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+-"  # 64


def small(players: int, rounds: int) -> Structure | None:
    """The stored plan for so many players and rounds, if there is one.

    Its tables are in order, and its rounds in one that keeps the meetings of a
    pair far apart. An entry of the catalogue is one string for each round, with
    four characters for each table, and beside them what can be counted in it:
    see `figures` in the program that finds them.
    """
    entry = table("small").get(f"{players}x{rounds}")
    return None if entry is None else _decoded(entry)


def stored() -> list[tuple[int, int]]:
    """The players and rounds of every stored plan."""
    return [(int(n), int(r)) for n, r in (name.split("x") for name in table("small"))]


def _decoded(entry: Json) -> Structure:
    repeats = entry["repeats"]
    what = f"{repeats} repeats, the fewest known" if repeats else "nobody meets twice"
    return Structure(
        tuple(_round(text) for text in entry["rounds"]),
        f"stored plan: {what}",
        numbered=True,
    )


def _round(text: str) -> tuple[Four, ...]:
    labels = [CHARACTERS.index(character) for character in text]
    return tuple(
        (labels[at], labels[at + 1], labels[at + 2], labels[at + 3])
        for at in range(0, len(labels), 4)
    )


#: Coordinates of a shift: the four at a table and the table itself.
COORDINATES = 5


class Starter:
    """Base rounds for the integers modulo `order`.

    Label `class * order + x` is element x of a class; the labels after the last
    class stay fixed when a round is developed. `hole`: those whom a player never
    meets, and he himself, are so many, and never meet each other (0 = not so).
    """

    def __init__(self, players: int, entry: Json) -> None:
        self.order: int = entry["order"]
        self.moving = players - entry["fixed"]
        self.bases = [tuple(map(_four, base)) for base in entry["rounds"]]
        self.hole: int = entry["hole"]
        self.rounds = self.order * len(self.bases)

    def structure(self, rounds: int) -> Structure:
        """Its first `rounds` rounds."""
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
    """The catalogue's starter for so many players, if it has one."""
    entry = table("starters").get(str(players))
    return Starter(players, entry) if entry else None


class Shifts:
    """Rounds in which each of four pools moves past the tables by its own step.

    In a round with the shift (a, b, c, d, e) there sit at table x + e, for every
    x of the group, (x + a, pool 0), (x + b, 1), (x + c, 2) and (x + d, 3). If for
    any two of the five the differences are all different over the rounds, nobody
    meets twice, and nobody comes to a table twice.
    """

    def __init__(self, group: Group, shifts: Sequence[Sequence[int]]) -> None:
        self.group = group
        self.shifts = shifts
        self.rounds = len(shifts)

    def structure(self, rounds: int) -> Structure:
        """Its first `rounds` rounds."""
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
    """The most rounds of shifts we know of: from the catalogue, or steps that grow
    evenly, 0, k, 2k, 3k and 4k in round k.

    Those need 4k < |G|, or a group in which one can divide by 2, 3 and 4.
    """
    tables = players // 4
    entry = table("shifts").get(str(tables), {"group": [tables], "shifts": []})
    even = tables if tables % 2 and tables % 3 else (tables + 3) // 4
    if even < len(entry["shifts"]):
        return Shifts(Group(entry["group"]), entry["shifts"])
    steps = [[k * step % tables for step in range(COORDINATES)] for k in range(even)]
    return Shifts(Group([tables]), steps)


def _four(labels: Sequence[int]) -> Four:
    a, b, c, d = labels
    return a, b, c, d
