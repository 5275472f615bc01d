"""The control room keeps typed input when the clock changes."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looks import violations
from tests.browser.test_big_clock import CUP, PHONE, ROUND

BACKGROUND = True
KEPT = "The clock has changed. Your input is kept."


@pytest.fixture
def slug(site, accounts) -> str:
    return site.shell(CUP).split()[0]


@pytest.fixture
def verb(site, slug):
    """Return a function that runs code in the site's shell.

    In the code, `r` is the round and `now` the time.
    """

    def do(code: str) -> None:
        site.shell(ROUND + code)

    return do


@pytest.fixture
def page(person, slug, verb) -> Page:
    verb("clock.start(r.pk, by='director', now=now)")
    someone = person(**PHONE)
    someone.sign_in()
    someone.page.goto(f"/director/{slug}/")
    return someone.page


def fold(page: Page, name: str):
    return page.locator(f'[data-fold="{name}"]')


def unfold(page: Page, name: str) -> None:
    fold(page, "more").locator("summary").first.click()
    fold(page, name).locator("summary").click()


def shown(page: Page, state: str):
    return page.locator("#control-clock").get_by_text(state, exact=True)


def half_type(page: Page) -> None:
    unfold(page, "extend")
    page.locator("#extend_minutes").fill("7")
    page.locator("#extend_reason").fill("a wall that fe")


def test_a_half_typed_reason_stays_when_the_clock_changes(page, verb):
    half_type(page)
    verb("clock.pause(r.pk, by='other', now=now)")
    expect(page.get_by_role("button", name="Resume")).to_be_visible()
    expect(page.get_by_text(KEPT)).to_be_visible()
    expect(page.locator("#extend_minutes")).to_have_value("7")
    expect(page.locator("#extend_reason")).to_be_focused()
    page.keyboard.type("ll")
    expect(page.locator("#extend_reason")).to_have_value("a wall that fell")
    page.get_by_role("button", name="Change time").click()
    expect(page.get_by_text("Time of round 1 changed.")).to_be_visible()
    # The sent form is reset.
    expect(page.locator("#extend_minutes")).to_have_value("5")
    expect(page.locator("#extend_reason")).to_have_value("")
    assert fold(page, "extend").get_attribute("open") is None
    expect(page.get_by_text(KEPT)).to_be_hidden()


def test_a_warning_comes_without_the_control(page, verb):
    half_type(page)
    verb(
        "from datetime import timedelta\n"
        "ends = now + timedelta(minutes=15, seconds=2)\n"
        "Round.objects.filter(pk=r.pk).update(\n"
        "    ends_at=ends, mark_at=ends - timedelta(minutes=15))"
    )
    with page.expect_response(re.compile("/control/")) as asked:
        pass
    assert asked.value.status == 204
    expect(page.locator("#extend_reason")).to_have_value("a wall that fe")
    expect(page.get_by_text(KEPT)).to_be_hidden()


def test_what_was_typed_for_a_round_is_not_for_the_next(page, verb):
    half_type(page)
    verb("ending.close(r.pk, by='other', reason='x')")
    expect(shown(page, "Closed")).to_be_visible()
    expect(page.locator("#extend_reason")).to_have_count(0)


def test_a_pause_is_one_tap_and_its_reason_folds_away(page, verb):
    expect(page.locator("#pause_reason")).to_be_hidden()
    fold(page, "pause").locator("summary").click()
    page.locator("#pause_reason").fill("fire alarm")
    # Typed text is readable on the green background too.
    assert violations(page) == []
    page.get_by_role("button", name="Pause").click()
    expect(shown(page, "Paused")).to_be_visible()
    expect(page.get_by_role("button", name="Resume")).to_be_visible()
    page.get_by_role("button", name="Resume").click()
    expect(page.locator("#pause_reason")).to_be_hidden()
    expect(page.locator("#pause_reason")).to_have_value("")


def test_a_button_that_is_pressed_waits_for_the_finger(page, verb):
    """While a button is pressed, the page does not show a change of the clock, because
    the person saw the clock before the change.
    """
    clock = page.locator("#control-clock .clock")
    before = str(clock.get_attribute("data-until"))
    page.get_by_role("button", name="Pause").hover()
    page.mouse.down()
    verb("extra_time.extend(r.pk, minutes=5, by='other', reason='x', now=now)")
    page.wait_for_timeout(1500)
    expect(clock).to_have_attribute("data-until", before)
    page.mouse.up()
    expect(clock).not_to_have_attribute("data-until", before)
    expect(page.get_by_text("The clock of round 1 has changed")).to_be_visible()
    expect(shown(page, "Playing")).to_be_visible()


def test_a_start_is_arranged_changed_and_called_off(person, slug):
    someone = person(**PHONE)
    someone.sign_in()
    page = someone.page
    page.goto(f"/director/{slug}/")
    unfold(page, "start_at")
    page.locator("#start_at_at").fill("2099-05-01T14:30")
    page.get_by_role("button", name="Start at this time").click()
    starts = "Round 1 starts automatically on Friday, 1 May 2099 at 14:30."
    expect(page.get_by_text(starts, exact=True).first).to_be_visible()
    expect(page.locator("#control-clock .clock.countdown")).to_be_visible()
    expect(fold(page, "start_at").locator("summary")).to_have_text("Change the start")
    expect(page.locator("#start_at_at")).to_have_value("2099-05-01T14:30")
    page.get_by_role("button", name="Cancel the start").click()
    expect(page.get_by_text("Countdown of round 1 cancelled.")).to_be_visible()
    expect(page.locator("#control-clock .clock")).to_have_count(0)


def test_the_links_below_follow_to_the_next_round_and_an_open_box_stays(page, verb):
    box = page.get_by_text("Seat a new player", exact=True)
    box.click()
    table = page.locator("#round-links").get_by_role("link", name="Table 2")
    expect(table).to_be_visible()
    verb("clock.pause(r.pk, by='other', now=now)")
    expect(page.get_by_role("button", name="Resume")).to_be_visible()
    expect(table).to_be_visible()
    verb(
        "from tournaments.rounds import seat_rounds_and_exchange_seats as seats\n"
        "rows = [seats.TableRow(2, 1, (1, 2, 3, 4)), "
        "seats.TableRow(2, 2, (5, 6, 7, 8))]\n"
        "seats.seat_rounds(r.tournament, rows, by='other')\n"
        "ending.close(r.pk, by='other', reason='x')"
    )
    cards = page.get_by_role("link", name="Cards for round 2")
    expect(cards).to_have_attribute("href", re.compile("/2/"))
    expect(box).to_have_count(0)
