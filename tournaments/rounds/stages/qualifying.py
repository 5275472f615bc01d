"""Who goes on to the next stage. Players who are equal at the line are a tie for the
director, never decided silently. Plain Python: ranked rows in, names out."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby


class CutKind(StrEnum):
    """Who goes on. REST: those whom the stage in the same rounds leaves out."""

    EVERYBODY = "everybody"
    TOP = "top"
    PER_GROUP = "per_group"
    REST = "rest"


@dataclass(frozen=True)
class Ranked:
    """A player by start number, with the place among all and the group (0: none). Who
    has the same place is equal by every measure of the event."""

    number: int
    place: int
    group: int = 0


@dataclass(frozen=True)
class Cut:
    """`size`: how many go on, of all or of each group; `rest`: how many of the others,
    the best of all groups."""

    kind: CutKind
    size: int = 0
    rest: int = 0


@dataclass(frozen=True)
class Tie:
    """Players who are equal where `seats` of them go on, fewer than they are. `group`
    0: of all groups."""

    numbers: tuple[int, ...]
    seats: int
    group: int = 0


@dataclass(frozen=True)
class Qualified:
    """`through`: who goes on, best first. `ties`: what is still to be decided; those in
    one are not among `through`."""

    through: tuple[int, ...]
    ties: tuple[Tie, ...] = ()


def qualified(
    rows: Iterable[Ranked], cut: Cut, decided: Collection[int] = ()
) -> Qualified:
    """Who goes on. `decided`: of those who are equal at the line, whom the director
    lets in; a tie that has as many of them as seats is decided, no other is.

    The best of the rest are looked for once every group is decided: until then nobody
    knows who the rest are.
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
        own = [row for row in ranked if row.group == group]
        best, tied = _best(own, cut.size, chosen, group)
        through, ties = through | best, ties + tied
    if cut.rest and not ties:
        others = [row for row in ranked if row.number not in through]
        best, ties = _best(others, cut.rest, chosen, 0)
        through |= best
    return through, ties


def _best(
    ranked: Sequence[Ranked], seats: int, chosen: frozenset[int], group: int
) -> tuple[frozenset[int], tuple[Tie, ...]]:
    """The first so many, but for those who are equal at the line."""
    through: set[int] = set()
    for _place, rows in groupby(ranked, key=lambda row: row.place):
        equal = [row.number for row in rows]
        left = seats - len(through)
        if left <= 0:
            break
        if len(equal) <= left:
            through.update(equal)
            continue
        picked = chosen.intersection(equal)
        if len(picked) != left:
            return frozenset(through), (Tie(tuple(equal), left, group),)
        through.update(picked)
    return frozenset(through), ()
