"""The main pages of each audience in a language that is 40 % longer. At no width does a
page scroll sideways or cut a label.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from tests import pseudo_locale
from tests.browser.conftest import Site
from tests.browser.looks import too_wide
from tests.pseudo_locale import LONG, OPEN
from tools.pictures.public_event import EVENT

#: Widths of the screen in pixels: small phone, phone, laptop.
WIDTHS = (320, 390, 1280)
#: Script that returns labels whose text does not fit into their box and is cut.
CUT = """() => [...document.querySelectorAll(
    "a, button, label, legend, summary, th, h1, h2, h3, .badge, .label")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }))
  .filter((one) => !one.closest(".visually-hidden, .skip"))
  .filter((one) => {
    const { overflowX, overflowY, clipPath } = getComputedStyle(one);
    // Hidden on purpose, for screen readers.
    if (clipPath !== "none" || one.clientWidth <= 1) return false;
    return (overflowX !== "visible" && one.scrollWidth > one.clientWidth + 1) ||
      (overflowY !== "visible" && one.scrollHeight > one.clientHeight + 1);
  })
  .filter((one) => !/auto|scroll/.test(getComputedStyle(one).overflowX))
  .map((one) => one.textContent.trim().slice(0, 80))"""
#: Script that returns the innermost elements beyond the right edge.
BEYOND = """() => [...document.querySelectorAll("body *")]
  .filter((one) => one.checkVisibility())
  .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
  .filter((one) => ![...one.children].some(
    (part) => part.getBoundingClientRect().right > innerWidth + 1))
  .map((one) => `${one.tagName} ${one.className} ${one.textContent.trim()}`)
  .map((text) => text.slice(0, 80))"""
LINKS = """
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
PUBLIC = (
    *("/", "/t/{slug}/", "/t/{slug}/standings/", "/t/{slug}/rounds/3/"),
    *("/t/{slug}/players/1/", "/t/{slug}/seating/", "/t/{slug}/rules/"),
    *("/referee/", "/rules/mcr/", "{player}"),
)
STAFF = (
    *("/director/", "/director/{slug}/", "/director/{slug}/settings/"),
    *("/director/{slug}/players/", "/director/{slug}/draws/"),
    *("/director/{slug}/check-in/", "/director/{slug}/rules/"),
    *("/director/{slug}/plan/", "/director/{slug}/log/", "/director/{slug}/files/"),
    "/table/{slug}/3/2/ruling/",
)
SCREENS = ("/hall/{slug}/{key}/standings/", "/hall/{slug}/{key}/clock/")
TABLE = ("{table}", "/table/{slug}/3/2/tiles/", "/table/{slug}/3/2/result/")


@pytest.fixture(scope="module")
def site(sites, tmp_path_factory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("locale")
    pseudo_locale.write(folder, LONG)
    site = sites.start(
        background=False,
        DJANGO_SETTINGS_MODULE="tests.pseudo_settings",
        TEST_LOCALE=str(folder),
    )
    yield site
    sites.end(site)


@pytest.fixture(scope="module")
def places(site, accounts) -> dict[str, str]:
    """Return the variable parts of the addresses of a running tournament, by name."""
    slug, key = site.shell(EVENT).split()
    table, player = site.shell(LINKS.format(slug=slug)).split()
    return {"slug": slug, "key": key, "table": table, "player": player}


@pytest.mark.every_case
@pytest.mark.parametrize("audience", ["public", "staff", "screens", "table"])
def test_no_page_is_too_wide_and_no_label_is_cut(audience, person, places):
    someone = person(viewport={"width": 320, "height": 720}, locale=LONG)
    if audience == "staff":
        someone.sign_in()
    addresses = {"public": PUBLIC, "staff": STAFF, "screens": SCREENS, "table": TABLE}
    wrong = []
    for address in addresses[audience]:
        path = address.format_map(places)
        answer = someone.page.goto(path)
        assert answer.ok, (path, answer.status)
        assert OPEN in someone.page.inner_text("body"), path
        wrong += [f"{address}: {fault}" for fault in faults(someone.page)]
    assert not wrong, "\n".join(wrong)


def faults(page: Page) -> Iterator[str]:
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 720})
        if too_wide(page):
            yield f"wider than {width}: {page.evaluate(BEYOND)[:8]}"
        for label in page.evaluate(CUT):
            yield f"cut at {width}: {label}"
