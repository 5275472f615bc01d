"""Riichi sticks during a hand.

Every device at the table shows them, and they enter the ledger with the hand.
"""

from __future__ import annotations

import pytest

from scoring.corrections import correct_and_undo, insert_and_remove_hands
from scoring.ledger import riichi_sticks_laid
from scoring.ledger.table_ledger import TableLedger
from tests.scoring.table_device import HTMX, device_at, text
from tests.scoring.tables_of_rules import Table, table_of

DRAW = {"kind": "exhaustive_draw", "tenpai": []}


@pytest.fixture
def table(director, noon) -> Table:
    return table_of(director, noon, "riichi", preset="ema")


def tell(table: Table, seat: str, *, client=None, hand: int = 1, lies: bool = True):
    fields = {"seat": seat, "hand": hand, "seating": 0} | (
        {"lies": "yes"} if lies else {}
    )
    return (client or table.client).post(table.at("deposit"), fields)


def laid(table: Table) -> str:
    return "".join(riichi_sticks_laid.laid(TableLedger(table.game)))


def test_every_device_of_the_table_sees_it_at_once_and_the_ledger_with_the_hand(table):
    device = device_at(table.game)
    assert tell(table, "S", client=device).json() == {"hand": 1, "laid": ["S"]}
    assert tell(table, "S").json()["laid"] == ["S"]
    sheet = text(table.client.get(table.at("sheet"), **HTMX))
    assert 'data-seats="S"' in sheet
    assert 'name="riichi" value="S" id="id_riichi_1" checked' in sheet
    assert '<span class="deposits" data-there="0">1</span>' in sheet
    south = table.client.get(table.at()).context["drawn"].places[1]
    assert south.in_play == table.ledger.state.scores["S"] - 1000
    assert 'value="S" checked' in text(table.client.get(table.at("tiles"))).replace(
        ' id="id_riichi_1"', ""
    )
    table.enter(winner="draw", tenpai=["S"], riichi=["S"])
    assert (laid(table), table.ledger.state.position.sticks) == ("", 1)
    log = table.game.round.tournament.log.order_by("revision")
    assert [event.kind for event in log][-2:] == ["deposit_laid", "entered"]


def test_it_is_taken_up_again_by_anybody_at_the_table(table):
    tell(table, "E")
    assert (
        tell(table, "E", client=device_at(table.game), lies=False).json()["laid"] == []
    )
    last = table.game.round.tournament.log.order_by("-revision").first()
    assert last.kind == "deposit_taken_up"


@pytest.mark.parametrize(
    ("hand", "seating", "why"),
    [
        (2, 0, "The current hand is hand 1, not hand 2."),
        (1, 1, "were reseated"),
    ],
)
def test_an_old_page_lays_nothing(table, hand, seating, why):
    fields = {"seat": "E", "hand": hand, "seating": seating, "lies": "yes"}
    answer = table.client.post(table.at("deposit"), fields)
    assert answer.status_code == 422
    assert why in answer.json()["refused"][0]
    assert laid(table) == ""


def test_nothing_is_laid_by_other_rules_or_when_nothing_is_played(
    director, noon, table
):
    other = table_of(director, noon, "mcr")
    assert "have no sticks" in tell(other, "E").json()["refused"][0]
    table.enter(winner="draw", tenpai=[])
    assert "The current hand is hand 2" in tell(table, "E").json()["refused"][0]
    assert tell(table, "X").status_code == 422


def test_a_hand_that_is_taken_back_finds_its_deposits_again(table):
    tell(table, "E")
    table.enter(winner="draw", tenpai=["E"], riichi=["E"])
    tell(table, "W", hand=2)
    correct_and_undo.undo(table.game.pk, device_key="u", by="referee", reason="wrong")
    assert laid(table) == "E"
    table.enter(winner="draw", tenpai=["E"], riichi=["E"])
    assert laid(table) == "W"


def test_they_go_with_their_hand_when_another_is_put_in_or_out(table):
    table.enter(winner="draw", tenpai=[])
    tell(table, "W", hand=2)
    line = insert_and_remove_hands.insert(
        table.game.pk, 0, DRAW, device_key="i", by="referee", reason="forgotten"
    ).entry
    assert (table.ledger.state.position.hand, laid(table)) == (3, "W")
    correct_and_undo.retract(line.pk, device_key="r", by="referee", reason="not played")
    assert (table.ledger.state.position.hand, laid(table)) == (2, "W")


def test_an_answer_that_is_none_is_refused_without_its_key(table):
    answer = text(table.enter(winner="abortive", abort="three_ron"))
    assert "This choice is not available. Choose another." in answer
    assert "three_ron is not one" not in answer
