"""Dead hands: who has one, until when, and what it may not do."""

from __future__ import annotations

import pytest

from rules.dead_hands import refuse_dead_wins
from rules.faults import RuleError
from rules.hong_kong import HongKong
from rules.mcr import Mcr
from rules.replay import replay
from rules.winds import Wind

MCR = Mcr.from_options({})
FALSE_WIN = {"kind": "false_win", "seat": "W"}
RULED = {"kind": "penalty", "seat": "W", "offender": "W", "offence": "dead_hand"}
WASHOUT = {"kind": "washout"}


def win_by(seat: str) -> dict[str, object]:
    return {"kind": "win", "winner": seat, "from": "E", "points": 12}


def played(*raws, rules=MCR):
    return replay(rules, map(rules.read_entry, raws))


@pytest.mark.parametrize("fault", [FALSE_WIN, RULED, RULED | {"amount": -20}])
def test_a_dead_hand_is_dead_until_the_hand_is_over(fault):
    assert played(WASHOUT, fault).position.dead == (Wind.WEST,)
    assert played(fault, win_by("S")).position.dead == ()


def test_a_dead_hand_pays_as_usual():
    assert (
        played(FALSE_WIN, win_by("S")).scores == played(win_by("S"), FALSE_WIN).scores
    )


@pytest.mark.parametrize("fault", [FALSE_WIN, RULED])
def test_a_dead_hand_wins_nothing(fault):
    before = played(WASHOUT, fault)
    with pytest.raises(RuleError) as caught:
        refuse_dead_wins(before, played(WASHOUT, fault, win_by("W")))
    [found] = caught.value.faults
    assert (found.code, found.params) == (
        "dead_hand_won",
        {"seat": Wind.WEST, "hand": 2},
    )
    refuse_dead_wins(before, played(WASHOUT, fault, win_by("S")))


def test_an_old_ledger_with_such_a_win_goes_on():
    old = (FALSE_WIN, win_by("W"))
    refuse_dead_wins(played(*old), played(*old, WASHOUT))


@pytest.mark.parametrize(
    ("then", "dead"), [("may_not_win", (Wind.WEST,)), ("open_hand", ())]
)
def test_in_hong_kong_old_style_the_option_says_so(then, dead):
    rules = HongKong.from_options({"false_win_then": then})
    assert played(FALSE_WIN, rules=rules).position.dead == dead
