"""Decide which players qualify for the next stage. The director chooses among players
who are tied across the cut. This module uses no database."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby


class CutKind(StrEnum):
    """Kinds of cuts. REST: the players who did not qualify for the other stage in the
    same rounds."""

    EVERYBODY = "everybody"
    TOP = "top"
    PER_GROUP = "per_group"
    REST = "rest"


@dataclass(frozen=True)
class Ranked:
    """A player number with its overall place and its group (0 for none). Players with
    the same place are tied on every criterion."""

    number: int
    place: int
    group: int = 0


@dataclass(frozen=True)
class Cut:
    """Settings of a cut.

    `size`: number of players who qualify, overall or from each group. `rest`: number of
    the best other players who also qualify.
    """

    kind: CutKind
    size: int = 0
    rest: int = 0


@dataclass(frozen=True)
class Tie:
    """Players who are tied for the last `seats`. There are fewer seats than players.

    `group` is 0 if the tie is among all groups.
    """

    numbers: tuple[int, ...]
    seats: int
    group: int = 0


@dataclass(frozen=True)
class Qualified:
    """The result of a cut.

    `through`: qualified players, best first. `ties`: undecided ties; their players are
    not in `through`.
    """

    through: tuple[int, ...]
    ties: tuple[Tie, ...] = ()


def qualified(
    rows: Iterable[Ranked], cut: Cut, decided: Collection[int] = ()
) -> Qualified:
    """Return the qualified players and the undecided ties.

    `decided`: tied players chosen by the director. A tie is decided if the number of
    chosen players equals its number of seats. The best other players are determined
    when every group is decided.
    """
    ranked = sorted(rows, key=lambda row: (row.place, row.number))
    chosen = frozenset(decided)
    if cut.kind in (CutKind.EVERYBODY, CutKind.REST):
        return Qualified(tuple(row.number for row in ranked))
    if cut.kind == CutKind.TOP:
        through, ties = _best(ranked, cut.size, chosen, 0)
    else:
        through, ties = _of_each_group(ranked, cut, chosen)
    order = (row.number for row in ranked if row.number in through)
    return Qualified(tuple(order), ties)


def _of_each_group(
    ranked: Sequence[Ranked], cut: Cut, chosen: frozenset[int]
) -> tuple[frozenset[int], tuple[Tie, ...]]:
    through: frozenset[int] = frozenset()
    ties: tuple[Tie, ...] = ()
    for group in sorted({row.group for row in ranked}):
        in_group = [row for row in ranked if row.group == group]
        best, tied = _best(in_group, cut.size, chosen, group)
        through, ties = through | best, ties + tied
    if cut.rest and not ties:
        others = [row for row in ranked if row.number not in through]
        best, ties = _best(others, cut.rest, chosen, 0)
        through |= best
    return through, ties


def _best(
    ranked: Sequence[Ranked], seats: int, chosen: frozenset[int], group: int
) -> tuple[frozenset[int], tuple[Tie, ...]]:
    """Return the first `seats` players, and an undecided tie across the cut, if there
    is a tie.

    Players of an undecided tie are not among the first.
    """
    through: set[int] = set()
    for _place, rows in groupby(ranked, key=lambda row: row.place):
        equal = [row.number for row in rows]
        seats_left = seats - len(through)
        if seats_left <= 0:
            break
        if len(equal) <= seats_left:
            through.update(equal)
            continue
        picked = chosen.intersection(equal)
        if len(picked) != seats_left:
            return frozenset(through), (Tie(tuple(equal), seats_left, group),)
        through.update(picked)
    return frozenset(through), ()
