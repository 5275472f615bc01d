"""The tile entry page follows the clock and the table without losing tapped tiles."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looks import assert_sound
from tests.browser.tables import PHONE
from tests.browser.test_entry_follows import END, GIVE, START, WASHOUT, do, make
from tests.browser.test_tile_picker import choose, save, spelled, tap
from tests.browser.waiting_phone import LINK

TILES = "123456789mEEECC"
ASKS = "When you save, answer whether this hand started before the gong."


@pytest.fixture
def come(person, site, accounts):
    def to_tiles(slug: str, *, device: bool = False) -> Page:
        someone = person(**PHONE)
        if device:
            someone.page.goto(site.shell(LINK.format(slug=slug, table=1)))
        else:
            someone.sign_in()
        someone.page.goto(f"/table/{slug}/1/1/tiles/")
        expect(someone.page.locator("#waiting")).to_have_attribute("data-ready", "yes")
        return someone.page

    return to_tiles


def by_taps(page: Page) -> None:
    choose(page, "Winner", "Ada")
    choose(page, "Discarder", "Bo")
    tap(page, *spelled(TILES))


def test_the_gong_asks_for_the_word_and_the_tiles_stay(come, site):
    slug = make(site, started=True)
    page = come(slug)
    by_taps(page)
    field = page.get_by_label("Tiles of Ada")
    do(site, slug, END)
    word = page.get_by_text(ASKS)
    expect(word).to_be_visible()
    expect(word).to_be_in_viewport()
    expect(field).to_have_value("123456789mEEEC+C")
    expect(page.get_by_text("Reload this table")).to_have_count(0)
    assert_sound(page)
    do(site, slug, GIVE)
    expect(word).to_have_count(0)
    expect(field).to_have_value("123456789mEEEC+C")
    save(page)


def test_a_referees_word_is_given_beside_the_save_button(come, site):
    slug = make(site, started=True)
    page = come(slug)
    by_taps(page)
    do(site, slug, END)
    page.get_by_role("button", name="Save hand").click()
    page.get_by_role("button", name="Yes, it counts").click()
    expect(page.get_by_text("Hand 1 is saved")).to_be_visible()


def test_a_device_hears_that_a_referee_must_say_so(come, site):
    slug = make(site, started=True)
    page = come(slug, device=True)
    by_taps(page)
    do(site, slug, END)
    kept = "this hand counts if a referee confirms it"
    expect(page.locator("#hand-word")).to_contain_text(kept)
    expect(page.get_by_label("Tiles of Ada")).to_have_value("123456789mEEEC+C")
    page.get_by_role("button", name="Save hand").click()
    expect(page.get_by_text("Hand 1 awaits a referee")).to_be_visible()


def test_an_untouched_form_comes_with_the_start_and_turns_to_the_next_hand(come, site):
    slug = make(site, started=False)
    page = come(slug)
    expect(page.get_by_text("Nothing can be entered here now.")).to_be_visible()
    do(site, slug, START)
    expect(page.locator("#hand-form")).to_be_visible()
    do(site, slug, WASHOUT)
    expect(page.get_by_role("heading", name="Hand 2")).to_be_visible()
    choose(page, "Winner", "Ada")
    choose(page, "Discarder", "Bo")
    tap(page, *spelled(TILES))
    expect(page.locator(".tile-value")).to_contain_text("fan")
    page.get_by_role("button", name="Save hand").click()
    expect(page.get_by_text("Hand 2 is saved")).to_be_visible()


def test_what_was_refused_stays_too(come, site):
    slug = make(site, started=True)
    page = come(slug)
    choose(page, "Winner", "Ada")
    choose(page, "Discarder", "Bo")
    tap(page, *spelled("123m456p789sEECC"))
    with page.expect_response("**/tiles/"):
        page.get_by_role("button", name="Save hand").click(force=True)
    expect(page.locator("#hand-form[data-begun]")).to_have_count(1)
    do(site, slug, END)
    expect(page.get_by_text(ASKS)).to_be_visible()
    expect(page.get_by_label("Tiles of Ada")).to_have_value("123m456p789sEECC")


def test_what_is_tapped_stays_once_the_table_has_moved_on(come, site):
    slug = make(site, started=True)
    page = come(slug)
    by_taps(page)
    do(site, slug, WASHOUT.replace('"w"', '"again"'))
    expect(page.get_by_text("Hand 1, already saved:")).to_be_visible()
    expect(page.get_by_label("Tiles of Ada")).to_have_value("123456789mEEEC+C")
