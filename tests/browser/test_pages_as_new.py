"""Public pages that received only the changes of some hands match newly
opened pages.
"""

from __future__ import annotations

import pytest

MAKE = """
from tests.scoring.standings_events import event_of
from tournaments.models import Game
tournament = event_of(32, 2)
playing = Game.objects.filter(round__tournament=tournament, round__state="running")
print(tournament.slug, playing.latest("round__number").round.number)
"""
HANDS = """
import random
from scoring.ledger import enter_hand as entering
from tournaments.models import Game
chance = random.Random(7)
playing = Game.objects.filter(
    round__tournament__slug="{slug}", round__number={number}, table__in=(1, 4, 7)
)
for hand in range({first}, {last} + 1):
    for game in playing:
        winner, other = chance.sample("ESWN", 2)
        raw = dict(kind="win", winner=winner, points=chance.choice([8, 12, 33, 64]))
        if chance.random() < 0.6:
            raw["from"] = other
        if chance.random() < 0.2:
            raw = dict(kind="washout")
        entering.enter(game.pk, raw, hand=hand, by="director",
            device_key=f"{{game.pk}} {{hand}}")
"""
FRAGMENT = "[sse-swap=fragment]"
#: Returns all tags and words of a page, except additions of scripts and times.
SAID = """(root) => {
  const copy = root.cloneNode(true);
  const scripts = "[data-added], time, .clock, .star, .changed, [data-whole]";
  for (const each of copy.querySelectorAll(scripts)) {
    if (each.matches(".changed")) each.classList.remove("changed");
    else each.remove();
  }
  for (const each of copy.querySelectorAll('[class=""]')) each.removeAttribute("class");
  return copy.innerHTML.replace(/<!--.*?-->/g, "").replace(/\\s+/g, " ").split(/(?=<)/);
}"""
HERE = f"() => ({SAID})(document.querySelector('{FRAGMENT}'))"
ANEW = f"""async () => {{
  const answer = await fetch(location.href, {{ cache: "no-store" }});
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return ({SAID})(page.querySelector('{FRAGMENT}'));
}}"""
#: Counts updates with changes and whole fragments.
LISTEN = """() => {
  window.heard = { rows: 0, fragment: 0 };
  const count = ({ type }) => { window.heard[type] += 1; };
  const Told = EventSource;
  window.EventSource = class extends Told {
    constructor(...how) {
      super(...how);
      for (const type of Object.keys(window.heard)) this.addEventListener(type, count);
    }
  };
  addEventListener("DOMContentLoaded", () => {
    const ajax = htmx.ajax;
    htmx.ajax = (...how) => { window.heard.fragment += 1; return ajax(...how); };
  });
}"""

COUNTRIES, TABLE = "standings/countries/", "rounds/{number}/tables/1/"
PAGES = (
    "",
    "standings/",
    COUNTRIES,
    "teams/",
    "rounds/{number}/",
    TABLE,
    "players/1/",
    "plan/",
)


@pytest.fixture
def event(site) -> tuple[str, int]:
    slug, number = site.shell(MAKE).split()
    return slug, int(number)


def test_pages_that_were_told_of_hands_are_as_new_ones(person, site, event):
    slug, number = event
    pages = []
    for where in PAGES:
        # One page for each browser, because a browser allows only six streams.
        page = person().page
        page.add_init_script(f"({LISTEN})()")
        page.goto(f"/t/{slug}/{where.format(number=number)}")
        pages.append(page)
    for first, last in ((1, 2), (3, 4), (5, 12)):
        hands = HANDS.format(slug=slug, number=number, first=first, last=last)
        site.shell(hands)
        for page in pages:
            as_new(page)
    told = dict(zip(PAGES, (page.evaluate("heard") for page in pages), strict=True))
    for where in ("", "standings/", COUNTRIES, "teams/", "rounds/{number}/"):
        assert told[where]["rows"] > told[where]["fragment"], told
    # Whole fragments: opening the sheet, and each of its three winds.
    assert told[TABLE]["fragment"] <= 3, told
    assert told[TABLE]["rows"], told


def as_new(page) -> None:
    """Assert that the page matches a newly opened page within a few seconds."""
    for _again in range(20):
        here, anew = page.evaluate(HERE), page.evaluate(ANEW)
        if here == anew:
            return
        for _look in range(8):
            page.wait_for_timeout(250)
            if page.evaluate(HERE) != here:
                break
    differ = [pair for pair in zip(here, anew, strict=False) if pair[0] != pair[1]]
    raise AssertionError((page.url, len(here), len(anew), differ[:8]))
