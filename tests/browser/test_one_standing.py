"""All parts of a table's page show the same state: cards, score sheet and server agree,
whatever other devices entered while the page was offline.
"""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser import whole_page
from tests.browser.test_entered_elsewhere import enter_elsewhere
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

__all__ = ["phone", "slug"]

SETTLE = (
    "from scoring.corrections import conflicting_hands as conflicts;"
    "from scoring.models import Conflict;"
    "one = Conflict.objects.get(line__game__round__tournament__slug='{slug}');"
    "conflicts.settle(one.line.game, one.pk, '{choice}', by='director',"
    " reason='compared')"
)
CORRECT = (
    "from scoring.corrections import correct_and_undo as corrections;"
    "from scoring.models import LedgerEntry;"
    "line = LedgerEntry.objects.get(game__round__tournament__slug='{slug}', hand=1);"
    "corrections.correct(line.pk, dict(line.data, kind='win', points=40),"
    " device_key='{slug} c', by='director', reason='read again')"
)


def test_cards_and_sheet_agree_once_the_other_version_counts(phone, person, site, slug):
    late, other = phone(), person(**PHONE).page
    come_to(late, site, slug)
    other.goto(site.shell(LINK.format(slug=slug, table=1)))
    for hand, fan in ((1, 12), (2, 13), (3, 14)):
        enter(other, fan)
        expect(other.get_by_text(f"Hand {hand} is saved")).to_be_visible()
    expect(late.get_by_role("heading", name="Hand 4 · East")).to_be_visible()
    late.context.set_offline(True)
    enter(late, 20)
    enter(late, 21)
    count(late, "Hands waiting to be sent: 2")
    enter(other, 15)
    expect(other.get_by_text("Hand 4 is saved")).to_be_visible()
    enter(other, 21)
    expect(other.get_by_text("Hand 5 is saved")).to_be_visible()
    late.context.set_offline(False)
    both = late.get_by_role("heading", name="Conflict: two versions of hand 4")
    expect(both).to_be_visible(timeout=SENT)
    # A correction in the meantime changes the scores, not the next hand.
    site.shell(CORRECT.format(slug=slug))
    expect(late.locator("#table-lines")).to_contain_text("40 fan")
    whole_page.assert_as_new(late)
    site.shell(SETTLE.format(slug=slug, choice="offered"))
    expect(late.locator("#waiting [data-part=waiting]")).to_be_hidden(timeout=SENT)
    expect(late.get_by_role("heading", name=re.compile("Hand 6 · "))).to_be_visible()
    for page in (late, other):
        whole_page.assert_as_new(page)
    assert in_ledger(site, slug).endswith("(5, 21), (1, 40), (4, 20)]")


def test_a_hand_for_later_tells_no_standing_of_now(phone, site, slug):
    page = phone()
    come_to(page, site, slug)
    page.context.route("**/queue/", lambda route: route.fulfill(status=503, body="{}"))
    page.context.set_offline(True)
    enter(page, 12)
    enter(page, 13)
    count(page, "Hands waiting to be sent: 2")
    page.context.set_offline(False)
    # The table's next hand has changed, so the form is replaced.
    enter_elsewhere(site, slug, 1)
    expect(page.locator("#table-lines")).to_contain_text("18 fan", timeout=SENT)
    expect(page.locator('#hand-form [name="hand"]')).to_have_value("3")
    page.wait_for_timeout(300)  # htmx has finished its changes
    expect(page.locator("#hand-form .plate .standing").first).to_be_hidden()
    whole_page.assert_as_new(page)


TAKE_BACK = (
    "from scoring.corrections import correct_and_undo as corrections;"
    "from tournaments.models import Game;"
    "s = Game.objects.get(round__tournament__slug='{slug}', table=1);"
    "corrections.undo(s.pk, device_key='{slug} {key}', by='referee', reason='{why}')"
)


def test_what_was_taken_back_is_not_what_was_taken_back_before(phone, site, slug):
    page = phone()
    come_to(page, site, slug)
    enter(page, 12)
    expect(page.get_by_text("Hand 1 is saved")).to_be_visible()
    site.shell(TAKE_BACK.format(slug=slug, key="one", why="typed wrong"))
    page.get_by_text("1 entry undone").click()
    told = page.locator("#table-lines").get_by_text("typed wrong")
    expect(told).to_be_visible()
    enter_elsewhere(site, slug, 1)
    site.shell(TAKE_BACK.format(slug=slug, key="two", why="not their table"))
    expect(page.locator("#table-lines")).to_contain_text("not their table")
    whole_page.assert_as_new(page)
