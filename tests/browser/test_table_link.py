"""A phone without an account opens its table by a card, enters hands, calls a referee,
and loses access when the link is replaced or the round is closed."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.looks import assert_sound

PHONE = {"viewport": {"width": 320, "height": 640}, "has_touch": True}
TICK = 20_000

SETUP = (
    "from django.contrib.auth.models import User;"
    "from django.utils import timezone;"
    "from tournaments.rounds import round_clock as clock;"
    "from tournaments.rounds import seat_rounds_and_exchange_seats as round_seats;"
    "from tournaments.rounds import publish_seating as publishing;"
    "from tournaments.people import register_players as registration;"
    "from tournaments.tournament_setup"
    " import create_and_change_tournament as tournament_setup;"
    "plan = tournament_setup.Plan("
    "'Winter Cup', 'mcr', 3, 90, 'finish_hand', is_public=False);"
    "by = User.objects.get(username='director');"
    "t = tournament_setup.create_tournament(plan, director=by);"
    "rows = [registration.PlayerRow(first_name='Player', last_name=f'{n:02}')"
    " for n in range(1, 25)];"
    "registration.register(t, rows, by='director');"
    "made = round_seats.seat_rounds(t, [round_seats.TableRow(r, 1 + n // 4,"
    " (n + 1, n + 2, n + 3, n + 4)) for r in (1, 2)"
    " for n in range(0, 24, 4)], by='director');"
    "publishing.publish(made[0].pk, by='director');"
    "clock.start(made[0].pk, by='director', now=timezone.now());"
    "print(t.slug)"
)


@pytest.fixture(scope="module")
def cup(site, accounts) -> str:
    """Return the slug of a private tournament.

    Six tables play round 1; round 2 is a draft.
    """
    return site.shell(SETUP)


def do(site, cup: str, code: str) -> str:
    return site.shell(
        "from tournaments.rounds import publish_seating as publishing;"
        "from tournaments.access import table_links;"
        "from scoring.rounds import end_and_close_round as ending;"
        "from tournaments.models import Round, Tournament;"
        f"t = Tournament.objects.get(slug='{cup}');"
        "one, two = t.rounds.order_by('number');"
        f"{code}"
    )


def link(site, cup: str, table: int) -> str:
    """Return the address on the card of a table in round 1."""
    return do(
        site,
        cup,
        f"s = table_links.games_with_links().get(round=one, table={table});"
        "print('/table/link/' + table_links.token_of(s) + '/')",
    )


def sign(site, cup: str, table: int) -> str:
    """Return the address on the permanent card of a table."""
    return do(
        site,
        cup,
        f"print(f'/table/at/{{t.slug}}/{table}/'"
        f" + table_links.sign_of(t, {table}) + '/')",
    )


def fits(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_phone_enters_hands_and_is_out_when_its_link_is_replaced(person, site, cup):
    phone = person(**PHONE)
    page = phone.page
    page.goto(link(site, cup, 4))
    expect(page).to_have_url(re.compile(f"/table/{cup}/1/4/$"))
    expect(page.get_by_role("heading", name="Table 4")).to_be_visible()
    assert_sound(page)
    fits(page)
    [cookie] = [c for c in phone.context.cookies() if c["name"] == "table"]
    assert cookie["path"] == f"/table/{cup}/1/4/"
    assert cookie["httpOnly"]

    page.get_by_role("radio", name="Draw").check()
    page.locator("#save-hand").click()
    expect(page.get_by_text("Hand 1 is saved")).to_be_visible(timeout=TICK)

    # A second table on the same phone does not end access to the first.
    page.goto(link(site, cup, 5))
    expect(page.get_by_role("heading", name="Table 5")).to_be_visible()
    page.goto(f"/table/{cup}/1/4/")
    expect(page.get_by_role("heading", name="Table 4")).to_be_visible()
    page.goto(f"/table/{cup}/1/3/")
    expect(page).to_have_url(re.compile("/account/login/"))

    page.goto(f"/table/{cup}/1/4/")
    do(
        site,
        cup,
        "table_links.reissue(one.games.get(table=4).pk, by='director')",
    )
    # The page shows it without interaction.
    notice = page.get_by_text("This device's link was revoked")
    expect(notice).to_be_visible(timeout=TICK)
    expect(page.get_by_role("link", name="Open the table page")).to_have_count(0)
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text(
        "This link is no longer valid"
    )
    assert_sound(page)


def test_a_stream_that_only_says_that_it_is_over_tells_why(person, site, cup):
    """A device shows why its access has ended, even if its stream ends before the
    change is sent.
    """
    phone = person(**PHONE)
    page = phone.page
    replaced: list[bool] = []

    def only_over(route: Route) -> None:
        while not replaced:
            page.wait_for_timeout(20)
        route.fulfill(content_type="text/event-stream", body="event: over\ndata: .\n\n")

    page.route("**/live/**", only_over)
    page.goto(link(site, cup, 6))
    expect(page.get_by_role("heading", name="Table 6")).to_be_visible()
    do(
        site,
        cup,
        "table_links.reissue(one.games.get(table=6).pk, by='director')",
    )
    replaced.append(True)
    notice = page.get_by_text("This device's link was revoked")
    expect(notice).to_be_visible(timeout=TICK)


def test_a_call_is_seen_in_the_hall_at_once_and_answered(person, site, cup):
    phone, desk = person(**PHONE).page, person()
    desk.sign_in()
    hall = desk.page
    hall.goto(f"/director/{cup}/")
    phone.goto(link(site, cup, 2))
    # A second button is below the hands, with the corrections a referee makes.
    panel, sheet = phone.locator("#referee"), phone.locator("#sheet")
    expect(sheet.get_by_role("button", name="Call the referee")).to_be_visible()
    phone.get_by_role("button", name="Referee", exact=True).click()
    panel.get_by_role("button", name="Call the referee").click()
    for place in (panel, sheet):
        expect(place.get_by_text("A referee was called at")).to_be_visible(timeout=TICK)

    calls = hall.get_by_role("region", name="Referee calls")
    expect(calls.get_by_text("calls a referee")).to_be_visible(timeout=TICK)
    expect(calls.get_by_role("link", name="Table 2")).to_be_visible()
    assert_sound(hall)
    calls.get_by_role("button", name="I am coming").click()
    for place in (panel, sheet):
        expect(place.get_by_text("director is coming.")).to_be_visible(timeout=TICK)
    calls.get_by_role("button", name="Done").click()
    expect(calls.get_by_text("Table 2")).to_have_count(0, timeout=TICK)
    for place in (panel, sheet):
        expect(place.get_by_role("button", name="Call the referee")).to_be_visible(
            timeout=TICK
        )


def test_the_cards_are_four_of_a6_on_a_page_of_a4(person, cup):
    desk = person()
    desk.sign_in()
    page = desk.page
    for address in (f"/director/{cup}/rounds/1/cards/", f"/director/{cup}/cards/"):
        page.goto(address)
        expect(page.get_by_role("img", name="QR code of table 6")).to_be_visible()
        assert_sound(page)
        page.emulate_media(media="print")
        box = page.locator(".table-signs > li").first.bounding_box()
        millimetre = 96 / 25.4
        assert abs(box["width"] / millimetre - 105) < 1
        assert abs(box["height"] / millimetre - 148) < 1
        page.emulate_media(media="null")
        printed = page.pdf(prefer_css_page_size=True)
        # Six cards: two pages of 210 by 297 mm, in points.
        assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 2
        sizes = re.findall(rb"/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]", printed)
        assert {(round(float(w)), round(float(h))) for w, h in sizes} == {(595, 842)}


def test_the_card_that_stays_leads_from_round_to_round(person, site, cup):
    page = person(**PHONE).page
    own = sign(site, cup, 1)
    page.goto(own)
    expect(page).to_have_url(re.compile(f"/table/{cup}/1/1/$"))
    do(
        site,
        cup,
        "ending.close(one.pk, by='director', reason='over')",
    )
    closed = page.get_by_text("This round is closed. Thank you.")
    expect(closed).to_be_visible(timeout=TICK)
    expect(page.get_by_text("Live updates have stopped")).to_be_hidden()
    page.reload()
    expect(page.get_by_role("heading", name="Round 1 is closed")).to_be_visible()
    fits(page)
    do(site, cup, "publishing.publish(two.pk, by='director')")
    page.reload()
    page.get_by_role("link", name="Open table 1 in round 2").click()
    expect(page).to_have_url(re.compile(f"/table/{cup}/2/1/$"))
    expect(page.get_by_role("heading", name="Table 1")).to_be_visible()
