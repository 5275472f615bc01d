"""A table of three on a phone: three seats, with and without a network."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import KEEPS_NO_PAGES
from tests.browser.tables import MAKE_TABLE
from tests.browser.waiting_phone import SENT, come_to, count

PHONE = {"viewport": {"width": 390, "height": 664}, "has_touch": True}
SCORES = (
    "from scoring.ledger.table_ledger import TableLedger;"
    "from tournaments.models import Game;"
    "s = Game.objects.get(round__tournament__slug='{slug}', table=1);"
    "state = TableLedger(s).state;"
    "print(state.hands_played, [state.scores[x] for x in 'ESWN'],"
    " str(state.position.dealer))"
)
OPTIONS = {
    "hong_kong": {"fewest_players": 3},
    "classical": {"fewest_players": 3, "initial_points": 0},
}


@pytest.fixture
def phone(browser, site) -> Iterator[Page]:
    """Yield the page of a phone. Afterwards, assert that no page had errors."""
    context = browser.new_context(base_url=site.url, **PHONE | KEEPS_NO_PAGES)
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    yield page
    context.close()
    assert faults == []


def choice(page: Page, name: str, value: str) -> Locator:
    return page.locator(f'label:has([name="{name}"][value="{value}"])')


def win(page: Page, winner: str, source: str, key: Locator) -> None:
    choice(page, "winner", winner).tap()
    choice(page, "source", source).tap()
    key.tap()
    page.locator("#save-hand").tap()


@pytest.mark.parametrize("ruleset", list(OPTIONS))
def test_three_play_with_a_network_and_without(site, accounts, phone, ruleset):
    made = MAKE_TABLE.format(ruleset=ruleset, options=OPTIONS[ruleset])
    slug = site.shell(made.replace("(1, 2, 3, 4)", "(1, 2, 3)"))
    come_to(phone, site, slug)
    places = phone.locator(".r-who .place")
    expect(places).to_have_count(3)
    sides = [place.get_attribute("data-side") for place in places.all()]
    assert sides == ["bottom", "right", "top"]
    assert phone.locator('[value="N"], [name$="_N"], [data-at="N"]').count() == 0
    key = {
        "hong_kong": choice(phone, "faan", "3"),
        "classical": phone.locator('[data-points="20"]').locator("visible=true"),
    }[ruleset]
    win(phone, "S", "W", key)
    expect(phone.get_by_text("Hand 1 is saved")).to_be_visible()
    # South is the dealer now, and East has the last wind.
    phone.context.set_offline(True)
    win(phone, "E", "S", key)
    count(phone, "Hands waiting to be sent: 1")
    waiting = phone.locator("#waiting")
    expect(waiting).to_contain_text("pays Ada Lind")
    expect(waiting).not_to_contain_text("Dmitri")
    expect(phone.get_by_role("heading", name="Hand 3")).to_be_visible()
    expect(phone.locator("#sits-winner-W .seat.east")).to_be_visible()
    win(phone, "W", "self", key)
    count(phone, "Hands waiting to be sent: 2")
    phone.context.set_offline(False)
    expect(phone.get_by_text("Hand 3 is saved")).to_be_visible(timeout=SENT)
    told = {
        "hong_kong": "3 [0, -8, 8, 0]",
        "classical": "3",
    }[ruleset]
    assert site.shell(SCORES.format(slug=slug)).startswith(told)
