"""How a page looks to everybody: axe's rules, and nothing wider than the screen."""

from __future__ import annotations

from collections.abc import Sequence
from zlib import crc32

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.examples import ASKED

#: A phone, a laptop, the hall's screen.
WIDTHS = (390, 1280, 1920)
FITS = "document.documentElement.scrollWidth <= innerWidth"
#: Style sheets are not fetched once more, for no rule that is asked reads them so.
RUN = """
(colours) => axe.run(document, {
  resultTypes: ["violations"], preload: { assets: ["media"] },
  rules: { "color-contrast": { enabled: colours } }
}).then((all) => all.violations)
"""
#: What can be pressed and is too low (WCAG 2.5.8): by its height, or that of the label
#: around it. A link among the words of a sentence is as high as they are.
LOW = """() => {
  const least = 24;
  const seen = { visibilityProperty: true, contentVisibilityAuto: true };
  // Of one line, where there are several.
  const height = (one) => Math.round(one.getClientRects()[0]?.height ?? 0);
  const isLow = (one) =>
    Math.max(height(one), ...[...(one.labels ?? [])].map(height)) < least;
  const isInWords = (one) =>
    getComputedStyle(one).display.startsWith("inline") &&
    [...one.parentElement.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && /\\p{L}/u.test(node.data));
  return [...document.querySelectorAll("a[href], button, summary, select, input")]
    .filter((one) => one.type !== "hidden")
    .filter((one) => one.checkVisibility(seen))
    .filter((one) => !one.closest(".visually-hidden, .skip"))
    .filter(isLow)
    .filter((one) => !(one.matches("a") && isInWords(one)))
    .map((one) => `${height(one)} px: ${one.outerHTML.slice(0, 120)}`);
}"""


def too_low(page: Page) -> list[str]:
    """What is hard to hit with a thumb."""
    return page.evaluate(LOW)


def violations(page: Page, *, colours: bool = ASKED == "many") -> list[tuple[str, str]]:
    """Axe's rules that the page breaks, each with the first thing that does. To look
    behind every word for its colour is three quarters of the work: `colours`, whether
    that is done."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(Axe().axe_script)
    found = page.evaluate(RUN, colours)
    return [(rule["id"], rule["nodes"][0]["html"][:200]) for rule in found]


def too_wide(page: Page) -> bool:
    """Whether the page can be moved sideways. It has a moment to settle after a change
    of the screen: scripts of a page hear of that later than its styles."""
    for _look in range(50):
        if page.evaluate(FITS):
            return False
        page.wait_for_timeout(100)
    return True


def assert_sound(page: Page) -> None:
    """Everybody can use the page as it stands, and it fits its screen."""
    assert violations(page) == []
    assert not too_wide(page)


def assert_sound_in_every_look(
    page: Page, what: str, widths: Sequence[int] = WIDTHS
) -> None:
    """The page fits every width, and axe finds nothing at the narrowest in light or at
    the widest in dark, by the page's name; with many examples in both schemes at each.
    Between the schemes only colours differ, all of which tests/site/test_contrast.py
    compares in both."""
    height = page.viewport_size["height"]
    both = ("light", "dark")
    asked = dict.fromkeys((widths[0], widths[-1]), both)
    if ASKED != "many":
        one = crc32(what.encode()) % 2
        asked = {(widths[0], widths[-1])[one]: both[one : one + 1]}
    for width in widths:
        page.set_viewport_size({"width": width, "height": height})
        assert not too_wide(page), (what, width)
        for scheme in asked.get(width, ()):
            page.emulate_media(color_scheme=scheme)
            found = violations(page, colours=True)
            assert found == [], (what, width, scheme)
