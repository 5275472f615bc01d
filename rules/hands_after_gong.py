"""Decide which hands count after the gong, and which hand is a table's last.

`rules.ledger_entries.HANDS_AFTER_GONG` has the number of hands for each end policy.
"""

from __future__ import annotations

from enum import StrEnum

from rules.ledger_entries import HANDS_AFTER_GONG, Gong
from rules.ruleset_and_table_state import Ending, Ruleset, TableState


class FactToConfirm(StrEnum):
    """The fact that staff must confirm before a hand entered after the gong counts."""

    BEGUN = "begun"
    ENDED = "ended"


def fact_for(policy: str) -> FactToConfirm:
    """Return the fact that must have happened before the gong for a hand to count.

    The hand must have started or, if play stops immediately, ended.
    """
    return (
        FactToConfirm.ENDED
        if HANDS_AFTER_GONG.get(policy) == 0
        else FactToConfirm.BEGUN
    )


def fact_to_confirm(state: TableState) -> FactToConfirm | None:
    """Return the fact that staff must confirm before the next hand counts.

    None before the gong, for the extra hand that a policy allows, and if no more hands
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
    """Return whether the table plays its last hand after the gong.

    The reason is the end policy or the hand limit. False before the gong and if the
    game is over.
    """
    if state.over or state.hands_left is None:
        return False
    limit = rules.options.hands_limit
    return state.hands_left == 1 or limit == state.hands_played + 1
