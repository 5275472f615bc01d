"""A win entered by tiles: the winds come from the table, and the value from
the tiles.
"""

from __future__ import annotations

import pytest

import rules
from rules.cli.settle_command import settle_row
from rules.faults import RuleError
from rules.ledger_replay import replay
from rules.winds import Wind

MCR = rules.ruleset("mcr")
EAST_WIND_HAND = "[EEE]123m456p78s55p+9s"


def table(*entries: dict):
    return replay(MCR, map(MCR.read_entry, entries))


def win(hand: object, winner: str = "E", discarder: str | None = "S") -> dict:
    return {"kind": "win", "winner": winner, "from": discarder, "hand": hand}


def test_the_tiles_give_the_points():
    state = table(win("[123m]456p789sEE23p+4p f1"))
    assert state.scores == {"E": 9 + 24, "S": -8 - 9, "W": -8, "N": -8}
    entry = state.lines[0].entry
    [claim] = entry.claims
    assert (claim.points, claim.chicken, claim.flowers) == (9, False, 1)
    assert "flowers" not in claim.as_data()


def test_the_winds_are_the_tables():
    kongs = "[EEEE][1111m]55p23s555s+1s"
    first = table(win(kongs, winner="E"))
    assert first.lines[0].entry.claims[0].points == 2 + 2 + 4 + 1
    later = [{"kind": "washout"}] * 4
    with pytest.raises(RuleError, match="less than the minimum"):
        table(*later, win(kongs, winner="E", discarder="W"))


def test_winds_that_contradict_the_table_are_refused():
    with pytest.raises(RuleError) as refused:
        table(win("[123m]456p789sEE23p+4p S/E"))
    assert [fault.code for fault in refused.value.faults] == ["wrong_winds"]


@pytest.mark.parametrize(
    ("hand", "discarder", "code", "field"),
    [
        ("[123m]456p789sEE23p*4p", "S", "drawn_or_claimed", "hand"),
        ("[123m]456p789sEE23p+4p", None, "drawn_or_claimed", "hand"),
        ("[123m]456p789sEE23p+5p", "S", "not_a_win", "hand.concealed"),
        ("[123m]456p789sEE2x+5p", "S", "not_a_tile", "hand"),
        (["1m"], "S", "not_a_hand", "hand"),
        ({"concealed": ["xx"]}, "S", "not_a_tile", "hand.concealed[0]"),
        ("[CCC]12345m456p77s+3m", "S", "below_minimum", "hand"),
    ],
)
def test_tiles_that_do_not_fit_are_refused_with_the_place(hand, discarder, code, field):
    with pytest.raises(RuleError) as refused:
        table(win(hand, discarder=discarder))
    assert [(fault.code, fault.field) for fault in refused.value.faults] == [
        (code, field)
    ]


def test_the_ledger_keeps_the_tiles_and_reads_them_back():
    for hand in ("[123m]456p789sEE23p+4p", "[123m]456p789sEE23p+4p E/E"):
        entry = MCR.read_entry(win(hand))
        assert MCR.read_entry({"kind": "win", **entry.as_data()}) == entry


def test_points_beside_tiles_are_refused():
    with pytest.raises(RuleError) as refused:
        MCR.read_entry({**win("[123m]456p789sEE23p+4p"), "points": 8})
    assert [fault.field for fault in refused.value.faults] == ["points"]


def test_a_chicken_hand_is_marked_by_its_tiles():
    state = table(win("[123p][444s][789m]3p4pCC+2p"))
    assert state.lines[0].entry.claims[0].chicken


def test_a_hand_that_was_not_ready_costs_more():
    ready = table({"kind": "false_win", "seat": "W"})
    assert ready.scores == {"E": 10, "S": 10, "W": -30, "N": 10}
    not_ready = table({"kind": "false_win", "seat": "W", "ready": False})
    assert not_ready.scores == {"E": 20, "S": 20, "W": -60, "N": 20}
    entry = not_ready.lines[0].entry
    assert MCR.read_entry({"kind": "false_win", **entry.as_data()}) == entry


@pytest.mark.parametrize(
    ("row", "net"),
    [
        ({"winner_seat": "S", "discarder": "N", "points": 12},
         {"E": -8, "S": 36, "W": -8, "N": -20}),
        ({"winner": "S", "from": None, "points": 12},
         {"E": -20, "S": 60, "W": -20, "N": -20}),
        ({"winner_seat": "S", "discarder": "N", "hand": EAST_WIND_HAND + " S/E",
          "preset": "chinese", "id": "a row's own name",
          "options": {"minimum": 2}},
         {"E": -8, "S": 34, "W": -8, "N": -18}),
        ({"kind": "false_win", "seat": "N"},
         {"E": 10, "S": 10, "W": 10, "N": -30}),
    ],
)  # fmt: skip
def test_one_hand_is_settled_as_a_row(row, net):
    ruleset = rules.ruleset("mcr", row.get("options"))
    changes = settle_row(ruleset, row).changes
    assert {Wind(seat): points for seat, points in net.items()} == changes
