"""The warning on QR codes that phones cannot open names the address to use instead."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tournaments.web import own_network_address

pytestmark = pytest.mark.django_db
NAMES = ("player_links", "lasting_cards")


@pytest.fixture
def in_a_network(monkeypatch, settings):
    monkeypatch.setattr(own_network_address, "own_address", lambda: "192.168.1.5")
    settings.HOST = "0.0.0.0"


def page_of(client, tournament, name, host="127.0.0.1:8000"):
    address = reverse(f"director:{name}", args=[tournament.slug])
    return client.get(address, headers={"host": host}).content.decode()


@pytest.mark.parametrize("name", NAMES)
def test_the_address_is_a_link(director_client, tournament, in_a_network, name):
    path = reverse(f"director:{name}", args=[tournament.slug])
    link = f'<a href="http://192.168.1.5:8000{path}">http://192.168.1.5:8000{path}</a>'
    assert link in page_of(director_client, tournament, name)
    other = page_of(director_client, tournament, name, "192.168.1.5:8000")
    assert "Phones cannot open" not in other


def test_a_program_that_only_this_computer_reaches_says_so(
    director_client, tournament, in_a_network, settings
):
    settings.HOST = "127.0.0.1"
    page = page_of(director_client, tournament, "player_links")
    assert "The program listens on this computer only." in page
    assert "192.168.1.5" not in page


def test_printed_badges_have_the_warning(director_client, tournament, in_a_network):
    address = reverse("director:paper_of_event", args=[tournament.slug, "badges"])
    page = director_client.get(address, headers={"host": "127.0.0.1:8000"})
    assert "http://192.168.1.5:8000" in page.content.decode()
