"""On a phone: several winners on one discard, tapped one after another, with values
from the same keys. Also ready declarations.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.looks import violations
from tests.browser.tables import MAKE_TABLE, PHONE, Hand
from tests.browser.test_self_draw_and_landscape import picture
from tests.browser.test_table_of_three import MAKE_THREE
from tests.browser.test_thumb import in_sight
from tests.examples import some_of

PHONE = {**PHONE, "viewport": {"width": 390, "height": 664}}


@pytest.fixture
def at(site, accounts, person):
    """Return a function that opens a table of a ruleset with options on a phone."""

    def open_table(ruleset: str, **options) -> Hand:
        steps = MAKE_THREE if ruleset == "sanma" else MAKE_TABLE
        slug = site.shell(steps.format(ruleset=ruleset, options=options))
        referee = person(**PHONE)
        referee.sign_in()
        referee.page.goto(f"/table/{slug}/1/1/")
        expect(referee.page.locator("#waiting")).to_have_attribute("data-ready", "yes")
        return Hand(referee.page)

    return open_table


def tab(hand: Hand, seat: str) -> Locator:
    return hand.page.locator(f'.r-who [data-at="{seat}"] > .tab')


#: Ruleset -> options, the keys of two values, the winners' gains, and the receipt.
SEVERAL = {
    "mcr": ({}, "[data-fill='8']", "[data-fill='24']", "Ada +24, Bo +40"),
    "hong_kong": (
        {},
        "label:has([name='faan'][value='3'])",
        "label:has([name='faan'][value='8'])",
        "",
    ),
    "riichi": (
        {"preset": "tenhou"},
        "label:has([name='value'][value='3-40'])",
        "label:has([name='value'][value='mangan'])",
        "Ada +7,700, Bo +8,000",
    ),
    "sanma": (
        {"preset": "tenhou_sanma"},
        "label:has([name='value'][value='3-40'])",
        "label:has([name='value'][value='mangan'])",
        "Ada +7,700, Bo +8,000",
    ),
}


@pytest.mark.parametrize("ruleset", some_of([*SEVERAL], 3))
def test_winners_are_tapped_one_after_another(at, ruleset):
    options, one, other, gains = SEVERAL[ruleset]
    if ruleset in ("mcr", "hong_kong"):
        options = {"multiple_winners": "all"}
    discarder = "W" if ruleset == "sanma" else "N"
    hand = at(ruleset, **options)
    page = hand.page
    hand.choose(winner="E", source=discarder)
    also = page.locator('.r-also label:has([value="S"])')
    expect(also.get_by_text("also won?")).to_be_visible()
    picture(page, f"several-{ruleset}-asked")
    hand.tap(page.locator(one))
    hand.tap(also)
    expect(tab(hand, "E")).to_be_visible()
    expect(tab(hand, "S")).to_be_visible()
    expect(page.locator("#save-hand")).to_have_attribute("aria-disabled", "true")
    expect(page.locator("#ask")).to_contain_text("Bo, from ")
    hand.tap(page.locator(other))
    expect(page.locator("#save-hand")).to_have_attribute("aria-disabled", "false")
    if gains:
        expect(page.locator("#save-hand")).to_have_text(f"{gains} · Save")
    for size in ((390, 844), (844, 390), (390, 664)):
        page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
        picture(page, f"several-{ruleset}-{size[0]}x{size[1]}")
        assert in_sight(page), size
    assert violations(page) == []
    # The keys show the value of the winner who is tapped.
    hand.choose(winners="E")
    expect(
        page.locator(one).locator("input").or_(page.locator(one)).first
    ).to_be_visible()
    assert page.locator(one).evaluate(PRESSED)
    assert not page.locator(other).evaluate(PRESSED)
    # A second tap removes this winner, so the other player is the only winner.
    hand.choose(winners="E")
    expect(page.locator('[name="winner"][value="S"]')).to_be_checked()
    expect(page.locator("[name=winners]:checked")).to_have_count(0)
    assert page.locator(other).evaluate(PRESSED)
    hand.choose(winners="E")
    hand.tap(page.locator(one))
    hand.save(1)
    receipt = page.locator("#receipt")
    expect(receipt).to_contain_text("Ada Lind wins")
    expect(receipt).to_contain_text("Bo Park wins")


#: Returns whether a key is pressed.
PRESSED = """
(key) => key.getAttribute("aria-pressed") === "true" || Boolean(key.control?.checked)
"""


def test_a_wrong_discarder_is_tapped_again_and_is_open(at):
    hand = at("hong_kong", multiple_winners="all")
    hand.choose(winner="E", source="N")
    hand.choose(source="N")
    expect(hand.page.locator("[name=source]:checked")).to_have_count(0)
    expect(hand.page.locator("#ask")).to_contain_text("Who discarded?")
    hand.choose(source="W")
    expect(hand.page.locator('[name="source"][value="W"]')).to_be_checked()


def test_the_winners_of_classical_are_counted_seat_by_seat(at):
    hand = at("classical", multiple_winners="all")
    page = hand.page
    hand.choose(winner="E", source="N")
    hand.count(20)
    hand.choose(edit="S")
    also = page.locator('.r-also label:has([value="S"])')
    expect(also.get_by_text("also won?")).to_be_visible()
    picture(page, "several-classical-asked")
    hand.choose(winners="S")
    hand.count(30)
    expect(tab(hand, "S")).to_be_visible()
    picture(page, "several-classical")
    assert violations(page) == []
    hand.choose(edit="W")
    hand.count(4)
    hand.save(1)
    expect(page.locator("#receipt")).to_contain_text("wins 30 points from")


DEALER_CHANGES = """
from scoring.ledger import enter_hand as entering
from tournaments.models import Game
game = Game.objects.get(round__tournament__slug="{slug}", table=1)
entering.enter(game.pk, {{"kind": "win", "winner": "S", "from": "N", "faan": 3}},
    hand=1, device_key="{slug}-first", by="referee")
"""


def test_winds_of_several_winners_follow_another_device(at, site):
    hand = at("hong_kong", multiple_winners="all")
    page = hand.page
    hand.choose(winner="E", source="N", faan="3", winners="S")
    hand.choose(faan="8")
    sits = page.locator("#sits-winner-S")
    expect(sits).to_have_attribute("data-wind", "S")
    slug = page.url.split("/table/")[1].split("/")[0]
    site.shell(DEALER_CHANGES.format(slug=slug))
    # While both versions are compared, the page shows the seats of that hand.
    hand.tap(page.locator('#form-news [data-do="same"]'))
    expect(sits).to_have_attribute("data-wind", "E")
    expect(page.locator("[name=winners]:checked")).to_have_count(0)
    # The next hand's winners are the seats with their new winds; no list repeats them.
    hand.choose(winner="S", source="N", faan="3", winners="E")
    wins = page.locator('.r-who [data-at="S"]')
    expect(wins).to_contain_text("East")
    expect(wins.locator(".tab")).to_have_attribute("data-value", "3")
    assert not {"East", "South"} & set(
        page.locator("fieldset.several").inner_text().split()
    )


def test_a_player_declares_ready_and_the_seat_shows_it(at):
    hand = at("classical", must_declare_ready=True)
    page = hand.page
    page.get_by_role("button", name="Other…").click()
    page.get_by_role("link", name="Ready").click()
    page.get_by_label("Ada Lind").check(force=True)
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".declared")).to_have_count(1)
    expect(page.locator(".declared")).to_be_visible()
