"""All linked pages, visited as a director, a viewer, a player and at a table: each
opens without errors, is accessible, and fits the width of a phone."""

from __future__ import annotations

import os
from collections import Counter, deque
from urllib.parse import urlsplit

import pytest
from django.urls import Resolver404, resolve
from playwright.sync_api import Page

from tests.browser.looks import too_wide, violations
from tests.examples import ASKED
from tools.pictures.public_event import EVENT

pytestmark = pytest.mark.skipif(
    ASKED != "many" and not os.environ.get("BIG_SITE"),
    reason="some hundred pages: once a day, and on a big site",
)

#: Number of pages of each kind: the second may be in another state.
OF_A_KIND = 2
#: Pages that sign out.
LEAVES = ("account_logout",)
LINKS = """() => [...document.querySelectorAll("a[href]")]
    .filter((link) => link.origin === location.origin && !link.dataset.practice)
    .map((link) => link.pathname + link.search)"""
LINKS_IN = """
from django.urls import reverse
from tournaments.access import player_links, table_links
from tournaments.models import Tournament
event = Tournament.objects.get(slug={slug!r})
game = table_links.games_with_links().get(
    round__tournament=event, round__number=3, table=2)
player = player_links.with_links().get(tournament=event, number=1)
print("/table/link/" + table_links.token_of(game) + "/",
    reverse("me:page", args=[player_links.token_of(player)]))
"""


def kind(address: str) -> str:
    """Return the page's name in the URLconf; "" if it has none."""
    try:
        return resolve(urlsplit(address).path).view_name
    except Resolver404:
        return ""


def walk(page: Page, starts: list[str]) -> tuple[Counter[str], list[str]]:
    """Visit all pages linked from `starts`.

    Return how often each kind of page was visited, and the errors found.
    """
    waiting, seen, met, faults = deque(starts), set(starts), Counter(), []
    while waiting:
        address = waiting.popleft()
        name = kind(address)
        if name in LEAVES or met[name] >= OF_A_KIND:
            continue
        met[name] += 1
        answer = page.request.get(address)
        if answer.status >= 400:
            faults.append(f"{address}: {answer.status}")
            continue
        is_page = answer.headers.get("content-type", "").startswith("text/html")
        if not is_page or "content-disposition" in answer.headers:
            continue
        page.goto(address)
        faults += [f"{address}: {rule} {where}" for rule, where in violations(page)]
        if too_wide(page):
            faults.append(f"{address}: wider than a phone")
        for link in page.evaluate(LINKS):
            if link not in seen:
                seen.add(link)
                waiting.append(link)
    return met, faults


def test_walk(site, person, accounts):
    slug, _key = site.shell(EVENT).split()
    table, player = site.shell(LINKS_IN.format(slug=slug)).split()
    screen = {"viewport": {"width": 390, "height": 844}}
    every: Counter[str] = Counter()
    wrong = []
    for who, starts in {
        "director": ["/"],
        "spectator": ["/"],
        "player": [player],
        "table": [table],
    }.items():
        someone = person(**screen)
        if who == "director":
            someone.sign_in()
        met, faults = walk(someone.page, starts)
        every += met
        wrong += [f"{who}: {fault}" for fault in faults]
    assert not wrong, "\n".join(wrong)
    assert len(every) > 100, every
