"""A player who fills in a hand sees immediately that the hand was entered on another
device. The input stays until the player decides whether it is the same hand or a
different hand.
"""

from __future__ import annotations

from itertools import cycle

import pytest
from playwright.sync_api import Page, expect

from tests.browser import whole_page
from tests.browser.looks import assert_sound
from tests.browser.tables import MAKE_TABLE, RULES
from tests.browser.test_tile_picker import spelled, tap, won
from tests.browser.waiting_phone import (
    LINK,
    PHONE,
    SENT,
    come_to,
    count,
    enter,
    in_ledger,
    phone,
    slug,
)
from tests.examples import some_of

__all__ = ["phone", "slug"]

ENTER = (
    "from scoring.ledger"
    " import enter_hand as entering; from tournaments.models import Game;"
    "s = Game.objects.get(round__tournament__slug='{slug}', table=1);"
    "entering.enter(s.pk, {raw!r}, hand={hand}, device_key='{slug} {hand}',"
    " by='elsewhere')"
)
WON = {"kind": "win", "winner": "S", "from": "W", "points": 18}
WASHOUT = {"kind": "washout"}
#: A draw in each ruleset.
DRAWS = {
    "mcr": WASHOUT,
    "hong_kong": WASHOUT,
    "classical": WASHOUT,
    "riichi": {"kind": "exhaustive_draw", "tenpai": []},
}


def enter_elsewhere(site, slug: str, hand: int, raw: dict = WON) -> None:
    site.shell(ENTER.format(slug=slug, hand=hand, raw=raw))


def news(page: Page):
    return page.locator("#form-news")


def begin(page: Page, fan: str = "12") -> None:
    page.locator('label:has([name="winner"][value="E"])').click()
    page.locator('label:has([name="source"][value="S"])').click()
    page.locator('[name="points"]').fill(fan)


def test_the_same_goes_to_the_next_hand(phone, site, slug):
    page = phone()
    come_to(page, site, slug)
    begin(page)
    enter_elsewhere(site, slug, 1)
    expect(news(page)).to_contain_text("Hand 1, already saved: Bo Park")
    expect(news(page)).to_contain_text("18 fan")
    expect(news(page)).to_contain_text("Is this the same hand?")
    # Both versions are shown side by side.
    own = news(page).locator("[data-own]")
    fan = "Fan, flowers included: 12"
    expect(own).to_have_text(f"On this device: Ada Lind, from Bo Park · {fan}")
    boxes = [part.bounding_box() for part in (own, own.locator("xpath=../p[1]"))]
    assert len({box["y"] for box in boxes}) == 1
    expect(page.locator('[name="points"]')).to_have_value("12")
    expect(page.locator('[name="winner"][value="E"]')).to_be_checked()
    expect(page.get_by_role("heading", name="Hand 1", exact=True)).to_be_visible()
    assert news(page).get_attribute("role") == "alert"
    # The notice covers the keys, and the seats match its hand.
    deals = page.locator(".r-who .deals")
    expect(page.locator('.r-who [data-at="E"] .deals')).to_be_visible()
    expect(deals).to_have_count(1)
    expect(page.locator("#save-hand")).to_be_hidden()
    assert_sound(page)
    same = news(page).get_by_role("link", name="Same: continue")
    assert same.bounding_box()["height"] >= 48
    same.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Hand 2 · East")).to_be_focused()
    expect(page.locator('.r-who [data-at="S"] .deals')).to_be_visible()
    expect(deals).to_have_count(1)
    expect(news(page)).to_be_empty()
    expect(page.locator('[name="points"]')).to_have_value("")
    expect(page.locator('[name="winner"]:checked')).to_have_count(0)
    whole_page.assert_as_new(page)
    enter(page, 13)
    expect(page.get_by_text("Hand 2 is saved")).to_be_visible()
    assert in_ledger(site, slug) == "[(1, 18), (2, 13)]"


def test_different_brings_both_before_a_referee(phone, site, slug):
    page = phone()
    come_to(page, site, slug)
    begin(page)
    enter_elsewhere(site, slug, 1)
    different = news(page).get_by_role("button", name="Different: keep both")
    different.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Conflict: two versions of hand 1")).to_be_visible()
    versions = page.locator(".two-versions")
    expect(versions).to_contain_text("18 fan")
    expect(versions).to_contain_text("12 fan")
    assert in_ledger(site, slug) == "[(1, 18)]"
    page.get_by_role("link", name="Continue at this table").click()
    expect(page.get_by_role("heading", name="Hand 2 · East")).to_be_visible()


