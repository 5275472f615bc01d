"""The table's page ignores taps for half a second after it has moved on automatically,
because a second tap was meant for the step before.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.tables import MAKE_TABLE, Hand
from tests.browser.waiting_phone import LINK

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
#: Lets the test end each half second: a slow machine would miss it.
HELD = """
window.rests = [];
window.held = true;
const { setTimeout } = window;
window.setTimeout = (act, after, ...values) =>
  after === 500 && held ? window.rests.push(act) : setTimeout(act, after, ...values);
"""
ENTERED_ELSEWHERE = """
from scoring.ledger import enter_hand
from tournaments.models import Game
game = Game.objects.get(round__tournament__slug="{slug}", table=1)
enter_hand.enter(game.pk, {{"kind": "washout"}}, hand={hand},
                 device_key="{slug}-{hand}", by="referee")
"""


@pytest.fixture
def slug(site, accounts) -> str:
    return site.shell(MAKE_TABLE.format(ruleset="mcr", options={"hands_limit": 2}))


@pytest.fixture
def page(person, site, slug) -> Page:
    """Return the page of a table on a device, where the half second lasts until the
    test ends it.
    """
    page = person(**PHONE).page
    page.add_init_script(HELD)
    page.goto(site.shell(LINK.format(slug=slug, table=1)))
    expect(page.locator("#waiting")).to_have_attribute("data-ready", "yes")
    return page


def tap(page: Page, where: Locator) -> None:
    """Tap the screen at the middle of an element, whichever element is on top there."""
    box = where.bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def go_on(page: Page) -> None:
    """End the half second in which the page ignores taps."""
    expect(page.locator("html[data-resting]")).to_have_count(1)
    page.evaluate("rests.splice(0).forEach((act) => act())")
    expect(page.locator("html[data-resting]")).to_have_count(0)


def choose_draw(page: Page, hand: Hand) -> None:
    """Choose a draw. Its preview may move Save, so end the half second."""
    page.evaluate("held = false")
    with page.expect_response(lambda answer: "/preview/" in answer.url):
        hand.choose(winner="washout")
    expect(page.locator(".htmx-request, .htmx-swapping, .htmx-settling")).to_have_count(
        0
    )
    page.wait_for_timeout(200)  # the diagram follows the preview
    expect(page.locator("html[data-resting]")).to_have_count(0)
    page.evaluate("held = true")


def seat(page: Page, wind: str) -> Locator:
    return page.locator(f'.r-who .place[data-at="{wind}"]')


def assert_rests(page: Page, where: Locator, field: Locator) -> None:
    """Assert that a tap on `where` does not check `field`, and that it does after the
    half second.
    """
    expect(page.locator("html[data-resting]")).to_have_count(1)
    tap(page, where)
    page.wait_for_timeout(200)
    expect(field).not_to_be_checked()
    go_on(page)
    tap(page, where)
    expect(field).to_be_checked()


def winner(page: Page, wind: str) -> Locator:
    return page.locator(f'[name="winner"][value="{wind}"]')


def test_after_a_hand_is_saved(page):
    hand = Hand(page)
    hand.choose(winner="S", source="W")
    hand.tap(page.locator('[data-fill="12"]'))
    hand.save(1)
    assert_rests(page, seat(page, "E"), winner(page, "E"))


def test_after_another_device_has_saved_the_hand(page, site, slug):
    site.shell(ENTERED_ELSEWHERE.format(slug=slug, hand=1))
    expect(page.locator('#hand-form [name="hand"]')).to_have_value("2")
    assert_rests(page, seat(page, "E"), winner(page, "E"))


def test_after_a_sheet_has_closed_itself(page):
    hand = Hand(page)
    hand.choose(winner="S", source="W")
    hand.tap(page.get_by_role("button", name="Other…"))
    page.locator("#other label", has_text="Chicken Hand").tap()
    expect(page.locator("#other")).to_be_hidden()
    key = page.locator('[data-fill="20"]')
    tap(page, key)
    page.wait_for_timeout(200)
    expect(key).to_have_attribute("aria-pressed", "false")
    go_on(page)
    tap(page, key)
    expect(key).to_have_attribute("aria-pressed", "true")


def test_after_a_hand_is_saved_by_its_tiles(page):
    hand = Hand(page)
    hand.choose(winner="S", source="W")
    page.get_by_role("link", name="By tiles").tap()
    page.locator("form[data-part]").wait_for()
    for code in ("1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m"):
        page.locator(f'.tile-grid [data-tile="{code}"]').tap()
    for code in ("5p", "5p", "2s", "3s", "4s"):
        page.locator(f'.tile-grid [data-tile="{code}"]').tap()
    page.locator("[name=save]").locator("visible=true").tap()
    expect(page.locator("#waiting")).to_have_attribute("data-ready", "yes")
    assert_rests(page, seat(page, "E"), winner(page, "E"))


def test_after_the_discarder_is_chosen_on_the_tile_page(page):
    page.get_by_role("link", name="By tiles").tap()
    page.locator("form[data-part]").wait_for()
    for name, value in (("winner", "S"), ("source", "W")):
        page.locator(f'label:has([name="{name}"][value="{value}"])').tap()
    tile = page.locator('.tile-grid [data-tile="1m"]')
    shown = page.locator(".tile-target:visible .tile-shown [data-choice]")
    tap(page, tile)
    page.wait_for_timeout(200)
    expect(shown).to_have_count(0)
    go_on(page)
    tap(page, tile)
    expect(shown).to_have_count(1)


def test_when_the_result_appears(page, site, slug):
    hand = Hand(page)
    choose_draw(page, hand)
    hand.save(1)
    go_on(page)
    choose_draw(page, hand)
    hand.tap(page.locator("#save-hand"))
    expect(page.locator("#end")).to_be_visible()
    go_on(page)


def test_save_stays_on_the_screen_when_a_false_win_shows_its_payments(page):
    page.get_by_role("button", name="Other…").tap()
    page.locator("a.entry", has_text="False win").tap()
    page.get_by_label("Player with the false win").select_option("S")
    expect(page.locator(".consequence")).to_be_visible()
    go_on(page)
    save = page.get_by_role("button", name="Save false win")
    box = save.bounding_box()
    assert box
    assert box["y"] + box["height"] <= PHONE["viewport"]["height"]
    save.tap()
    news = page.get_by_text("Saved. False win by Bo Park.")
    expect(news.locator("visible=true")).to_have_count(1)
