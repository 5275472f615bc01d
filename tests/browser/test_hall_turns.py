"""The hall screen: its rotation, changes while it is open, and recovery after a network
outage.
"""

from __future__ import annotations

import re
from itertools import product

import pytest
from playwright.sync_api import expect

from tests.browser.looks import assert_sound, assert_sound_in_every_look
from tests.browser.waiting_phone import slug

__all__ = ["slug"]

WALL = {"viewport": {"width": 1920, "height": 1080}}
SCREENS = ((1920, 1080), (1280, 720), (3840, 2160), (1080, 1920))
KEY = (
    "from tournaments.models import Tournament;"
    "print(Tournament.objects.get(slug='{slug}').hall_key)"
)
STANDINGS = "document.querySelector('[data-turn=standings-1]')"
SHOWN_AT = "document.querySelector('.turns').dataset.now"
CHANGE = (
    "from tournaments.models import Tournament;"
    "from tournaments.tournament_setup"
    " import screen_views_and_announcements as screen_setup;"
    "t = Tournament.objects.get(slug='{slug}');"
    "screen_setup.{what}, by='director')"
)


def test_a_screen_follows_the_director_and_comes_back_by_itself(person, site, slug):
    wall = person(**WALL).page
    wall.goto(f"/hall/{slug}/{site.shell(KEY.format(slug=slug))}/")
    wall.evaluate("window.neverReloaded = true")
    clock = wall.locator('[data-turn="clock"]')
    standings = wall.locator('[data-turn="standings-1"]')
    expect(clock).to_be_visible()
    expect(standings).to_be_hidden()
    wall.get_by_role("button", name="Next").click()
    expect(standings).to_be_visible()
    expect(clock).to_be_hidden()

    site.shell(
        CHANGE.format(slug=slug, what="choose_turns(t, {'clock': 1, 'standings': 1}")
    )
    expect(clock).to_be_visible()
    expect(standings).to_be_visible()
    wall.get_by_role("button", name="Stay on this view").click()
    assert_sound_in_every_look(wall, "hall in turn")

    wall.context.set_offline(True)
    expect(wall.get_by_text("No connection. The clock")).to_be_visible()
    site.shell(CHANGE.format(slug=slug, what="announce(t, 'Lunch at two', until=None"))
    wall.context.set_offline(False)
    said = wall.locator(".turn:not([hidden]) .hall-announcement")
    expect(said).to_have_text("Lunch at two")
    expect(wall.get_by_text("No connection. The clock")).to_be_hidden()
    assert wall.evaluate("window.neverReloaded")

    # Unchanged parts are not replaced: a thousand players are many elements.
    shown_at = wall.evaluate(f"{STANDINGS}.stayed = true; {SHOWN_AT}")
    site.shell(CHANGE.format(slug=slug, what="add_screen(t, 'Entrance'"))
    wall.wait_for_function(f"before => {SHOWN_AT} !== before", arg=shown_at)
    assert wall.evaluate(f"{STANDINGS}.stayed")

    # Additional screens have their own rotation, and follow changes too.
    wall.get_by_role("button", name="Stay on this view").click()
    wall.goto(f"{wall.url.rstrip('/')}/screens/entrance/")
    expect(wall.get_by_role("link", name="Entrance")).to_be_visible()
    own = "choose_turns(t, {'standings': 60}, slug='entrance'"
    site.shell(CHANGE.format(slug=slug, what=own))
    expect(standings).to_be_visible()
    expect(clock).to_have_count(0)
    site.shell(CHANGE.format(slug=slug, what="remove_screen(t, 'entrance'"))
    expect(wall.get_by_text("This screen was removed")).to_be_visible()


@pytest.fixture
def wall(person, site, slug):
    """Return the page of the hall screen, opened by its link."""
    page = person(**WALL).page
    page.goto(f"/hall/{slug}/{site.shell(KEY.format(slug=slug))}/")
    page.evaluate("window.neverReloaded = true")
    page.wait_for_function(
        "serverTime.isReached() && Number.isFinite(serverTime.now())"
    )
    return page


#: Returns how visible the buttons of the screen are, from 0 to 1.
OPAQUE = "getComputedStyle(document.querySelector('.clock-buttons')).opacity"
HIDDEN, SHOWN = f"{OPAQUE} === '0'", f"{OPAQUE} === '1'"
AWAKE = 5000


