"""MCR penalties for misnamed discards and forfeited games: by the 1998 rules, article
13, or by the tournament's options."""

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
    """Return the ruling of an offence with the price in the ruleset's catalogue."""
    found = ruleset.catalogue.offence(offence)
    taken = amounts(Wind(offender), found.costs(times), found.gain)
    who = {"offender": offender, "offence": offence, "times": times}
    return {"kind": "penalty", "amounts": taken, **who}


def net(options: dict, *entries: object) -> list[int]:
    """Return the scores of E, S, W and N after entries.

    An entry may be a pair of an offence and its offender.
    """
    by = rules.ruleset("mcr", options)
    raws = [
        ruled(by, *entry) if isinstance(entry, tuple) else entry for entry in entries
    ]
    scores = replay(by, map(by.read_entry, raws)).scores
    return [scores[seat] for seat in WINDS]


MISNAMED, FORFEIT = "misnamed_discard", "forfeit"


@pytest.mark.parametrize(
    ("options", "entries", "expected"),
    [
        # The player who misnames a tile pays all 3 shares of another player's false
        # win.
        ({}, [(MISNAMED, "W")], [10, 10, -30, 10]),
        ({}, [(MISNAMED, "E")], [-30, 10, 10, 10]),
        # There is no warning first: the second offence costs the same.
        ({}, [(MISNAMED, "W"), (MISNAMED, "W", 2)], [20, 20, -60, 20]),
        ({}, [(MISNAMED, "W"), (MISNAMED, "S")], [20, -20, -20, 20]),
        ({"penalties": {MISNAMED: 5}}, [(MISNAMED, "N")], [5, 5, 5, -15]),
        ({"penalties": {MISNAMED: 20}}, [(MISNAMED, "N")], [20, 20, 20, -60]),
        ({"penalties": {MISNAMED: 0}}, [(MISNAMED, "N")], [0, 0, 0, 0]),
        # The price of a false win is a separate option.
        ({"false_win": {"offender": -15, "others": 5}}, [(MISNAMED, "N")],
         [10, 10, 10, -30]),
        # One player misnames a tile, and another makes a false win too.
        ({}, [(MISNAMED, "W"), FALSE_WIN], [20, 20, -20, -20]),
        # The hand continues: East wins 20 + 8 + 8.
        ({}, [(MISNAMED, "S"), WON], [46, -50, 2, 2]),
        # No one receives the points of a forfeited game.
        ({}, [(FORFEIT, "W")], [0, 0, -500, 0]),
        ({}, [WON, (FORFEIT, "W")], [36, -20, -508, -8]),
        ({"penalties": {FORFEIT: 1000}}, [(FORFEIT, "E")], [-1000, 0, 0, 0]),
        ({}, [(FORFEIT, "E"), (FORFEIT, "N")], [-500, 0, 0, -500]),
        # 10 and 15 minutes late cost less; more is a forfeit.
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
        # A player who misses a game loses the 500 starting points.
        ({}, Absence.MISSED, -500, 0),
        ({"missed_score": 0}, Absence.MISSED, 0, 0),
        ({"missed_score": -200, "missed_points": -1}, Absence.MISSED, -200, -1),
        # Players who were not due to play forfeit nothing.
        ({}, Absence.SIT_OUT, 0, 0),
        ({}, Absence.SUBSTITUTE, None, None),
        ({"missed_score": -200}, Absence.SIT_OUT, 0, 0),
        # The price of a ruling is a separate option.
        ({"penalties": {FORFEIT: 1000}}, Absence.MISSED, -500, 0),
    ],
)
def test_what_a_forfeited_game_counts(options, why, score, points):
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
