"""Hands by tiles wait for the network and are sent, like hands by points."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.looks import assert_sound
from tests.browser.test_tile_picker import save, spelled, tap
from tests.browser.waiting_phone import (
    SENT,
    come_and_keep,
    come_to,
    count,
    enter,
    in_ledger,
    keeping_phone,
    phone,
    phone_on_disk,
    slug,
)

__all__ = ["keeping_phone", "phone", "phone_on_disk", "slug"]

TILES = (
    "from scoring.models import LedgerEntry;"
    "print([(l.hand, bool(l.data.get('hand')), l.data.get('points'))"
    " for l in LedgerEntry.objects.filter(game__round__tournament__slug='{slug}',"
    " game__table=1).order_by('sequence')])"
)

#: Returns how far the page is scrolled, and where its form begins on the screen.
PLACE = """[scrollY, Math.round(
    document.getElementById("hand-form").getBoundingClientRect().top)]"""


def by_taps(page: Page, tiles: str) -> None:
    expect(page.locator("#waiting")).to_have_attribute("data-ready", "yes")
    page.locator('label:has([name="winner"][value="E"])').click()
    page.locator('label:has([name="source"][value="S"])').click()
    tap(page, *spelled(tiles))


def keep_hand(page: Page) -> None:
    page.get_by_role("button", name="Save hand").click()


def test_tiles_wait_through_a_closed_browser_and_go_in_order(phone_on_disk, site, slug):
    page = phone_on_disk()
    tiles = come_and_keep(page, site, slug, "tiles/")
    page.context.set_offline(True)
    page.get_by_role("link", name="By tiles").click()
    expect(page.get_by_role("heading", name="Hand 1")).to_be_visible()
    by_taps(page, "123456789mEEECC")
    field = page.get_by_label("Tiles of Ada")
    expect(field).to_have_value("123456789mEEEC+C")
    expect(page.locator("#preview")).to_contain_text(
        "The hand value is calculated when you are back online"
    )
    assert page.locator(".tile-grid svg use").first.evaluate(
        "use => use.getBoundingClientRect().width > 0"
    )
    keep_hand(page)
    count(page, "Hands waiting to be sent: 1")
    expect(page.get_by_role("heading", name="Hand 2")).to_be_visible()
    expect(field).to_have_value("")
    expect(page.locator("[data-tile=E] small")).to_have_text("4")
    assert_sound(page)

    page = phone_on_disk(offline=True)
    page.goto(tiles)
    count(page, "Hands waiting to be sent: 1")
    expect(page.get_by_text("No connection. The table as of")).to_be_visible()
    by_taps(page, "123456789pEEECC")
    keep_hand(page)
    count(page, "Hands waiting to be sent: 2")
    page.get_by_role("link", name="Enter the hand by points").click()
    enter(page, 15)
    count(page, "Hands waiting to be sent: 3")
    assert in_ledger(site, slug) == "[]"

    page.context.set_offline(False)
    expect(page.get_by_text("Hand 3 is saved")).to_be_visible(timeout=SENT)
    assert site.shell(TILES.format(slug=slug)) == (
        "[(1, True, None), (2, True, None), (3, False, 15)]"
    )


def test_what_is_missing_is_said_at_once(keeping_phone, site, slug):
    page = keeping_phone()
    tiles = come_and_keep(page, site, slug, "tiles/")
    page.context.set_offline(True)
    page.goto(tiles)
    by_taps(page, "")
    # For half a second after an automatic step, the page ignores taps.
    expect(page.locator("[data-resting]")).to_have_count(0)
    page.get_by_role("button", name="Save hand").click(force=True)
    expect(page.locator("#preview")).to_contain_text("Enter the winner")
    expect(page.locator('#waiting [data-part="waiting"]')).to_be_hidden()


def test_refused_tiles_are_changed_from_the_tables_page(keeping_phone, site, slug):
    page = keeping_phone()
    tiles = come_and_keep(page, site, slug, "tiles/")
    page.context.set_offline(True)
    page.goto(tiles)
    by_taps(page, "123456789mEEECF")
    keep_hand(page)
    count(page, "Hands waiting to be sent: 1")
    page.goto(tiles.removesuffix("tiles/"))
    page.context.set_offline(False)
    halted = page.locator('#waiting [data-part="halted"]')
    expect(halted).to_be_visible(timeout=SENT)
    halted.get_by_role("button", name="Edit").click()
    page.wait_for_url(re.compile("/tiles/#change$"))
    field = page.get_by_label("Tiles of Ada")
    expect(field).to_have_value("123456789mEEEC+F")
    expect(page.locator("[data-tile=F] small")).to_have_text("3")
    page.get_by_role("button", name="green dragon, claimed").tap()
    page.get_by_role("button", name="Remove").tap()
    tap(page, "C")
    expect(field).to_have_value("123456789mEEEC+C")
    keep_hand(page)
    expect(page.get_by_text("Hand 1 is saved")).to_be_visible(timeout=SENT)
    assert site.shell(TILES.format(slug=slug)) == "[(1, True, None)]"


def test_another_value_than_was_announced_waits_for_a_look(keeping_phone, site, slug):
    page = keeping_phone()
    tiles = come_and_keep(page, site, slug, "tiles/")
    page.context.set_offline(True)
    page.goto(tiles)
    by_taps(page, "123456789mEEECC")
    page.get_by_role("button", name="How it was won").tap()
    hand = page.get_by_role("region", name="Hand of Ada")
    hand.get_by_label("Fan announced").fill("8")
    hand.get_by_role("button", name="Close").tap()
    keep_hand(page)
    count(page, "Hands waiting to be sent: 1")
    page.context.set_offline(False)
    halted = page.locator('#waiting [data-part="halted"]')
    expect(halted).to_contain_text("Announced as 8; the tiles give more", timeout=SENT)
    assert in_ledger(site, slug) == "[]"
    halted.get_by_role("button", name="Send again").click()
    expect(page.get_by_text("Hand 1 is saved")).to_be_visible(timeout=SENT)


def test_with_a_network_tiles_are_saved_as_before(phone, site, slug):
    page = phone()
    come_to(page, site, slug)
    page.goto(f"/table/{slug}/1/1/tiles/")
    by_taps(page, "123456789mEEECC")
    expect(page.locator(".tile-value")).to_contain_text("fan")
    save(page)
    assert site.shell(TILES.format(slug=slug)) == "[(1, True, None)]"


def test_after_a_save_without_network_the_page_stays_where_it_is(phone, site, slug):
    page = phone()
    come_to(page, site, slug)
    page.get_by_role("link", name="By tiles").click()
    for hand in (1, 2):
        page.context.set_offline(True)
        by_taps(page, "123456789mEEECC")
        before = page.evaluate(PLACE)
        keep_hand(page)
        expect(page.locator("#strip")).to_contain_text(f"not sent yet: {hand}")
        expect(page.get_by_role("heading", name=f"Hand {hand + 1}")).to_be_visible()
        page.wait_for_timeout(500)
        assert page.evaluate(PLACE) == before
    page.get_by_role("button", name="Show hands").tap()
    list_ = page.locator("#waiting-hands")
    expect(
        list_.get_by_role("heading", name="Hands waiting to be sent: 2")
    ).to_be_visible()
    expect(list_.get_by_role("listitem")).to_have_count(2)
    list_.get_by_role("button", name="Close").tap()
    expect(list_).to_be_hidden()
