"""Measure taps at the table: the taps of a whole hand, and the time of one tap on a
tile key.

    python -m benchmarks.taps hands [--pace 5] [--rounds 1] [--beside PATH]
    python -m benchmarks.taps keys [--pace 5] [--slower 4] [--rounds 3] [--beside PATH]

`hands` enters an ordinary hand of each ruleset by points, and one of fourteen tiles, in
Chromium with touch at 390x664, by real taps at a fixed pace. A tap counts when the
finger goes down. "Seconds" is from the first tap to the message that the hand is saved;
a tap waits for the pace and for its target. The ratio compares with the same number of
taps at this pace on a page that responds without delay. Also prints how far the page
scrolled. With several rounds, seconds are their median.

`keys` taps fourteen tiles for each ruleset on a phone `--slower` times slower than this
machine. It also taps a bare button on the same page, which only shows one tile, as many
times. "Handler" is the time of the event's scripts, "answer" the time from release to
the next frame, in the browser's steps of 8 ms.

With `--beside`, hands or rounds alternate with another checkout of the program: of
this version or of 1.6.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from statistics import median

from playwright.sync_api import Page

from benchmarks.parts.phone import OPTIONS, Site, chromium, opened_sites, phone_at
from benchmarks.parts.tile_keys import print_keys

WHO = ['label:has([name="winner"][value="E"])', 'label:has([name="source"][value="S"])']
SAVE = '.save-bar button[name="save"]'
#: Taps after winner and discarder, for hands by points.
POINTS = {
    "mcr": {"points": ['[data-fill="12"]']},
    "hong_kong": {"points": ['label:has([name="faan"][value="4"])']},
    "classical": {
        "points": ['[data-points="32"]'],
        "points and doubles": ['[data-points="32"]', '[data-doubles="1"]'],
    },
    "riichi": {"points": ['label:has([name="value"][value="3-30"])']},
}
TILES = [f'.tile-grid [data-tile="{rank}m"]' for rank in range(1, 10)] + [
    f'.tile-grid [data-tile="{code}"]' for code in "EEECC"
]
#: In Classical Chinese the other three hands are entered by their values.
OTHERS = ["S", "W", "N"]


class Thumb:
    """A thumb that taps at a fixed pace. It counts the taps."""

    def __init__(self, page: Page, pace: float) -> None:
        self.page, self.pace = page, pace
        self.taps, self.began, self.last = 0, 0.0, 0.0
        self.scrolled = 0.0

    def tap(self, places: Sequence[str]) -> None:
        for place in places:
            target = self.page.locator(place).first
            target.wait_for()
            box = target.bounding_box()
            assert box
            self.scrolled = max(self.scrolled, self.page.evaluate("scrollY"))
            time.sleep(max(0.0, self.last + 1 / self.pace - time.monotonic()))
            self.last = time.monotonic()
            self.began = self.began or self.last
            self.taps += 1
            at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
            self.page.touchscreen.tap(*at)

    def saved(self) -> float:
        """Return the seconds from the first tap to the message that the hand is
        saved.
        """
        self.page.get_by_text("Hand 1 is saved").first.wait_for()
        return time.monotonic() - self.began


def by_points(thumb: Thumb, value: Sequence[str]) -> None:
    thumb.tap([*WHO, *value, SAVE])


def by_tiles(thumb: Thumb, ruleset: str) -> None:
    thumb.tap([*WHO, 'a[href*="/tiles/"]'])
    thumb.page.locator("form[data-part=tiles]").wait_for()
    thumb.tap(TILES)
    if ruleset == "classical":
        for seat in OTHERS:
            thumb.tap([f".tile-tabs button >> nth={'ESWN'.index(seat)}"])
            thumb.tap([f'[name="value_{seat}"]'])
            thumb.page.keyboard.type("4")
            thumb.taps += 1
    thumb.tap([SAVE])


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parts = parser.add_subparsers(dest="part", required=True)
    hands, keys = parts.add_parser("hands"), parts.add_parser("keys")
    for part in (hands, keys):
        part.add_argument("--pace", type=float, default=5, help="taps a second")
        part.add_argument("--beside", type=Path, help="another checkout of the program")
        part.add_argument("--rounds", type=int, default=1 if part is hands else 3)
    keys.add_argument("--slower", type=float, default=4)
    arguments = parser.parse_args()
    if arguments.part == "keys":
        print_keys(arguments)
    else:
        print_hands(arguments)


def print_hands(arguments: argparse.Namespace) -> None:
    """Print taps and seconds of hands of each ruleset, by points and by tiles."""
    print("| hand | taps | seconds | ratio | scrolled |\n|---|---|---|---|---|")
    with ExitStack() as open_now:
        sites = opened_sites(open_now, arguments.beside)
        browser = open_now.enter_context(chromium())

        def enter(ruleset: str, method: str, hand: Callable[[Thumb], None]) -> None:
            thumbs: dict[str, list[tuple[Thumb, float]]] = defaultdict(list)
            for number in range(arguments.rounds):
                # Each program is first in every other round.
                order = list(sites.items())[:: -1 if number % 2 else 1]
                for label, at in order:
                    thumbs[label].append(entered(at, ruleset, hand))
            for label in sites:
                thumb = thumbs[label][0][0]
                seconds = median(seconds for _thumb, seconds in thumbs[label])
                at_best = (thumb.taps - 1) / arguments.pace
                row = f"{ruleset}, {method}{label} | {thumb.taps} | {seconds:.1f}"
                row += f" | {seconds / at_best:.2f}"
                print(f"| {row} | {thumb.scrolled:.0f} px |", flush=True)

        def entered(
            at: Site, ruleset: str, hand: Callable[[Thumb], None]
        ) -> tuple[Thumb, float]:
            """Return the thumb after a hand, and its seconds."""
            address, link = at.table(ruleset, OPTIONS[ruleset])
            with phone_at(browser, at, link) as page:
                page.goto(address)
                page.locator("#waiting[data-ready=yes]").wait_for(state="attached")
                thumb = Thumb(page, arguments.pace)
                hand(thumb)
                return thumb, thumb.saved()

        for ruleset, hands in POINTS.items():
            for method, value in hands.items():
                enter(ruleset, method, partial(by_points, value=value))
        for ruleset in OPTIONS:
            enter(ruleset, "14 tiles", partial(by_tiles, ruleset=ruleset))


if __name__ == "__main__":
    main()
