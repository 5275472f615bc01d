"""Measure long public lists on a phone four times slower than this machine.

    python -m benchmarks.standings_phone [--players 1000] [--rounds 7] [--times 5]
                                         [--pages standings round seating ...]

Starts a site with a tournament of `--players` players and one round in progress. Opens
its live standings in Chromium with the processor slowed down four times, or other
pages: the round's tables, its seating by name or table, the seating of all rounds.
Prints median and worst of several visits, and the ratio of the first paint to that of
the login page:

- `first paint`: from the request to the first contentful paint;
- `elements`: elements of the document, at first and after scrolling through all rows;
- `bytes`: size of the page and its later responses, without fonts and images;
- `find`: from the last letter of a name to its row in view; if the server searches,
  from Enter.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Iterable

from playwright.sync_api import Browser, Page

from benchmarks.parts.phone import SIZE, Site, chromium, site

#: Factor that makes this machine as slow as a cheap phone.
SLOWER = 4
#: Limits of first paint in seconds, and of elements.
PAINT, ELEMENTS = 1.5, 3_000
BARE_PAGE = "/account/login/"
ELEMENTS_NOW = "document.querySelectorAll('*').length"
#: Prints the slug of a tournament of this size; the last round is open, others closed.
MAKE_EVENT = """
from tests.scoring.standings_events import event_of
print(event_of({players}, {rounds}).slug)
"""
PAINTED = """() => new Promise((resolve) => {
  new PerformanceObserver((list) => {
    for (const each of list.getEntries())
      if (each.name === "first-contentful-paint") resolve(each.startTime);
  }).observe({ type: "paint", buffered: true });
})"""
#: By name: the page's address, and its search field.
PAGES = {
    "standings": ("/t/{slug}/standings/", "#find"),
    "round": ("/t/{slug}/rounds/{rounds}/", "#find"),
    "seating": ("/t/{slug}/seating/", "#people-query"),
    "tables": ("/t/{slug}/seating/?by=table", "#people-query"),
    "everybody": ("/t/{slug}/seating/players/", "#people-query"),
}
#: Returns whether the row of the player found by the server is in view.
ROW_IN_VIEW = """(name) => [...document.querySelectorAll("#rows > *")].some((row) => {
  const { top, bottom } = row.getBoundingClientRect();
  return row.textContent.includes(name) && top >= 0 && bottom <= innerHeight;
})"""
IN_SIGHT = """(number) => {
  const row = document.getElementById("p" + number);
  if (!row) return false;
  const { top, bottom } = row.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight && row.classList.contains("here");
}"""
#: Types the name, presses Enter, and returns the milliseconds until its row is in view.
FIND = """async ([name, number]) => {
  const isInSight = IN_SIGHT;
  const field = document.getElementById("find");
  field.focus();
  await new Promise((done) => setTimeout(done, 1000));
  field.value = name;
  const began = performance.now();
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.form.requestSubmit();
  while (!isInSight(number)) await new Promise(requestAnimationFrame);
  return performance.now() - began;
}""".replace("IN_SIGHT", IN_SIGHT)


def slow_phone(browser: Browser, here: Site) -> Page:
    """Return a page in a new browser context with an empty cache and a slow
    processor.
    """
    context = browser.new_context(
        base_url=here.url, viewport=SIZE, has_touch=True, is_mobile=True
    )
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    return page


def measured(
    browser: Browser, here: Site, address: str, field: str, players: int
) -> dict[str, float]:
    """Return the figures of one visit by name: first paint and time to find a name
    (milliseconds), elements, and size (kB).
    """
    page = slow_phone(browser, here)
    sizes: list[int] = []

    def weigh(request: object) -> None:
        sizes.append(_weight(request))

    page.on("requestfinished", weigh)
    page.goto(address, wait_until="commit")
    figures = {"first paint ms": page.evaluate(PAINTED)}
    page.wait_for_load_state("load")
    page.remove_listener("requestfinished", weigh)
    figures["elements"] = page.evaluate(ELEMENTS_NOW)
    figures["kB"] = sum(sizes) / 1000
    number = players - 5
    if address.endswith("/standings/"):
        figures["find ms"] = page.evaluate(FIND, [f"{number:04}", number])
        figures["elements after a jump"] = page.evaluate(ELEMENTS_NOW)
        page.evaluate("scrollTo(0, 0)")
    figures["most elements while scrolling"] = _scrolled(page)
    if not address.endswith("/standings/"):
        figures["find ms"] = _seconds_to_find(page, field, f"{number:04}")
    page.context.close()
    return figures


def first_paint(browser: Browser, here: Site, address: str) -> float:
    """Return the milliseconds until the first paint of one visit."""
    page = slow_phone(browser, here)
    page.goto(address, wait_until="commit")
    milliseconds: float = page.evaluate(PAINTED)
    page.context.close()
    return milliseconds


def _scrolled(page: Page) -> int:
    """Return the highest number of elements in the document while scrolling to
    its end.
    """
    most = 0
    for _step in range(40):
        page.evaluate("scrollBy(0, document.body.scrollHeight / 40)")
        page.wait_for_timeout(60)
        most = max(most, page.evaluate(ELEMENTS_NOW))
    return most


def _seconds_to_find(page: Page, field: str, name: str) -> float:
    """Return the milliseconds from Enter until the row of the name that the server
    found is in view.
    """
    page.locator(field).fill(name)
    began = time.perf_counter()
    page.locator(field).press("Enter")
    page.wait_for_function(ROW_IN_VIEW, arg=name)
    return 1000 * (time.perf_counter() - began)


def _weight(request: object) -> int:
    kind = request.resource_type  # type: ignore[attr-defined]
    if kind in ("font", "image", "eventsource"):
        return 0
    sizes = request.sizes()  # type: ignore[attr-defined]
    return int(sizes["responseBodySize"] + sizes["responseHeadersSize"])


def report(visits: Iterable[dict[str, float]], baseline: float) -> None:
    rows = list(visits)
    for name in rows[0]:
        values = [row[name] for row in rows]
        middle, worst = statistics.median(values), max(values)
        print(f"{name:>30}  median {middle:8.0f}  worst {worst:8.0f}")
    paint = statistics.median(row["first paint ms"] for row in rows)
    print(f"{'ratio to the login page':>30}  median {paint / baseline:8.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--pages", nargs="+", choices=PAGES, default=["standings"])
    arguments = parser.parse_args()
    with site() as here, chromium() as browser:
        code = MAKE_EVENT.format(players=arguments.players, rounds=arguments.rounds)
        slug = here.shell.run(code).strip()
        baseline = statistics.median(
            first_paint(browser, here, BARE_PAGE) for _ in range(arguments.times + 1)
        )
        for name in arguments.pages:
            print(name)
            address, field = PAGES[name]
            address = address.format(slug=slug, rounds=arguments.rounds)
            measured(browser, here, address, field, arguments.players)
            visits = (
                measured(browser, here, address, field, arguments.players)
                for _ in range(arguments.times)
            )
            report(visits, baseline)
    print(f"to stay under: first paint {PAINT * 1000:.0f} ms, {ELEMENTS} elements")


if __name__ == "__main__":
    main()
