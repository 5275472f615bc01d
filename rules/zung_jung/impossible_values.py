"""Check the points of wins entered without tiles, because some values are
impossible."""

from __future__ import annotations

from collections.abc import Iterator

from rules.faults import Fault
from rules.translation_marks import _
from rules.zung_jung.entries import Win
from rules.zung_jung.options import CHICKEN
from rules.zung_jung.scoring_tables import Convention


def impossible_values(win: Win, convention: Convention) -> Iterator[Fault]:
    """Yield a fault if no hand can have the points of the win.

    A hand has 1 point, the limit, or a sum of pattern values.
    """
    points, step = win.points, convention.step
    is_sum = points % step == 0 if step else False
    if win.hand or is_sum or points in (CHICKEN, convention.options.limit):
        return
    yield Fault(
        "not_a_sum",
        _(
            "%(points)s points are not possible. Enter 1 for a hand without a "
            "pattern, otherwise a multiple of %(step)s."
        ),
        "points",
        {"points": points, "step": step},
    )
