"""Arrows between the sides of a table, on a square of 100."""

from __future__ import annotations

from rules.winds import Wind

#: Where a place touches the table, East at the bottom and the others after it to the
#: right, as people sit.
SIDES = {
    Wind.EAST: (50, 84),
    Wind.SOUTH: (84, 50),
    Wind.WEST: (50, 16),
    Wind.NORTH: (16, 50),
}
_BEND = 0.15
_HEAD = 9


def arrow_between(start: Wind, end: Wind) -> str:
    """The path of an arrow. It bends to its right, so that two players who change
    places have an arrow each."""
    (x, y), (to_x, to_y) = SIDES[start], SIDES[end]
    across, down = to_x - x, to_y - y
    mid_x = (x + to_x) / 2 - down * _BEND
    mid_y = (y + to_y) / 2 + across * _BEND
    return (
        f"M{x} {y}Q{mid_x:g} {mid_y:g} {to_x} {to_y}{_head(mid_x, mid_y, to_x, to_y)}"
    )


def _head(from_x: float, from_y: float, x: int, y: int) -> str:
    """The two strokes of an arrow's head at (x, y)."""
    across, down = x - from_x, y - from_y
    length = (across**2 + down**2) ** 0.5
    ahead, aside = across / length * _HEAD, down / length * _HEAD
    left = f"M{x - ahead + aside / 2:.1f} {y - aside - ahead / 2:.1f}L{x} {y}"
    return f"{left}L{x - ahead - aside / 2:.1f} {y - aside + ahead / 2:.1f}"
