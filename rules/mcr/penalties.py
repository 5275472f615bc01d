"""What faults at the table cost in MCR, for the referee's list of rulings.

1998 rules, articles 13 and 14; counting before the tile is taken is an EMA ruling.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.text import _


@dataclass(frozen=True)
class Offence:
    """`points` are taken from the offender and go to nobody. `warned`: the first time
    is a warning, and every further time doubles the points."""

    id: str
    name: str
    points: int
    warned: bool = False


OFFENCES = (
    Offence("empty_call", _("Calling chow, pung or kong without it"), 5, warned=True),
    Offence("touching_the_wall", _("Touching the wall too early"), 5, warned=True),
    Offence("late_call", _("Calling pung after three seconds"), 5, warned=True),
    Offence("showing_tiles_of_another", _("Exposing another player's tiles"), 5),
    Offence("late_10_minutes", _("Up to ten minutes late"), 10),
    Offence("late_15_minutes", _("Up to fifteen minutes late"), 20),
    Offence("counting_before_the_tile", _("Counting before taking the tile"), 10),
    Offence("misconduct", _("Giving information, or misconduct"), 60),
)


def fine(offence: Offence, times: int, points: Mapping[str, int]) -> int:
    """The points an offence costs the `times`-th time (from 1; 0 = a warning), by
    the event's `points` for each offence.

    Raises ValueError for a time before the first.
    """
    if times < 1:
        raise ValueError("an offence is counted from 1")
    each = points[offence.id]
    if not offence.warned:
        return each
    return 0 if times == 1 else each << times - 2
