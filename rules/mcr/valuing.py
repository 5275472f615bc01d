"""A win entered by its tiles: what it is worth at its table."""

from __future__ import annotations

from dataclasses import replace

from rules.faults import Fault, RuleError
from rules.mcr.convention import Convention
from rules.mcr.entries import Win
from rules.mcr.patterns import CHICKEN_HAND, FANS
from rules.mcr.score import score
from rules.table import Position
from rules.text import _

_CHICKEN = FANS[CHICKEN_HAND]


def valued_win(win: Win, position: Position, convention: Convention) -> Win:
    """A win entered by its tiles with the points they give. Raises RuleError if
    they give none, or less than the minimum."""
    if win.hand is None:
        return win
    hand = win.hand.at(position.winds[win.winner], position.prevailing)
    try:
        worth = score(hand, convention)
    except RuleError as error:
        raise RuleError(*(fault.within("hand") for fault in error.faults)) from None
    if not worth.meets_minimum:
        raise RuleError(
            Fault(
                "below_minimum",
                _("%(points)s fan is less than the minimum of %(minimum)s."),
                "hand",
                {"points": worth.points, "minimum": convention.options.minimum},
            )
        )
    chicken = any(each.pattern is _CHICKEN for each in worth.patterns)
    return replace(win, points=worth.total, chicken=chicken)
