"""A table's pages for older eyes: large tiles and text, numerals and letters on tiles,
and names of winds, chosen on the page and remembered by the device."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looks import too_wide, violations
from tests.browser.tables import Hand
from tests.browser.test_nothing_is_covered import COVERED
from tests.browser.test_self_draw_and_landscape import (
    OUTSIDE,
    RULESETS,
    address_of,
    opened,
    picture,
)
from tests.browser.test_thumb import in_sight
from tests.examples import some_of

__all__ = ["address_of"]

SIZES = ((390, 844), (390, 664), (844, 390))
UPRIGHT = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
CHOICES = ("Large tiles and text", "Numerals and letters on tiles", "Wind names")
#: Returns the smallest size of the names on the seats, in pixels.
NAMES = """
() => Math.min(...[...document.querySelectorAll(".r-who .plate > .name")]
  .map((name) => parseFloat(getComputedStyle(name).fontSize)))
"""
#: Returns the parts that are wider than the screen.
WIDE = """
() => [...document.querySelectorAll("body *")]
  .filter((part) => part.checkVisibility())
  .filter((part) => part.getBoundingClientRect().right > innerWidth + 1)
  .map((part) => part.outerHTML.slice(0, 90))
"""
#: Returns the mark on an element.
MARK = "(part) => getComputedStyle(part, '::after').content.split('\"')[1]"


def resized(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))


def choose_all(page: Page) -> None:
    """Choose all display settings of this device."""
    page.get_by_role("button", name="Display on this device").tap()
    for choice in CHOICES:
        page.locator("#display label", has_text=choice).tap()
    picture(page, "display-choices")
    assert violations(page) == []
    page.locator("#display").get_by_role("button", name="Close").tap()


@pytest.mark.parametrize("ruleset", some_of([*RULESETS], 3))
def test_the_table_is_shown_large_and_stays_so(person, address_of, ruleset):
    hand = opened(person, address_of(ruleset), **UPRIGHT)
    page = hand.page
    for size in SIZES:
        resized(page, size)
        assert page.evaluate(NAMES) >= 16, size
    resized(page, SIZES[0])
    winds = page.locator(".plate .wind-name")
    assert winds.first.bounding_box()["width"] < 2
    choose_all(page)
    page.reload()
    expect(page.locator("#waiting")).to_have_attribute("data-ready", "yes")
    hand = Hand(page)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        hand.choose(winner="S")
        for size in SIZES:
            resized(page, size)
            assert page.evaluate(NAMES) >= 16, size
            assert winds.first.bounding_box()["width"] > 20
            assert page.locator(".plate .seat").first.evaluate(MARK) == "E"
            picture(page, f"large-{ruleset}-{size[0]}x{size[1]}-{scheme}")
            assert not too_wide(page), size
            assert in_sight(page), size
            assert page.evaluate(OUTSIDE) == [], size
        assert violations(page) == []
        hand.tap(page.get_by_role("button", name="Clear this hand"))
    resized(page, SIZES[0])
    number = int(page.locator('#hand-form [name="hand"]').input_value())
    hand.taps = 0
    hand.choose(winner="S", source="W")
    hand.tap(page.locator(RULESETS[ruleset][1]).locator("visible=true"))
    assert hand.save(number) == 4


@pytest.mark.parametrize("ruleset", some_of([*RULESETS], 3))
def test_large_tiles_are_keys_of_one_suit(person, address_of, ruleset):
    hand = opened(person, address_of(ruleset), **UPRIGHT)
    page = hand.page
    choose_all(page)
    hand.choose(winner="S", source="W")
    hand.tap(page.get_by_role("link", name="By tiles"))
    page.locator("form[data-part]").wait_for()
    if (on := page.locator(".to-tiles")).is_visible():
        on.tap()
    keys = page.locator(".tile-key").locator("visible=true")
    expect(keys.first).to_be_visible()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        for size in SIZES:
            resized(page, size)
            page.locator('[data-suit-tab="characters"]').tap()
            picture(page, f"large-tiles-{ruleset}-{size[0]}x{size[1]}-{scheme}")
            expect(keys).to_have_count(2 if ruleset == "sanma" else 9)
            least = 42 if size[1] == 664 else 52
            assert keys.first.locator(".tile").bounding_box()["width"] >= least, size
            assert page.evaluate(OUTSIDE) == [], size
            page.locator('[data-suit-tab="honors"]').tap()
            picture(page, f"large-tiles-{ruleset}-{size[0]}x{size[1]}-{scheme}-winds")
            assert page.evaluate(OUTSIDE) == [], size
        assert violations(page) == []
    marks = {
        code: page.locator(f'[data-tile="{code}"] > .tile').evaluate(MARK)
        for code in "ESWNCFP"
    }
    assert marks == dict(
        zip("ESWNCFP", ("E", "S", "W", "N", "R", "G", "Wh"), strict=True)
    )
    page.locator('[data-tile="E"]').tap()
    page.locator('[data-suit-tab="dots"]').tap()
    page.locator('[data-tile="5p"]').tap()
    tiles = page.locator(".open .tile-shown .tile").locator("visible=true")
    assert tiles.first.evaluate(MARK) == "5"
    assert tiles.nth(1).evaluate(MARK) == "E"


@pytest.mark.parametrize("ruleset", some_of([*RULESETS], 3))
def test_twice_the_text_size_fits_a_narrow_phone(person, address_of, ruleset):
    small = {"viewport": {"width": 320, "height": 640}, "has_touch": True}
    for large in (False, True):
        hand = opened(person, address_of(ruleset), **small)
        page = hand.page
        if large:
            choose_all(page)
        larger = {"fontSizes": {"standard": 32}}
        page.context.new_cdp_session(page).send("Page.setFontSizes", larger)
        hand.choose(winner="S")
        picture(page, f"double-{ruleset}-{'large' if large else 'usual'}")
        assert not too_wide(page), page.evaluate(WIDE)
        assert page.evaluate(COVERED) == []
        hand.choose(source="W")
        hand.tap(page.locator(RULESETS[ruleset][1]).locator("visible=true"))
        expect(page.locator("#save-hand")).to_have_attribute("aria-disabled", "false")
        assert not too_wide(page), page.evaluate(WIDE)
        page.goto(f"{address_of(ruleset)}tiles/?winner=S&source=W")
        page.locator("form[data-part]").wait_for()
        if (on := page.locator(".to-tiles")).is_visible():
            on.tap()
        picture(page, f"double-{ruleset}-{'large' if large else 'usual'}-tiles")
        assert not too_wide(page), page.evaluate(WIDE)
