"""The hall's screen: what takes turns, changed while it runs, and back by itself once
the network is."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.looks import assert_sound_in_every_look
from tests.browser.test_offline import slug

__all__ = ["slug"]

WALL = {"viewport": {"width": 1920, "height": 1080}}
KEY = (
    "from tournaments.models import Tournament;"
    "print(Tournament.objects.get(slug='{slug}').hall_key)"
)
CHANGE = (
    "from tournaments.models import Tournament;"
    "from tournaments.events.setup import screen_setup;"
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
    wall.get_by_role("button", name="Stay on this").click()
    assert_sound_in_every_look(wall, "hall in turn")

    wall.context.set_offline(True)
    expect(wall.get_by_text("No connection: the clock")).to_be_visible()
    site.shell(CHANGE.format(slug=slug, what="announce(t, 'Lunch at two', until=None"))
    wall.context.set_offline(False)
    said = wall.locator(".turn:not([hidden]) .hall-announcement")
    expect(said).to_have_text("Lunch at two")
    expect(wall.get_by_text("No connection: the clock")).to_be_hidden()
    assert wall.evaluate("window.neverReloaded")

    # A further screen has turns of its own, and follows as well.
    site.shell(CHANGE.format(slug=slug, what="add_screen(t, 'Entrance'"))
    wall.get_by_role("button", name="Stay on this").click()
    wall.goto(f"{wall.url.rstrip('/')}/screens/entrance/")
    expect(wall.get_by_role("link", name="Entrance")).to_be_visible()
    own = "choose_turns(t, {'standings': 60}, slug='entrance'"
    site.shell(CHANGE.format(slug=slug, what=own))
    expect(standings).to_be_visible()
    expect(clock).to_have_count(0)
    site.shell(CHANGE.format(slug=slug, what="remove_screen(t, 'entrance'"))
    expect(wall.get_by_text("This screen was removed")).to_be_visible()
