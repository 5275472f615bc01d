"""Operation of a table's page by fingers or by keyboard, with checks that every visible
control can be used.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page

from tests.browser.looks import too_wide, violations
from tests.browser.test_nothing_is_covered import COVERED


class Fingers:
    #: Axe rules that cannot be checked.
    unknown: tuple[str, ...] = ()
    #: Options for opening the browser.
    options: dict[str, object] = {"has_touch": True}

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, what: Locator) -> None:
        what.locator("visible=true").first.tap()

    def say(self, name: str, value: str) -> None:
        field = f'input[name="{name}"][value="{value}"]'
        self.press(self.page.locator(f"label:has({field})"))

    def finds_all(self) -> None:
        """Assert that every visible control can be pressed, and that the page is
        accessible and not too wide.
        """
        self.page.evaluate("scrollTo(0, 0)")
        assert self.page.evaluate(COVERED) == []
        found = violations(self.page)
        assert [rule for rule, _html in found if rule not in self.unknown] == [], found
        assert not too_wide(self.page)
        self.page.evaluate("scrollTo(0, 0)")


class Keys(Fingers):
    """The keyboard only, in forced colours, whose contrast axe cannot check."""

    unknown = ("color-contrast",)
    options = {"has_touch": True, "forced_colors": "active"}

    def go_to(self, what: Locator) -> None:
        for _press in range(150):
            if what.evaluate_all("all => all.includes(document.activeElement)"):
                return
            self.page.keyboard.press("Tab")
        pytest.fail(f"Tab does not come to {what}")

    def press(self, what: Locator) -> None:
        self.go_to(what)
        self.page.keyboard.press("Enter")

    def say(self, name: str, value: str) -> None:
        self.go_to(self.page.locator(f'input[name="{name}"]'))
        self.page.keyboard.press("Space")
        chosen = self.page.locator(f'input[name="{name}"]:checked')
        for _press in range(60):
            if chosen.input_value() == value:
                return
            self.page.keyboard.press("ArrowDown")
        pytest.fail(f"no arrow comes to {name} {value}")
