"""Standings on a phone with many players: rows load while scrolling, search jumps to a
row, and starred players come first."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.looks import assert_sound, too_wide

PHONE = {"viewport": {"width": 390, "height": 664}, "has_touch": True}
MAKE = """
from tests.scoring.standings_events import event_of
print(event_of(240, 4).slug)
"""
MOST_ELEMENTS = 3_000
ELEMENTS = "document.querySelectorAll('*').length"
#: Returns the indexes of the names found by typed text.
FOUND = """([names, typed]) =>
  import("/static/find-player-in-standings.js").then((module) =>
    module.found(module.prepared(names.map((name, at) => [at + 100, name, ""])), typed)
      .map(([number]) => number - 100))"""


@pytest.fixture
def slug(site):
    return site.shell(MAKE).strip()


def test_following_players_among_many(person, slug):
    page = person(**PHONE).page
    page.goto(f"/t/{slug}/standings/")
    rows = page.locator("#rows > tr")
    expect(rows).to_have_count(100)
    expect(page.get_by_role("link", name="Live")).to_have_attribute(
        "aria-current", "page"
    )
    last = page.evaluate(
        "fetch('live/names/').then(r => r.json()).then(t => t.names.at(-1))"
    )
    field = page.get_by_role("searchbox", name="Find a name or number")
    field.fill(last[1].split()[-1])
    page.get_by_role("link", name=last[1]).first.click()
    found = page.locator(f"#p{last[0]}")
    expect(found).to_be_in_viewport()
    assert page.evaluate(ELEMENTS) < MOST_ELEMENTS
    found.get_by_role("button", name="Follow").click()
    yours = page.get_by_role("region", name="Your players")
    expect(yours.get_by_role("link", name=last[1])).to_be_attached()

    # Opened again rather than reloaded, which would restore the scroll position.
    page.goto("about:blank")
    page.goto(f"/t/{slug}/standings/")
    expect(yours.get_by_role("link", name=last[1])).to_be_visible()
    expect(page.locator(f"#p{last[0]}")).to_have_count(0)
    page.get_by_role("button", name="Jump to my place").click()
    expect(page.locator(f"#p{last[0]}")).to_be_in_viewport()
    page.evaluate("scrollTo(0, 0)")
    expect(rows.first).to_have_class("top first")
    assert page.evaluate(ELEMENTS) < MOST_ELEMENTS
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    names = ["小明 王", "민준 김", "Anna Lind"]
    typed = {"王小明": [0], "김민준": [1], "linda": [], "lind an": [2]}
    found = {each: page.evaluate(FOUND, [names, each]) for each in typed}
    assert found == typed


SPACE = "document.querySelector('.space').getBoundingClientRect().height"
AWAY = """async () => {
  const row = [...document.querySelectorAll("#rows > tr")].find(
    (one) => one.getBoundingClientRect().top > 100);
  const before = row.getBoundingClientRect().top;
  scrollBy({ top: 120, behavior: "instant" });
  await new Promise((resolve) => setTimeout(resolve, 150));
  return row.isConnected ? row.getBoundingClientRect().top - before : 0;
}"""


def test_what_is_looked_at_stays_where_it_is(person, slug):
    page = person(**PHONE).page
    page.goto(f"/t/{slug}/standings/")
    expect(page.locator("#rows > tr")).to_have_count(100)
    moves = [page.evaluate(AWAY) for _step in range(75)]
    assert max(moves) <= -118
    assert min(moves) >= -122
    # The removed rows keep their space above.
    assert page.evaluate(SPACE) > 1_000


def test_without_scripts_pages_of_a_hundred(person, slug):
    page = person(**PHONE, java_script_enabled=False).page
    page.goto(f"/t/{slug}/standings/official/?page=3")
    expect(page.locator("#rows > tr")).to_have_count(40)
    page.locator("#find").fill("0007")
    page.get_by_role("button", name="Find").click()
    expect(page.locator("#p7")).to_be_in_viewport()


NAMED = """
from tournaments.models import Person
people = Person.objects.filter(players__tournament__slug="{slug}")
people.filter(players__number=5).update(first_name="Łukasz", last_name="Müller-Groß")
people.filter(players__number=6).update(first_name="Sinéad", last_name="O’Brien")
people.filter(players__number=8).update(club="Århus Mahjong")
"""


def test_people_are_found_however_they_are_typed(person, site, slug):
    site.shell(NAMED.format(slug=slug))
    page = person(**PHONE).page
    page.goto(f"/t/{slug}/standings/")
    field = page.get_by_role("searchbox", name="Find a name or number")
    items = page.locator("#found li")
    for typed, name in {
        "lukasz": "Müller-Groß",
        "MULLER-GROSS": "Müller-Groß",
        "gross, luk": "Müller-Groß",
        "o'brien": "O’Brien",
        "obrien sin": "O’Brien",
        "arhus": "0008",
        "8": "0008",
    }.items():
        field.fill(typed)
        expect(items.first).to_contain_text(name)
    field.fill("lantern club")
    expect(items).to_have_count(8)


FALLS = """
from django.db import transaction
from scoring.models import Result
from tournaments.models import Tournament
event = Tournament.objects.get(slug="{slug}")
own = Result.objects.filter(seat__player__tournament=event)
own.filter(seat__player__number={number}).update(parts=0, score=-500, place=4)
with transaction.atomic():
    event.record("standings_told", by="director")
