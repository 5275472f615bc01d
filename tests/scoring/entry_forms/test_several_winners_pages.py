"""Several winners on one discard at tables of MCR and Classical Chinese: previewed,
saved, shown, corrected, and counted as wins."""

from __future__ import annotations

from html import unescape

import pytest

from rules.hand_notation import parse_hand
from scoring.models import Win
from tests.scoring.tables_of_rules import Table, table_of

pytestmark = pytest.mark.django_db

SEVERAL = {"winner": "several", "source": "E", "winners": ["S", "N"]}
POINTS = {
    "mcr": {"points_S": 8, "points_N": 24},
    "classical": {"points_E": 2, "points_S": 20, "points_W": 4, "points_N": 30},
}
UNITS = {"mcr": "fan", "classical": "points"}
#: East pays 16 and 32, West 8 and 8; East pays 40 and 60, West 20 and 30, and East pays
#: West twice the difference of 2.
CHANGES = {"mcr": [-48, 24, -16, 40], "classical": [-104, 60, -46, 90]}


@pytest.fixture(params=POINTS)
def table(request, director, noon) -> Table:
    return table_of(director, noon, request.param, multiple_winners="all")


def ruleset(table: Table) -> str:
    return table.game.round.tournament.ruleset


def text(response) -> str:
    return unescape(response.content.decode())


def entered(table: Table) -> None:
    assert table.enter(**SEVERAL, **POINTS[ruleset(table)]).status_code == 200


def test_they_are_previewed_and_saved(table):
    shown = text(table.preview(**SEVERAL, **POINTS[ruleset(table)]))
    assert "Player 02" in shown
    entered(table)
    start = table.ledger.rules.opening_scores()
    scores = table.ledger.state.scores
    changes = [scores[seat] - start[seat] for seat in "ESWN"]
    assert changes == CHANGES[ruleset(table)]


def test_nothing_is_wrong_while_a_winners_value_is_not_given(table):
    values = POINTS[ruleset(table)]
    half = {key: value for key, value in values.items() if key != "points_N"}
    assert "appear here before you save" in text(table.preview(**SEVERAL, **half))


def test_the_table_says_who_won_what(table):
    entered(table)
    page = text(table.client.get(table.at()))
    worth = POINTS[ruleset(table)]
    for seat, name in (("S", "Player 02"), ("N", "Player 04")):
        value = f"{worth[f'points_{seat}']} {UNITS[ruleset(table)]}"
        assert f"{name} wins {value} from Player 01." in page


def test_each_is_known_as_a_win(table):
    entered(table)
    worth = POINTS[ruleset(table)]
    wins = {win.seat: win.worth for win in Win.objects.all()}
    assert wins == {"S": worth["points_S"], "N": worth["points_N"]}


def test_they_are_corrected_with_the_same_form(table):
    entered(table)
    page = table.client.get(table.at("correct", 1))
    form = page.context["form"]
    assert form["winner"].value() == "several"
    assert list(form["winners"].value()) == ["S", "N"]
    sent = {**SEVERAL, **POINTS[ruleset(table)], "winners": ["S", "W"]}
    sent |= {"points_W": 40, "hand": 1, "device_key": "c", "reason": "it was West"}
    response = table.client.post(table.at("correct", 1), sent)
    assert response.status_code == 302, text(response)
    assert {win.seat for win in Win.objects.all()} == {"S", "W"}


def test_who_lacks_is_named(table):
    refused = table.enter(winner="several", source="E", winners=["S", "N"])
    assert refused.status_code == 422
    assert "Player 02's hand" in text(refused)
    assert "Choose the winner" in text(table.enter(winner="several", source="E"))
    own = table.enter(**SEVERAL | {"source": "S"}, **POINTS[ruleset(table)])
    assert own.status_code == 422
    assert "cannot be the discarder" in text(own)


def test_where_one_is_paid_nobody_is_asked(director, noon):
    for name in POINTS:
        table = table_of(director, noon, name)
        assert "Several winners" not in text(table.client.get(table.at()))
        assert table.enter(**SEVERAL, **POINTS[name]).status_code == 422


TILES = {"S": "[234s][666s][888s]FF22s+2s", "N": "[123m][456m][789m]13sEE+2s"}


def by_tiles(table: Table) -> dict[str, object]:
    sent = {"winner": ["S", "N"], "source": "E", "hand": 1, "device_key": "t"}
    sent |= {f"tiles_{seat}": tiles for seat, tiles in TILES.items()}
    return sent | {"value_E": 0, "value_W": 0}


def test_hands_by_their_tiles(table):
    response = table.client.post(table.at("tiles"), by_tiles(table))
    assert response.status_code == 302, text(response)
    worth = {win.seat: win.worth for win in Win.objects.all()}
    by = table.ledger.rules
    assert worth == {
        seat: by.score(parse_hand(f"{tiles} {seat}/E")).total
        for seat, tiles in TILES.items()
    }
    page = table.client.get(table.at("correct_tiles", 1))
    assert sorted(page.context["form"]["winner"].value()) == ["N", "S"]
    assert page.context["form"]["tiles_N"].value() == TILES["N"]


def test_hands_that_cannot_be_together_are_refused(table):
    sent = by_tiles(table) | {"tiles_N": "[123m][456m][789m]13pEE+2p"}
    refused = table.client.post(table.at("tiles"), sent)
    assert refused.status_code == 422
    assert (
        "All winners must have the same winning tile. This hand has a different one."
    ) in text(refused)
