"""Decide which hands count after the gong, and which hand is a table's last.

Only this module decides it. `rules.ledger_entries.HANDS_AFTER_GONG` has the number of
hands for each end policy.
"""

from __future__ import annotations

from enum import StrEnum

from rules.ledger_entries import HANDS_AFTER_GONG, Gong
from rules.ruleset_and_table_state import Ending, Ruleset, TableState


class FactToConfirm(StrEnum):
    """Fact that must be confirmed before a hand after the gong counts."""

    BEGUN = "begun"
    ENDED = "ended"


def fact_for(policy: str) -> FactToConfirm:
    """Return the fact that must precede the gong for a later entry to count.

    This is the start of the hand or, if play stops immediately, its end.
    """
    return (
        FactToConfirm.ENDED
        if HANDS_AFTER_GONG.get(policy) == 0
        else FactToConfirm.BEGUN
    )


def fact_to_confirm(state: TableState) -> FactToConfirm | None:
    """Return the fact to confirm before the next hand counts.

    None before the gong, for the additional hand of a policy, and if no further hand
    can count.
    """
    entries = (line.entry for line in state.lines)
    gong = next((entry for entry in entries if isinstance(entry, Gong)), None)
    if gong is None or state.hands_left != HANDS_AFTER_GONG[gong.policy]:
        return None
    fact = fact_for(gong.policy)
    return fact if state.over is _OVER[fact] else None


#: Fact to confirm -> value of `TableState.over` as long as it is not confirmed.
_OVER = {FactToConfirm.BEGUN: None, FactToConfirm.ENDED: Ending.TIME}


def is_last_hand(rules: Ruleset, state: TableState) -> bool:
    """Return whether play ends with the next outcome after the gong.

    It does if the policy gives no further hand, or the hand limit is reached.
    """
    if state.over or state.hands_left is None:
        return False
    limit = rules.options.hands_limit
    return state.hands_left == 1 or limit == state.hands_played + 1
