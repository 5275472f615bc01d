"""Whatever can be pressed on a public page is high enough for a thumb: on every page to
which links lead a spectator and a player, before, during and after an event."""

from __future__ import annotations

from collections import Counter

from playwright.sync_api import Page

from tests.browser.looks import too_low
from tests.browser.test_walk import LINKS, LINKS_IN, kind
from tools.public_event import EVENT

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
#: Beside the event that is played one that comes and takes people, and one that is over
#: and tells its prizes. Prints where the first person registered, the event that is
#: over, and the key of its screens.
OTHERS = """
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import timezone
from scoring.event_folder import from_path
from scoring.event_folder.importing import import_files
from scoring.signoff.finishing import finishing, prize_giving
from tests.scoring.folders import PRACTICE
from tournaments.events.setup import tournament_setup
from tournaments.people.sign_up import links, signing_up
from tournaments.people.sign_up.page import SAID
director = User.objects.get(username="director")
coming = tournament_setup.create_tournament(
    tournament_setup.Plan(title="Winter Cup", ruleset="riichi", planned_rounds=4,
        minutes=90, end_policy="finish_hand", is_public=True), director=director)
signing_up.set_page(coming, dict.fromkeys(SAID, "") | {"is_on": True, "places": 1,
    "opens_at": None, "closes_at": None}, by="director")
person = signing_up.Person(last_name="Heron", country="Italy")
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
ROOMS = {"public", "me", "hall"}


def walk(page: Page, start: str) -> tuple[Counter[str], set[str]]:
    """The kinds of pages that were looked at from one on, and what was too low."""
    waiting, seen, met, low = [start], {start}, Counter[str](), set[str]()
    while waiting:
        address = waiting.pop(0)
        name = kind(address)
        if name.partition(":")[0] not in ROOMS or name in met:
            continue
        answer = page.request.get(address)
        if not answer.headers.get("content-type", "").startswith("text/html"):
            continue
        met[name] += 1
        page.goto(address)
        links = [link for link in page.evaluate(LINKS) if link not in seen]
        page.evaluate(UNFOLDED)
        low |= {f"{name}: {what}" for what in too_low(page)}
        seen.update(links)
        waiting += links
    return met, low


def test_nothing_that_is_pressed_is_lower_than_24_pixels(site, person, accounts):
    slug, key = site.shell(EVENT).split()
    registered, over, over_key = site.shell(OTHERS).split()
    _table, player = site.shell(LINKS_IN.format(slug=slug)).split()
    page = person(**PHONE).page
    every, low = Counter[str](), set[str]()
    for start in (
        "/",
        "/t/winter-cup/",
        f"/t/{over}/",
        player,
        registered,
        f"/hall/{slug}/{key}/",
        f"/hall/{over}/{over_key}/prizes/",
    ):
        met, found = walk(page, start)
        every += met
        low |= found
    assert not low, "\n".join(sorted(low))
    assert len(every) > 28, every
