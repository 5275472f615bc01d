"""A phone at a table with an unstable network.

The page shows that entries wait. When the network is back, each entry is in the ledger
once, in order.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.looks import assert_sound
from tests.browser.waiting_phone import (
    DISCARDED,
    LINK,
    PHONE,
    SENT,
    come_and_keep,
    come_to,
    count,
    enter,
    in_ledger,
    keeping_phone,
    phone,
    phone_on_disk,
    slug,
)

__all__ = ["keeping_phone", "phone", "phone_on_disk", "slug"]

#: Answers to sent hands arrive after a second.
SLOW_ANSWERS = """
const answered = window.fetch;
window.fetch = async (address, options) => {
    const answer = await answered(address, options);
    if (options?.method === "POST") await new Promise((go) => setTimeout(go, 1000));
    return answer;
};
"""


def test_hands_wait_through_a_closed_browser_and_are_sent_in_order(
    phone_on_disk, site, slug
):
    page = phone_on_disk()
    come_and_keep(page, site, slug)
    page.context.set_offline(True)
    enter(page, 12)
    count(page, "Hands waiting to be sent: 1")
    waiting = page.locator("#waiting")
    expect(waiting).to_contain_text("Preview, not saved")
    expect(waiting).to_contain_text("Bo Park pays Ada Lind 20")
    enter(page, 13)
    enter(page, 14)
    count(page, "Hands waiting to be sent: 3")
    expect(page.locator(".notice.success:visible")).to_have_count(0)
    assert_sound(page)

    page.reload()
    count(page, "Hands waiting to be sent: 3")

    page = phone_on_disk(offline=True)
    page.goto(f"/table/{slug}/1/1/")
    count(page, "Hands waiting to be sent: 3")
    expect(page.get_by_text("No connection. The table as of")).to_be_visible()
    expect(page.get_by_role("heading", name="Hand 4")).to_be_visible()
    enter(page, 15)
    count(page, "Hands waiting to be sent: 4")
    assert in_ledger(site, slug) == "[]"

    page.context.set_offline(False)
    expect(page.get_by_text("Hand 4 is saved")).to_be_visible(timeout=SENT)
    expect(page.locator("#waiting")).to_have_attribute("hidden", "")
    assert in_ledger(site, slug) == "[(1, 12), (2, 13), (3, 14), (4, 15)]"

    enter(page, 16)
    expect(page.get_by_text("Hand 5 is saved")).to_be_visible()
    assert in_ledger(site, slug).endswith("(5, 16)]")


def test_an_answer_that_is_lost_makes_no_second_entry(phone, site, slug):
    page = phone()
    come_to(page, site, slug)
    lost: list[str] = []

    def lose(route) -> None:
        if route.request.method == "POST" and not lost:
            lost.append(route.fetch().text())
            return route.abort()
        return route.continue_()

    page.route(f"**/table/{slug}/1/1/", lose)
    enter(page, 12)
    expect(page.get_by_text("Hand 1 is saved")).to_be_visible(timeout=SENT)
    assert "Hand 1 is saved" in lost[0]
    assert in_ledger(site, slug) == "[(1, 12)]"


def test_a_hand_that_came_too_slowly_is_sent_again(phone, site, slug):
    page = phone()
    come_to(page, site, slug)
    slow: list[str] = []

    def refuse(route) -> None:
        path = route.request.url.rpartition("/1/1/")[2]
        if route.request.method == "POST" and path not in slow:
            slow.append(path)
            return route.fulfill(status=408, body="This came so slowly")
        return route.continue_()

    page.route(f"**/table/{slug}/1/1/", refuse)
    page.route(f"**/table/{slug}/1/1/queue/", refuse)
    enter(page, 12)
    expect(page.get_by_text("Hand 1 is saved")).to_be_visible(timeout=SENT)
    assert slow == ["", "queue/"]
    assert in_ledger(site, slug) == "[(1, 12)]"


@pytest.mark.every_case
@pytest.mark.parametrize("status", [200, 302, 403])
def test_who_answers_in_the_servers_place_takes_no_hand_away(phone, site, slug, status):
    """A network with a sign-in page answers every request.

    The waiting hand stays on the device.
    """
    page = phone()
    come_to(page, site, slug)
    portal = {
        "body": "<main>Free WiFi: sign in</main>",
        "headers": {"Content-Type": "text/html", "Location": "http://portal.invalid/"},
    }
    below = f"**/table/{slug}/1/1/**"
    page.route(below, lambda route: route.fulfill(status=status, **portal))
    enter(page, 12)
    count(page, "Hands waiting to be sent: 1")
    expect(page.get_by_text("Free WiFi")).to_have_count(0)
    expect(page.locator("#hand-form")).to_be_visible()
    assert in_ledger(site, slug) == "[]"
    page.unroute(below)
    expect(page.get_by_text("Hand 1 is saved")).to_be_visible(timeout=2 * SENT)
    assert in_ledger(site, slug) == "[(1, 12)]"


def test_a_stored_page_stays_until_its_hands_are_sent(keeping_phone, site, slug):
    """A stored page is not replaced while the device sends its hands, because the new
    page would not get the responses.
    """
    page = keeping_phone()
    page.add_init_script(SLOW_ANSWERS)
    come_and_keep(page, site, slug)
    page.context.set_offline(True)
    enter(page, 12)
    count(page, "Hands waiting to be sent: 1")
    page.reload()
    count(page, "Hands waiting to be sent: 1")
    page.context.set_offline(False)
    # The page may start another navigation first, so not a single one is awaited.
    expect(page).to_have_url(re.compile(r"/1/1/\?saved=1$"), timeout=SENT)
    expect(page.get_by_role("heading", name="Hand 1 is saved")).to_be_visible()


def test_two_versions_are_seen_by_both_and_a_referee_chooses(phone, person, site, slug):
    late, first, referee = phone(), person(**PHONE).page, person()
    come_to(late, site, slug)
    first.goto(site.shell(LINK.format(slug=slug, table=1)))
    late.context.set_offline(True)
    enter(late, 20)
    sent_later = "it will be sent when you are back online"
    expect(late.locator("#waiting")).to_contain_text(sent_later)
    enter(late, 21)
    enter(first, 12)
    expect(first.get_by_text("Hand 1 is saved")).to_be_visible()
    late.context.set_offline(False)

    halted = late.locator('#waiting [data-part="halted"]')
    expect(halted).to_contain_text(
        "Hand 1 was already entered differently", timeout=SENT
    )
    expect(halted).to_contain_text("12 fan")
    expect(halted).to_contain_text("20 fan")
    both = "Conflict: two versions of hand 1"
    for page in (first, late):
        expect(page.get_by_role("heading", name=both)).to_be_visible(timeout=SENT)
    # It is reported once, and the waiting hands behind it do not promise to be sent
    # automatically.
    expect(halted).to_be_hidden()
    count(late, "Hands waiting to be sent: 1")
    expect(late.locator("#waiting")).to_contain_text(
        "Waits on this device until hand 1 is settled."
    )
    expect(late.locator("#waiting")).not_to_contain_text(sent_later)
    assert_sound(late)
    for page, counts, after in (
        (first, "this device", "the other device"),
        (late, "the other device", "this device"),
    ):
        versions = page.locator(".two-versions > p")
        expect(versions.nth(0)).to_contain_text(f"by {counts} (")
        expect(versions.nth(1)).to_contain_text(f"by {after} (")
    assert_sound(first)

    referee.sign_in()
    referee.page.goto(f"/table/{slug}/1/1/")
    assert_sound(referee.page)
    why = referee.page.locator(".two-versions").get_by_label("Reason")
    why.fill("both compared at the table")
    referee.page.get_by_role("button", name="Keep this version").click()
    # The rest is sent automatically.
    expect(late.locator("#waiting")).to_have_attribute("hidden", "", timeout=SENT)
    expect(first.get_by_role("heading", name=both)).to_have_count(0, timeout=SENT)
    assert in_ledger(site, slug) == "[(1, 12), (2, 21)]"


def test_a_refused_hand_is_changed_and_the_rest_follows(phone, site, slug):
    page = phone()
    come_to(page, site, slug)
    page.context.set_offline(True)
    enter(page, 7)  # below the minimum
    count(page, "Hands waiting to be sent: 1")
    enter(page, 13)
    count(page, "Hands waiting to be sent: 2")
    page.context.set_offline(False)
    halted = page.locator('#waiting [data-part="halted"]')
    expect(halted).to_contain_text("7 fan is less than the minimum", timeout=SENT)
    halted.get_by_role("button", name="Edit").click()
    expect(page.get_by_role("heading", name="Hand 1 · East")).to_be_visible()
    assert page.locator('[name="points"]').input_value() == "7"
    page.locator('[name="points"]').fill("17")
    page.locator("#save-hand").click()
    expect(page.get_by_text("Hand 2 is saved")).to_be_visible(timeout=SENT)
    assert in_ledger(site, slug) == "[(1, 17), (2, 13)]"


def test_a_refused_hand_is_discarded_with_a_referees_word(phone, site, slug):
    page = phone()
    come_to(page, site, slug)
    page.context.set_offline(True)
    enter(page, 7)
    page.context.set_offline(False)
    waiting = page.locator("#waiting")
    expect(waiting.get_by_role("alert")).to_be_visible(timeout=SENT)
    waiting.get_by_text("Delete", exact=True).click()
    discard = waiting.get_by_role("button", name="Delete this entry")
    discard.click()
    expect(discard).to_be_visible()
    expect(waiting.locator('[data-part="waiting"]')).to_be_hidden()
    waiting.get_by_label("A referee decided that this entry does not count").check()
    discard.click()
    expect(waiting).to_have_attribute("hidden", "", timeout=SENT)
    assert in_ledger(site, slug) == "[]"
    assert site.shell(DISCARDED.format(slug=slug)) == (
        "[('table 1', 'a referee decided it at the table', 1)]"
    )


def test_a_hand_that_comes_after_time_waits_for_the_referees_word(phone, site, slug):
    page = phone()
    come_to(page, site, slug)
    page.context.set_offline(True)
    enter(page, 12)
    site.shell(
        "from django.utils import timezone;"
        "from scoring.rounds import end_and_close_round as ending;"
        "from tournaments.models import Round;"
        f"r = Round.objects.get(tournament__slug='{slug}');"
        "ending.end_now(r.pk, by='director', reason='time', now=timezone.now())"
    )
    page.context.set_offline(False)
    waits = page.get_by_role("heading", name="Hand 1 awaits a referee")
    expect(waits).to_be_visible(timeout=SENT)
    waiting = page.locator("#waiting")
    expect(waiting).to_have_attribute("hidden", "", timeout=SENT)
    assert in_ledger(site, slug) == "[(1, None)]"
    site.shell(
        "from scoring.ledger import decide_late_hand as late_hand_decision;"
        "from scoring.models import LateHand;"
        "late_hand_decision.decide(LateHand.objects.get("
        f"game__round__tournament__slug='{slug}').pk, counts=True, by='referee')"
    )
    expect(waits).to_be_hidden(timeout=SENT)
    assert in_ledger(site, slug) == "[(1, None), (1, 12)]"


def test_a_device_that_was_shut_out_says_what_still_waits(phone, site, slug):
    page = phone()
    come_to(page, site, slug)
    page.context.set_offline(True)
    enter(page, 12)
    site.shell(
        "from tournaments.access import table_links;"
        "from tournaments.models import Game;"
        f"s = Game.objects.get(round__tournament__slug='{slug}', table=1);"
        "table_links.reissue(s.pk, by='director')"
    )
    page.context.set_offline(False)
    shut = page.get_by_text("The server does not accept entries from this device")
    expect(shut).to_be_visible(timeout=SENT)
    page.goto(f"/table/{slug}/1/1/")
    expect(page.get_by_role("heading", level=1)).to_contain_text("no longer valid")
    count(page, "Hands waiting to be sent: 1")
    page.goto(site.shell(LINK.format(slug=slug, table=1)))
    expect(page.get_by_text("Hand 1 is saved")).to_be_visible(timeout=SENT)
    assert in_ledger(site, slug) == "[(1, 12)]"


def test_what_is_typed_while_the_queue_is_sent_stays(phone, site, slug):
    page = phone()
    come_to(page, site, slug)
    page.evaluate("window.here = 'the same page'")
    page.context.set_offline(True)
    enter(page, 12)
    count(page, "Hands waiting to be sent: 1")
    page.locator('label:has([name="winner"][value="N"])').click()
    page.locator('[name="points"]').fill("33")
    page.context.set_offline(False)
    expect(page.get_by_role("status").get_by_text("Hand 1 is saved")).to_be_visible(
        timeout=SENT
    )
    expect(page.locator('#waiting [data-part="waiting"]')).to_be_hidden()
    expect(page.locator('[name="winner"][value="N"]')).to_be_checked()
    expect(page.locator('[name="points"]')).to_have_value("33")
    expect(page.get_by_text("Reload this table")).to_have_count(0)
    assert_sound(page)
    page.locator('label:has([name="source"][value="S"])').click()
    page.locator("#save-hand").click()
    expect(page.get_by_text("Hand 2 is saved")).to_be_visible()
    expect(page.get_by_text("Hand 1 is saved")).to_be_hidden()
    page.wait_for_timeout(500)
    expect(page.locator(".receipt")).to_contain_text("Hand 2 is saved")
    assert page.evaluate("window.here") == "the same page"
    assert in_ledger(site, slug) == "[(1, 12), (2, 33)]"


FALSE_WIN = """
from scoring.ledger import enter_hand as entering
from tournaments.models import Game
game = Game.objects.get(round__tournament__slug="{slug}", table=1)
entering.enter(game.pk, {{"kind": "false_win", "seat": "W"}},
    device_key="{slug}-false", by="referee")
