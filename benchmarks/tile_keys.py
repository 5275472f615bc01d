"""Measure how long a tile key keeps a phone busy that is four times slower than this
machine, against a bare button on the same page.

    python benchmarks/tile_keys.py [--slower 4] [--pace 5] [--rounds 3] [--hold 60]

taps fourteen tiles at `--pace` a second for each ruleset, and as often the bare button,
which only shows one tile. "Handler" is the time of the event's scripts, "answer" the
time from release to the next frame, in the browser's steps of 8 ms. `--beside PATH`
alternates with another checkout of the program. `--hold` is the milliseconds of a
touch. `--mixed` taps tiles in random order, so that most are inserted between others.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median, quantiles

from phone import Site, chromium, phone_at, site
from playwright.sync_api import Browser, CDPSession, Page

OPTIONS: dict[str, Mapping[str, object]] = {
    "mcr": {},
    "hong_kong": {},
    "classical": {},
    "riichi": {"preset": "tenhou"},
}
TILES = [*(f"{rank}m" for rank in range(1, 10)), *"EEECC"]
MIXED = [*"EC", "5m", "1m", *"E", "9m", "3m", "7m", "2m", *"E", "8m", "4m", "6m", "C"]
SAID = "123456789mEEEC+C"
SLOW = 50  # Milliseconds in which a key should respond.
#: A bare button that shows and hides one tile, and the timers.
PREPARE = """
() => {
  const bare = document.createElement("button");
  bare.id = "bare";
  bare.style.cssText =
    "position: fixed; inset: 0 auto auto 0; z-index: 99; contain: strict; " +
    "width: 3rem; height: 4rem";
  const tile = document.querySelector(".tile-key .tile").cloneNode(true);
  bare.append(tile);
  window.told = [];
  window.changed = [];
  bare.addEventListener("pointerdown", () => {
    tile.style.visibility = tile.style.visibility ? "" : "hidden";
    window.changed.push(performance.now());
  });
  const noMouse = (event) => event.preventDefault();
  bare.addEventListener("touchend", noMouse, { passive: false });
  document.body.append(bare);
  let isAnswering = false; // whether a finger's event is being answered
  const hands = new MutationObserver(() => {
    if (isAnswering) window.changed.push(performance.now());
    isAnswering = false;
  });
  const all = { subtree: true, childList: true, attributes: true, characterData: true };
  hands.observe(document.querySelector(".tile-hands"), all);
  for (const name of ["pointerdown", "pointerup"]) {
    window.addEventListener(name, () => { isAnswering = true; }, true);
    window.addEventListener(name, () => { isAnswering = false; });
  }
  new PerformanceObserver((list) => {
    const names = ["pointerdown", "pointerup"];
    const taps = list.getEntries().filter(({ name }) => names.includes(name));
    window.told.push(...taps);
  }).observe({ type: "event", durationThreshold: 0 });
}
"""
#: For each tap the event that handled it; browsers report none shorter than 16 ms.
TAPS = """
() => window.changed.map((at) => {
  const isWhen = (one) => one.processingStart <= at && at <= one.processingEnd;
  const each = window.told.find(isWhen);
  return each ? [each.processingEnd - each.processingStart, each.duration] : [0, 16];
})
"""
Taps = list[list[float]]


def tap(devtools: CDPSession, x: float, y: float, hold: float) -> None:
    """Touch the screen for `hold` milliseconds."""
    at = {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
    devtools.send("Input.dispatchTouchEvent", at)
    time.sleep(hold / 1000)
    devtools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def tapped(page: Page, places: Sequence[str], arguments: argparse.Namespace) -> Taps:
    """Tap the element of each selector; return handler and answer in ms."""
    devtools = page.context.new_cdp_session(page)
    boxes = [page.locator(place).bounding_box() for place in places]
    page.evaluate("window.told = []; window.changed = []")
    start = time.monotonic()
    for number, box in enumerate(boxes):
        assert box
        time.sleep(max(0.0, start + number / arguments.pace - time.monotonic()))
        middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        tap(devtools, *middle, arguments.hold)
    page.wait_for_timeout(1500)
    times: Taps = page.evaluate(TAPS)
    return times


def on_to_the_tiles(page: Page, address: str) -> None:
    """Choose a winner, so that tiles can be tapped."""
    page.goto(f"{address}tiles/")
    page.locator("#waiting[data-ready=yes]").wait_for(state="attached")
    page.evaluate(PREPARE)
    for name, value in (("winner", "E"), ("source", "S")):
        page.locator(f"label:has([name={name}][value={value}])").tap()
    if (on := page.locator(".to-tiles")).is_visible():
        on.tap()


def measured(
    browser: Browser, at: Site, ruleset: str, arguments: argparse.Namespace
) -> tuple[Taps, Taps]:
    """Return the taps of fourteen tiles, and as many of the bare button."""
    address, link = at.table(ruleset, OPTIONS[ruleset])
    tiles = MIXED if arguments.mixed else TILES
    with phone_at(browser, at, link) as page:
        on_to_the_tiles(page, address)
        devtools = page.context.new_cdp_session(page)
        slower = {"rate": arguments.slower}
        devtools.send("Emulation.setCPUThrottlingRate", slower)
        keys = [f".tile-grid [data-tile='{tile}']" for tile in tiles]
        keyed = tapped(page, keys, arguments)
        bare = tapped(page, ["#bare"] * len(keys), arguments)
        written = page.locator("[name=tiles_E]").input_value()
        if sorted(written) != sorted(SAID):
            print(f"{ruleset}: a tap was lost: {written}")
    return keyed, bare


def line(label: str, taps: Taps) -> str:
    columns = [str(len(taps))]
    for times in zip(*taps, strict=True):
        late = quantiles(times, n=20, method="inclusive")[-1]
        columns += [f"{value:.1f}" for value in (median(times), late, max(times))]
    columns.append(str(sum(answer > SLOW for _handler, answer in taps)))
    return label.ljust(24) + "".join(value.rjust(9) for value in columns)


def options(about: str | None, *, slower: float) -> argparse.ArgumentParser:
    """Return the parser with the options of all key measurements."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--slower", type=float, default=slower)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--rulesets", nargs="*", default=list(OPTIONS))
    parser.add_argument("--beside", type=Path, help="another checkout of the program")
    parser.add_argument("--mixed", action="store_true")
    return parser


