"""Measure how long a tile key keeps a phone busy, against a bare button on the same
page. Used by `benchmarks/taps.py`.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from collections.abc import Sequence
from contextlib import ExitStack
from statistics import median, quantiles

from playwright.sync_api import Browser, CDPSession, Page

from benchmarks.parts.phone import OPTIONS, Site, chromium, opened_sites, phone_at

TILES = [*(f"{rank}m" for rank in range(1, 10)), *"EEECC"]
SAID = "123456789mEEEC+C"
SLOW = 50  # Milliseconds in which a key should respond.
HOLD = 60  # Milliseconds of a touch.
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


def tap(devtools: CDPSession, x: float, y: float) -> None:
    at = {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
    devtools.send("Input.dispatchTouchEvent", at)
    time.sleep(HOLD / 1000)
    devtools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def tapped(page: Page, places: Sequence[str], arguments: argparse.Namespace) -> Taps:
    """Tap the element of each selector.

    Return for each tap the milliseconds of the scripts, and the milliseconds until the
    next frame.
    """
    devtools = page.context.new_cdp_session(page)
    boxes = [page.locator(place).bounding_box() for place in places]
    page.evaluate("window.told = []; window.changed = []")
    start = time.monotonic()
    for number, box in enumerate(boxes):
        assert box
        time.sleep(max(0.0, start + number / arguments.pace - time.monotonic()))
        middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        tap(devtools, *middle)
    page.wait_for_timeout(1500)
    times: Taps = page.evaluate(TAPS)
    return times


def on_to_the_tiles(page: Page, address: str) -> None:
    """Open the tile page and choose a winner and a discarder, so that tiles can be
    tapped.
    """
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
    """Return the times of taps on fourteen tile keys, and of as many taps on the bare
    button. Prints a message if a tap was lost.
    """
    address, link = at.table(ruleset, OPTIONS[ruleset])
    with phone_at(browser, at, link) as page:
        on_to_the_tiles(page, address)
        devtools = page.context.new_cdp_session(page)
        slower = {"rate": arguments.slower}
        devtools.send("Emulation.setCPUThrottlingRate", slower)
        keys = [f".tile-grid [data-tile='{tile}']" for tile in TILES]
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


def print_keys(arguments: argparse.Namespace) -> None:
    """Print the milliseconds of the scripts and the milliseconds until the next frame,
    for taps on tile keys and on the bare button.
    """
    print(
        f"milliseconds, {arguments.slower:g} times slower, {arguments.pace:g} a second"
    )
    heads = ["taps", *("median", "p95", "longest") * 2, f"over {SLOW}"]
    print(" " * 24 + "".join(head.rjust(9) for head in heads) + "   (handler, answer)")
    with ExitStack() as open_now:
        sites = opened_sites(open_now, arguments.beside)
        browser = open_now.enter_context(chromium())
        for ruleset in OPTIONS:
            rows: dict[str, Taps] = defaultdict(list)
            for _round in range(arguments.rounds):
                for beside, at in sites.items():
                    keyed, bare = measured(browser, at, ruleset, arguments)
                    rows[ruleset + beside] += keyed
                    rows["  a bare button"] += bare
            for label in sorted(rows, key=lambda label: label.startswith(" ")):
                print(line(label, rows[label]))
            answers = [
                median(answer for _handler, answer in rows[label])
                for label in (ruleset, "  a bare button")
            ]
            print(f"  ratio of the medians of the answer {answers[0] / answers[1]:.2f}")
