"""Public pages, visited by a spectator and a player before, during and after a
tournament.

Controls are high enough for a thumb. Nothing moves without a person's action, and
columns keep their places while rows arrive. Nothing is loaded from other hosts. With a
slow network, a page arrives in pieces.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from urllib.parse import urlsplit

import pytest
from django.urls import Resolver404, resolve
from playwright.sync_api import Page

from tests.browser.in_pieces import open_in_pieces
from tests.browser.looks import too_low
from tests.browser.test_event_home import WHO_COMES
from tests.browser.test_walk import LINKS, LINKS_IN
from tests.examples import some_of
from tools.pictures.public_event import EVENT, FINISH

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
#: A tournament open for registration and a finished one with prize giving, in addition
#: to the running one. Prints the first registration's page, the finished tournament,
#: and its screen key.
OTHERS = """
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import timezone
from scoring.tournament_folder import from_path
from scoring.tournament_folder.import_tournament import import_files
from scoring.confirming_and_finishing import (
    finish_reopen_and_publish_results as finishing,
)
from scoring.confirming_and_finishing import prize_giving
from tests.scoring.folders import PRACTICE
from tournaments.tournament_setup import (
    create_and_change_tournament as tournament_setup,
)
from tournaments.people import registration_links_and_mail as links
from tournaments.people import self_registration as signing_up
from tournaments.people.registration_open_and_spots import REGISTRATION_FIELDS
director = User.objects.get(username="director")
coming = tournament_setup.create_tournament(
    tournament_setup.Plan(title="Winter Cup", ruleset="riichi", planned_rounds=4,
        minutes=90, end_policy="finish_hand", is_public=True), director=director)
signing_up.set_page(coming, dict.fromkeys(REGISTRATION_FIELDS, "") | {"is_on": True,
    "places": 1, "opens_at": None, "closes_at": None}, by="director")
