"""Without a network, the table's page asks a leading dealer whether the game ends, and
sends the answer with the hand.
"""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.tables import MAKE_TABLE, Hand
from tests.browser.test_a_session_offline import ENTER, win
from tests.browser.waiting_phone import LINK, SENT, phone

__all__ = ["phone"]

#: The East round only: the fourth hand is the last one, and North is its dealer.
OPTIONS = {
    "preset": "tenhou",
    "rounds": 1,
    "west_extension": False,
    "dealer_stop": "win_or_tenpai",
    "dealer_stop_asked": True,
}
QUESTION = "The dealer leads and may end the game."
UNKNOWN = (
    "Last hand: if the dealer stays, leads and has reached the target in the last hand."
)
DRAWN = {"winner": "draw"}
OVER = """
import json
from scoring.ledger.table_ledger import TableLedger
from tournaments.models import Game
game = Game.objects.get(round__tournament__slug={slug!r}, table=1)
state = TableLedger.as_now(game).state
print(json.dumps([state.over, state.hands_played]))
"""


@pytest.fixture
def slug(site, accounts) -> str:
    return site.shell(MAKE_TABLE.format(ruleset="riichi", options=OPTIONS))


@pytest.fixture
def page(phone, site, slug) -> Page:
    """Return the page of a table after three hands, without a network. North leads."""
    page = phone()
    page.set_viewport_size({"width": 390, "height": 664})
    page.goto(site.shell(LINK.format(slug=slug, table=1)))
    expect(page.locator("#waiting")).to_have_attribute("data-ready", "yes")
    page.context.set_offline(True)
    for number, fields in enumerate([win("N", "S", value="mangan"), DRAWN, DRAWN], 1):
        page.evaluate(ENTER, fields)
        strip = page.locator("#strip")
        expect(strip).to_contain_text(re.compile(rf"not sent yet: {number}\b"))
    return page


def hand_4(page: Page, **values: str) -> Hand:
    hand = Hand(page)
    hand.choose(**values)
    return hand


def end_game(page: Page) -> None:
    page.get_by_role("button", name="Other…").tap()
    page.get_by_label("The dealer ends the game").check()


def test_a_leading_dealer_is_asked_and_ends_the_game(page, site, slug):
    preview = page.locator("#preview")
    hand_4(page, winner="N", source="E", value="1-30")
    expect(preview).to_contain_text(QUESTION)
    end_game(page)
    expect(preview).not_to_contain_text(QUESTION)
    page.locator("#save-hand").tap()
    expect(page.locator("#strip")).to_contain_text(re.compile(r"not sent yet: 4\b"))
    expect(page.locator("#waiting")).to_contain_text("The dealer ends the game")
    page.context.set_offline(False)
    expect(page.get_by_text("the dealer leads and ends the game")).to_be_visible(
        timeout=SENT
    )
    assert json.loads(site.shell(OVER.format(slug=slug))) == ["dealer_stop", 4]


def test_a_dealer_who_plays_on_has_another_hand(page, site, slug):
    hand_4(page, winner="draw")
    page.locator('label:has([name="tenpai"][value="N"])').first.tap()
    expect(page.locator("#preview")).to_contain_text(QUESTION)
    page.locator("#save-hand").tap()
    page.context.set_offline(False)
    expect(page.locator("#strip")).to_contain_text("Synced · 4 hands", timeout=SENT)
    assert json.loads(site.shell(OVER.format(slug=slug))) == [None, 4]


def test_who_does_not_lead_or_deal_is_not_asked(page):
    preview = page.locator("#preview")
    hand_4(page, winner="E", source="N", value="1-30")
    expect(preview).to_contain_text("Preview, not saved")
    expect(preview).not_to_contain_text(QUESTION)
    expect(preview).not_to_contain_text(UNKNOWN)
