"""Calculate the points carried over into the next stage, as exact fractions. This
module uses no database.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction


class CarryKind(StrEnum):
    """Kinds of points carried over from the previous stage."""

    EVERYTHING = "everything"
    NOTHING = "nothing"
    FRACTION = "fraction"
    TABLE_POINTS = "table_points"


@dataclass(frozen=True)
class Carry:
    """Settings for points carried over.

    `fraction`: the part of table points and score that FRACTION carries over.
    `bonuses`: extra points for the first, second … place of the previous stage, in the
    points that decide places.
    """

    kind: CarryKind = CarryKind.EVERYTHING
    fraction: Fraction = Fraction(1)
    bonuses: tuple[Fraction, ...] = ()


@dataclass(frozen=True)
class Figures:
    """A player's table points and score in a stage."""

    points: Fraction
    score: Fraction


def carried(before: Figures, carry: Carry) -> Figures:
    """Return the points carried over from the previous stage, without bonuses."""
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
    """Return the bonus for a place.

    If `holders` players share the place, each gets an equal share of the bonuses for
    their places, like table points.
    """
    shared = [
        bonuses[number - 1]
        for number in range(place, place + holders)
        if number <= len(bonuses)
    ]
    return sum(shared, Fraction(0)) / holders


def whole(value: Fraction) -> int | Fraction:
    """Return a whole number as an int, and any other number unchanged."""
    return value.numerator if value.denominator == 1 else value