person = signing_up.PersonDetails(last_name="Heron", country="Italy")
signed = signing_up.sign_up(coming, person, now=timezone.now())
over = import_files(from_path(PRACTICE), director=director).tournament
tournament_setup.show_to_public(over, True, by="director")
finishing.finish(over, by="director", now=timezone.now(), reason="All is played.")
prize_giving.prepare(over, 3, by="director")
prize_giving.reveal(over, seen=None, by="director")
print(reverse("me:sign_up", args=[links.key_of(signed)]), over.slug, over.hall_key)
"""
UNFOLDED = """() => {
  document.querySelectorAll("details").forEach((one) => { one.open = true; });
  document.querySelectorAll("[popover]").forEach((one) => one.showPopover());
}"""
#: Records which elements moved, from where to where, and how many streams are open.
WATCH = """
window.moved = [];
new PerformanceObserver((list) => {
  for (const each of list.getEntries())
    for (const { node, previousRect: from, currentRect: to } of each.sources)
      window.moved.push([node?.outerHTML?.slice(0, 120), from.y, to.y, from.x, to.x]);
}).observe({ type: "layout-shift", buffered: true });
window.streams = 0;
addEventListener("htmx:sseOpen", () => { window.streams += 1; });
"""
SETTLED = """() => document.fonts.status === "loaded" &&
  window.streams >= document.querySelectorAll("[sse-connect]").length"""
#: A slow page is painted before all rows have arrived. Returns cells of the first rows
#: whose column moves when the other rows are added.
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
#: Pages that arrive in pieces.
IN_PIECES = (
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
#: Layout shift, as a share of the screen, that no one sees.
LEAST = 0.01
#: The same for a short page: its footer is on the screen, and moves by a few pixels
#: when the rows above it get their font. Up to 0.1 counts as good.
LEAST_WITH_FOOTER = 0.05
ROOMS = {"public", "me", "hall"}
HEIGHT = PHONE["viewport"]["height"]


@pytest.fixture(scope="module")
def event(site, accounts) -> list[str]:
    """Return the slug and screen key of a tournament with teams, a schedule and rounds
    in every state.
    """
    return site.shell(EVENT).split()


def place(address: str) -> tuple[str, str]:
    """Return the page's name and the slug of its tournament; "" for each that the
    address does not have.
    """
    parts = urlsplit(address)
    try:
        found = resolve(parts.path)
    except Resolver404:
        return "", ""
    view = "?by=table" if parts.query == "by=table" else ""
    return found.view_name + view, found.kwargs.get("slug", "")


def moved(page: Page) -> list[object]:
    """Return the elements of the open page that moved without any action."""
    page.wait_for_function(SETTLED, polling=100)
    page.wait_for_timeout(200)
    return page.evaluate("window.moved")


def moved_columns(page: Page) -> list[object]:
    """Return table cells that move when further rows arrive, on a phone and a
    laptop.
    """
    found = []
    if page.locator("main table").count():
        for width in (1280, 390):
            page.set_viewport_size({"width": width, "height": HEIGHT})
            found += [(width, *each) for each in page.evaluate(HALF_READ)]
    return found


def walk(
    new_page: Callable[[], Page], starts: Sequence[str], still: str
) -> tuple[set[str], list[str]]:
    """Return the kinds of pages visited, and their faults.

    Pages of the tournament `still` come first, and must not move.
    """
    page = new_page()
    waiting, seen, done = list(starts), set(starts), set()
    kinds: set[str] = set()
    faults: list[str] = []
    while waiting:
        waiting.sort(key=lambda address: place(address)[1] not in (still, ""))
        address = waiting.pop(0)
        name, event = place(address)
        room = name.partition(":")[0]
        is_file = not urlsplit(address).path.endswith("/")
        if is_file or room not in ROOMS or (name, event) in done:
            continue
        if name in kinds and address not in starts and event not in (still, ""):
            continue
        answer = page.goto(address)
        assert answer
        assert answer.headers["content-type"].startswith("text/html"), address
        done.add((name, event))
        kinds.add(name)
        links = [link for link in page.evaluate(LINKS) if link not in seen]
        seen.update(links)
        waiting += links
        found: list[object] = []
        if room == "public" and event in (still, ""):
            # On a busy machine a half-read row moves once; a real fault moves in every
            # new browser.
            if moved(page):
                again = new_page()
                again.goto(address)
                found += moved(again)
            found += moved_columns(page)
        page.evaluate(UNFOLDED)
        found += too_low(page)
        faults += [f"{address}: {fault}" for fault in found]
    return kinds, faults


def test_every_page_stands_still_and_has_controls_of_24_pixels(site, person, event):
    slug, key = event
    registered, over, over_key = site.shell(OTHERS).split()
    _table, player = site.shell(LINKS_IN.format(slug=slug)).split()
    asked: set[str] = set()

    def new_page() -> Page:
        page = person(**PHONE).page
        page.add_init_script(WATCH)
        page.on("request", lambda request: asked.add(request.url))
        return page

    starts = (
        "/",
        f"/t/{slug}/",
        "/t/winter-cup/",
        f"/t/{over}/",
        f"/t/{slug}/embed/",
        player,
        registered,
        f"/hall/{slug}/{key}/",
        f"/hall/{over}/{over_key}/prizes/",
    )
    looked_at, faults = walk(new_page, starts, slug)
    assert not faults, "\n".join(faults)
    assert len(looked_at) > 28, looked_at
    elsewhere = {url for url in asked if not url.startswith((site.url, "data:"))}
    assert elsewhere == set()
    assert len(asked) > len(looked_at)


def test_nothing_moves_while_a_page_arrives(person, site, event):
    """Nothing moves while a page arrives.

    A phone and a laptop alternate; with TEST_EXAMPLES=many, each page is opened on
    both.
    """
    slug, _key = event
    screens = [
        person(viewport={"width": width, "height": 844}) for width in (390, 1280)
    ]
    moved: list[str] = []

    def look(address: str, least: float = LEAST) -> None:
        screens.reverse()
        for screen in some_of(screens):
            width = screen.page.viewport_size["width"]
            found = open_in_pieces(screen.page, address)
            faults = found.columns + (found.shifts if found.score > least else [])
            moved.extend(f"{address} at {width}: {fault}" for fault in faults)

    for screen in screens:
        screen.sign_in()
    for page in IN_PIECES:
        look(page.format(slug=slug))
    site.shell(FINISH)
    look(f"/t/{slug}/")
    look(f"/t/{site.shell(WHO_COMES)}/", LEAST_WITH_FOOTER)
    assert not moved, "\n".join(moved)
