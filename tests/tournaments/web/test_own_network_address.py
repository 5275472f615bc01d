"""The warning on QR codes that phones cannot open says how to let phones in."""

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


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost"])
def test_a_program_that_only_this_computer_reaches_says_how_to_change_it(
    director_client, tournament, in_a_network, settings, host
):
    settings.HOST = host
    page = page_of(director_client, tournament, "player_links")
    assert "This program accepts connections from this computer only." in page
    assert f"start it again without <code>HOST={host}</code>" in page
    assert "192.168.1.5" not in page


def test_a_computer_without_a_network_is_not_blamed_on_a_setting(
    director_client, tournament, in_a_network, monkeypatch
):
    monkeypatch.setattr(own_network_address, "own_address", lambda: None)
    page = page_of(director_client, tournament, "player_links")
    assert "This computer is not connected to a network." in page
    assert "HOST" not in page


def test_the_only_address_on_which_the_program_listens_is_a_link(
    director_client, tournament, settings
):
    settings.HOST = "192.168.7.7"
    page = page_of(director_client, tournament, "player_links")
    assert 'href="http://192.168.7.7:8000/' in page


@pytest.mark.parametrize(
    ("origins", "hosts", "expected"),
    [
        (["https://club.example"], ["*"], 'href="https://club.example/director/'),
        (["https://*.example"], ["mahjong.example"], 'href="http://mahjong.example/'),
        ([], [], "Open this page at the site address that phones use"),
    ],
)
def test_behind_a_proxy_phones_use_the_address_of_the_site(
    director_client, tournament, settings, origins, hosts, expected
):
    settings.BEHIND_PROXY, settings.HOST = True, "127.0.0.1"
    settings.CSRF_TRUSTED_ORIGINS = origins
    settings.ALLOWED_HOSTS = [*hosts, "127.0.0.1"]
    page = page_of(director_client, tournament, "player_links")
    assert expected in page
    assert "HOST=" not in page


def test_printed_badges_have_the_warning(director_client, tournament, in_a_network):
    address = reverse("director:paper_of_event", args=[tournament.slug, "badges"])
    page = director_client.get(address, headers={"host": "127.0.0.1:8000"})
    assert "http://192.168.1.5:8000" in page.content.decode()
