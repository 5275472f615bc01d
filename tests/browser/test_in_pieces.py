"""Nothing on a public page moves while it loads, however slowly."""

from __future__ import annotations

import pytest

from tests.browser.in_pieces import open_in_pieces
from tests.browser.test_event_home import WHO_COMES
from tests.examples import some_of
from tools.public_event import EVENT, FINISH

PAGES = (
    "/t/{slug}/",
    "/t/{slug}/standings/",
    "/t/{slug}/teams/",
    "/t/{slug}/players/1/",
    "/t/{slug}/rounds/3/",
    "/t/{slug}/rounds/3/tables/2/",
    "/t/{slug}/seating/",
    "/t/{slug}/seating/?by=table",
    "/t/{slug}/seating/players/",
    "/t/{slug}/files/",
    "/director/{slug}/files/",
)
#: Share of the screen (CLS) that no one notices.
LEAST = 0.01


@pytest.fixture(scope="module")
def addresses(site, accounts) -> list[str]:
    """Return the pages of a running tournament."""
    slug, _key = site.shell(EVENT).split()
    return [page.format(slug=slug) for page in PAGES]


def test_nothing_moves_while_a_page_comes(person, site, addresses):
    """Alternately on a phone and a laptop; once a day each page on both."""
    screens = [
        person(viewport={"width": width, "height": 844}) for width in (390, 1280)
    ]
    moved: list[str] = []

    def look(address: str) -> None:
        screens.reverse()
        for screen in some_of(screens):
            width = screen.page.viewport_size["width"]
            found = open_in_pieces(screen.page, address)
            what = found.columns + (found.shifts if found.score > LEAST else [])
            moved.extend(f"{address} at {width}: {each}" for each in what)

    for screen in screens:
        screen.sign_in()
    for address in addresses:
        look(address)
    site.shell(FINISH)
    look(addresses[0])
    look(f"/t/{site.shell(WHO_COMES)}/")
    assert not moved, "\n".join(moved)