"""


def test_a_dead_hand_ends_with_its_unsent_hand(phone, site, slug):
    page = phone()
    site.shell(FALSE_WIN.format(slug=slug))
    come_to(page, site, slug)
    page.get_by_role("button", name="Dismiss").click()
    winner = page.locator('[name="winner"][value="W"]')
    expect(winner).to_be_disabled()
    expect(page.locator(".plate .dead")).to_be_visible()
    page.context.set_offline(True)
    page.locator('label:has([name="winner"][value="washout"])').click()
    page.locator("#save-hand").click()
    expect(page.locator("#hand-form[data-behind]")).to_have_count(1)
    expect(winner).to_be_enabled()
    expect(page.locator(".plate .dead")).to_be_hidden()
    page.locator('.r-who label:has([name="winner"][value="W"])').click()
    expect(winner).to_be_checked()
    page.context.set_offline(False)
    expect(page.get_by_text("Hand 1 is saved")).to_be_visible(timeout=SENT)
    expect(winner).to_be_enabled()


def test_a_form_that_nobody_touched_shows_who_deals_after_the_queue(phone, site, slug):
    page = phone()
    come_to(page, site, slug)
    page.evaluate("window.here = 'the same page'")
    page.context.set_offline(True)
    enter(page, 12)
    expect(page.locator("#hand-form[data-behind]")).to_have_count(1)
    page.context.set_offline(False)
    expect(page.get_by_text("Hand 1 is saved")).to_be_visible(timeout=SENT)
    expect(page.locator("#hand-form[data-behind]")).to_have_count(0)
    expect(page.locator("#waiting")).to_have_attribute("hidden", "")
    dealer = page.locator('label:has([name="winner"][value="S"]) .deals')
    expect(dealer).to_be_visible()
    assert page.evaluate("window.here") == "the same page"
    enter(page, 13)
    expect(page.get_by_text("Hand 2 is saved")).to_be_visible()
