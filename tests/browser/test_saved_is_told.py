"""Messages after Save in every order of events: the response is lost, the device sends
the hand again, and the live stream reports the hand before or after that.
"""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser import whole_page
from tests.browser.waiting_phone import (
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


def lose_answers(page: Page, address: str, most: int = 1) -> list[str]:
    """Lose the first `most` responses to POST requests at this address.

    The server gets the requests. Return a list that collects the lost responses.
    """
    lost: list[str] = []

    def lose(route: Route) -> None:
        if route.request.method == "POST" and len(lost) < most:
            lost.append(route.fetch().text())
            return route.abort()
        return route.continue_()

    page.route(address, lose)
    return lost


def after(page: Page, address: str, came: list[str]) -> None:
    """Hold requests to this address until `came` has an item. Fails after a minute."""

    def wait(route: Route) -> None:
        until = time.monotonic() + 60
        while not came:
            assert time.monotonic() < until, "it never came"
            page.wait_for_timeout(20)
        route.continue_()

    page.route(address, wait)


def noted(page: Page, part: str) -> list[str]:
    """Return a list that collects the addresses of responses that contain `part`."""
    came: list[str] = []
    page.on("response", lambda answer: part in answer.url and came.append(answer.url))
    return came


def is_told(page: Page, site, slug: str) -> None:
    expect(page.get_by_text("Hand 1 is saved")).to_be_visible(timeout=SENT)
    expect(page.get_by_role("heading", name="Hand 2 · East")).to_be_visible()
    # The message stays, and the payments arrive with it.
    expect(page.locator("#receipt")).to_contain_text("Hand 1 is saved")
    page.wait_for_timeout(600)
    expect(page.get_by_text("Hand 1 is saved")).to_be_visible()
    whole_page.assert_as_new(page)
    assert in_ledger(site, slug) == "[(1, 12)]"


def test_the_streams_news_come_before_the_queues_receipt(phone, site, slug):
    page = phone()
    come_to(page, site, slug)
    lost = lose_answers(page, f"**/table/{slug}/1/1/")
    after(page, f"**/table/{slug}/1/1/queue/", noted(page, "/sheet/"))
    enter(page, 12)
    is_told(page, site, slug)
    assert "Hand 1 is saved" in lost[0]


def test_the_queues_receipt_comes_before_the_streams_news(phone, site, slug):
    page = phone()
    come_to(page, site, slug)
    lose_answers(page, f"**/table/{slug}/1/1/")
    saved: list[str] = []
    page.on(
        "response",
        lambda answer: (
            "/queue/" in answer.url
            and answer.request.method == "POST"
            and saved.append(answer.url)
        ),
    )
    after(page, "**/sheet/?*", saved)
    enter(page, 12)
    is_told(page, site, slug)


def test_the_sheet_is_under_way_when_the_receipt_comes(phone, site, slug):
    page = phone()
    come_to(page, site, slug)
    lose_answers(page, f"**/table/{slug}/1/1/")
    asked: list[str] = []
    page.on("request", lambda one: "/sheet/" in one.url and asked.append(one.url))
    after(page, f"**/table/{slug}/1/1/queue/", asked)

    def slowly(route: Route) -> None:
        answer = route.fetch()
        if len(asked) == 1:
            page.wait_for_timeout(1500)
        route.fulfill(response=answer)

    page.route("**/sheet/?*", slowly)
    enter(page, 12)
    is_told(page, site, slug)


def test_several_answers_are_lost(phone, site, slug):
    page = phone()
    come_to(page, site, slug)
    lose_answers(page, f"**/table/{slug}/1/1/")
    lost = lose_answers(page, f"**/table/{slug}/1/1/queue/", most=2)
    enter(page, 12)
    how = page.locator("#waiting [data-part=how]")
    expect(how).to_contain_text("The server did not answer")
    is_told(page, site, slug)
    assert len(lost) == 2


@pytest.mark.parametrize("typed", some_of(["33", ""]))
def test_a_sheet_that_fails_is_asked_for_again(phone, site, slug, typed):
    page = phone()
    come_to(page, site, slug)
    page.locator('[name="points"]').fill(typed)
    failed: list[str] = []

    def fail(route: Route) -> None:
        if len(failed) < 2:
            failed.append(route.request.url)
            return route.fulfill(status=503) if len(failed) == 1 else route.abort()
        return route.continue_()

    page.route("**/sheet/?*", fail)
    site.shell(
        "from scoring.ledger"
        " import enter_hand as entering; from tournaments.models import Game;"
        f"s = Game.objects.get(round__tournament__slug='{slug}', table=1);"
        "entering.enter(s.pk, {'kind': 'penalty', 'seat': 'N', 'amount': -10},"
        f" device_key='{slug} p', by='referee', reason='late')"
    )
    expect(page.locator("#table-lines")).to_contain_text("−10", timeout=SENT)
    expect(page.locator("#standing-N")).to_contain_text("−10")
    assert len(failed) == 2


@pytest.mark.parametrize("status", some_of([503, 429, 500, 408]))
def test_what_the_server_cannot_answer_is_sent_again(phone, site, slug, status):
    page = phone()
    come_to(page, site, slug)
    refused: list[float] = []

    def refuse(route: Route) -> None:
        if route.request.method != "POST" or len(refused) >= 2:
            return route.continue_()
        refused.append(time.monotonic())
        headers = {"Retry-After": "2", "Content-Type": "application/json"}
        return route.fulfill(status=status, headers=headers, body="{}")

    page.route(f"**/table/{slug}/1/1/", refuse)
    page.route(f"**/table/{slug}/1/1/queue/", refuse)
    enter(page, 12)
    said = {408: "too slow", 429: "too much to do"}.get(
        status, "The server did not answer"
    )
    expect(page.locator("#waiting [data-part=how]")).to_contain_text(said)
    count(page, "Hands waiting to be sent: 1")
    is_told(page, site, slug)
    assert refused[1] - refused[0] > 1.9  # as long as the server asked for


def test_what_nobody_takes_is_said_in_a_sentence(phone, site, slug):
    page = phone()
    come_to(page, site, slug)
    too_large = "This entry is too large to send"
    refused: list[str] = []

    def refuse(route: Route) -> None:
        if route.request.method == "POST":
            refused.append(route.request.url)
            return route.fulfill(status=413, body="<h1>Too large</h1>")
        return route.continue_()

    page.route(f"**/table/{slug}/1/1/", refuse)
    page.route(f"**/table/{slug}/1/1/queue/", refuse)
    page.locator('label:has([name="winner"][value="E"])').click()
    page.locator('label:has([name="source"][value="S"])').click()
    page.locator('[name="points"]').fill("12")
    expect(page.locator("#preview")).to_contain_text("Changes")
    # A preview that was requested earlier arrives after the rejection.
    after(page, "**/preview/", refused)
    late = noted(page, "/preview/")
    page.locator("#save-hand").click()
    expect(page.locator("#preview")).to_contain_text(too_large)
    page.wait_for_timeout(600)
    assert late
    expect(page.locator("#preview")).to_contain_text(too_large)
    expect(page.locator('[name="points"]')).to_have_value("12")
    page.context.set_offline(True)
    page.locator("#save-hand").click()
    count(page, "Hands waiting to be sent: 1")
    page.context.set_offline(False)
    halted = page.locator('#waiting [data-part="halted"]')
    expect(halted).to_contain_text(too_large, timeout=SENT)