def test_the_buttons_hide_after_full_screen_and_come_back(wall):
    wall.clock.install()
    wall.reload()
    full = wall.get_by_role("button", name="Full screen")
    full.click()
    expect(full).to_have_attribute("aria-pressed", "true")
    expect(full).to_be_focused()
    wall.clock.run_for(AWAKE - 1000)
    assert wall.evaluate(SHOWN)
    wall.clock.run_for(1000)
    assert wall.evaluate(HIDDEN)
    # The mouse rests on the buttons; the pages below change.
    wall.evaluate("document.documentElement.style.paddingTop = '1px'")
    assert wall.evaluate(HIDDEN)
    wall.mouse.move(400, 300)
    assert wall.evaluate(SHOWN)
    wall.clock.run_for(AWAKE)
    assert wall.evaluate(HIDDEN)
    wall.keyboard.press("Shift+Tab")
    assert wall.evaluate(SHOWN)
    expect(wall.get_by_role("button", name="Mute")).to_be_focused()


def test_an_announcement_ends_by_itself_and_no_old_answer_brings_another_back(
    wall, site, slug
):
    announce = "announce(t, '{words}', until={until}"
    words = announce.format(words="New words", until=None)
    site.shell(CHANGE.format(slug=slug, what=words))
    said = wall.locator(".turn:not([hidden]) .hall-announcement")
    expect(said).to_have_text("New words")

    def late(route):
        """Respond with the screen as it was before the new words."""
        answer = route.fetch()
        body = re.sub(r'data-revision="\d+"', 'data-revision="1"', answer.text())
        route.fulfill(response=answer, body=body.replace("New words", "Old words"))

    wall.route(wall.url, late)
    with wall.expect_response(wall.url):
        wall.evaluate("document.body.dispatchEvent(new Event('reached'))")
    wall.unroute(wall.url)
    expect(said).to_have_text("New words")

    until = "timezone.now() + timedelta(seconds=4)"
    words = announce.format(words="Soon over", until=until)
    site.shell(
        "from datetime import timedelta; from django.utils import timezone;"
        + CHANGE.format(slug=slug, what=words)
    )
    expect(said).to_have_text("Soon over")
    wall.context.set_offline(True)
    expect(said).to_have_count(0)
    wall.context.set_offline(False)
    expect(wall.get_by_text("No connection. The clock")).to_be_hidden()
    assert wall.evaluate("window.neverReloaded")


def test_an_announcement_comes_to_the_events_page_and_ends_there(person, site, slug):
    page = person(viewport={"width": 390, "height": 844}).page
    page.goto(f"/t/{slug}/")
    page.evaluate("window.neverReloaded = true")
    until = "timezone.now() + timedelta(seconds=5)"
    what = f"announce(t, 'Lunch at two', until={until}"
    site.shell(
        "from datetime import timedelta; from django.utils import timezone;"
        + CHANGE.format(slug=slug, what=what)
    )
    said = page.get_by_role("status").filter(has_text="Lunch at two")
    expect(said).to_be_visible()
    expect(said).to_have_count(0)
    what = "announce(t, 'Seats at three', until=None"
    site.shell(CHANGE.format(slug=slug, what=what))
    expect(page.get_by_text("Seats at three")).to_be_visible()
    assert page.evaluate("window.neverReloaded")
    site.shell(CHANGE.format(slug=slug, what="take_back(t"))
    expect(page.get_by_text("Seats at three")).to_have_count(0)


def test_a_screen_of_an_event_in_the_bin_shows_nothing_until_it_is_back(
    wall, site, slug
):
    bin_ = (
        "from tournaments.models import Tournament;"
        "from tournaments.tournament_setup import archive_and_bin;"
        "t = Tournament.objects.get(slug='{slug}');"
        "t.rounds.all().delete();"
        "archive_and_bin.{what}(t, by='director')"
    )
    over = wall.get_by_text("This screen no longer updates because its link")
    clock = wall.locator(".clock-says").filter(visible=True)
    expect(clock).not_to_have_count(0)
    site.shell(bin_.format(slug=slug, what="move_to_bin"))
    expect(over).to_be_visible()
    expect(wall.get_by_text("No connection. The clock")).to_be_hidden()
    expect(clock).to_have_count(0)
    site.shell(bin_.format(slug=slug, what="restore_from_bin"))
    expect(over).to_be_hidden()
    expect(clock).not_to_have_count(0)


#: Adds 30 seconds to the time since loading: a screen keeps its version that long,
#: while two versions are running.
LATER = """{
  const now = performance.now.bind(performance);
  performance.now = () => now() + 30_000;
}"""


