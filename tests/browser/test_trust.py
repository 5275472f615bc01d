"""Reliability of a table's page, on a phone held upright and sideways.

The page shows whether the server has all entries, works without a network, and shows a
referee's changes. After the gong it asks one question. At the end of play it shows
places and confirmations.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import KEEPS_NO_PAGES
from tests.browser.looks import assert_sound_in_every_look
from tests.browser.screens import Screen
from tests.browser.tables import MAKE_TABLE
from tests.browser.test_nothing_is_covered import COVERED
from tests.browser.waiting_phone import LINK

PHONE = {"viewport": {"width": 390, "height": 664}, "has_touch": True}
SIZES = ((390, 664), (844, 390))
SESSION = """
from django.utils import timezone
from scoring.corrections import correct_and_undo as corrections
from scoring.corrections import reseat_players as reseating
from scoring.ledger import enter_hand as entering
from scoring.models import LateHand, LedgerEntry
from scoring.rounds import end_and_close_round as ending
from tournaments.models import Game, Tournament
Tournament.objects.filter(slug="{slug}").update(
    late_word="table", confirmation="at_table")
game = Game.objects.get(round__tournament__slug="{slug}", table=1)
slug = game.round.tournament.slug
def line(hand):
    return LedgerEntry.objects.filter(game=game, hand=hand).last()
"""
WIN = "{'kind': 'win', 'winner': 'E', 'from': 'S', 'points': 12}"
ENTER = (
    f"entering.enter(game.pk, {WIN}, device_key='first' + slug,"
    " by='table 1, device K12', hand=1)"
)
CORRECT = (
    "corrections.correct(line(1).pk, {'kind': 'washout'}, device_key='c' + slug,"
    " by='anna', reason='from the sheet')"
)
RESEAT = (
    "reseating.reseat(game.pk, {'kind': 'reseat', 'seats': {'E': 'S', 'S': 'E'},"
    " 'follow': 'players'}, device_key='r' + slug, by='anna', reason='looked')"
)
END = "ending.end_now(game.round_id, by='d', reason='late', now=timezone.now())"


@pytest.fixture
def slug(site, accounts) -> str:
    return site.shell(MAKE_TABLE.format(ruleset="mcr", options={}))


#: A referee answers a dispute.
SETTLE = """
from scoring.models import Confirmation
from scoring.confirming_and_finishing import confirm_and_dispute as confirming
said = Confirmation.objects.get(game=game, kind="dispute", settled_at=None)
confirming.settle(said.pk, by="anna", answer="The sheet says twelve.")
"""

#: A player confirms the result on another device.
AGREES = """
from scoring.ledger.table_ledger import TableLedger
from scoring.confirming_and_finishing import confirm_and_dispute as confirming
confirming.confirm_as_player(game.pk, game.seats.get(wind="{wind}").player,
    sequence=TableLedger(game).lines[-1].sequence, device="another")
