"""The site below a path of its host, such as https://club.example/mahjong/. No page
names an address outside this path.

tests/browser/test_sub_path.py uses such a site behind a proxy.
"""

from __future__ import annotations

import re
from types import ModuleType

import pytest
from django.http import HttpResponse
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.urls import reverse

from mahjong_site import request_bodies, urls
from mahjong_site.log_redaction import redacted
from mahjong_site.management.commands import serve
from scoring.all_pages import page_cache
from scoring.public import push_notifications_page
from tests.test_permissions import ADDRESSES, Stage, faults, stage
from tournaments.access import player_links, table_links
from tournaments.tournament_setup import create_and_change_tournament

__all__ = ["faults", "stage"]

SUB_PATH = "/mahjong"
#: Everything in a text that may be an address of this host: a quoted path, as in HTML,
#: JSON and JavaScript; an absolute address; a path in robots.txt.
IN_TEXT = re.compile(
    r"""["'](/[^/"'\s][^"'\s]*|/)["']|testserver(/[^"'\s<]*)|^Disallow: (.+)$""",
    re.MULTILINE,
)
TEXTS = ("text/", "application/json", "application/xml", "application/manifest+json")


@pytest.fixture(autouse=True)
def below(settings, monkeypatch):
    """Move the site like SUB_PATH, which mahjong_site/settings.py reads only once.

    Empties the cache of pages, because HTML from earlier tests has addresses outside
    the path.
    """
    monkeypatch.setattr(page_cache, "_kept", {})
    moved = ModuleType("moved")
    moved.urlpatterns = urls.below(SUB_PATH)
    moved.handler500 = urls.handler500
    settings.SUB_PATH = SUB_PATH
    settings.ROOT_URLCONF = moved
    settings.STATIC_URL = f"{SUB_PATH}/static/"
    settings.SESSION_COOKIE_PATH = settings.CSRF_COOKIE_PATH = f"{SUB_PATH}/"


def outside(response: HttpResponse) -> list[str]:
    """Return the addresses and cookies in a response that are outside the path."""
    found = [response[name] for name in ("Location", "HX-Redirect") if name in response]
    found = [name.removeprefix("http://testserver") for name in found]
    if response["Content-Type"].startswith(TEXTS):
        text = b"".join(response).decode()
        found += ["".join(match.groups("")) for match in IN_TEXT.finditer(text)]
    found += [f"{cookie['path']} {name}" for name, cookie in response.cookies.items()]
    return [name for name in found if not name.startswith(f"{SUB_PATH}/")]


def visit(client: Client, path: str) -> list[str]:
    assert path.startswith(f"{SUB_PATH}/")
    response = client.get(path)
    assert response.status_code < 500
    return outside(response)


@pytest.mark.parametrize("who", ["superuser", "device"])
def test_no_page_names_an_address_outside(who, stage: Stage, faults):
    create_and_change_tournament.show_to_public(stage.tournament, True, by="director")
    for address in ADDRESSES:
        if address.name != "account_logout":
            with faults.at(address.name):
                assert visit(stage.clients[who], stage.path(address)) == []


def test_nor_do_the_pages_of_links(stage: Stage, faults):
    player = stage.tournament.players.get(number=1)
    key = player_links.token_of(player_links.with_links().get(pk=player.pk))
    token = table_links.token_of(
        table_links.games_with_links().filter(round__tournament=stage.tournament)[0]
    )
    for address in ADDRESSES:
        if "key" in address.parameters and address.name.startswith("me:"):
            with faults.at(address.name):
                assert visit(Client(), stage.path(address, key=key)) == []
    assert visit(Client(), reverse("table:link", args=[token])) == []


def test_errors_and_redirects_stay_below(stage: Stage, client):
    owner = stage.clients["owner"]
    answer = owner.post(
        reverse("director:show", args=[stage.tournament.slug]), {"shown": "yes"}
    )
    assert answer.cookies, "no message was stored"
    assert outside(answer) == []
    for name in ("500.html", "503.html"):
        assert outside(HttpResponse(render_to_string(name, {"asks": True}))) == []
    assert client.get("/").status_code == 404
    assert client.get(SUB_PATH)["Location"] == f"{SUB_PATH}/"


def test_what_reads_addresses_beside_django_knows_the_sub_path():
    upload = f"{SUB_PATH}/director/import/"
    assert request_bodies.limit_of(upload) is request_bodies.FILE
    assert redacted(f"{SUB_PATH}/me/secret-key/") == f"{SUB_PATH}/me/…/"
    assert redacted("/live/secret-key/") == "/live/…/"
    assert serve._site("192.0.2.1", 8000) == f"http://192.0.2.1:8000{SUB_PATH}/"


def test_ipv6_addresses_have_brackets():
    assert serve._site("2001:db8::1", 80) == f"http://[2001:db8::1]:80{SUB_PATH}/"
    request = RequestFactory(HTTP_HOST="[2001:db8::1]:8000").get("/")
    assert push_notifications_page._site(request) == "https://[2001:db8::1]"
