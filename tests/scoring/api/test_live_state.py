"""The live state of a tournament in the API and in its stream."""

from __future__ import annotations

import json

import pytest

from scoring.api.api_live import LIVE
from tests.scoring.seated_rounds import win
from tournaments.live.live_topics import kinds
from tournaments.models import ShownAs, Tournament

pytestmark = pytest.mark.django_db

ADDRESS = "/api/v1/events/spring-cup/live"


def test_clock_tables_standings_and_hands(client, game):
    win(game, 1, points=24)
    live = client.get(ADDRESS).json()
    assert live["clock"]["state"] == "running"
    assert live["clock"]["ends_at"]
    first, _second = live["tables"]
    assert (first["table"], first["hand"]) == (1, 2)
    assert first["seats"][0]["name"] == "Player 01"
    assert first["seats"][0]["score"] == 24 + 3 * 8
    assert live["standings"][0]["number"] == 1
    assert live["standings"][0]["table_score"] == 48
    [hand] = live["hands"]
    assert (hand["winner"], hand["discarder"], hand["value"]) == (1, 2, "24 fan")


def test_hidden_results_and_names_do_not_leave(client, game, tournament):
    win(game, 1)
    tournament.players.filter(number=1).update(shown_as=ShownAs.NUMBER)
    Tournament.objects.update(secret_rounds=3)
    answer = client.get(ADDRESS)
    live = answer.json()
    assert "Player 01" not in answer.content.decode()
    assert {seat["score"] for seat in live["tables"][0]["seats"]} == {None}
    assert (live["hands"], live["standings"]) == ([], [])
    # Not even with the key of the tournament: it is public data.
    Tournament.objects.update(is_public=False)
    assert client.get(ADDRESS).status_code == 404


def test_between_rounds_there_are_no_tables(client, closed_round):
    live = client.get(ADDRESS).json()
    assert (live["tables"], live["hands"]) == ([], [])
    assert live["standings"][0]["place"] == 1


def test_the_stream_sends_the_same_for_other_sites(client, game, tournament):
    tournament.players.filter(number=2).update(shown_as=ShownAs.FULL)
    person = tournament.players.get(number=2).person
    person.last_name = "<b>&"
    person.save()
    kind = kinds[LIVE]
    assert kind.is_for_other_sites
    text = kind.render(Tournament.objects.get(), ())
    assert "<" not in text
    assert json.loads(text) == client.get(ADDRESS).json()
    answer = client.get("/api/v1/events/spring-cup/stream").json()
    assert answer["live_url"] != answer["url"]
