"""How a page looks to everybody: axe's rules, and nothing wider than the screen."""

from __future__ import annotations

from collections.abc import Sequence

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

#: A phone, a laptop, the hall's screen.
WIDTHS = (390, 1280, 1920)
ONLY_CONTRAST = {"resultTypes": ["violations"], "runOnly": ["color-contrast"]}
EVERYTHING = {"resultTypes": ["violations"]}
RUN = "([options]) => axe.run(document, options).then((found) => found.violations)"


def violations(page: Page, options: dict = EVERYTHING) -> list[tuple[str, str]]:
    """Axe's rules that the page breaks, each with the first thing that does."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(Axe().axe_script)
    found = page.evaluate(RUN, [options])
    return [(rule["id"], rule["nodes"][0]["html"][:200]) for rule in found]


def too_wide(page: Page) -> bool:
    """Whether the page can be moved sideways."""
    return page.evaluate("document.documentElement.scrollWidth > innerWidth")


def assert_sound(page: Page) -> None:
    """Everybody can use the page as it stands, and it fits its screen."""
    assert violations(page) == []
    assert not too_wide(page)


def assert_sound_in_every_look(
    page: Page, what: str, widths: Sequence[int] = WIDTHS
) -> None:
    """The page fits every width, and axe finds nothing at the narrowest and the widest,
    in light and in dark. Between the two schemes only colours differ, so that dark is
    asked for contrast alone."""
    height = page.viewport_size["height"]
    asked = {widths[0], widths[-1]}
    for width in widths:
        page.set_viewport_size({"width": width, "height": height})
        assert not too_wide(page), (what, width)
        if width in asked:
            page.emulate_media(color_scheme="light")
            assert violations(page) == [], (what, width, "light")
            page.emulate_media(color_scheme="dark")
            assert violations(page, ONLY_CONTRAST) == [], (what, width, "dark")
