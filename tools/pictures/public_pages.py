"""Take pictures of the public pages and hall screens: `docs/images/public/
PAGE-WIDTH-light.png` and `-dark.png`, from a site with an invented tournament of 24
players (`public_event.py`).
"""

from __future__ import annotations

import subprocess
import sys

from playwright.sync_api import Browser, ViewportSize

from tests.browser.conftest import ROOT, Site
from tools.pictures.public_event import EVENT, FINISH
from tools.pictures.table_page import studio

PICTURES = ROOT / "docs" / "images" / "public"
COLORS = "48"

PAGES = {
    "events": "/",
    "event": "/t/{slug}/",
    "standings": "/t/{slug}/standings/",
    "official": "/t/{slug}/standings/official/",
    "teams": "/t/{slug}/teams/",
    "round": "/t/{slug}/rounds/3/",
    "table": "/t/{slug}/rounds/3/tables/6/",
    "player": "/t/{slug}/players/1/",
    "seating": "/t/{slug}/seating/",
    "plan": "/t/{slug}/plan/",
    "rules": "/t/{slug}/rules/",
}
#: Hall screens, in their own size.
SCREENS = {
    "hall-clock": "/hall/{slug}/{key}/clock/",
    "hall-seats": "/hall/{slug}/{key}/seats/",
    "hall-hands": "/hall/{slug}/{key}/hands/",
    "hall-standings": "/hall/{slug}/{key}/standings/",
    "hall-leaders": "/hall/{slug}/{key}/leaders/",
}
#: Transparent pages in the size of a video, the same in every colour scheme.
OVERLAYS = {"overlay": "/t/{slug}/overlay/5/"}
#: Pages of the finished tournament.
AFTER = {"event-over": "/t/{slug}/"}
#: Hides the buttons of a hall screen, as when idle.
NOBODY_MOVES = "document.documentElement.dataset.hall = 'idle'"
PHONE: ViewportSize = {"width": 390, "height": 844}
LAPTOP: ViewportSize = {"width": 1280, "height": 800}
LARGE: ViewportSize = {"width": 1920, "height": 1080}


def take(browser: Browser, site: Site, name: str, address: str) -> None:
    """Save pictures of the page at an address, in each size, light and dark, in few
    colours.
    """
    is_large = name in SCREENS | OVERLAYS
    sizes = (LARGE,) if is_large else (PHONE, LAPTOP, LARGE)
    for size in sizes:
        context = browser.new_context(
            base_url=site.url,
            viewport=size,
            has_touch=size is PHONE,
            reduced_motion="reduce",
        )
        page = context.new_page()
        for scheme in ("light",) if name in OVERLAYS else ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            answer = page.goto(address)
            if answer is None or not answer.ok:
                sys.exit(f"{name}: nothing is at {address}")
            page.wait_for_timeout(600)
            if name in SCREENS:
                page.evaluate(NOBODY_MOVES)
            target = PICTURES / f"{name}-{size['width']}-{scheme}.png"
            page.screenshot(path=target, omit_background=name in OVERLAYS)
            few = ["convert", target, "+dither", "-colors", COLORS, f"PNG8:{target}"]
            subprocess.run(few, check=True)
        context.close()


def take_all(names: list[str]) -> None:
    """Take the pictures of the named pages, or of all pages if `names` is empty.

    Exits with a message for an unknown name.
    """
    every = PAGES | SCREENS | OVERLAYS | AFTER
    if unknown := set(names) - every.keys():
        sys.exit(f"no such page: {', '.join(sorted(unknown))}")
    PICTURES.mkdir(parents=True, exist_ok=True)
    with studio() as (site, browser):
        slug, key = site.shell(EVENT).split()
        for name in sorted(names or every, key=list(every).index):
            if name in AFTER:
                site.shell(FINISH)
            take(browser, site, name, every[name].format(slug=slug, key=key))
            print(name, flush=True)
