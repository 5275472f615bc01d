"""A tap works even if the page changes between press and release."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import Page, expect

from tests.browser.tables import MAKE_TABLE
from tests.browser.waiting_phone import LINK, PHONE, come_to, count, in_ledger, phone

__all__ = ["phone"]


@pytest.fixture
def slug(site, accounts) -> str:
    return site.shell(MAKE_TABLE.format(ruleset="mcr", options={}))


@pytest.fixture
def page(person, site, slug) -> Page:
    page = person(**PHONE).page
    page.goto(site.shell(LINK.format(slug=slug, table=1)))
    expect(page.locator("#waiting")).to_have_attribute("data-ready", "yes")
    return page


def fill_in(page: Page, shown: str) -> None:
    """Fill in the form and wait for the first preview. Another preview may follow."""
    page.locator('label:has([name="winner"][value="E"])').click()
    page.locator('label:has([name="source"][value="S"])').click()
    page.locator('[name="points"]').fill("12")
    preview = page.locator("#preview")
    expect(preview).to_contain_text(shown)
    page.wait_for_timeout(1000)  # other requests arrive before
    preview.evaluate("preview => preview.replaceChildren()")


def press(page: Page, selector: str) -> None:
    """Press the mouse button on an element."""
    page.locator(selector).hover()
    page.mouse.down()


def test_a_preview_that_arrives_late_does_not_take_the_button_away(page, site, slug):
    """A press on the button ends typing in a field, which requests a preview.

    The button works although the preview arrives late.
    """

    def answer_late(route) -> None:
        time.sleep(0.3)
        route.continue_()

    fill_in(page, "Changes")
    page.route("**/preview/", answer_late)
    press(page, "#save-hand")
    page.wait_for_timeout(1000)
    expect(page.get_by_text("Changes")).to_be_hidden()
    page.mouse.up()
    expect(page.get_by_text("Hand 1 is saved")).to_be_visible()
    assert in_ledger(site, slug) == "[(1, 12)]"


def test_the_preview_comes_when_the_finger_slides_off_the_button(page, site, slug):
    fill_in(page, "Changes")
    press(page, "#save-hand")
    page.wait_for_timeout(800)
    page.mouse.move(5, 5)
    page.mouse.up()
    expect(page.get_by_text("Changes")).to_be_visible()
    assert in_ledger(site, slug) == "[]"


def test_a_save_does_not_wait_for_slow_previews_and_is_not_lost_among_them(
    page, site, slug
):
    """A hand is saved while previews are pending.

    The tap cancels a preview, and the page requests it again.
    """
    slow: list = []
    fill_in(page, "Changes")
    page.route("**/preview/", lambda route: slow.append(route))
    for points in ("13", "14"):
        page.locator('[name="points"]').fill(points)
        page.wait_for_timeout(400)
    press(page, "#save-hand")
    slow.pop(0).continue_()
    page.locator('[name="points"]').dispatch_event("input")
    page.wait_for_timeout(600)
    page.mouse.up()
    page.wait_for_timeout(400)
    for route in slow:
        route.continue_()
    expect(page.get_by_text("Hand 1 is saved")).to_be_visible()
    assert in_ledger(site, slug) == "[(1, 14)]"


def test_without_a_network_the_button_stays_under_the_finger(phone, site, slug):
    page = phone()
    come_to(page, site, slug)
    page.context.set_offline(True)
    fill_in(page, "Bo Park pays Ada Lind 20")
    press(page, "#save-hand")
    page.wait_for_timeout(800)
    page.mouse.up()
    count(page, "Hands waiting to be sent: 1")
    expect(page.locator("#waiting")).to_contain_text("Bo Park pays Ada Lind 20")
    # There is no preview for the next hand yet.
    page.wait_for_timeout(300)
    expect(page.locator("#preview")).to_be_empty()
    page.context.set_offline(False)
    expect(page.get_by_text("Hand 1 is saved")).to_be_visible()
    assert in_ledger(site, slug) == "[(1, 12)]"


QUICK_TAPS = """
() => {
  const on = (what, name) => document.querySelector(what)
    .dispatchEvent(new PointerEvent(name, { bubbles: true }));
  on('label:has([name="winner"])', "pointerdown");
  on('label:has([name="winner"])', "pointerup");
  on("#save-hand", "pointerdown");
}
"""


def test_a_press_is_not_released_by_the_tap_before_it(page):
    page.evaluate(QUICK_TAPS)
    page.wait_for_timeout(250)
    assert page.evaluate("document.documentElement.hasAttribute('data-pressed')")
    page.locator("#save-hand").dispatch_event("pointerup")
    page.wait_for_timeout(250)
    assert not page.evaluate("document.documentElement.hasAttribute('data-pressed')")
