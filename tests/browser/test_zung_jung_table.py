"""A hand of Zung Jung by finger on a small phone: four taps, without scrolling."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.looks import violations
from tests.browser.tables import MAKE_TABLE, Hand

PHONE = {"viewport": {"width": 390, "height": 664}, "has_touch": True}
#: Returns whether the form has no part below the screen.
FITS = """
() => scrollY === 0 && [...document.querySelectorAll(
    "#hand-form :is(.place, .corner, .key, .key-line, .save-bar)")]
  .filter((shown) => shown.checkVisibility())
  .every((shown) => shown.getBoundingClientRect().bottom <= innerHeight)
"""


@pytest.fixture(scope="module")
def table(site, accounts) -> str:
    options = {"preset": "world_series"}
    slug = site.shell(MAKE_TABLE.format(ruleset="zung_jung", options=options))
    return f"/table/{slug}/1/1/"


@pytest.mark.every_case
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_hand_takes_four_taps_without_scrolling(person, table, scheme):
    referee = person(**PHONE, color_scheme=scheme)
    referee.sign_in()
    page = referee.page
    page.goto(table)
    hand = Hand(page)
    number = int(page.locator('#hand-form [name="hand"]').input_value())
    expect(page.locator("#round-wind")).to_have_text("Cycle 1")
    hand.choose(winner="S", source="W")
    hand.tap(page.locator('[data-fill="40"]'))
    expect(page.locator("#save-hand")).to_have_text("Bo +120 · Save")
    expect(page.locator('.r-who [data-at="W"] .pay')).to_have_text("−70")
    assert page.evaluate(FITS)
    assert violations(page) == []
    # Another player was first to discard the tile, or the winner.
    responsible = page.locator('[name="responsible"]')
    responsible.select_option("N")
    expect(page.locator('.r-who [data-at="N"] .pay')).to_have_text("−70")
    responsible.select_option("none")
    expect(page.locator('.r-who [data-at="W"] .pay')).to_have_text("−40")
    responsible.select_option("")
    assert hand.save(number) == 4
    hand.choose(winner="E", source="self")
    expect(responsible).to_be_hidden()
