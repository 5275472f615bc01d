"""A director's browser with steps of a whole day, for several tests and for the
screenshots of `python -m tools.pictures director`.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tournaments.web.qr_codes import svg_of

#: Folder for screenshots. Without it, none are taken.
PICTURES = os.environ.get("PICTURES", "")
DESK = {"viewport": {"width": 1280, "height": 900}}
#: Returns whether every visible image has loaded.
SHOWN = """() => [...document.images].every((image) => image.complete
  || image.getBoundingClientRect().top > innerHeight)"""
#: Most milliseconds to generate the seating, on a busy machine.
DRAWN = 180_000
#: The dark squares of a QR code.
SQUARES = re.compile(r'<path[^>]* d="([^"]+)"')


def assert_code_opens(code: Locator, address: str) -> None:
    """Assert that the printed QR code opens this address."""
    printed, expected = map(SQUARES.search, (code.inner_html(), svg_of(address)))
    assert printed
    assert expected
    assert printed[1] == expected[1]


class Desk:
    """The director's browser at one tournament."""

    def __init__(self, page: Page, slug: str = "") -> None:
        self.page = page
        self.slug = slug

    def go(self, path: str = "") -> None:
        self.page.goto(f"/director/{self.slug}/{path}")

    def says(self, words: str | re.Pattern[str]) -> None:
        """Assert that the page shows these words, as text or pattern."""
        expect(self.page.get_by_text(words).first).to_be_visible()

    def press(self, name: str | re.Pattern[str]) -> None:
        self.page.get_by_role("button", name=name).first.click()

    def follow(self, name: str | re.Pattern[str]) -> None:
        self.page.get_by_role("link", name=name).first.click()

    def field(self, label: str) -> Locator:
        return self.page.get_by_label(label, exact=True)

    def picture(self, name: str) -> None:
        """Save a screenshot if `PICTURES` is set."""
        if PICTURES:
            self.page.wait_for_function(SHOWN)
            self.page.screenshot(path=Path(PICTURES) / f"{name}.png")

    def new_event(self, preset: str, title: str, **values: str) -> None:
        """Create a tournament from the preset with this key.

        `values`: values of fields by label.
        """
        self.page.goto(f"/director/new/?preset={preset}")
        for label, value in {"Title": title, **values}.items():
            if not self.field(label).is_visible():
                self.unfold_around(label)
            self.field(label).fill(value)
        self.press("Create tournament")
        self.page.wait_for_url(re.compile(r"/director/(?!new/)[^/]+/"))
        match = re.search(r"/director/([^/]+)/", self.page.url)
        assert match
        self.slug = match[1]

    def unfold_around(self, label: str) -> None:
        """Open all collapsed parts that contain a field."""
        folded = self.page.locator("details", has=self.page.get_by_label(label))
        for part in folded.all():
            if part.get_attribute("open") is None:
                part.locator("summary").first.click()

    def unfold(self, name: str) -> Locator:
        """Open a form in the control room's menu and return it."""
        more = self.page.locator('#control [data-fold="more"]')
        part = more.locator(f'[data-fold="{name}"]')
        for fold in (more, part):
            if fold.get_attribute("open") is None:
                fold.locator("summary").first.click()
        return part

    def paste(self, rows: str) -> None:
        self.go("players/import/")
        self.page.get_by_label("Pasted cells or lines").fill(rows)
        self.press("Preview list")

    def draw(self, seed: str, number: int) -> None:
        """Generate the seating of all rounds with this seed, and wait for the draft
        with this number.
        """
        self.go("draws/new/")
        self.page.get_by_label("Random seed").fill(seed)
        self.press("Generate seating")
        self.page.wait_for_url(re.compile(rf"/draws/{number}/$"))
        confirm = self.page.get_by_text("Confirm seating", exact=True)
        expect(confirm).to_be_visible(timeout=DRAWN)

    def confirm(self) -> None:
        self.page.get_by_text("Confirm seating", exact=True).click()
        self.says(re.compile(r"Seating draft \d+ confirmed\."))

    def publish_all(self) -> None:
        self.press(re.compile("^Publish (all rounds|seating)$"))
        self.says("The seating is published.")

    def type_totals(self, round_: int, scores: list[list[int]]) -> None:
        """Type the totals of a round's tables with the keyboard only."""
        self.go(f"rounds/{round_}/paper/")
        keyboard = self.page.keyboard
        self.page.locator(".paper-scores input").first.focus()
        for table in scores:
            for score in table:
                keyboard.type(str(score))
                keyboard.press("Enter")
