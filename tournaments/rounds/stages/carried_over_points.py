"""What players take into the next stage, exactly. Plain Python."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction


class CarryKind(StrEnum):
    """What is carried in from the stage before."""

    EVERYTHING = "everything"
    NOTHING = "nothing"
    FRACTION = "fraction"
    TABLE_POINTS = "table_points"


@dataclass(frozen=True)
class Carry:
    """`fraction`: of table points and score, for FRACTION. `bonuses`: what the first,
    second … place of the stage before is given on top, in what decides places."""

    kind: CarryKind = CarryKind.EVERYTHING
    fraction: Fraction = Fraction(1)
    bonuses: tuple[Fraction, ...] = ()


@dataclass(frozen=True)
class Figures:
    """Table points and score."""

    points: Fraction
    score: Fraction


def carried(before: Figures, carry: Carry) -> Figures:
    """What of the figures of the stage before counts on, without bonuses."""
    nothing = Fraction(0)
    match carry.kind:
        case CarryKind.EVERYTHING:
            return before
        case CarryKind.NOTHING:
            return Figures(nothing, nothing)
        case CarryKind.FRACTION:
            return Figures(
                before.points * carry.fraction, before.score * carry.fraction
            )
        case CarryKind.TABLE_POINTS:
            return Figures(before.points, nothing)


def bonus(bonuses: Sequence[Fraction], place: int, holders: int = 1) -> Fraction:
    """What a place is given; `holders` of it share what their places are given
    together, as equal scores share the points of a table."""
    shared = [
        bonuses[each - 1]
        for each in range(place, place + holders)
        if each <= len(bonuses)
    ]
    return sum(shared, Fraction(0)) / holders


def whole(value: Fraction) -> int | Fraction:
    """The number as an int, where it is one."""
    return value.numerator if value.denominator == 1 else value
