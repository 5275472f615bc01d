"""Waiting entries that can no longer be saved, and pages opened before an outage.

Each page either works or shows why it does not.
"""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.looks import assert_sound
from tests.browser.test_after_saving import WASHOUT
from tests.browser.waiting_phone import (
    SENT,
    come_and_keep,
    come_to,
    count,
    enter,
    in_ledger,
    keeping_phone,
    phone,
    slug,
    wait_until_kept,
)

__all__ = ["keeping_phone", "phone", "slug"]

ROUND = (
    "from django.utils import timezone;"
    "from scoring.ledger import decide_late_hand as late_hand_decision;"
    "from scoring.rounds import end_and_close_round as ending;"
    "from scoring.models import LateHand; from tournaments.models import Round;"
    "r = Round.objects.get(tournament__slug='{slug}');"
)
GONG = ROUND + (
    "ending.end_now(r.pk, by='director', reason='time', now=timezone.now())"
)
NO = ROUND + (
    "late_hand_decision.decide(LateHand.objects.get(game__round=r).pk, counts=False,"
    " by='referee', reason='the dice were cold')"
)
PENALTY = ROUND + (
    "from scoring.ledger import enter_hand as entering;"
    "raw = {{'kind': 'penalty', 'seat': 'N', 'amount': -10}};"
    "entering.enter(r.games.get(table=1).pk, raw, device_key='p', by='referee',"
    " reason='late')"
)
CLOSE = ROUND + "ending.close(r.pk, by='director', reason='over')"
TOO_LATE = (
    "from tournaments.models import LogEvent;"
    "print([(e.by.partition(',')[0], e.data['hand']) for e in"
    " LogEvent.objects.filter(tournament__slug='{slug}', kind='entry_too_late')])"
)
OLD = "No connection. The table as of"


def is_new(page: Page) -> None:
    expect(page.get_by_text(OLD)).to_be_hidden(timeout=SENT)


def comes_again_offline(keeping_phone, path: str) -> Page:
    page = keeping_phone(offline=True)
    page.goto(path)
    expect(page.get_by_text(OLD)).to_be_visible()
    expect(page.locator("#waiting")).to_have_attribute("data-ready", "yes")
    return page


def test_a_late_hand_that_a_referee_refuses_leaves_the_queue(phone, site, slug):
    page = phone()
    come_to(page, site, slug)
    page.context.set_offline(True)
    enter(page, 12)
    enter(page, 13)
    site.shell(GONG.format(slug=slug))
    page.context.set_offline(False)
    expect(page.get_by_text("Hand 1 awaits a referee")).to_be_visible(timeout=SENT)
    # No later hand can count.
    expect(page.locator("#save-hand")).to_be_hidden()
    count(page, "Hands waiting to be sent: 1")
    site.shell(NO.format(slug=slug))

    waiting = page.locator("#waiting")
    said = page.locator(".refused-hand")
    expect(said).to_contain_text("Hand 1 did not count", timeout=SENT)
    expect(said).to_contain_text("the dice were cold")
    halted = waiting.locator('[data-part="halted"]')
    expect(halted).to_contain_text("Hand 2 was not saved", timeout=SENT)
    expect(halted.get_by_text("Delete", exact=True)).to_be_visible()
    assert_sound(page)
    # The page shows it, so the queue does not, until the page no longer does.
    refused = waiting.locator('[data-part="refused"]')
    expect(refused).to_be_hidden()
    page.reload()
    expect(said).to_be_visible()
    expect(halted).to_be_visible()
    expect(refused).to_be_hidden()
    site.shell(PENALTY.format(slug=slug))
    expect(said).to_have_count(0, timeout=SENT)
    expect(refused).to_contain_text("Hand 1 does not count", timeout=SENT)
    expect(refused).to_contain_text("the dice were cold")
    refused.get_by_role("button", name="Dismiss").click()
    expect(refused).to_be_hidden()

    expect(halted).to_be_visible()
    halted.get_by_text("Delete", exact=True).click()
    halted.get_by_label("A referee decided that this entry does not count").check()
    halted.get_by_role("button", name="Delete this entry").click()
    expect(waiting).to_have_attribute("hidden", "", timeout=SENT)
    page.reload()
    expect(waiting).to_have_attribute("data-ready", "yes")
    expect(waiting).to_have_attribute("hidden", "")