def test_a_screen_loads_itself_again_for_another_version(wall, site, slug):
    wall.add_init_script(LATER)
    wall.route(
        wall.url,
        lambda route: route.fulfill(
            response=(answer := route.fetch()),
            body=answer.text().replace('data-release="', 'data-release="older-'),
        ),
    )
    wall.reload()
    wall.unroute(wall.url)
    with wall.expect_event("load"):
        site.shell(CHANGE.format(slug=slug, what="announce(t, 'Newer', until=None"))
    expect(wall.locator(".turn:not([hidden]) .hall-announcement")).to_have_text("Newer")


#: Shows this many tables after the gong.
TABLES = """count => {
  const walls = document.querySelector(".hall-walls");
  const one = walls.firstElementChild;
  walls.replaceChildren(...Array.from({ length: count }, () => one.cloneNode(true)));
  document.querySelector(".clock-figures > .clock").dataset.until = 1;
}"""
#: Returns how far the tables extend beyond their area, if they do.
OUT = """() => {
  const room = document.querySelector(".hall-tables").getBoundingClientRect();
  const walls = [...document.querySelectorAll(".hall-walls .wall")];
  const boxes = walls.map((wall) => wall.getBoundingClientRect());
  const [right, bottom] = ["right", "bottom"].map((side) =>
    Math.max(...boxes.map((box) => box[side])));
  const below = Math.max(bottom, room.bottom) - Math.min(room.bottom, innerHeight);
  return Math.max(right - room.right, below, 0);
}"""
#: Returns the share of that area's width that the tables use.
ACROSS = """() => {
  const room = document.querySelector(".hall-tables").getBoundingClientRect();
  const walls = [...document.querySelectorAll(".hall-walls > li")];
  const right = Math.max(...walls.map((wall) => wall.getBoundingClientRect().right));
  return (right - room.left) / room.width;
}"""


def test_the_walls_of_all_tables_fit_on_every_screen(wall):
    wall.goto(f"{wall.url.rstrip('/')}/clock/")
    for count in (18, 36, 120, 250):
        wall.evaluate(TABLES, count)
        expect(wall.get_by_text("Time is up", exact=True)).to_be_visible()
        for width, height in SCREENS:
            wall.set_viewport_size({"width": width, "height": height})
            assert wall.evaluate(OUT) < 1, (count, width)
            assert wall.evaluate(ACROSS) > 0.8, (count, width)


#: Unusual names, two of them tied.
ODD = (
    "Maximiliana-Wilhelmina-Konstantina-Eugenia Featherstonehaugh-Cholmondeley",
    "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamter Li",
    "สมชายพงษ์ ศรีสุวรรณประเสริฐกุล",
    "Владимир Константинопольский",
    "Marmalade Moonbeam",
    "Nguyễn Thị Phương Thảo",
    "محمد عبد الرحمن الأنصاري",
)
TITLE = "The Extraordinarily Long Name of an International Championship of Mahjong " * 2
#: Returns names that extend beyond their rows, and places on more than one line.
BEYOND = """() => [...document.querySelectorAll(".turn:not([hidden]) .line")]
  .filter((row) => {
    const { top, bottom } = row.parentElement.getBoundingClientRect();
    const [name, place] = [".name", ".place"].map((part) => row.querySelector(part));
    const all = document.createRange();
    all.selectNodeContents(name);
    const words = all.getBoundingClientRect();
    const line = 1.5 * parseFloat(getComputedStyle(place).fontSize);
    return words.top < top - 1 || words.bottom > bottom + 1
      || name.scrollWidth > name.clientWidth + 1
      || place.getBoundingClientRect().height > line;
  }).map((row) => row.textContent)"""
#: Returns how far the screen's heading overlaps the contents below, and its own parts.
INTO = """() => {
  const box = (where) => document.querySelector(where).getBoundingClientRect();
  const [name, wall] = [box(".hall-name"), box(".turn:not([hidden]) .standing-wall")];
  const title = box(".turn:not([hidden]) .hall-title h1");
  const clock = box(".turn:not([hidden]) .hall-title .clock");
  const aside = Math.max(name.right - title.left, title.right - clock.left);
  return Math.max(name.bottom - wall.top, aside);
}"""


