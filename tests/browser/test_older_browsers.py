"""Pages in the oldest supported browsers (tests/browser/older.py).

A hand saved without a network arrives once, colours are readable, and sheets open and
close.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser import older
from tests.browser.looks import too_wide, violations
from tests.browser.tables import PHONE, Hand, tables
from tests.browser.waiting_phone import (
    LINK,
    SENT,
    come_and_keep,
    count,
    enter,
    in_ledger,
    keeping_phone,
    phone,
    slug,
)

__all__ = ["keeping_phone", "phone", "slug", "tables"]

#: An element that older-styles.js has marked.
REWRITTEN = '//*[@*[starts-with(name(), "data-has-")]]'
#: Rejects storage, like a browser that keeps nothing.
KEEPS_NOTHING = """
delete window.indexedDB;
const refuse = () => { throw new Error("refused"); };
Object.defineProperty(window, "localStorage", { get: refuse });
"""
#: Without HTTPS no page is stored.
KEEPS_NO_PAGE = "delete Navigator.prototype.serviceWorker;"


def test_five_hands_with_network_and_five_without_arrive_once(
    keeping_phone, site, slug
):
    page = keeping_phone()
    older.forget(page.context)
    come_and_keep(page, site, slug)
    for hand in range(1, 6):
        enter(page, 10 + hand)
        expect(page.get_by_text(f"Hand {hand} is saved")).to_be_visible()
    page.context.set_offline(True)
    for waiting in range(1, 6):
        enter(page, 15 + waiting)
        count(page, f"Hands waiting to be sent: {waiting}")
        if waiting == 1:
            page.reload()
            count(page, "Hands waiting to be sent: 1")
            expect(page.get_by_role("heading", name="Hand 7")).to_be_visible()
    saved = [(hand, 10 + hand) for hand in range(1, 11)]
    assert in_ledger(site, slug) == str(saved[:5])

    page.context.set_offline(False)
    expect(page.get_by_text("Hand 10 is saved")).to_be_visible(timeout=SENT)
    expect(page.locator("#waiting")).to_have_attribute("hidden", "")
    assert in_ledger(site, slug) == str(saved)


@pytest.mark.every_case
@pytest.mark.parametrize(
    ("lacks", "says"),
    [
        (KEEPS_NOTHING, "This browser cannot store hands"),
        (KEEPS_NO_PAGE, "Keep it open until all hands are sent"),
    ],
)
def test_what_cannot_be_kept_is_said_before_the_first_hand(
    phone, site, slug, lacks, says
):
    page = phone()
    page.add_init_script(lacks)
    page.goto(site.shell(LINK.format(slug=slug, table=1)))
    expect(page.get_by_text(says)).to_be_visible()
    assert not too_wide(page)
    page.get_by_role("button", name="Dismiss").click()
    expect(page.locator("#waiting")).to_be_hidden()
    enter(page, 12)
    expect(page.get_by_text("Hand 1 is saved")).to_be_visible()
    assert in_ledger(site, slug) == "[(1, 12)]"


@pytest.fixture
def thumb(person, tables):
    """Return a function that opens a table of a ruleset on a phone with an
    old browser.
    """
    pages: list[Page] = []

    def open_table(ruleset: str) -> Hand:
        referee = person(**PHONE)
        referee.sign_in()
        older.forget(referee.context)
        older.forget_styles(referee.page)
        pages.append(referee.page)
        referee.page.goto(f"{tables[ruleset]}1/")
        return Hand(referee.page)

    yield open_table
    for page in pages:
        # Pending answers end with the test.
        page.unroute_all(behavior="ignoreErrors")


def test_the_form_shows_what_is_asked_and_a_sheet_opens_and_closes(thumb):
    hand = thumb("riichi")
    other, listed = hand.page.locator("#other"), hand.choice("value", "2-20")
    expect(other).to_be_hidden()
    hand.choose(winner="E", source="S")
    expect(listed).to_be_hidden()
    hand.choose(value="3-40")
    hand.save(1)
    hand.choose(winner="W", source="self")
    expect(listed).to_be_visible()
    hand.choose(value="mangan", riichi="W")
    hand.save(2)

    more = hand.page.get_by_role("button", name="Other…")
    for close in (
        lambda: more.tap(),
        lambda: hand.page.keyboard.press("Escape"),
        lambda: hand.page.get_by_role("heading", name="Table 1").tap(),
        lambda: other.get_by_role("button", name="Close").tap(),
    ):
        more.tap()
        expect(other).to_be_visible()
        box = other.bounding_box()
        assert box
        assert box["y"] + box["height"] == PHONE["viewport"]["height"]
        close()
        expect(other).to_be_hidden()
    # An ending chosen in the sheet closes it.
    hand.other(winner="abortive")
    expect(other).to_be_hidden()
    expect(listed).to_be_hidden()
    # Several winners are tapped on the seats; the sheet has no entry for them.
    expect(hand.choice("winner", "several")).to_be_hidden()
    hand.choose(winner="E")
    expect(hand.choice("winners", "S")).to_be_hidden()
    hand.choose(source="N", value="yakuman")
    expect(hand.choice("winners", "N")).to_be_hidden()
    hand.choose(winners="S")
    hand.choose(value="2-30")
    expect(hand.page.locator('[name="pao_E"]')).to_be_visible()
    expect(hand.page.locator('[name="pao_S"]')).to_be_hidden()
    hand.save(3)


def test_colours_can_be_read(thumb, tables):
    page = thumb("mcr").page
    event = tables["mcr"].split("/")[2]
    schemes = ("light", "dark")
    for address, asked in (
        (tables["mcr"] + "1/", schemes),
        (f"/t/{event}/", schemes[:1]),
        (f"/director/{event}/", schemes[1:]),
    ):
        for scheme in asked:
            page.emulate_media(color_scheme=scheme)
            page.goto(address)
            page.locator(REWRITTEN).first.wait_for(state="attached")
            assert violations(page, colours=True) == [], (address, scheme)
            assert not too_wide(page), address