def test_an_old_page_comes_anew_while_a_hand_waits_for_a_word(
    keeping_phone, site, slug
):
    page = keeping_phone()
    come_and_keep(page, site, slug)
    page.context.set_offline(True)
    enter(page, 12)
    count(page, "Hands waiting to be sent: 1")
    page = comes_again_offline(keeping_phone, f"/table/{slug}/1/1/")
    site.shell(GONG.format(slug=slug))
    page.context.set_offline(False)
    is_new(page)
    expect(page.locator("#waiting")).to_have_attribute("data-kept", "no")
    expect(page.get_by_text("Hand 1 awaits a referee")).to_be_visible()


def test_an_old_page_comes_anew_while_a_hand_is_halted(keeping_phone, site, slug):
    page = keeping_phone()
    come_and_keep(page, site, slug)
    page.context.set_offline(True)
    enter(page, 7)
    count(page, "Hands waiting to be sent: 1")
    page = comes_again_offline(keeping_phone, f"/table/{slug}/1/1/")
    page.context.set_offline(False)
    is_new(page)
    expect(page.locator("#waiting")).to_have_attribute("data-kept", "no")
    halted = page.locator('#waiting [data-part="halted"]')
    expect(halted).to_contain_text("7 fan is less than the minimum", timeout=SENT)


def test_an_old_page_keeps_what_is_typed_and_is_renewed_around_it(
    keeping_phone, site, slug
):
    page = keeping_phone()
    come_and_keep(page, site, slug)
    page = comes_again_offline(keeping_phone, f"/table/{slug}/1/1/")
    page.evaluate("window.here = 'the same page'")
    page.locator('[name="points"]').fill("33")
    site.shell(GONG.format(slug=slug))
    page.context.set_offline(False)
    is_new(page)
    expect(page.get_by_text("Time is up").first).to_be_visible(timeout=SENT)
    expect(page.locator('[name="points"]')).to_have_value("33")
    assert page.evaluate("window.here") == "the same page"


def test_a_closed_round_says_which_hand_was_not_entered(phone, site, slug):
    page = phone()
    come_to(page, site, slug)
    page.context.set_offline(True)
    enter(page, 12)
    enter(page, 13)
    count(page, "Hands waiting to be sent: 2")
    site.shell(CLOSE.format(slug=slug))
    page.context.set_offline(False)
    waiting = page.locator("#waiting")
    halted = waiting.locator('[data-part="halted"]')
    said = "Round closed: hand 1 was not entered"
    expect(halted).to_contain_text(said, timeout=SENT)
    expect(halted).to_contain_text("Ada Lind")
    expect(waiting).to_contain_text("Also not entered")
    halted.get_by_role("link", name="Open the table page").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(
        "Round 1 is closed. Thank you."
    )
    expect(halted).to_contain_text(said)
    assert_sound(page)
    assert site.shell(TOO_LATE.format(slug=slug)) == "[('table 1', 2), ('table 1', 1)]"

    for hand in (1, 2):
        expect(halted).to_contain_text(f"hand {hand} was not entered")
        if not halted.locator("details[open]").count():
            halted.get_by_text("Delete", exact=True).click()
        halted.get_by_label("A referee decided that this entry does not count").check()
        halted.get_by_role("button", name="Delete this entry").click()
    expect(waiting).to_have_attribute("hidden", "", timeout=SENT)
    assert "12" not in in_ledger(site, slug)


def test_a_page_that_is_kept_knows_what_was_saved_and_told_since(
    keeping_phone, site, slug
):
    page = keeping_phone()
    stored = come_and_keep(page, site, slug)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    enter(page, 12)
    expect(page.get_by_text("Hand 1 is saved")).to_be_visible()
    site.shell(WASHOUT.format(slug=slug, hand=2))
    expect(page.locator("#table-lines tbody tr")).to_have_count(3)
    wait_until_kept(page, stored, "Draw: no winner.")
    assert not [url for url in asked if url.endswith("/1/1/tiles/")]
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_text("No connection. The table as of")).to_be_visible()
    expect(page.locator("#table-lines")).to_contain_text("Draw: no winner.")
    expect(page.locator("#table-lines tbody tr")).to_have_count(3)
    expect(page.locator("#table-now")).to_contain_text("Hand 3")
    expect(page.get_by_role("heading", name="Hand 3")).to_be_visible()
    enter(page, 13)
    count(page, "Hands waiting to be sent: 1")
    page.context.set_offline(False)
    expect(page.locator("#table-lines tbody tr")).to_have_count(4, timeout=SENT)
