"""Ready declarations in Classical Chinese: entry, display, undo, correction, and a
warning for a win without a declaration.
"""

from __future__ import annotations

from html import unescape

import pytest
from django.test import Client

from scoring import tournament_folder
from scoring.ledger.table_ledger import TableLedger
from scoring.tournament_folder.import_tournament import import_files
from tests.scoring.folders import there_and_back
from tests.scoring.table_device import device_at
from tests.scoring.tables_of_rules import Table, table_of

pytestmark = pytest.mark.django_db

VALUES = {"points_E": 0, "points_S": 20, "points_W": 0, "points_N": 0}
SOUTH = {"winner": "S", "source": "E", **VALUES}


@pytest.fixture
def table(director, noon) -> Table:
    return table_of(director, noon, "classical", must_declare_ready=True)


def text(response) -> str:
    return unescape(response.content.decode())


def declare(table: Table, seat: str, key: str, client: Client | None = None, hand=1):
    sent = {"seat": seat, "device_key": key, "hand": hand}
    return (client or table.client).post(table.at("ready"), sent)


def test_a_win_needs_the_declaration(table):
    refused = table.enter(**SOUTH)
    assert refused.status_code == 422
    words = "Player 02 cannot win without declaring ready."
    assert words in text(refused)
    assert declare(table, "S", "r1").status_code == 302
    assert table.enter(**SOUTH).status_code == 200
    assert table.ledger.state.scores["S"] == 2080


def test_it_is_asked_shown_on_the_seat_and_over_with_the_hand(table):
    page = text(table.client.get(table.at()))
    assert table.at("ready") in page
    assert "Player who declares ready" in text(table.client.get(table.at("ready")))
    declare(table, "S", "r1")
    page = text(table.client.get(table.at()))
    assert page.count('<span class="declared">ready</span>') == 1
    assert "Player 02 declares ready." in page
    table.enter(winner="washout")
    assert 'class="declared"' not in text(table.client.get(table.at()))


@pytest.mark.parametrize(
    ("seat", "hand", "words"),
    [
        ("S", 1, "Player 02 has already declared ready in this hand."),
        ("W", 2, "This entry is for an earlier hand. The current hand is hand 1."),
        ("", 1, "Choose the player who declares ready."),
    ],
)
def test_what_is_refused_is_said(table, seat, hand, words):
    declare(table, "S", "r1")
    refused = declare(table, seat, "r2", hand=hand)
    assert refused.status_code == 422
    assert words in text(refused)
    assert len(table.ledger.lines) == 1


def test_a_key_counts_once(table):
    declare(table, "S", "r1")
    assert declare(table, "S", "r1").status_code == 302
    assert len(table.ledger.lines) == 1


def test_a_device_declares_and_takes_it_back(table):
    device = device_at(table.game)
    assert declare(table, "W", "r1", device).status_code == 302
    [line] = table.ledger.live
    assert line.by.startswith("table 1")
    undo = {"device_key": "u", "sequence": line.sequence}
    assert device.post(table.at("undo"), undo).status_code == 302
    assert table.ledger.state.position.ready == ()


def test_a_director_corrects_whose_it_was(table):
    declare(table, "W", "r1")
    sent = {"seat": "S", "device_key": "c", "reason": "it was South"}
    page = table.client.get(table.at("correct", 1))
    assert "Player who declares ready" in text(page)
    table.client.post(table.at("correct", 1), sent)
    assert table.ledger.state.position.ready == ("S",)


def test_a_declaration_that_a_win_stands_on_is_not_taken_away(table):
    declare(table, "S", "r1")
    table.enter(**SOUTH)
    sent = {"seat": "W", "device_key": "c", "reason": "it was West"}
    refused = table.client.post(table.at("correct", 1), sent)
    assert refused.status_code == 422
    assert "cannot win without declaring ready" in text(refused)


def test_where_it_costs_points_the_preview_names_them(director, noon):
    options = {"must_declare_ready": True, "win_without_ready": "fined"}
    table = table_of(director, noon, "classical", **options)
    assert "not declared ready" in text(table.preview(**SOUTH))
    assert table.enter(**SOUTH).status_code == 200
    assert table.ledger.state.scores["S"] == 2080 - 300


def test_it_goes_out_with_the_event_and_comes_in(table):
    declare(table, "S", "r1")
    table.enter(**SOUTH)
    tournament = table.game.round.tournament
    files = there_and_back(tournament)
    assert '"kind": "ready"' in files["ledger.jsonl"].decode()
    copy = import_files(
        tournament_folder.files_of(tournament), director=None
    ).tournament
    game = copy.rounds.get().games.get()
    assert TableLedger(game).state.scores == table.ledger.state.scores


def test_elsewhere_its_page_leads_back_to_the_table(director, noon):
    table = table_of(director, noon, "classical")
    page = table.client.get(table.at("ready"), follow=True)
    assert page.redirect_chain == [(table.at("session"), 302)]
    assert "These rules have no ready declaration." in page.content.decode()
    assert table.at("ready") not in text(table.client.get(table.at()))


def test_it_is_no_ruling_on_the_sheet_of_the_result(table):
    declare(table, "S", "r1")
    table.enter(**SOUTH)
    end = {"kind": "finish", "finish-device_key": "f", "finish-reason": "late"}
    assert table.client.post(table.at("ruling"), end).status_code == 302
    page = table.client.get(table.at("result"))
    assert page.status_code == 200
    assert [item.line.kind for item in page.context["rulings"]] == []
