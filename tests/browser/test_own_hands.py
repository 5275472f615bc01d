"""A special hand of the tournament, declared instead of a value, on a small phone."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.looks import violations
from tests.browser.tables import MAKE_TABLE, Hand

PHONE = {"viewport": {"width": 390, "height": 664}, "has_touch": True}
HANDS = [
    {"name": "Twins", "value": 8, "tiles": "11223344556677a"},
    {"name": "Club hand", "value": 2, "alone": False},
]


def test_a_hand_that_counts_alone_needs_no_faan(person, site, accounts):
    options = {"own_hands": HANDS}
    slug = site.shell(MAKE_TABLE.format(ruleset="hong_kong", options=options))
    referee = person(**PHONE)
    referee.sign_in()
    page = referee.page
    page.goto(f"/table/{slug}/1/1/")
    hand = Hand(page)
    hand.choose(winner="S", source="W")
    page.get_by_role("button", name="Other…").tap()
    page.locator('[name="own_hand"]').select_option("twins")
    assert violations(page) == []
    page.locator("#other").get_by_role("button", name="Close").tap()
    expect(page.locator("#save-hand")).to_have_attribute("data-ready", "yes")
    expect(page.locator('.r-who [data-at="W"] .pay')).to_have_text("−128")
    hand.save(1)
    page.goto(f"/director/{slug}/rules/")
    page.locator('[name="own_hands-0-name"]').wait_for(state="attached")
    row = page.locator('.own-hand [name="own_hands-2-name"]')
    row.evaluate("(field) => field.closest('details').open = true")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(page) == []
    row.fill("Third")
    page.locator('[name="own_hands-2-value"]').fill("5")
    page.get_by_role("button", name="Preview changes").first.tap()
    expect(page.get_by_text("Third (5 faan, counts alone)").first).to_be_visible()