@pytest.mark.parametrize("size", some_of([(390, 664), (844, 390), (390, 844)], usual=2))
def test_the_question_covers_no_button(person, site, accounts, size):
    slug = site.shell(MAKE_TABLE.format(ruleset="mcr", options={}))
    someone = person(viewport={"width": size[0], "height": size[1]}, has_touch=True)
    page = someone.page
    page.goto(site.shell(LINK.format(slug=slug, table=1)))
    expect(page.locator("#waiting")).to_have_attribute("data-ready", "yes")
    begin(page)
    enter_elsewhere(site, slug, 1)
    expect(news(page)).to_contain_text("Hand 1, already saved")
    page.wait_for_timeout(600)  # the preview
    for button in page.locator("#hand-form :is(button, a.button)").all():
        if not button.is_visible():
            continue
        button.scroll_into_view_if_needed()
        covered = button.evaluate(
            "button => { const {x, y, width, height} = button.getBoundingClientRect();"
            " const top = document.elementFromPoint(x + width / 2, y + height / 2);"
            " return !button.contains(top) && top.outerHTML; }"
        )
        assert not covered, (button.inner_text(), covered)


@pytest.mark.parametrize(
    ("ruleset", "tiles"),
    some_of([*zip(RULES, cycle([True, False])), *zip(RULES, cycle([False, True]))], 2),
)
def test_it_is_said_in_every_ruleset(person, site, accounts, ruleset, tiles):
    options = RULES[ruleset]
    slug = site.shell(MAKE_TABLE.format(ruleset=ruleset, options=options))
    page = person(**PHONE).page
    page.goto(site.shell(LINK.format(slug=slug, table=1)))
    path = f"/table/{slug}/1/1/{'tiles/' if tiles else ''}"
    page.goto(path)
    expect(page.locator("#waiting")).to_have_attribute("data-ready", "yes")
    if tiles:
        won(page, "Ada", "Bo")
        tap(page, *spelled("123m456p"))
    else:
        page.locator('label:has([name="winner"][value="E"])').click()
    enter_elsewhere(site, slug, 1, DRAWS[ruleset])
    expect(news(page)).to_contain_text("Hand 1, already saved:")
    if tiles:
        expect(page.get_by_label("Tiles of Ada")).to_have_value("123m456p")
    expect(page.locator('[name="winner"][value="E"]')).to_be_checked()
    assert_sound(page)
    news(page).get_by_role("link", name="Same: continue").click()
    expect(page.get_by_role("heading", name="Hand 2")).to_be_visible()
    expect(page.locator('[name="winner"]:checked')).to_have_count(0)
    if tiles:
        expect(page.get_by_label("Tiles of Ada")).to_have_value("")
    assert page.url.endswith(path)
    whole_page.assert_as_new(page)


def test_it_is_right_while_hands_wait(phone, site, slug):
    page = phone()
    come_to(page, site, slug)
    page.context.set_offline(True)
    enter(page, 12)
    count(page, "Hands waiting to be sent: 1")
    begin(page, "33")
    for hand, points in ((1, 20), (2, 18)):
        enter_elsewhere(site, slug, hand, {**WON, "points": points})
    page.context.set_offline(False)
    expect(news(page)).to_contain_text("Hand 2, already saved:", timeout=SENT)
    expect(page.get_by_text("Conflict: two versions of hand 1")).to_be_visible()
    expect(page.locator('[name="points"]')).to_have_value("33")
    news(page).get_by_role("button", name="Different: keep both").click()
    count(page, "Hands waiting to be sent: 1")
    expect(page.get_by_role("heading", name="Hand 3 · East")).to_be_visible()
    whole_page.assert_as_new(page)
    assert in_ledger(site, slug) == "[(1, 20), (2, 18)]"


def test_a_hand_that_waits_before_is_no_news(phone, site, slug):
    page = phone()
    come_to(page, site, slug)
    page.context.set_offline(True)
    enter(page, 12)
    begin(page, "33")
    page.context.set_offline(False)
    expect(page.get_by_text("Hand 1 is saved")).to_be_visible(timeout=SENT)
    expect(page.get_by_role("heading", name="Hand 2 · East")).to_be_visible()
    expect(news(page)).to_be_empty()
    expect(page.locator('[name="points"]')).to_have_value("33")


def test_without_javascript_the_answer_says_it(person, site, accounts):
    slug = site.shell(MAKE_TABLE.format(ruleset="mcr", options={}))
    page = person(java_script_enabled=False, **PHONE).page
    page.goto(site.shell(LINK.format(slug=slug, table=1)))
    page.locator('[name="winner"][value="E"]').check(force=True)
    page.locator('[name="source"][value="S"]').check(force=True)
    enter_elsewhere(site, slug, 1)
    page.locator("#save-hand").click()
    expect(news(page)).to_contain_text("Hand 1, already saved: Bo Park")
    expect(page.locator('[name="winner"][value="E"]')).to_be_checked()
    page.locator('[name="points"]').fill("12")
    news(page).get_by_role("button", name="Different: keep both").click()
    expect(page.get_by_text("Conflict: two versions of hand 1")).to_be_visible()
