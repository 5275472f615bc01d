"""Whether a complete hand may win: options may ask for more than four sets and a
pair."""

from __future__ import annotations

from rules.classical.convention import Convention
from rules.classical.counting import Outcome
from rules.classical.facts import Facts


def meets_minimum(facts: Facts, outcome: Outcome, convention: Convention) -> bool:
    """Whether a winner's hand may win; a loser's need not ask."""
    options = convention.options
    if not facts.hand.winner:
        return True
    if options.no_mixed_suits and facts.suits > 1:
        return False
    if outcome.limit:
        return True
    return (
        not options.require_limit_hand
        and outcome.points >= options.minimum_points
        and outcome.doubles >= options.minimum_doubles
    )
