"""Which hands still count at a table whose time is up, and which is the last: decided
here only, and asked by whatever enters, forbids, stores or shows such a hand.

How many hands each end policy leaves is in `rules.ledger_entries.HANDS_AFTER_GONG`.
"""

from __future__ import annotations

from enum import StrEnum

from rules.ledger_entries import HANDS_AFTER_GONG, Gong
from rules.ruleset_and_table_state import Ending, Ruleset, TableState


class Word(StrEnum):
    """What somebody must vouch for before a hand that comes after the gong counts."""

    BEGUN = "begun"
    ENDED = "ended"


def word_of(policy: str) -> Word:
    """What counts after the gong: a hand that had begun before it or, where play stops
    at once, only one that had ended."""
    return Word.ENDED if HANDS_AFTER_GONG.get(policy) == 0 else Word.BEGUN


def word_needed(state: TableState) -> Word | None:
    """What must be vouched for before the next hand counts; None before the gong, for
    the one more hand that a policy gives, and where no hand can count any more."""
    entries = (line.entry for line in state.lines)
    gong = next((entry for entry in entries if isinstance(entry, Gong)), None)
    if gong is None or state.hands_left != HANDS_AFTER_GONG[gong.policy]:
        return None
    word = word_of(gong.policy)
    return word if state.over is _OVER[word] else None


#: Whether the gong alone ends play.
_OVER = {Word.BEGUN: None, Word.ENDED: Ending.TIME}


def is_last_hand(rules: Ruleset, state: TableState) -> bool:
    """Whether time is up and play over with the next outcome, since the policy gives
    no further hand or the event has a limit of hands."""
    if state.over or state.hands_left is None:
        return False
    limit = rules.options.hands_limit
    return state.hands_left == 1 or limit == state.hands_played + 1
