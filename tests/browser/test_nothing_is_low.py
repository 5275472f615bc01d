"""Every control on a public page is high enough for a thumb: all pages linked for
viewers and players, before, during and after a tournament."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

from django.urls import Resolver404, resolve
from playwright.sync_api import Page

from tests.browser.looks import too_low
from tests.browser.test_walk import LINKS, LINKS_IN
from tools.public_event import EVENT

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


def place(address: str) -> tuple[str, str]:
    """Return the page's name and its tournament, "" if it has none."""
    try:
        found = resolve(urlsplit(address).path)
    except Resolver404:
        return "", ""
    return found.view_name, found.kwargs.get("slug", "")


def walk(page: Page, starts: Sequence[str]) -> tuple[set[str], set[str]]:
    """Return the kinds of pages visited, each once for each tournament, and the
    controls that were too low."""
    waiting, seen, done, files, low = list(starts), set(starts), set(), set(), set()
    while waiting:
        address = waiting.pop(0)
        name, event = place(address)
        if name.partition(":")[0] not in ROOMS or (name, event) in done | files:
            continue
        answer = page.request.get(address)
        if not answer.headers.get("content-type", "").startswith("text/html"):
            files.add((name, event))
            continue
        done.add((name, event))
        page.goto(address)
        links = [link for link in page.evaluate(LINKS) if link not in seen]
        page.evaluate(UNFOLDED)
        low |= {f"{name}: {what}" for what in too_low(page)}
        seen.update(links)
        waiting += links
    return {name for name, _event in done}, low


def test_nothing_that_is_pressed_is_lower_than_24_pixels(site, person, accounts):
    slug, key = site.shell(EVENT).split()
    registered, over, over_key = site.shell(OTHERS).split()
    _table, player = site.shell(LINKS_IN.format(slug=slug)).split()
    page = person(**PHONE).page
    starts = (
        "/",
        "/t/winter-cup/",
        f"/t/{over}/",
        player,
        registered,
        f"/hall/{slug}/{key}/",
        f"/hall/{over}/{over_key}/prizes/",
    )
    looked_at, low = walk(page, starts)
    assert not low, "\n".join(sorted(low))
    assert len(looked_at) > 28, looked_at