def test_no_name_is_cut_and_nothing_lies_over_another_on_any_screen(wall, site, slug):
    site.shell(
        "from itertools import cycle;"
        "from tests.scoring.results import crowd;"
        "from tournaments.models import Person, Tournament;"
        f"t = Tournament.objects.get(slug='{slug}');"
        "crowd(t, 44);"
        "people = list(Person.objects.filter(players__tournament=t).order_by('pk'));"
        "[setattr(p, 'first_name', '') for p in people];"
        f"[setattr(p, 'last_name', name) for p, name in zip(people, cycle({ODD!r}))];"
        "Person.objects.bulk_update(people, ['first_name', 'last_name']);"
        f"t.title = {TITLE!r}; t.save(update_fields=['title'])"
    )
    address = wall.url.rstrip("/")
    for shows in ("standings", "leaders"):
        wall.goto(f"{address}/{shows}/")
        expect(wall.locator(".place.shared").first).to_be_visible()
        for width, height in SCREENS:
            wall.set_viewport_size({"width": width, "height": height})
            assert wall.evaluate(BEYOND) == [], (shows, width)
            assert wall.evaluate(INTO) <= 0, (shows, width)
    # The same with an announcement and the connection warning.
    site.shell(CHANGE.format(slug=slug, what="announce(t, 'Lunch at two', until=None"))
    wall.goto(f"{address}/standings/")
    wall.evaluate("serverTime.isReached = () => false")
    expect(wall.get_by_text("No connection. The clock")).to_be_visible()
    for width, height in SCREENS:
        wall.set_viewport_size({"width": width, "height": height})
        assert wall.evaluate(BEYOND) == [], width


#: Returns the height of capitals in a column, its number of rows, and how far the last
#: and the widest row extend beyond the screen.
COLUMN = """() => {
  const wall = document.querySelector(".turn:not([hidden]) .standing-wall");
  const rows = [...wall.children];
  const letters = document.createElement("canvas").getContext("2d");
  const type = getComputedStyle(wall.querySelector(".name"));
  letters.font = `${type.fontWeight} ${type.fontSize} ${type.fontFamily}`;
  const boxes = rows.map((row) => row.getBoundingClientRect());
  const below = document.querySelector(".turn:not([hidden]) .hall-title h1 + p");
  return {
    second: parseFloat(getComputedStyle(below).fontSize),
    capital: letters.measureText("H").actualBoundingBoxAscent,
    rows: rows.length,
    columns: new Set(boxes.map((box) => box.left)).size,
    below: Math.max(...boxes.map((box) => box.bottom)) - innerHeight,
    aside: Math.max(...rows.map((row) => row.scrollWidth - row.clientWidth)),
  };
}"""


def test_the_first_ones_are_read_from_the_other_end_of_the_hall(wall, site, slug):
    site.shell(
        "from tests.scoring.results import crowd;"
        "from tournaments.models import Tournament;"
        f"crowd(Tournament.objects.get(slug='{slug}'), 44)"
    )
    chosen = CHANGE.format(slug=slug, what="choose_turns(t, {'leaders': 600}")
    site.shell(chosen)
    first, second = (wall.locator(f'[data-turn="leaders-{part}"]') for part in (1, 2))
    expect(first).to_be_visible()
    for scheme, (width, height) in product(("light", "dark"), SCREENS):
        wall.emulate_media(color_scheme=scheme)
        wall.set_viewport_size({"width": width, "height": height})
        shown = wall.evaluate(COLUMN)
        assert (shown["rows"], shown["columns"]) == (8, 1)
        assert shown["below"] <= 0, (width, scheme)
        assert shown["aside"] <= 0, (width, scheme)
        # About a twentieth of the screen's shorter side.
        assert shown["capital"] >= min(width, height) * 0.043, (width, scheme)
        assert shown["second"] >= min(width, height) * 0.03, (width, scheme)
    assert_sound_in_every_look(wall, "the first ones")
    wall.set_viewport_size(WALL["viewport"])
    wall.get_by_role("button", name="Next").click()
    expect(first).to_be_hidden()
    expect(second.get_by_text("2 of 3")).to_be_visible()
    assert wall.evaluate("window.neverReloaded")


def test_a_screen_without_seats_says_so_in_large_letters(wall, site):
    address = site.shell(
        "from django.contrib.auth.models import User;"
        "from tournaments.tournament_setup"
        " import create_and_change_tournament as tournament_setup;"
        "plan = tournament_setup.Plan('Nobody yet', 'mcr', 2, 90, 'finish_hand');"
        "by = User.objects.get(username='director');"
        "t = tournament_setup.create_tournament(plan, director=by);"
        "print(f'/hall/{t.slug}/{t.hall_key}/seats/')"
    )
    wall.goto(address)
    words = wall.get_by_text("No seating published yet.")
    expect(words).to_be_visible()
    size = words.evaluate("words => parseFloat(getComputedStyle(words).fontSize)")
    assert size > 60
    assert_sound(wall)