"""


def test_ones_own_row_is_found_wherever_it_is_now(person, site, slug):
    """A player's own row is found at its current place, even if the order has changed
    since the page loaded the names.
    """
    page = person(**PHONE).page
    page.goto(f"/t/{slug}/standings/official/")
    first = page.locator("#rows > tr").first
    number = int(first.get_attribute("data-row"))
    first.get_by_role("button", name="Follow").click()
    page.get_by_role("searchbox", name="Find a name or number").fill("wren")
    expect(page.locator("#found li").first).to_be_visible()
    page.keyboard.press("Escape")
    site.shell(FALLS.format(slug=slug, number=number))
    expect(page.locator(f"#p{number}")).to_have_count(0)
    page.get_by_role("button", name="Jump to my place").click()
    expect(page.locator(f"#p{number}")).to_be_in_viewport()


CLOSES = """
from django.db import transaction
from tournaments.models import Round, Tournament
event = Tournament.objects.get(slug="{slug}")
with transaction.atomic():
    Round.objects.filter(tournament=event, number=4).update(
        state="closed", ends_at=None, mark_at=None
    )
    event.record("round_closed", round=4, by="director")
"""


def test_a_round_that_closes_comes_to_the_standings_to_choose(person, site, slug):
    page = person(**PHONE).page
    page.goto(f"/t/{slug}/standings/")
    page.get_by_text("Other standings").click()
    rounds = page.get_by_role("navigation", name="Standings after a round")
    expect(rounds.get_by_role("link")).to_have_text(["1", "2", "3"])
    site.shell(CLOSES.format(slug=slug))
    # Parts that a person has expanded stay expanded.
    expect(rounds.get_by_role("link")).to_have_text(["1", "2", "3", "4"])


@pytest.mark.parametrize("width", [390, 1024, 1100, 1280])
def test_staff_find_the_way_back_from_the_standings(person, slug, width):
    staff = person(viewport={"width": width, "height": 800})
    staff.sign_in()
    page = staff.page
    page.goto(f"/t/{slug}/standings/")
    menu = page.get_by_role("complementary", name="Staff")
    expect(menu).to_be_visible(visible=width >= 1024)
    if width >= 1024:
        here = menu.get_by_role("link", name="Standings")
        expect(here).to_have_attribute("aria-current", "page")
    assert not too_wide(page)
    assert_sound(page)
    [way] = page.get_by_role("link", name="Control room").locator("visible=true").all()
    way.click()
    page.wait_for_url(f"**/director/{slug}/")
