"""Public pages by keyboard and by thumb, also with double text size.

The focus is visible and not covered, no control is too low, and a row is one link.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looks import too_low, too_wide
from tests.browser.waiting_phone import slug

__all__ = ["slug"]

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
PAGES = (
    "",
    "standings/",
    "rounds/1/",
    "rounds/1/tables/1/",
    "players/1/",
    "seating/",
    "seating/players/",
    "files/",
)
#: More steps than any page needs.
MOST = 60
#: Returns the focused element, whether it has an outline, and whether it is fully
#: visible.
FOCUSED = """() => {
  const element = document.activeElement;
  if (element === document.body) return null;
  const outlined = (one) => one && getComputedStyle(one).outlineStyle !== "none";
  const barTop = (bar) => {
    const { top, bottom } = bar.getBoundingClientRect();
    return bottom >= innerHeight - 1 ? top : innerHeight;
  };
  const { top, bottom, height } = element.getBoundingClientRect();
  const bar = document.querySelector(".nav .page-width");
  const isInBar = bar?.contains(element);
  const end = bar && !isInBar ? Math.min(innerHeight, barTop(bar)) : innerHeight;
  return {
    what: element.outerHTML.slice(0, 90),
    outlined: outlined(element) || outlined(element.closest("tr, li, label")),
    clear: height > innerHeight / 2 || (top >= 0 && bottom <= end + 1),
  };
}"""
#: Returns words that are split over two lines.
BROKEN_WORDS = """() => {
  const broken = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const hidden = ".visually-hidden, .brand-name, .skip, script, noscript, svg";
    if (!node.parentElement.checkVisibility() || node.parentElement.closest(hidden))
      continue;
    const words = node.data.matchAll(/[\\p{Script=Latin}\\p{N}]+/gu);
    for (const { 0: word, index } of words) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const parts = [...range.getClientRects()].filter(({ width }) => width > 0.5);
      if (new Set(parts.map(({ top }) => Math.round(top))).size > 1) broken.push(word);
    }
  }
  return broken;
}"""


@pytest.mark.parametrize("page_of", PAGES)
def test_what_has_the_focus_is_seen_and_nothing_is_low(person, slug, page_of):
    page = person(**PHONE).page
    page.goto(f"/t/{slug}/{page_of}")
    expect(page.locator("h1")).to_be_visible()
    assert too_low(page) == []
    stops = 0
    for _step in range(MOST):
        page.keyboard.press("Tab")
        focused = page.evaluate(FOCUSED)
        if focused is None:
            break
        stops += 1
        assert focused["outlined"], focused
        assert focused["clear"], focused
    assert stops > 5


def test_the_first_stop_leads_to_the_content(person, slug):
    page = person(**PHONE).page
    page.goto(f"/t/{slug}/standings/")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#content")).to_be_focused()


def test_a_row_of_standings_is_one_link_beside_its_star(person, slug):
    page = person(viewport={"width": 1280, "height": 800}).page
    page.goto(f"/t/{slug}/standings/")
    page.locator("#p1 .star").click()
    expect(page.locator("#p1 .star")).to_have_attribute("aria-pressed", "true")
    assert page.url.endswith("/standings/")
    cell = page.locator("#p1 .number.strong").bounding_box()
    page.mouse.click(cell["x"] + 5, cell["y"] + 5)
    expect(page).to_have_url(f"{page.url.partition('/t/')[0]}/t/{slug}/players/1/")


def with_larger_text(page: Page) -> Page:
    larger = {"fontSizes": {"standard": 32}}
    page.context.new_cdp_session(page).send("Page.setFontSizes", larger)
    return page


@pytest.mark.parametrize("page_of", PAGES)
def test_twice_as_large_text_moves_nothing_sideways(person, slug, page_of):
    page = with_larger_text(person(**PHONE).page)
    page.goto(f"/t/{slug}/{page_of}")
    assert not too_wide(page)
    assert page.evaluate(BROKEN_WORDS) == []


def test_a_long_name_stays_whole_on_a_tablet_and_in_large_text_on_a_phone(
    person, site, slug
):
    site.shell(
        "from tournaments.models import Person;"
        f"Person.objects.filter(players__tournament__slug='{slug}')"
        ".update(last_name='Featherstonehaugh')"
    )
    page = with_larger_text(person(viewport={"width": 320, "height": 844}).page)
    for page_of in ("seating/?by=table", "players/1/", "standings/"):
        page.goto(f"/t/{slug}/{page_of}")
        assert not too_wide(page), page_of
    assert page.evaluate(BROKEN_WORDS) == []
    page = person(viewport={"width": 800, "height": 1000}).page
    page.goto(f"/t/{slug}/standings/")
    assert page.evaluate(BROKEN_WORDS) == []
