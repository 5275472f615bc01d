"""GET requests to addresses that only accept forms, and POST requests to pages."""

from __future__ import annotations

import pytest
from django.test import Client

BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
SENT_TO = "/director/spring-cup/tokens/"


def assert_leads_on(response, allowed: str) -> None:
    page = response.content.decode()
    assert response.status_code == 405
    assert response["Allow"] == allowed
    assert "<h1>This page cannot be opened directly</h1>" in page
    assert 'href="/"' in page


def test_an_address_of_a_form_that_is_opened_says_so(director_client, game):
    assert_leads_on(director_client.get(SENT_TO, headers=BROWSER), "POST")


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/t/spring-cup/",
        "/t/spring-cup/plan/",
        "/t/spring-cup/embed/",
        "/t/spring-cup/files/standings.csv",
        "/hall/spring-cup/KEY/",
        "/rules/",
        "/rules/mcr/",
        "/referee/",
        "/referee/worker.js",
        "/robots.txt",
        "/sitemap.xml",
    ],
)
def test_a_page_that_something_is_sent_to_says_so(game, tournament, path):
    """A page that accepts no form responds with its methods. Clients without a
    CSRF token, such as programs, get the same response as browsers.
    """
    client = Client(enforce_csrf_checks=True)
    address = path.replace("KEY", tournament.hall_key)
    for method in (client.post, client.put, client.delete):
        assert_leads_on(method(address, headers=BROWSER), "GET, HEAD")


def test_programs_get_no_page(client, game):
    response = client.post("/t/spring-cup/", headers={"Accept": "application/json"})
    assert (response.status_code, response.content) == (405, b"")
