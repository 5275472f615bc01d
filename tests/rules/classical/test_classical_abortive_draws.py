"""Abortive draws in Classical Chinese: they count as draws, and the reason is
stored."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.classical import Classical
from rules.classical.entries import ABORTIVE_REASONS
from rules.cli import answer
from rules.faults import RuleError
from rules.ledger_replay import replay
from rules.rule_sheet import rule_sheet
from rules.winds import WINDS
from tests.examples import examples

ALL = {"abortive_draws": list(ABORTIVE_REASONS)}


def win(winner: str) -> dict:
    values = dict.fromkeys("ESWN", 0) | {winner: 20}
    return {"kind": "win", "winner": winner, "from": None, "values": values}


def aborted(reason: str = "four_winds") -> dict:
    return {"kind": "abortive_draw", "reason": reason}


def played(*entries: dict, **options: object):
    rules = Classical.from_options({**ALL, **options})
    return replay(rules, map(rules.read_entry, entries))


E, S = win("E"), win("S")
A = aborted()
CUSTOM = {"rotation": "custom"}


@pytest.mark.parametrize(
    ("entries", "options", "dealer", "deal", "repeats", "streak"),
    [
        # Multi-hand games: East deals again in the same seats, as after a draw.
        ([A], {}, "E", 1, 1, 0),
        ([A, A, A], {}, "E", 1, 3, 0),
        ([A, S], {}, "S", 2, 0, 0),
        ([S, A], {}, "S", 2, 1, 0),
        # Express games: the dealer changes, “even if … an abortive draw”.
        ([A], {"rotation": "express"}, "S", 2, 0, 0),
        ([A, A], {"rotation": "express"}, "W", 3, 0, 0),
        ([E, A, E], {"rotation": "express"}, "N", 4, 0, 0),
        # Custom rotation: as set by the option for draws.
        ([A], CUSTOM, "E", 1, 1, 0),
        ([A], CUSTOM | {"deal_passes_after_washout": True}, "S", 2, 0, 0),
        # East's wins in a row, with a draw between them.
        ([E, E, A], {}, "E", 1, 3, 0),
        ([E, E, A], {"washout_ends_row": False}, "E", 1, 3, 2),
        ([E, A, E], {"washout_ends_row": False}, "E", 1, 3, 2),
        ([*[E] * 8, A, E], {"washout_ends_row": False}, "S", 2, 0, 0),
        ([*[E] * 8, A, E], {}, "E", 1, 10, 1),
    ],
)
def test_the_deal_goes_on_as_after_a_washout(
    entries, options, dealer, deal, repeats, streak
):
    position = played(*entries, **options).position
    assert (position.dealer, position.deal) == (dealer, deal)
    assert (position.repeats, position.streak) == (repeats, streak)


def test_nobody_pays_and_the_hand_counts():
    state = played(A, aborted("ruling"), initial_points=2000, hands_limit=2)
    assert state.scores == dict.fromkeys(WINDS, 2000)
    assert state.hands_played == 2
    assert state.over == "all_hands"


@pytest.mark.parametrize("reason", ABORTIVE_REASONS)
def test_the_reason_is_kept(reason):
    entry = played(aborted(reason)).lines[0].entry
    assert {"kind": entry.kind, **entry.as_data()} == aborted(reason)


@pytest.mark.parametrize(
    ("raw", "options", "code"),
    [
        (A, {"abortive_draws": []}, "no_abortive_draws"),
        (A, {"abortive_draws": ["four_kongs"]}, "no_abortive_draws"),
        (aborted("three_ron"), {}, "not_a_choice"),
        ({"kind": "abortive_draw"}, {}, "not_a_choice"),
        ({**A, "winner": "E"}, {}, "unknown"),
    ],
)
def test_what_is_refused(raw, options, code):
    rules = Classical.from_options({**ALL, **options})
    with pytest.raises(RuleError) as caught:
        rules.read_entry(raw)
    assert [fault.code for fault in caught.value.faults] == [code]


def test_by_default_no_hand_is_broken_off():
    assert Classical.from_options({}).options.abortive_draws == ()


@pytest.mark.parametrize("command", ["settle", "replay"])
def test_the_command_line_takes_it(command):
    row = {"ruleset": "classical", "options": {"abortive_draws": ["four_winds"]}}
    entries = {"entries": [A]} if command == "replay" else A
    given = answer(command, row | entries)
    assert given["valid"] is True


def test_the_rule_sheet_names_what_is_played():
    sheet = rule_sheet("Club", Classical.from_options({"abortive_draws": ["ruling"]}))
    [line] = [each for each in sheet.splitlines() if "`abortive_draws`" in each][1:]
    assert "| Abortive draws | referee's ruling |" in line


REASONS = st.lists(st.sampled_from(ABORTIVE_REASONS), unique=True)


@examples(60)
@given(
    REASONS,
    st.lists(st.sampled_from([E, S, *map(aborted, ABORTIVE_REASONS)]), max_size=20),
    st.sampled_from(["multi_hand", "express"]),
    st.booleans(),
)
def test_any_options_give_sentences_and_sums_of_nothing(
    played_with, entries, rotation, ends
):
    rules = Classical.from_options(
        {
            "abortive_draws": played_with,
            "rotation": rotation,
            "washout_ends_row": ends,
            "initial_points": 0,
        }
    )
    refused = []
    try:
        state = replay(rules, map(rules.read_entry, entries))
        assert sum(state.scores.values()) == 0
    except RuleError as error:
        refused = [fault.sentence for fault in error.faults]
    assert all(refused)
