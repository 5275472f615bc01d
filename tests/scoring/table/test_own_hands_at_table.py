"""A tournament's special hands on the rules page, at the table, in the ledger and
in files.
"""

from __future__ import annotations

import pytest
from django.urls import reverse

from scoring.ledger import enter_hand
from scoring.ledger.table_ledger import TableLedger
from tests.scoring.table_device import HTMX, text
from tests.tournaments.tournament_setup.test_rules_form import typed
from tournaments.models import Tournament
from tournaments.tournament_setup.rules_form import RulesForm

pytestmark = pytest.mark.django_db

HANDS = [
    {"name": "Twins", "value": 8, "tiles": "11223344556677a"},
    {"name": "Club hand", "value": 2, "alone": False, "over_limit": True},
]
POINTS = [
    {"name": "Garden", "value": 100, "unit": "limit"},
    {"name": "Plus", "value": 10, "unit": "points", "alone": False},
]


@pytest.fixture
def hong_kong(tournament, game):
    """Return table 1 under Hong Kong rules with special hands."""
    return _played(game, "hong_kong", HANDS)


@pytest.fixture
def classical(tournament, game):
    return _played(game, "classical", POINTS)


def _played(game, ruleset, hands):
    tournament = Tournament.objects.get(pk=game.round.tournament_id)
    tournament.ruleset, tournament.options = ruleset, {"own_hands": hands}
    tournament.save()
    game.round.refresh_from_db()
    return type(game).objects.select_related("round__tournament").get(pk=game.pk)


def hand(number: int, **values: object) -> dict[str, object]:
    return {"hand": number, "device_key": f"k{number}", "winner": "E", **values}


def claims(game):
    return [line.entry.claims[0] for line in TableLedger.as_now(game).state.lines]


def test_the_rules_page_keeps_a_list_and_refuses_a_wrong_one(
    hong_kong, director_client
):
    tournament = hong_kong.round.tournament
    address = reverse("director:rules", args=[tournament.slug])
    assert "Notation of the tiles" in text(director_client.get(address))
    shown = typed(RulesForm.of(tournament.rules, tournament.rules.options))
    assert shown["own_hands-0-name"] == "Twins"
    wrong = shown | {"own_hands-2-name": "Third", "own_hands-2-tiles": "12"}
    answer = director_client.post(address, wrong)
    assert answer.status_code == 422
    errors = answer.context["form"].errors
    assert set(errors) == {"own_hands-2-value", "own_hands-2-tiles"}
    right = wrong | {"own_hands-2-value": "5", "own_hands-2-tiles": ""}
    assert "Rules saved." in text(director_client.post(address, right, follow=True))
    now = Tournament.objects.get(pk=tournament.pk).rules.options.own_hands
    assert [own.key for own in now] == ["twins", "club_hand", "third"]
    emptied = right | {f"own_hands-0-{part}": "" for part in ("name", "value", "tiles")}
    director_client.post(address, emptied)
    now = Tournament.objects.get(pk=tournament.pk).rules.options.own_hands
    assert [own.key for own in now] == ["club_hand", "third"]


def test_a_table_declares_a_hand_by_value(hong_kong, referee_client, at):
    page = text(referee_client.get(at()))
    assert "Special hand of this tournament" in page
    assert "Twins: 8 faan, counts alone" in page
    first = referee_client.post(at(), hand(1, source="S", own_hand="twins"), **HTMX)
    assert first.status_code == 200, text(first)
    added = hand(2, source="S", own_hand="club_hand", faan="13")
    assert referee_client.post(at(), added, **HTMX).status_code == 200
    missing = hand(3, source="S", own_hand="club_hand")
    refused = referee_client.post(at(), missing, **HTMX)
    assert refused.status_code == 422
    assert "Enter the faan." in text(refused)
    assert [claim.faan for claim in claims(hong_kong)] == [8, 15]
    assert [entry.data for entry in hong_kong.ledger.order_by("sequence")] == [
        {"winner": "E", "from": "S", "own_hand": "twins"},
        {
            "winner": "E",
            "from": "S",
            "own_hand": "club_hand",
            "faan": 15,
        },
    ]
    page = text(referee_client.get(at("entries")))
    assert "Special hand: Twins." in page
    correct = text(referee_client.get(at("correct", 2)))
    assert 'value="club_hand" selected' in correct


def test_tiles_are_checked_and_suggest_the_hand(hong_kong, referee_client, at):
    pairs = {"source": "S", "tiles_E": "1122334455667m+7m"}
    preview = text(
        referee_client.post(at("tiles"), {**hand(1), **pairs, "preview": ""})
    )
    assert "The tiles fit this hand." in preview
    other = {"source": "S", "tiles_E": "1112223334m55s+4m", "own_hand_E": "twins"}
    refused = referee_client.post(at("tiles"), hand(1, **other), **HTMX)
    assert refused.status_code == 422
    assert "The hand does not fit “Twins”" in text(refused)
    declared = hand(1, **pairs, own_hand_E="twins")
    assert referee_client.post(at("tiles"), declared, **HTMX).status_code == 200
    assert [claim.faan for claim in claims(hong_kong)] == [8]
    assert "Special hand: Twins." in text(referee_client.get(at("entries")))


def test_classical_hands_by_value(classical, referee_client, at):
    losers = {"points_S": "10", "points_W": "20", "points_N": "30"}
    first = hand(1, source="S", own_hand="garden", **losers)
    answer = referee_client.post(at(), first, **HTMX)
    assert answer.status_code == 200, text(answer)
    plus = {"points_E": "22", "doubles_E": "1", "own_hand": "plus"}
    second = hand(2, source="S", **losers, **plus)
    assert referee_client.post(at(), second, **HTMX).status_code == 200
    lines = TableLedger.as_now(classical).state.lines
    values = [line.entry.values["E"] for line in lines]
    assert values == [500, 64]
    assert "Special hand: Garden." in text(referee_client.get(at("entries")))


def test_a_removed_hand_is_in_the_way_of_a_change(hong_kong, director_client):
    raw = {"kind": "win", "winner": "E", "from": "S", "own_hand": "twins"}
    enter_hand.enter(hong_kong.pk, raw, device_key="a", by="director", hand=1)
    tournament = Tournament.objects.get(pk=hong_kong.round.tournament_id)
    address = reverse("director:rules", args=[tournament.slug])
    shown = typed(RulesForm.of(tournament.rules, tournament.rules.options))
    emptied = shown | {f"own_hands-0-{part}": "" for part in ("name", "value", "tiles")}
    page = text(director_client.post(address, emptied))
    assert "“twins” is not in this tournament&#x27;s list of special hands." in page
    dearer = shown | {"own_hands-0-value": "10"}
    page = text(director_client.post(address, dearer))
    assert "Twins (8 faan" in page
    assert "Twins (10 faan" in page
