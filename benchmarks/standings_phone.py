"""What the standings cost a phone that is four times slower than this machine.

    python benchmarks/standings_phone.py [--players 1000] [--rounds 7] [--times 5]

starts a site of its own with an event of so many players, one round of it being
played, and looks at its live standings in Chromium with its processor slowed down four
times. It prints, each as the median and the worst of some tries,

- `first paint`: until the first contentful paint, from the request on;
- `elements`: how many elements the document has, at first and after scrolling through
  all rows to the last one;
- `bytes`: what the page and the answers it asked for weigh, without fonts and pictures;
- `find`: from the last letter of a name to its row in sight (and to the suggestion).
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Iterable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from playwright.sync_api import Browser, Page

from benchmarks.phone import SIZE, Site, chromium, site

#: As slow as a phone that costs little.
SLOWER = 4
#: First paint in seconds, and elements, that the page is to stay under.
PAINT, ELEMENTS = 1.5, 3_000
#: Prints the slug of an event of so many players; all but the last round closed.
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
IN_SIGHT = """(number) => {
  const row = document.getElementById("p" + number);
  if (!row) return false;
  const { top, bottom } = row.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight && row.classList.contains("here");
}"""
#: Types the name, presses Enter, and says how many milliseconds later its row is seen.
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
    """A page of a phone that is slow, and has nothing in its cache."""
    context = browser.new_context(
        base_url=here.url, viewport=SIZE, has_touch=True, is_mobile=True
    )
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    return page


def measured(
    browser: Browser, here: Site, address: str, players: int
) -> dict[str, float]:
    """One visit: first paint, elements, bytes, and a name that is found."""
    page = slow_phone(browser, here)
    sizes: list[int] = []
    page.on("requestfinished", lambda request: sizes.append(_weight(request)))
    page.goto(address, wait_until="commit")
    found = {"first paint ms": page.evaluate(PAINTED)}
    page.wait_for_load_state("load")
    found["elements"] = page.evaluate("document.querySelectorAll('*').length")
    found["kB"] = sum(sizes) / 1000
    number = players - 5
    found["find ms"] = page.evaluate(FIND, [f"{number:04}", number])
    found["elements after a jump"] = page.evaluate(
        "document.querySelectorAll('*').length"
    )
    page.evaluate("scrollTo(0, 0)")
    for _step in range(40):
        page.evaluate("scrollBy(0, document.body.scrollHeight / 40)")
        page.wait_for_timeout(60)
    found["elements after scrolling"] = page.evaluate(
        "document.querySelectorAll('*').length"
    )
    page.context.close()
    return found


def _weight(request: object) -> int:
    kind = request.resource_type  # type: ignore[attr-defined]
    if kind in ("font", "image", "eventsource"):
        return 0
    sizes = request.sizes()  # type: ignore[attr-defined]
    return int(sizes["responseBodySize"] + sizes["responseHeadersSize"])


def report(visits: Iterable[dict[str, float]]) -> None:
    rows = list(visits)
    for name in rows[0]:
        values = [row[name] for row in rows]
        middle, worst = statistics.median(values), max(values)
        print(f"{name:>26}  median {middle:8.0f}  worst {worst:8.0f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--times", type=int, default=5)
    asked = parser.parse_args()
    with site() as here, chromium() as browser:
        code = MAKE_EVENT.format(players=asked.players, rounds=asked.rounds)
        slug = here.shell.run(code).strip()
        address = f"/t/{slug}/standings/"
        measured(browser, here, address, asked.players)
        report(
            measured(browser, here, address, asked.players) for _ in range(asked.times)
        )
    print(f"to stay under: first paint {PAINT * 1000:.0f} ms, {ELEMENTS} elements")


if __name__ == "__main__":
    main()
