"""What MCR takes for a discard that is misnamed, and for a session that is forfeited:
by the 1998 rules, article 13, or as an event has it."""

from __future__ import annotations

import pytest

import rules
from rules.absence_score_options import Absence, counted
from rules.faults import RuleError
from rules.ledger_replay import replay
from rules.penalty_catalogue import Gain, amounts
from rules.winds import WINDS, Wind

WASHOUT = {"kind": "washout"}
WON = {"kind": "win", "winner": "E", "from": "S", "points": 12}
FALSE_WIN = {"kind": "false_win", "seat": "N"}


def ruled(ruleset, offence: str, offender: str, times: int = 1) -> dict:
    """The ruling as the catalogue prices it."""
    found = ruleset.catalogue.offence(offence)
    taken = amounts(Wind(offender), found.costs(times), found.gain)
    who = {"offender": offender, "offence": offence, "times": times}
    return {"kind": "penalty", "amounts": taken, **who}


def net(options: dict, *entries: object) -> list[int]:
    """The scores after entries; a pair is an offence and its offender."""
    by = rules.ruleset("mcr", options)
    raws = [ruled(by, *each) if isinstance(each, tuple) else each for each in entries]
    scores = replay(by, map(by.read_entry, raws)).scores
    return [scores[seat] for seat in WINDS]


MISNAMED, FORFEIT = "misnamed_discard", "forfeit"


@pytest.mark.parametrize(
    ("options", "entries", "expected"),
    [
        # Who misnames pays the three shares of the false win that another called.
        ({}, [(MISNAMED, "W")], [10, 10, -30, 10]),
        ({}, [(MISNAMED, "E")], [-30, 10, 10, 10]),
        # It is no warning that doubles: the second costs as much.
        ({}, [(MISNAMED, "W"), (MISNAMED, "W", 2)], [20, 20, -60, 20]),
        ({}, [(MISNAMED, "W"), (MISNAMED, "S")], [20, -20, -20, 20]),
        ({"penalties": {MISNAMED: 5}}, [(MISNAMED, "N")], [5, 5, 5, -15]),
        ({"penalties": {MISNAMED: 20}}, [(MISNAMED, "N")], [20, 20, 20, -60]),
        ({"penalties": {MISNAMED: 0}}, [(MISNAMED, "N")], [0, 0, 0, 0]),
        # What a false win costs is another option.
        ({"false_win": {"offender": -15, "others": 5}}, [(MISNAMED, "N")],
         [10, 10, 10, -30]),
        # The one misnames, the other calls a false win besides.
        ({}, [(MISNAMED, "W"), FALSE_WIN], [20, 20, -20, -20]),
        # The hand goes on: East takes 20 + 8 + 8.
        ({}, [(MISNAMED, "S"), WON], [46, -50, 2, 2]),
        # Nobody gets the points of a forfeited session.
        ({}, [(FORFEIT, "W")], [0, 0, -500, 0]),
        ({}, [WON, (FORFEIT, "W")], [36, -20, -508, -8]),
        ({"penalties": {FORFEIT: 1000}}, [(FORFEIT, "E")], [-1000, 0, 0, 0]),
        ({}, [(FORFEIT, "E"), (FORFEIT, "N")], [-500, 0, 0, -500]),
        # Ten and fifteen minutes late cost less, more is a forfeit.
        ({}, [("late_10_minutes", "E"), ("late_15_minutes", "S"), (FORFEIT, "W")],
         [-10, -20, -500, 0]),
    ],
)  # fmt: skip
def test_what_they_take(options, entries, expected):
    assert net(options, *entries) == expected


@pytest.mark.parametrize(
    ("entry", "hand", "dead"),
    [((MISNAMED, "W"), 2, ()), ((FORFEIT, "W"), 2, ()), (("dead_hand", "W"), 2, "W")],
)
def test_the_hand_goes_on_and_only_a_dead_hand_is_dead(entry, hand, dead):
    by = rules.ruleset("mcr")
    raws = [WASHOUT, ruled(by, *entry)]
    position = replay(by, map(by.read_entry, raws)).position
    assert (position.hand, tuple(position.dead)) == (hand, tuple(dead))


@pytest.mark.parametrize(
    ("options", "why", "score", "points"),
    [
        # Whoever leaves a session empty has lost the 500 it started with.
        ({}, Absence.MISSED, -500, 0),
        ({"missed_score": 0}, Absence.MISSED, 0, 0),
        ({"missed_score": -200, "missed_points": -1}, Absence.MISSED, -200, -1),
        # It is a forfeit only of who should have been there.
        ({}, Absence.SIT_OUT, 0, 0),
        ({}, Absence.SUBSTITUTE, None, None),
        ({"missed_score": -200}, Absence.SIT_OUT, 0, 0),
        # A ruling's price is an option of its own.
        ({"penalties": {FORFEIT: 1000}}, Absence.MISSED, -500, 0),
    ],
)
def test_what_a_forfeited_session_counts(options, why, score, points):
    found = counted(rules.ruleset("mcr", options).options, why)
    assert (found.score, found.points) == (score, points)


@pytest.mark.parametrize(
    ("offence", "gain", "most"),
    [(MISNAMED, Gain.EACH, None), (FORFEIT, Gain.NOBODY, 1000)],
)
def test_the_catalogue_says_who_gains(offence, gain, most):
    found = rules.ruleset("mcr").catalogue.offence(offence)
    assert (found.gain, found.most, found.warned) == (gain, most, False)


@pytest.mark.parametrize("points", [-1, 1001, "ten"])
@pytest.mark.parametrize("offence", [MISNAMED, FORFEIT])
def test_what_they_cannot_cost(offence, points):
    with pytest.raises(RuleError) as caught:
        rules.ruleset("mcr", {"penalties": {offence: points}})
    [fault] = caught.value.faults
    assert fault.field == f"penalties.{offence}"
