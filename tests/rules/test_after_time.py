"""Hands after the gong: who must confirm the hand, and which hand is the last."""

from __future__ import annotations

import pytest

import rules
from rules.hands_after_gong import (
    FactToConfirm,
    fact_for,
    fact_to_confirm,
    is_last_hand,
)
from rules.ledger_replay import replay
from rules.ruleset_and_table_state import Ending

WASHOUT = {"kind": "washout"}
NO_HAND_RUNNING = {"kind": "play_ended", "why": "time"}
STOP, FINISH, PLUS_ONE = (
    {"kind": "gong", "policy": policy}
    for policy in ("stop_at_once", "finish_hand", "finish_hand_plus_one")
)


def played(*entries: dict, **options: object):
    """Return the ruleset of MCR and the state after the entries."""
    ruleset = rules.ruleset("mcr", options)
    return ruleset, replay(ruleset, map(ruleset.read_entry, entries))


def word(*entries: dict) -> FactToConfirm | None:
    return fact_to_confirm(played(*entries)[1])


# --- who confirms --------------------------------------------------------------


@pytest.mark.parametrize(
    ("entries", "needed"),
    [
        ([], None),
        ([FINISH], FactToConfirm.BEGUN),
        ([PLUS_ONE], FactToConfirm.BEGUN),
        ([STOP], FactToConfirm.ENDED),
        ([FINISH, WASHOUT], None),
        ([PLUS_ONE, WASHOUT], None),
        ([FINISH, NO_HAND_RUNNING], None),
        ([PLUS_ONE, NO_HAND_RUNNING], None),
        ([STOP, {"kind": "penalty", "seat": "E", "amount": -10}], FactToConfirm.ENDED),
        ([FINISH, {"kind": "play_ended", "why": "ruling"}], None),
    ],
)
def test_a_hand_after_the_gong_needs_a_word_but_not_the_one_more(entries, needed):
    assert word(WASHOUT, *entries) is needed


def test_a_table_that_had_played_its_hands_needs_no_word():
    assert word(*[WASHOUT] * 16, STOP) is None


def test_only_where_play_stops_at_once_the_hand_must_have_ended():
    assert fact_for("stop_at_once") is FactToConfirm.ENDED
    assert {fact_for(policy) for policy in ("finish_hand", "hands_only")} == {
        FactToConfirm.BEGUN
    }


# --- the last hand ----------------------------------------------------------------


def test_the_last_hand_is_announced():
    assert not is_last_hand(*played(WASHOUT))
    assert is_last_hand(*played(FINISH))
    assert not is_last_hand(*played(PLUS_ONE))
    assert is_last_hand(*played(PLUS_ONE, WASHOUT))
    assert not is_last_hand(*played(STOP))


@pytest.mark.parametrize(("gong", "over"), [(FINISH, Ending.TIME), (PLUS_ONE, None)])
def test_where_no_hand_was_running_at_the_gong_only_the_one_more_is_played(gong, over):
    ruleset, state = played(WASHOUT, gong, NO_HAND_RUNNING)
    assert state.over is over
    assert is_last_hand(ruleset, state) is (over is None)


def test_the_limit_of_hands_leaves_no_one_more():
    before_the_limit = [WASHOUT] * 7
    assert not is_last_hand(*played(*before_the_limit, PLUS_ONE, hands_limit=9))
    at_the_limit = played(*before_the_limit, PLUS_ONE, hands_limit=8)
    assert is_last_hand(*at_the_limit)
    _ruleset, after = played(*before_the_limit, PLUS_ONE, WASHOUT, hands_limit=8)
    assert after.over is Ending.ALL_HANDS
