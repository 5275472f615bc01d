"""Check hand values entered without tiles: some are impossible."""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd

from rules.classical.entries import Win
from rules.classical.scoring_tables import Convention
from rules.faults import Fault
from rules.translation_marks import _


def impossible_values(win: Win, convention: Convention) -> Iterator[Fault]:
    """Yield a fault for each value, entered without tiles, that no hand can have.

    Every value must be a multiple of the smallest unit of the items, and a winner's
    value must include the points for winning.
    """
    unit, least = _unit(convention), _least(convention)
    limits = _limit_values(convention)
    for seat, value in win.values.items():
        if seat in win.hands or seat in win.own_hands or value in limits:
            continue
        if value % unit:
            yield Fault(
                "not_a_multiple",
                _(
                    "A hand value of %(value)s is not possible. Hand values are "
                    "multiples of %(unit)s."
                ),
                f"values.{seat}",
                {"unit": unit, "value": value},
            )
        elif seat in win.winners and value < least:
            yield Fault(
                "less_than_mahjong",
                _(
                    "A hand value of %(value)s is not possible. A winning hand is "
                    "worth at least %(least)s."
                ),
                f"values.{seat}",
                {"least": least, "value": value},
            )


def _unit(convention: Convention) -> int:
    """Return a number of points that divides the value of every hand below the
    limit."""
    rounding = convention.options.rounding
    if rounding != "none":
        return int(rounding)
    return gcd(*(convention.points.values())) or 1


def _least(convention: Convention) -> int:
    """Return the lowest value, in points, of a winning hand that is not a limit hand.

    Returns 0 with jokers, because a joker may prevent the points for winning.
    """
    options = convention.options
    if options.jokers:
        return 0
    points = max(convention.points.get("mahjong", 0), options.minimum_points)
    return convention.total(points, options.minimum_doubles)


def _limit_values(convention: Convention) -> set[int]:
    """Return the values of all limit hands in points, and the limit."""
    parts = map(convention.part_of_limit, convention.limits.values())
    return {convention.options.limit, *parts}
