"""Measure the main thread's cost of a tap on a tile key, part by part, from touch to
frame: processor time from Chromium's trace, which depends less on other processes than
elapsed time.

    python benchmarks/tile_key_parts.py [--beside PATH] [--rounds 3] [--mixed]

Prints median milliseconds of a tap, at full speed unless `--slower` gives a slowdown.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Mapping
from contextlib import ExitStack
from statistics import median, quantiles
from typing import Any

from phone import Site, chromium, phone_at
from playwright.sync_api import Browser
from tile_keys import (
    MIXED,
    OPTIONS,
    TILES,
    on_to_the_tiles,
    opened_sites,
    options,
    tapped,
)

CATEGORIES = ["toplevel", "devtools.timeline", "blink", "cc", "input"]
#: The event that starts a tap, and the microseconds until its frame at most.
PRESSED, PICTURE = "pointerdown", 55_000
#: Parts by their names in Chromium; the first includes the others.
PARTS = {
    "all": "ThreadControllerImpl::RunTask",
    "scripts": "FunctionCall",
    "hit tests": "HitTest",
    "style": "UpdateLayoutTree",
    "layout": "Layout",
    "pre-paint": "PrePaint",
    "paint": "Blink.Paint.UpdateTime",
    "layers": "Layerize",
}
Event = Mapping[str, Any]
Cost = Mapping[str, float]


def traced(
    browser: Browser, at: Site, ruleset: str, arguments: argparse.Namespace
) -> list[Cost]:
    """Return the parts of fourteen taps."""
    address, link = at.table(ruleset, OPTIONS[ruleset])
    with phone_at(browser, at, link) as page:
        on_to_the_tiles(page, address)
        devtools = page.context.new_cdp_session(page)
        slower = {"rate": arguments.slower}
        devtools.send("Emulation.setCPUThrottlingRate", slower)
        tracer = browser.new_browser_cdp_session()
        events: list[Event] = []
        is_over: list[bool] = []
        tracer.on("Tracing.dataCollected", lambda data: events.extend(data["value"]))
        tracer.on("Tracing.tracingComplete", lambda _told: is_over.append(True))
        config = {"includedCategories": CATEGORIES}
        start = {"transferMode": "ReportEvents", "traceConfig": config}
        tracer.send("Tracing.start", start)
        tiles = MIXED if arguments.mixed else TILES
        keys = [f".tile-grid [data-tile='{tile}']" for tile in tiles]
        tapped(page, keys, arguments)
        tracer.send("Tracing.end")
        while not is_over:
            page.wait_for_timeout(50)
        tracer.detach()
    return parts(events, arguments.event)


def parts(events: list[Event], pressed: str) -> list[Cost]:
    """Return the cost of each tap from a trace's events."""

    def is_press(event: Event) -> bool:
        data = event.get("args", {}).get("data", {})
        return event["name"] == "EventDispatch" and data.get("type") == pressed

    presses = [event for event in events if is_press(event)]
    thread = presses[0]["pid"], presses[0]["tid"]
    own = [event for event in events if (event["pid"], event["tid"]) == thread]
    taps = []
    for press in presses:
        until = press["ts"] + PICTURE
        cost: dict[str, float] = defaultdict(float)
        for event in own:
            if press["ts"] <= event["ts"] < until:
                cost[event["name"]] += event.get("tdur", 0) / 1000
        taps.append({part: cost[name] for part, name in PARTS.items()})
    return taps


def line(label: str, taps: list[Cost]) -> str:
    late = quantiles([tap["all"] for tap in taps], n=20, method="inclusive")[-1]
    columns = [late, *(median(tap[part] for tap in taps) for part in PARTS)]
    return label.ljust(20) + "".join(f"{value:.2f}".rjust(10) for value in columns)


def main() -> None:
    parser = options(__doc__, slower=1)
    parser.add_argument("--event", default=PRESSED, help="what a tap begins with")
    parser.add_argument("--beside-event", default=PRESSED, help="and there")
    arguments = parser.parse_args()
    arguments.pace, arguments.hold = 5, 60
    heads = ["p95", *PARTS]
    print(" " * 20 + "".join(head.rjust(10) for head in heads))
    with ExitStack() as open_now:
        sites = opened_sites(open_now, arguments.beside)
        browser = open_now.enter_context(chromium())
        here = arguments.event
        for ruleset in arguments.rulesets:
            rows: dict[str, list[Cost]] = defaultdict(list)
            for _round in range(arguments.rounds):
                for beside, at in sites.items():
                    arguments.event = arguments.beside_event if beside else here
                    rows[ruleset + beside] += traced(browser, at, ruleset, arguments)
            for label, taps in rows.items():
                print(line(label, taps), flush=True)


if __name__ == "__main__":
    main()
