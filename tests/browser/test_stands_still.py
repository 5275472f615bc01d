"""Public pages do not move while they load, and request nothing from other servers."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tools.public_event import EVENT

PAGES = (
    "/",
    "/t/{slug}/",
    "/t/{slug}/standings/",
    "/t/{slug}/standings/official/",
    "/t/{slug}/teams/",
    "/t/{slug}/players/1/",
    "/t/{slug}/rounds/1/",
    "/t/{slug}/rounds/1/tables/1/",
    "/t/{slug}/seating/",
    "/t/{slug}/seating/?by=table",
    "/t/{slug}/seating/players/",
    "/t/{slug}/plan/",
    "/t/{slug}/files/",
    "/t/{slug}/rules/",
    "/t/{slug}/embed/",
)
#: Records elements that moved without interaction, with old and new positions.
WATCH = """
window.moved = [];
new PerformanceObserver((list) => {
  for (const each of list.getEntries())
    for (const { node, previousRect: from, currentRect: to } of each.sources)
      window.moved.push([node?.outerHTML?.slice(0, 120), from.y, to.y, from.x, to.x]);
}).observe({ type: "layout-shift", buffered: true });
"""
#: A page is painted before it is complete if the network or device is slow. Returns
#: cells of the first rows that move when the other rows arrive.
HALF_READ = """() => {
  const places = (rows) => rows.flatMap((row) =>
    [...row.cells].map((cell) => [cell.outerHTML.slice(0, 120), cell.offsetLeft]));
  const all = [];
  for (const table of document.querySelectorAll("main table")) {
    const rows = [...table.querySelectorAll("tbody tr")];
    const first = rows.slice(0, 3);
    const late = rows.slice(3).map((row) => [row, row.parentNode, row.nextSibling]);
    for (const [row] of late) row.remove();
    const before = places(first);
    for (const [row, body, next] of late.reverse()) body.insertBefore(row, next);
    const after = places(first);
    all.push(...before.map(([what, x], at) => [what, x, after[at][1]]));
  }
  return all.filter(([_what, before, after]) => Math.abs(before - after) > 1);
}"""


@pytest.fixture(scope="module")
def slug(site, accounts) -> str:
    """Return the slug of a tournament with teams, rounds in every state and a
    schedule."""
    return site.shell(EVENT).split()[0]


def test_nothing_moves_by_itself_and_nobody_else_is_asked(person, site, slug):
    asked: set[str] = set()

    def open_page() -> Page:
        page = person(viewport={"width": 390, "height": 844}, has_touch=True).page
        page.add_init_script(WATCH)
        page.on("request", lambda request: asked.add(request.url))
        return page

    def moved(page: Page, address: str) -> list[object]:
        page.goto(address.format(slug=slug))
        expect(page.locator("h1")).to_be_visible()
        page.wait_for_timeout(700)  # scripts, streams and fonts have loaded
        return page.evaluate("window.moved")

    page = open_page()
    for address in PAGES:
        # On a busy machine, half-loaded rows or words may move once. Real movements
        # happen again in a new browser.
        found = moved(page, address) and moved(open_page(), address)
        assert found == [], address
    assert len(asked) > len(PAGES)
    elsewhere = {url for url in asked if not url.startswith((site.url, "data:"))}
    assert elsewhere == set()


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.every_case
def test_no_column_moves_when_the_other_rows_come(person, slug, width):
    page = person(
        viewport={"width": width, "height": 844}, java_script_enabled=False
    ).page
    for address in PAGES:
        page.goto(address.format(slug=slug))
        assert page.evaluate(HALF_READ) == [], address
