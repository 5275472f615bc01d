"""A page whose live stream ends for good, or finds no place, says so."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PASSWORD, Person
from tests.browser.test_big_clock import CUP

OVER = "This page is not kept up to date any more"
FULL = "So many people are looking"
SECONDS = 1000.0

HELPER = f"""
from tournaments.access import accounts
from tournaments.models import Role
accounts.create_account(
    t, username='helper', password='{PASSWORD}', role=Role.REFEREE, by='director')
"""


@pytest.fixture(scope="module")
def slug(site, accounts) -> str:
    return site.shell(CUP + HELPER).split()[0]


@pytest.fixture
def do(site, slug):
    """Does something to the tournament, `t`."""
    find = f"t = Tournament.objects.get(slug={slug!r})\n"
    names = "from tournaments.access import accounts\n"
    names += "from tournaments.events.setup import tournament_setup\n"
    names += "from tournaments.models import Role, Tournament\n"
    return lambda code: site.shell(names + find + code)


def forgive(someone: Person) -> None:
    """What a browser says of a stream, or of a fragment, that is refused."""
    refused = re.compile(
        r"status of 503|Error Code 404|htmx:(sse|response)Error|^\[object \w+\]$"
    )
    someone.complaints[:] = [
        text for text in someone.complaints if not refused.search(text)
    ]


def test_a_referee_who_is_removed_is_told_until_let_in_again(person, slug, do):
    someone = person()
    someone.sign_in("helper")
    page = someone.page
    page.goto(f"/director/{slug}/")
    page.wait_for_timeout(SECONDS)
    do("accounts.remove(t, username='helper', by='director')")
    expect(page.get_by_text(OVER)).to_be_visible(timeout=20 * SECONDS)
    expect(page.get_by_text("No connection.")).to_be_hidden()
    do("accounts.give_role(t, username='helper', role=Role.REFEREE, by='director')")
    expect(page.get_by_text(OVER)).to_be_hidden(timeout=20 * SECONDS)
    forgive(someone)


def test_whoever_looks_at_an_event_that_is_hidden_is_told(person, slug, do):
    someone = person()
    page = someone.page
    page.goto(f"/t/{slug}/")
    page.wait_for_timeout(SECONDS)
    do("tournament_setup.show_to_public(t, False, by='director')")
    expect(page.get_by_text(OVER)).to_be_visible(timeout=20 * SECONDS)
    do("tournament_setup.show_to_public(t, True, by='director')")
    page.get_by_role("link", name="Load it again").click()
    expect(page.get_by_text(OVER)).to_be_hidden()
    forgive(someone)


def test_a_page_without_a_place_says_so_and_tries_again(person, slug):
    someone = person()
    page = someone.page
    page.route("**/live/**", lambda route: route.fulfill(status=503, body="full"))
    page.goto(f"/t/{slug}/")
    expect(page.get_by_text(FULL)).to_be_visible()
    with page.expect_response(
        lambda answer: "/live/" in answer.url and answer.status == 200,
        timeout=20 * SECONDS,
    ):
        page.unroute("**/live/**")
    expect(page.get_by_text(FULL)).to_be_hidden()
    forgive(someone)
