"""How long a key of the tile picker keeps a phone that is four times slower than this
machine, tap by tap, beside a bare button in the same page.

    python benchmarks/tile_keys.py [--slower 4] [--pace 5] [--rounds 3]

taps fourteen tiles at that many a second for each ruleset. "Handler" is the time for
which the event's scripts run that changes the hand, "answer" the time from the moment
the finger is let go to the picture after it.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping, Sequence
from statistics import median, quantiles
from typing import Any

from phone import Site, chromium, phone_at, site
from playwright.sync_api import Browser, Page

OPTIONS: dict[str, Mapping[str, object]] = {
    "mcr": {},
    "hong_kong": {},
    "classical": {},
    "riichi": {"preset": "tenhou"},
}
TILES = [*(f"{rank}m" for rank in range(1, 10)), *"EEECC"]
#: A bare button, whose tap does nothing but turn a class on or off; and the clocks.
PREPARE = """
() => {
  const bare = document.createElement("button");
  bare.id = "bare";
  bare.style.cssText = "position: fixed; inset: 0 auto auto 0; z-index: 99";
  bare.textContent = "Bare";
  window.told = [];
  window.changed = [];
  const change = () => window.changed.push(performance.now());
  bare.addEventListener("click", () => bare.classList.toggle("on"));
  bare.addEventListener("click", change);
  document.addEventListener("input", change, true);
  document.body.append(bare);
  new PerformanceObserver((list) => {
    for (const each of list.getEntries()) {
      if (["pointerup", "click"].includes(each.name)) window.told.push(each);
    }
  }).observe({ type: "event", durationThreshold: 0 });
}
"""
#: Of each change the event in which it came about; a browser tells of none that is
#: answered within 16 ms.
TAPS = """
() => window.changed.map((at) => {
  const isWhen = (one) => one.processingStart <= at && at <= one.processingEnd;
  const each = window.told.find(isWhen);
  return each ? [each.processingEnd - each.processingStart, each.duration] : [0, 16];
})
"""


def tapped(page: Page, places: Sequence[str], pace: float) -> list[list[float]]:
    """Tap what is found by each selector, `pace` a second; handler and answer in ms."""
    boxes = [page.locator(place).bounding_box() for place in places]
    page.evaluate("window.told = []; window.changed = []")
    start = time.monotonic()
    for number, box in enumerate(boxes):
        assert box
        time.sleep(max(0.0, start + number / pace - time.monotonic()))
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_timeout(1500)
    found: list[list[float]] = page.evaluate(TAPS)
    return found


def measured(
    browser: Browser, at: Site, ruleset: str, arguments: argparse.Namespace
) -> tuple[list[list[float]], list[list[float]]]:
    """The taps of fourteen tiles, and as many of the bare button."""
    address, link = at.table(ruleset, OPTIONS[ruleset])
    keys = [f".tile-grid [data-tile='{tile}']" for tile in TILES]
    tiles: list[list[float]] = []
    bare: list[list[float]] = []
    with phone_at(browser, at, link) as page:
        for _round in range(arguments.rounds):
            page.goto(f"{address}tiles/")
            page.locator("#waiting[data-ready=yes]").wait_for(state="attached")
            page.evaluate(PREPARE)
            for name, value in (("winner", "E"), ("source", "S")):
                page.locator(f"label:has([name={name}][value={value}])").tap()
            if (on := page.locator(".to-tiles")).is_visible():
                on.tap()
            devtools = page.context.new_cdp_session(page)
            slower = {"rate": arguments.slower}
            devtools.send("Emulation.setCPUThrottlingRate", slower)
            tiles += tapped(page, keys, arguments.pace)
            bare += tapped(page, ["#bare"] * len(keys), arguments.pace)
            written = page.locator("[name=tiles_E]").input_value()
            if written != "123456789mEEEC+C":
                print(f"{ruleset}: a tap was lost: {written}")
    return tiles, bare


def line(what: str, taps: Sequence[Sequence[float]]) -> str:
    columns: list[Any] = [what, len(taps)]
    for times in zip(*taps, strict=True):
        late = quantiles(times, n=20, method="inclusive")[-1]
        columns += [f"{each:.1f}" for each in (median(times), late, max(times))]
    return str(columns[0]).ljust(24) + "".join(
        str(each).rjust(9) for each in columns[1:]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--slower", type=float, default=4)
    parser.add_argument("--pace", type=float, default=5, help="taps a second")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--rulesets", nargs="*", default=list(OPTIONS))
    arguments = parser.parse_args()
    print(
        f"milliseconds, {arguments.slower:g} times slower, {arguments.pace:g} a second"
    )
    heads = ["taps", *("median", "p95", "longest") * 2]
    print(" " * 24 + "".join(head.rjust(9) for head in heads) + "   (handler, answer)")
    with site() as at, chromium() as browser:
        for ruleset in arguments.rulesets:
            tiles, bare = measured(browser, at, ruleset, arguments)
            print(line(ruleset, tiles))
            print(line("  a bare button", bare))


if __name__ == "__main__":
    main()
