"""A win entered by its tiles: what it is worth at its table."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from rules.faults import Fault, RuleError, faults_within
from rules.mcr.convention import Convention
from rules.mcr.entries import Claim, Win
from rules.mcr.patterns import CHICKEN_HAND, FANS
from rules.mcr.score import kept_score
from rules.several_winners import valued_claims
from rules.table import Position
from rules.text import _

_CHICKEN = FANS[CHICKEN_HAND]


def valued_win(win: Win, position: Position, convention: Convention) -> Win:
    """A win with the points of every hand that was entered by its tiles. Raises
    RuleError if one gives none, or less than the minimum."""
    value = partial(_valued, position=position, convention=convention)
    return replace(win, claims=valued_claims(win.claims, value))


def _valued(claim: Claim, position: Position, convention: Convention) -> Claim:
    if claim.hand is None:
        return claim
    hand = claim.hand.at(position.winds[claim.winner], position.prevailing)
    with faults_within("hand"):
        worth = kept_score(hand, convention)
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
    return replace(claim, points=worth.total, chicken=chicken)
