"""Private pages are not stored by shared caches. tests/test_permissions.py tests all
other addresses.
"""

from __future__ import annotations

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from mahjong_site.compression_and_page_headers import mark_as_private
from tests.test_permissions import assert_not_shared
from tournaments.access import player_links, table_links
from tournaments.tournament_setup import create_and_change_tournament


@pytest.fixture
def player(game) -> list[str]:
    """Return a list with the token of player 1's link."""
    players = player_links.with_links().filter(tournament=game.round.tournament)
    return [player_links.token_of(players.get(number=1))]


@pytest.fixture
def device(game) -> Client:
    """Return a browser that opened the table link of table 1."""
    linked = table_links.games_with_links().get(pk=game.pk)
    came = Client()
    entered = came.get(reverse("table:link", args=[table_links.token_of(linked)]))
    assert_not_shared(entered)
    assert came.get(entered["Location"]).status_code == 200
    return came


@pytest.mark.parametrize("name", ["session", "sheet", "tiles", "result", "manifest"])
def test_a_device_at_its_table(device, at, name):
    response = device.get(at(name))
    assert response.status_code == 200
    assert_not_shared(response)


@pytest.mark.parametrize(("name", "numbers"), [("page", []), ("table", [1])])
def test_a_player_on_their_own_page(client, player, name, numbers):
    response = client.get(reverse(f"me:{name}", args=player + numbers))
    assert response.status_code == 200
    assert_not_shared(response)


@pytest.mark.parametrize("name", ["turns_by_key", "seats_by_key", "clock_by_key"])
def test_a_screen_in_the_hall(client, game, name):
    tournament = game.round.tournament
    response = client.get(
        reverse(f"hall:{name}", args=[tournament.slug, tournament.hall_key])
    )
    assert response.status_code == 200
    assert_not_shared(response)


@pytest.mark.parametrize("name", ["rules", "patterns", "tournament", "home"])
def test_a_page_that_says_who_is_signed_in_is_never_public(game, owner_client, name):
    slug = game.round.tournament.slug
    arguments = {"patterns": ["mcr"], "tournament": [slug]}.get(name, [])
    address = reverse(f"public:{name}", args=arguments)
    owner_client.get(address)  # sets a cookie, which is part of the tag
    page = owner_client.get(address)
    assert "Sign out" in page.content.decode()
    assert_not_shared(page)
    unchanged = owner_client.get(address, headers={"if-none-match": page["ETag"]})
    assert unchanged.status_code == 304
    assert not unchanged.has_header("Content-Length")
    assert_not_shared(unchanged)
    signed_out = Client().get(address, headers={"if-none-match": page["ETag"]})
    assert signed_out.status_code == 200
    assert "Sign out" not in signed_out.content.decode()


def test_a_page_that_is_not_there_and_an_address_that_is_refused(client, db, settings):
    assert_not_shared(client.get("/no/such/page/"))
    settings.ALLOWED_HOSTS = ["example.org"]
    assert_not_shared(client.get("/"))


def test_a_view_that_forgets_itself():
    for said in ({}, {"Cache-Control": "public, max-age=300"}):
        answer = mark_as_private(lambda _request, said=said: HttpResponse(headers=said))
        assert "private" in answer(RequestFactory().get("/"))["Cache-Control"]
        assert "public" not in answer(RequestFactory().get("/"))["Cache-Control"]


def test_a_hidden_tournament(game, owner_client):
    tournament = game.round.tournament
    create_and_change_tournament.show_to_public(tournament, False, by="director")
    assert_not_shared(owner_client.get(f"/t/{tournament.slug}/"))
