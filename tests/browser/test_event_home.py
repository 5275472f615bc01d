"""A tournament's home.

Entries in one browser change the page in another browser, and the page is accessible on
every screen.
"""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.looks import assert_sound_in_every_look
from tests.browser.test_hall_turns import KEY
from tests.browser.waiting_phone import LINK, enter, slug

__all__ = ["slug"]

#: The embedded standings refresh when they become visible, and later by timer.
SOME_SECONDS_LATER = "document.dispatchEvent(new Event('visibilitychange'))"
RENEWED = f"""new Promise((done) => {{
  document.addEventListener("replaced", () => done(true), {{ once: true }});
  {SOME_SECONDS_LATER};
}})"""
WHO_COMES = """
from django.contrib.auth.models import User
from tournaments.tournament_setup import (
    create_and_change_tournament as tournament_setup,
)
from tournaments.people import register_players as registration
plan = tournament_setup.Plan("Who comes", "mcr", 2, 90, "finish_hand", is_public=True)
by = User.objects.get(username="director")
event = tournament_setup.create_tournament(plan, director=by)
registration.register(event, [registration.PlayerRow(last_name=name, country=land)
    for name, land in (("Li", "China"), ("Quill", ""), ("Wren", "Italy"))],
    by="director")
print(event.slug)
"""


def test_a_hand_entered_in_one_browser_is_told_in_the_other(person, site, slug):
    watcher, phone = person().page, person().page
    watcher.goto(f"/t/{slug}/")
    headline = watcher.locator("#headline")
    expect(headline).to_have_text("2 of 2 tables are playing.")
    expect(watcher.get_by_role("img", name="Table 1: Hand 1")).to_be_visible()
    standings, player, hall = (person().page for _page in range(3))
    standings.goto(f"/t/{slug}/standings/")
    player.goto(f"/t/{slug}/players/1/")
    hall.goto(f"/hall/{slug}/{site.shell(KEY.format(slug=slug))}/hands/")
    told_now = re.compile(r"\d(st|nd|rd|th) [+−]\d")
    expect(player.locator(".own-seat")).not_to_contain_text(told_now)
    for page in (watcher, standings, player, hall):
        page.evaluate("window.neverReloaded = true")
    club = person().page
    club.goto(f"/t/{slug}/embed/")
    embedded = club.locator(".leaders tbody tr").first
    expect(embedded).not_to_contain_text("T1")

    phone.goto(site.shell(LINK.format(slug=slug, table=1)))
    enter(phone, 24)
    expect(watcher.locator(".ticker li")).to_contain_text("24 fan")
    expect(watcher.locator(".hand-card .fan")).to_have_text("24 fan")
    expect(watcher.get_by_role("img", name="Table 1: Hand 2")).to_be_visible()
    expect(headline).to_contain_text("leads by")
    expect(watcher.locator(".leaders tbody tr").first).to_contain_text("T1 · 1st")
    expect(standings.locator("tbody tr").first).to_contain_text("T1 · 1st +48")
    expect(player.locator(".own-seat")).to_contain_text(told_now)
    expect(hall.locator(".turns")).to_contain_text("24 fan")
    club.evaluate(SOME_SECONDS_LATER)
    expect(embedded).to_contain_text("T1 · 1st")
    club.close()
    for page in (standings, player, hall):
        assert page.evaluate("window.neverReloaded")
        page.close()

    enter(phone, 88)
    expect(watcher.locator(".ticker li")).to_have_count(2)
    expect(watcher.locator(".hand-card .fan")).to_have_text("88 fan")
    assert watcher.evaluate("window.neverReloaded")
    expect(watcher.locator(".changed")).to_have_count(0)  # the highlight has faded
    assert_sound_in_every_look(watcher, "event home")


def test_on_a_phone_the_navigation_is_at_the_thumb(person, slug):
    page = person(viewport={"width": 390, "height": 844}, has_touch=True).page
    page.goto(f"/t/{slug}/")
    thumb = page.get_by_role("navigation", name="mcr evening")
    assert thumb.bounding_box()["y"] > 760
    more = thumb.get_by_role("link", name="Rules")
    expect(more).to_have_count(0)
    page.get_by_role("button", name="More").tap()
    expect(more).to_be_visible()
    page.keyboard.press("Escape")
    thumb.get_by_role("link", name="Seating").tap()
    expect(page.get_by_role("heading", name="Seating")).to_be_visible()


#: Returns places in a row, along its middle, that are not part of a link.
BESIDE = """row => {
  row.scrollIntoView({ block: "center" });
  const { left, right, top, height } = row.getBoundingClientRect();
  const places = Array.from({ length: 9 }, (_each, at) =>
    left + 4 + ((right - left - 8) * at) / 8);
  return places.filter((x) =>
    !document.elementFromPoint(x, top + height / 2)?.closest("a"));
}"""


def test_the_whole_row_of_who_comes_is_the_link(person, site, accounts):
    slug = site.shell(WHO_COMES)
    page = person(viewport={"width": 390, "height": 844}).page
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        page.goto(f"/t/{slug}/")
        rows = page.locator(".people > li")
        expect(rows).to_have_count(3)
        assert [row.evaluate(BESIDE) for row in rows.all()] == [[], [], []]
        rows.last.click(position={"x": 6, "y": 6})
        expect(page).to_have_url(re.compile("/players/3/$"))


#: Returns words of names that are split over lines.
BROKEN = """() => [...document.querySelectorAll(".leaders .who bdi")].flatMap((name) =>
  [...name.textContent.matchAll(/\\S+/g)].filter((word) => {
    const place = document.createRange();
    place.setStart(name.firstChild, word.index);
    place.setEnd(name.firstChild, word.index + word[0].length);
    return new Set([...place.getClientRects()].map(({ top }) => top)).size > 1;
  }).map(String))"""


def test_names_are_whole_in_a_narrow_frame_of_another_site(person, site, slug):
    site.shell(
        "from django.db import transaction;"
        "from tests.scoring.results import crowd;"
        "from tournaments.models import Person, Tournament;"
        f"t = Tournament.objects.get(slug='{slug}');"
        "crowd(t, 12);"
        "Person.objects.filter(players__tournament=t)"
        ".update(first_name='Bobbin', last_name='Featherduster');"
        "transaction.atomic(t.record)('described', by='director')"
    )
    page = person(viewport={"width": 280, "height": 900}).page
    page.goto(f"/t/{slug}/embed/")
    expect(page.locator(".leaders .who a").first).to_have_text("Bobbin Featherduster")
    assert page.evaluate(BROKEN) == []


def test_an_embedded_page_is_shown_again_once_it_is_public_again(person, slug):
    page = person().page
    page.goto(f"/t/{slug}/embed/")
    rows = page.locator(".leaders tbody tr")
    page.evaluate(RENEWED)
    expect(rows).not_to_have_count(0)
    address = re.compile("/embed/$")
    page.route(address, lambda route: route.fulfill(status=404, body=""))
    page.evaluate(SOME_SECONDS_LATER)
    expect(rows).to_have_count(0)
    page.unroute(address)
    page.evaluate(SOME_SECONDS_LATER)
    expect(rows).not_to_have_count(0)