def opened_sites(open_now: ExitStack, beside: Path | None) -> dict[str, Site]:
    """Run this program and another checkout of it; return them by row label."""
    sites = {"": open_now.enter_context(site())}
    if beside:
        sites[" beside"] = open_now.enter_context(site(beside.resolve()))
    return sites


def main() -> None:
    parser = options(__doc__, slower=4)
    parser.add_argument("--pace", type=float, default=5, help="taps a second")
    parser.add_argument("--hold", type=float, default=60)
    arguments = parser.parse_args()
    print(
        f"milliseconds, {arguments.slower:g} times slower, {arguments.pace:g} a second"
    )
    heads = ["taps", *("median", "p95", "longest") * 2, f"over {SLOW}"]
    print(" " * 24 + "".join(head.rjust(9) for head in heads) + "   (handler, answer)")
    with ExitStack() as open_now:
        sites = opened_sites(open_now, arguments.beside)
        browser = open_now.enter_context(chromium())
        for ruleset in arguments.rulesets:
            rows: dict[str, Taps] = defaultdict(list)
            for _round in range(arguments.rounds):
                for beside, at in sites.items():
                    keyed, bare = measured(browser, at, ruleset, arguments)
                    rows[ruleset + beside] += keyed
                    rows["  a bare button"] += bare
            for label in sorted(rows, key=lambda label: label.startswith(" ")):
                print(line(label, rows[label]))


if __name__ == "__main__":
    main()
