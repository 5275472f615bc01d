"""Prevailing winds in another order than E S W N."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rules
from rules.faults import RuleError
from rules.ledger_replay import replay
from rules.prevailing_winds_of_game import ORDERS
from rules.ruleset_and_table_state import Ending

WASHOUT = {"kind": "washout"}
EXPRESS = {
    "hong_kong": {"deal_passes_on_draw": True},
    "classical": {"rotation": "express"},
}


def played(name, hands, **options):
    made = rules.ruleset(name, {**EXPRESS[name], **options})
    return made, replay(made, [made.read_entry(WASHOUT)] * hands)


@pytest.mark.parametrize("name", EXPRESS)
@pytest.mark.parametrize(
    ("order", "rounds", "hands", "wind"),
    [
        ("ESWN", 4, 0, "E"),
        ("ESWN", 4, 4, "S"),
        ("ENWS", 4, 3, "E"),
        ("ENWS", 4, 4, "N"),
        ("ENWS", 4, 8, "W"),
        ("ENWS", 4, 15, "S"),
        ("SWNE", 2, 0, "S"),
        ("SWNE", 2, 7, "W"),
        ("NEWS", 1, 3, "N"),
        ("WESN", 3, 11, "S"),
    ],
)
def test_the_prevailing_wind_after_so_many_hands(name, order, rounds, hands, wind):
    _made, state = played(name, hands, round_winds=order, rounds=rounds)
    assert (state.position.prevailing, state.over) == (wind, None)
    assert [state.position.winds[seat] for seat in "ESWN"].count("E") == 1


@pytest.mark.parametrize("name", EXPRESS)
@pytest.mark.parametrize(("order", "rounds"), [("ENWS", 4), ("SWNE", 2), ("NEWS", 1)])
def test_a_game_is_over_after_its_rounds(name, order, rounds):
    _made, state = played(name, 4 * rounds, round_winds=order, rounds=rounds)
    assert state.over is Ending.ALL_HANDS
    assert state.position.prevailing == order[rounds - 1]


def test_seats_are_exchanged_before_each_round_whatever_its_wind():
    """Before the second round South swaps with West and East with North."""
    for order in ("ESWN", "NWSE"):
        _made, state = played(
            "classical",
            4,
            round_winds=order,
            rotation="custom",
            deal_passes_after_washout=True,
            seat_exchange="oemc",
        )
        assert [state.position.winds[seat] for seat in "ESWN"] == list("NWSE")


def test_an_order_names_each_wind_once():
    assert len(ORDERS) == 24
    for wrong in ("ESW", "EESW", "eswn", 4, ["E", "S", "W", "N"]):
        with pytest.raises(RuleError):
            rules.ruleset("hong_kong", {"round_winds": wrong})


@settings(max_examples=20)
@given(st.sampled_from(list(EXPRESS)), st.sampled_from(ORDERS), st.integers(1, 4))
def test_each_wind_of_the_order_prevails_for_four_deals(name, order, rounds):
    _made, state = played(name, 4 * rounds, round_winds=order, rounds=rounds)
    winds = [line.before.prevailing for line in state.lines]
    assert winds == [wind for wind in order[:rounds] for _deal in range(4)]
    assert state.over is Ending.ALL_HANDS
