"""Ready declarations in Classical Chinese, where required: which players may win, and
the price of a win without a declaration.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.classical import Classical
from rules.cli import answer
from rules.faults import RuleError
from rules.ledger_replay import replay
from rules.rule_sheet import rule_sheet
from rules.winds import WINDS
from tests.examples import examples

MUST = {"must_declare_ready": True, "initial_points": 0}
FINED = {**MUST, "win_without_ready": "fined", "win_without_ready_points": 50}
WASHOUT = {"kind": "washout"}


def ready(seat: str) -> dict:
    return {"kind": "ready", "seat": seat}


def win(winner: str, value: int = 20) -> dict:
    values = dict.fromkeys("ESWN", 0) | {winner: value}
    return {"kind": "win", "winner": winner, "from": None, "values": values}


def together(*winners: str) -> dict:
    values = {"E": 0, "S": 20, "W": 20, "N": 0}
    won = {"winners": [{"winner": seat} for seat in winners], "from": "E"}
    won["values"] = values
    return {"kind": "win", **won}


def played(options: dict, *entries: dict):
    rules = Classical.from_options(options)
    return replay(rules, map(rules.read_entry, entries))


def net(options: dict, *entries: dict) -> list[int]:
    scores = played(options, *entries).scores
    return [scores[seat] for seat in WINDS]


SOUTH = [-40, 80, -20, -20]


@pytest.mark.parametrize(
    ("options", "entries", "expected"),
    [
        (MUST, [ready("S"), win("S")], SOUTH),
        (MUST, [ready("E"), ready("S"), win("S")], SOUTH),
        # South won without a declaration: 50 to each other player, and the win is paid.
        (FINED, [win("S")], [10, -70, 30, 30]),
        (FINED, [ready("E"), win("S")], [10, -70, 30, 30]),
        (FINED, [ready("S"), win("S")], SOUTH),
        (FINED | {"win_without_ready_points": 0}, [win("S")], SOUTH),
        # East receives double for the win, and pays the same penalty as others.
        (FINED, [win("E")], [120 - 150, -40 + 50, -40 + 50, -40 + 50]),
        # Neither winner has declared: each pays 50 to each of the other three.
        (
            FINED | {"multiple_winners": "all"},
            [together("S", "W")],
            [-80 + 100, 60 - 100, 60 - 100, -40 + 100],
        ),
        # East pays 40 to each and no penalty; only West has not declared.
        (
            FINED | {"multiple_winners": "all"},
            [ready("S"), together("S", "W")],
            [-80 + 50, 60 + 50, 60 - 150, -40 + 50],
        ),
        # A declaration is valid for its hand only.
        (FINED, [ready("S"), WASHOUT, win("S")], [10, -70, 30, 30]),
        (FINED, [ready("S"), win("S"), ready("S"), win("S")], [-80, 200, -60, -60]),
        (
            FINED | {"multiple_winners": "all", "triple_win_is_draw": True},
            [together("S", "W", "N")],
            [0, 0, 0, 0],
        ),
        # By default no declaration is required.
        ({"initial_points": 0}, [win("S")], SOUTH),
    ],
)
def test_what_a_win_pays(options, entries, expected):
    assert net(options, *entries) == expected


@pytest.mark.parametrize(
    ("options", "entries", "code"),
    [
        (MUST, [win("S")], "not_declared_ready"),
        (MUST, [ready("E"), win("S")], "not_declared_ready"),
        (MUST, [ready("S"), WASHOUT, win("S")], "not_declared_ready"),
        (MUST, [ready("S"), win("S"), win("S")], "not_declared_ready"),
        (
            MUST | {"multiple_winners": "all"},
            [ready("S"), together("S", "W")],
            "not_declared_ready",
        ),
        (MUST, [ready("S"), ready("S")], "ready_twice"),
        ({}, [ready("S")], "ready_not_declared"),
        (MUST, [{"kind": "ready"}], "missing"),
        (MUST, [{**ready("S"), "hand": 1}], "unknown"),
        (MUST | {"hands_limit": 1}, [WASHOUT, ready("S")], "play_is_over"),
    ],
)
def test_what_is_refused(options, entries, code):
    with pytest.raises(RuleError) as caught:
        played(options, *entries)
    assert [fault.code for fault in caught.value.faults] == [code]


@pytest.mark.parametrize(
    ("hand", "code"),
    [
        ("[CCC]222m333p444s5m+5m", "not_declared_ready"),
        # Won before anyone could declare.
        ("CCC222m333p444s55m heavenly", None),
    ],
)
def test_first_turns_need_no_declaration(hand, code):
    values = {"S": 0, "W": 0, "N": 0}
    won = {"kind": "win", "winner": "E", "hands": {"E": hand}, "values": values}
    won["from"] = None if code is None else "S"
    row = {"ruleset": "classical", "options": MUST, "entries": [won]}
    given = answer("replay", row)
    assert given["valid"] is (code is None), given
    if code:
        assert given["errors"][0]["code"] == code


def test_the_declarations_of_a_hand_stand_in_its_position():
    assert played(MUST, ready("N"), ready("E")).position.ready == ("E", "N")
    assert played(MUST, ready("N"), WASHOUT).position.ready == ()
    goes_on = MUST | {"false_win_then": "continue"}
    false_win = {"kind": "false_win", "seat": "E"}
    assert played(goes_on, ready("N"), false_win).position.ready == ("N",)


def test_a_declaration_ends_no_hand_and_pays_nothing():
    state = played(MUST, ready("N"))
    assert (state.hands_played, state.position.hand) == (0, 1)
    assert set(state.scores.values()) == {0}


def test_an_entry_is_written_as_it_was_read():
    entry = played(MUST, ready("W")).lines[0].entry
    assert {"kind": entry.kind, **entry.as_data()} == ready("W")


def test_settling_a_row_needs_the_declaration_too():
    row = {"ruleset": "classical", "options": MUST, "winner_seat": "S"}
    row["hands"] = {"E": 0, "S": 20, "W": 0, "N": 0}
    assert answer("settle", row)["valid"] is False
    assert answer("settle", {**row, "ready": ["S"]})["valid"] is True
    refused = answer("settle", {**row, "ready": ["X"]})
    assert refused["errors"][0]["code"] == "not_a_seat"


THIRTY = {"changed_ready_hand_points": 30}


@pytest.mark.parametrize(
    ("options", "times", "cost"),
    [
        ({}, 1, None),
        # Without declarations there is no hand that must not change.
        (THIRTY, 1, None),
        (MUST, 1, 0),
        (MUST, 2, 0),
        (MUST | THIRTY, 1, 30),
        # A warning does not double the penalty.
        (MUST | THIRTY, 3, 30),
        (FINED | THIRTY, 1, 30),
        (MUST | {"changed_ready_hand_points": 10_000}, 1, 10_000),
    ],
)
def test_a_change_of_the_hand_is_in_the_catalogue(options, times, cost):
    offence = Classical.from_options(options).catalogue.offence("changed_ready_hand")
    assert (offence and offence.costs(times)) == cost


CHANGED = {
    "kind": "penalty",
    "seat": "W",
    "offender": "W",
    "offence": "changed_ready_hand",
    "amount": -30,
}


@pytest.mark.parametrize(
    ("options", "entries", "expected"),
    [
        # No one receives the 30, and the hand continues.
        (MUST | THIRTY, [ready("W"), CHANGED], [0, 0, -30, 0]),
        # West is still ready; a referee decides about anything else.
        (MUST | THIRTY, [ready("W"), CHANGED, win("W")], [-40, -20, 80 - 30, -20]),
        # A penalty for a win without declaration is independent of it.
        (FINED | THIRTY, [CHANGED, win("W")], [-40 + 50, 30, 80 - 180, 30]),
    ],
)
def test_a_change_of_the_hand_costs_its_points(options, entries, expected):
    assert net(options, *entries) == expected


@pytest.mark.parametrize("points", [-1, 10_001, "thirty"])
def test_what_a_change_cannot_cost(points):
    with pytest.raises(RuleError) as caught:
        Classical.from_options({**MUST, "changed_ready_hand_points": points})
    assert [fault.field for fault in caught.value.faults] == [
        "changed_ready_hand_points"
    ]


def test_nothing_is_fined_where_nobody_declares():
    with pytest.raises(RuleError) as caught:
        Classical.from_options({"win_without_ready": "fined"})
    assert [fault.field for fault in caught.value.faults] == ["win_without_ready"]


def test_presets_ask_nobody_so_that_their_ledgers_stay():
    for preset in ("dmjl", "bmja", "millington"):
        assert not Classical.from_options({"preset": preset}).options.must_declare_ready


def test_the_rule_sheet_says_so():
    sheet = rule_sheet("Club", Classical.from_options(MUST))
    assert "`must_declare_ready` *" in sheet


@examples(80)
@given(
    st.booleans(),
    st.sampled_from(["refused", "fined"]),
    st.integers(0, 200),
    st.booleans(),
    st.lists(
        st.sampled_from(
            [*map(ready, "ESWN"), *map(win, "ESWN"), together("S", "W"), WASHOUT]
        ),
        max_size=12,
    ),
)
def test_any_options_give_sentences_and_sums_of_nothing(
    must, without, points, draw, entries
):
    options = {
        "must_declare_ready": must,
        "win_without_ready": without,
        "win_without_ready_points": points,
        "multiple_winners": "all",
        "triple_win_is_draw": draw,
        "initial_points": 0,
    }
    row = {"ruleset": "classical", "options": options, "entries": entries}
    given = answer("replay", row)
    if given["valid"]:
        assert sum(given["final_scores"].values()) == 0
    else:
        assert all(error["message"] for error in given["errors"])
