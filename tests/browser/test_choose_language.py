"""Choose a language: at the foot of a page without scripts, in the display settings of
a table's phone, and below a hall screen."""

from __future__ import annotations

import time

from playwright.sync_api import Page, expect

from tests.browser.looks import assert_sound, too_low
from tests.browser.test_hall_turns import KEY, WALL
from tests.browser.waiting_phone import come_and_keep, keeping_phone, slug

__all__ = ["keeping_phone", "slug"]

NARROW = {"viewport": {"width": 320, "height": 640}}
#: Script that returns the heights of the language form's controls, in pixels.
HEIGHTS = """
() => [...document.querySelectorAll(".choose-language :is(select, button)")]
  .map((control) => control.getBoundingClientRect().height)
"""


#: Script that returns the language of the page stored for a path.
LANGUAGE_KEPT = """
async (path) => {
  const kept = await (await caches.open("table-pages")).match(path, {ignoreVary: true});
  return (await kept.text()).match(/<html lang="(.*?)"/)[1];
}
"""


def is_in(page: Page, language: str) -> None:
    expect(page.locator("html")).to_have_attribute("lang", language)


def test_at_the_foot_of_a_page_without_scripts(person, slug):
    page = person(**NARROW, java_script_enabled=False).page
    page.goto(f"/t/{slug}/standings/")
    page.locator("#choose-language").select_option("fr")
    page.locator(".choose-language button").click()
    is_in(page, "fr")
    assert page.url.endswith(f"/t/{slug}/standings/")
    page.goto("/rules/")
    is_in(page, "fr")


def test_the_choice_is_large_enough_and_fits(person, slug):
    page = person(**NARROW).page
    page.goto(f"/t/{slug}/standings/")
    assert min(page.evaluate(HEIGHTS)) >= 44
    assert too_low(page) == []
    assert_sound(page)
    page.goto("/language/")
    assert too_low(page) == []
    assert_sound(page)


def test_on_a_phone_at_a_table_whose_page_is_kept_in_it(keeping_phone, site, slug):
    page = keeping_phone()
    kept = come_and_keep(page, site, slug)
    is_in(page, "en")
    page.locator('[popovertarget="display"].aa').first.click()
    page.locator("#display a").click()
    page.get_by_role("button", name="Deutsch").click()
    is_in(page, "de")
    assert page.url.endswith(kept)
    expect(page.locator("#waiting")).to_have_attribute("data-ready", "yes")
    until = time.monotonic() + 60
    while page.evaluate(LANGUAGE_KEPT, kept) != "de":
        assert time.monotonic() < until, "the page is not kept again"
        page.wait_for_timeout(50)
    page.context.set_offline(True)
    page.reload()
    is_in(page, "de")


def test_below_a_hall_screen(person, site, slug):
    wall = person(**WALL).page
    wall.goto(f"/hall/{slug}/{site.shell(KEY.format(slug=slug))}/")
    is_in(wall, "en")
    wall.locator(".hall-languages > summary").click()
    assert_sound(wall)
    wall.get_by_role("link", name="日本語").click()
    is_in(wall, "ja")
    expect(wall.locator(".turn").first).to_have_attribute("lang", "ja")