"""


@pytest.fixture
def do(site, slug):
    return lambda code: site.shell(SESSION.format(slug=slug) + code)


@pytest.fixture
def come(browser, site, screens, slug) -> Iterator[Callable[[], Page]]:
    """Yield a function that opens the table link on another phone and returns
    its page.
    """
    taken: list[Screen] = []

    def switch_on() -> Page:
        taken.append(screens.take(browser, site.url, KEEPS_NO_PAGES | PHONE))
        return _ready(taken[-1].page, site, slug)

    yield switch_on
    for screen in taken:
        screens.give_back(screen)


def _ready(page: Page, site, slug: str) -> Page:
    page.goto(site.shell(LINK.format(slug=slug, table=1)))
    expect(page.locator("#waiting")).to_have_attribute("data-ready", "yes")
    return page


def seat(page: Page, name: str, value: str) -> None:
    page.locator(f'label:has([name="{name}"][value="{value}"])').first.tap()


def key(page: Page, name: str) -> None:
    page.locator(".key", has_text=re.compile(rf"^\s*{name}\b")).first.tap()


def nothing_covered(page: Page) -> None:
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        assert page.evaluate(COVERED) == [], (width, height)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.set_viewport_size(PHONE["viewport"])
    page.evaluate("scrollTo(0, 0)")


def strip(page: Page, text: str):
    return expect(page.locator("#strip [data-strip]")).to_have_text(text)


def test_the_head_says_what_the_server_has_and_goes_on_without_it(come, do):
    do(ENTER)
    page = come()
    strip(page, "Synced · 1 hand · Devices: 1")
    other = come()
    for each in (page, other):
        strip(each, "Synced · 1 hand · Devices: 2")
    other.context.close()
    strip(page, "Synced · 1 hand · Devices: 1")
    top = page.locator(".felt").bounding_box()
    page.context.set_offline(True)
    expect(page.locator(".place:has(.deals) .name").first).to_have_text("Bo Park")
    for source, points in (("W", "8"), ("N", "10")):
        seat(page, "winner", "E")
        seat(page, "source", source)
        key(page, points)
        page.locator("#save-hand").tap()
    strip(page, "Hands not sent yet: 2")
    # A busy machine lays the page out, and scrolls to the hand, some frames later.
    for _try in range(50):
        page.evaluate("scrollTo(0, 0)")
        if page.locator(".felt").bounding_box() == top:
            break
        page.wait_for_timeout(100)
    assert page.locator(".felt").bounding_box() == top
    expect(page.locator(".place:has(.deals) .name").first).to_have_text(
        "Dmitri Sokolov-Andersen"
    )
    expect(page.locator("#hand-title")).to_have_text("Hand 4")
    expect(page.locator("#standing-E .score")).to_have_text("+102")
    expect(page.locator("#standing-E[data-unsent]")).to_have_count(1)
    expect(page.locator("#ask")).to_have_attribute(
        "data-saved", re.compile("^Ada, from Dmitri · not sent yet · .*10$")
    )
    nothing_covered(page)
    # Incomplete hands do not wait for sending; a cleared hand shows no errors.
    seat(page, "winner", "E")
    seat(page, "source", "S")
    page.locator("#save-hand").tap(force=True)
    lacks = page.get_by_text("Enter the hand value.").locator("visible=true")
    expect(lacks).to_have_count(1)
    page.get_by_role("button", name="Clear this hand").tap()
    expect(lacks).to_have_count(0)
    strip(page, "Hands not sent yet: 2")
    page.locator(".strip-opens").tap()
    expect(
        page.get_by_role("heading", name="Hands waiting to be sent: 2")
    ).to_be_visible()
    expect(page.locator("#waiting-hands li").nth(1)).to_contain_text(
        "Dmitri Sokolov-Andersen pays Ada Lind 18"
    )
    assert_sound_in_every_look(page, "trust", (390, 844))
    page.get_by_role("button", name="Close").locator("visible=true").tap()
    page.context.set_offline(False)
    strip(page, "Synced · 3 hands · Devices: 1")
    expect(page.locator("[data-unsent], .of-waiting")).to_have_count(0)
    expect(page.locator("#standing-E .score")).to_have_text("+102")


def test_what_a_referee_changed_is_a_card_that_is_put_away(come, do):
    do(ENTER)
    page = come()
    seat(page, "winner", "W")
    top = page.locator(".felt").bounding_box()
    do(CORRECT)
    card = page.locator("[data-card]")
    expect(card).to_contain_text("Hand 1 was changed")
    expect(card).to_contain_text("Before: Ada Lind wins 12 fan from Bo Park.")
    expect(card).to_contain_text("from the sheet")
    assert page.locator(".felt").bounding_box() == top
    expect(page.locator("#save-hand")).to_be_hidden()
    nothing_covered(page)
    assert_sound_in_every_look(page, "trust", (390, 844))
    page.get_by_role("button", name="Dismiss").tap()
    expect(card).to_have_count(0)
    expect(page.locator('[name="winner"][value="W"]')).to_be_checked()
    page.reload()
    expect(page.locator("#waiting")).to_have_attribute("data-ready", "yes")
    expect(card).to_have_count(0)
    do(RESEAT)
    expect(card).to_contain_text("Players were reseated")
    expect(card.locator(".moved")).to_have_count(2)
    expect(page.get_by_text("moved here").locator("visible=true")).to_have_count(2)
    # It can be dismissed without a network too.
    page.context.set_offline(True)
    page.get_by_role("button", name="Dismiss").tap()
    expect(card).to_have_count(0)
    expect(page.locator("#save-hand")).to_be_visible()


def save_after_the_gong(page, do):
    """Save a win of 12 points by East on South's discard after the gong.

    The page then asks when the hand started.
    """
    do(END)
    expect(page.get_by_text("Time is up.")).to_be_visible()
    seat(page, "winner", "E")
    seat(page, "source", "S")
    key(page, "12")
    page.locator("#save-hand").tap()


def test_after_the_gong_one_question_then_the_places_and_the_four(come, do):
    page = come()
    save_after_the_gong(page, do)
    expect(
        page.get_by_role("heading", name="Did the hand start before the gong?")
    ).to_be_visible()
    yes = page.get_by_role("button", name="Yes, it counts")
    no = page.get_by_role("button", name="No, it started after")
    sizes = [each.bounding_box() for each in (yes, no)]
    assert len({(box["width"], box["height"]) for box in sizes}) == 1
    nothing_covered(page)
    assert_sound_in_every_look(page, "trust", (390, 844))
    page.set_viewport_size(PHONE["viewport"])
    yes.tap()
    expect(page.get_by_role("heading", name="0 of 4 confirmed")).to_be_visible()
    # Held sideways, each player can tap their own seat immediately.
    page.set_viewport_size(dict(zip(("width", "height"), SIZES[1], strict=True)))
    for agrees in page.locator(".agrees").all():
        expect(agrees).to_be_in_viewport(ratio=1)
    page.set_viewport_size(PHONE["viewport"])
    expect(page.locator("#hand-form")).to_have_count(0)
    assert do("print(LateHand.objects.get(game=game).line.hand)") == "1"
    expect(
        page.get_by_text("It counts because the players confirmed it")
    ).to_be_visible()
    page.get_by_text("Dispute result").tap()
    page.get_by_label("Mistake").fill("Not twelve")
    page.get_by_role("button", name="Confirm Ada Lind").tap()
    expect(page.get_by_role("heading", name="1 of 4 confirmed")).to_be_visible()
    # The next player's seat has the focus, also after an update of the page.
    following = page.locator(".agrees").first
    expect(following).to_be_focused()
    expect(following).to_have_accessible_description("1 of 4 confirmed")
    do(AGREES.format(wind="S"))
    expect(page.get_by_role("heading", name="2 of 4 confirmed")).to_be_visible()
    expect(following).to_be_focused()
    first = page.locator("#end-places .place").first
    side = first.get_attribute("data-side")
    page.get_by_role("button", name="Turn to my seat").tap()
    expect(first).not_to_have_attribute("data-side", side)
    page.get_by_text("Dispute result").tap()
    nothing_covered(page)
    # The error is shown at its field, in the program's words.
    page.get_by_label("Mistake").fill("It was ten.")
    page.get_by_role("button", name="Send dispute").tap()
    expect(page.locator("#end-wrong [role=alert]")).to_have_text("Choose your name.")
    expect(page.get_by_role("radio", name="Ada Lind")).to_be_focused()
    expect(page.locator("#end-wrong [role=alert]")).to_be_in_viewport()
    expect(page.get_by_label("Mistake")).to_have_value("It was ten.")
    page.get_by_label("Chiara Rossi").check()
    page.get_by_role("button", name="Send dispute").tap()
    # The form is collapsed again; the dispute is shown above it.
    expect(page.get_by_text("Disputed by Chiara Rossi")).to_be_in_viewport()
    expect(page.get_by_text("It was ten.")).to_be_in_viewport()
    expect(page.locator("#end-title")).to_be_focused()
    assert_sound_in_every_look(page, "trust", (390, 844))
    # The answer is shown above the question; each player can read and dismiss it.
    do(SETTLE)
    card = page.locator("#end [data-card]")
    expect(card).to_contain_text("Dispute by Chiara Rossi resolved")
    expect(card).to_contain_text("It was ten.")
    expect(card.get_by_text("The sheet says twelve.")).to_be_visible()
    nothing_covered(page)
    card.get_by_role("button", name="Dismiss").tap()
    expect(card).to_have_count(0)
    expect(page.locator("#end-title")).to_be_focused()
    page.reload()
    expect(page.locator("#end-title")).to_be_visible()
    expect(card).to_have_count(0)


def test_after_the_gong_what_does_not_count_is_said_until_it_is_read(come, do):
    page = come()
    save_after_the_gong(page, do)
    with page.expect_response("**/sheet/*"):
        page.get_by_role("button", name="No, it started after").tap()
    told = page.get_by_role("heading", name="Not entered")
    expect(told).to_be_focused()
    # Updates of the table do not remove it, and no form asks for another hand.
    page.wait_for_timeout(500)
    expect(told).to_be_in_viewport(ratio=1)
    expect(page.locator("#save-hand")).to_be_hidden()
    nothing_covered(page)
    page.get_by_role("link", name="Enter another hand").tap()
    expect(page.locator("#save-hand")).to_be_visible()


def test_the_head_is_one_line_where_a_deal_is_repeated(site, accounts, person):
    slug = site.shell(MAKE_TABLE.format(ruleset="hong_kong", options={}))
    faan = ENTER.replace("'points': 12", "'faan': 3")
    site.shell(SESSION.format(slug=slug) + faan)
    page = _ready(person(**PHONE).page, site, slug)
    strip(page, "Synced · 1 hand · Devices: 1")
    expect(page.locator(".middle .fact")).to_have_text("dealer stayed 1×")
    told = page.locator("#strip [data-strip]")
    assert told.evaluate("told => told.scrollWidth <= told.clientWidth")
    # It is at the other end of the line from the table number, before the button for
    # display settings, which ends the line.
    page.set_viewport_size({"width": 844, "height": 390})
    line = page.locator("#strip").bounding_box()
    display = page.get_by_role("button", name="Display on this device").bounding_box()
    assert 0 <= display["x"] - (line["x"] + line["width"]) <= 24
    assert 844 - 24 <= display["x"] + display["width"] <= 844
    assert page.locator("#strip .icon").bounding_box()["x"] > 844 / 2
    page.set_viewport_size(PHONE["viewport"])
    nothing_covered(page)


LONG_NAME = """
player = game.seats.get(wind="S").player.person
player.first_name = "Maximiliana-Konstantina Alexandria"
player.last_name = "Wolfeschlegelsteinhausenberger"
player.save()
"""


def test_a_name_of_sixty_letters_makes_no_page_wider(come, do):
    do(LONG_NAME)
    page = come()
    assert page.evaluate("document.documentElement.scrollWidth") == 390
