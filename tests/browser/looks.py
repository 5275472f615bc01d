"""Accessibility of pages: axe's rules, and no horizontal scrolling."""

from __future__ import annotations

from collections.abc import Sequence
from zlib import crc32

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.examples import ASKED

#: Widths in pixels: a phone, a laptop, the hall screen.
WIDTHS = (390, 1280, 1920)
FITS = "document.documentElement.scrollWidth <= innerWidth"
#: Style sheets are not fetched again, because no rule needs them. Rows and entries with
#: the markup of three earlier ones differ from them only in text, and are left out.
RUN = """
(colours) => {
  const texts = /(\\s(?:id|href|value|name|for|title|datetime|src|alt|aria-\\w+by|\
aria-label|data-row))="[^"]+"|>[^<]*[^<\\s][^<]*(?=<)/g;
  const markup = (one) => one.outerHTML.replace(texts, (_all, name) => name ?? ">x")
    + one.querySelectorAll(":checked, :disabled, :invalid, :focus").length;
  const again = [...document.querySelectorAll("tbody, ul, ol")].flatMap((list) => {
    const met = new Map();
    return [...list.children].filter((one) => {
      const like = markup(one);
      met.set(like, (met.get(like) ?? 0) + 1);
      return met.get(like) > 3;
    });
  });
  const where = again.length ? { include: [document], exclude: again } : document;
  return axe.run(where, {
    resultTypes: ["violations"], preload: { assets: ["media"] },
    rules: { "color-contrast": { enabled: colours } }
  }).then((all) => all.violations);
}
"""
#: Controls that are too low (WCAG 2.5.8): by their height or their label's. Links
#: within a sentence are exempt.
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
    """Return a line with height and HTML for each control that is not high enough for a
    thumb.
    """
    return page.evaluate(LOW)


def violations(page: Page, *, colours: bool = ASKED == "many") -> list[tuple[str, str]]:
    """Return (rule, HTML of its first element) of each axe rule that the page breaks.

    `colours`: also check contrast, which takes three quarters of the time.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(Axe().axe_script)
    found = page.evaluate(RUN, colours)
    return [(rule["id"], rule["nodes"][0]["html"][:200]) for rule in found]


def too_wide(page: Page) -> bool:
    """Return whether the page scrolls sideways.

    Waits up to five seconds until it fits, because scripts run later than styles.
    """
    for _look in range(50):
        if page.evaluate(FITS):
            return False
        page.wait_for_timeout(100)
    return True


def assert_sound(page: Page) -> None:
    """Assert that the page is accessible and fits its screen."""
    assert violations(page) == []
    assert not too_wide(page)


def assert_sound_in_every_look(
    page: Page, what: str, widths: Sequence[int] = WIDTHS
) -> None:
    """Assert that the page fits every width and that axe finds nothing.

    Axe checks either the narrowest width in light mode or the widest in dark mode,
    depending on a hash of `what`; with TEST_EXAMPLES=many, it checks both modes at both
    widths. The modes differ only in colours, which tests/site/project/test_contrast.py
    compares.
    """
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
