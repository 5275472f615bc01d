"""From an empty installation to the published first round with 72 imported players."""

from __future__ import annotations

import time

from playwright.sync_api import expect

from tests.browser.conftest import PASSWORD
from tests.browser.desk import DESK, Desk

BACKGROUND = True
PLAYERS = 72
LIST = "Name;Surname;Country;Club\n" + "".join(
    f"Player;Surname{number:02};{'Denmark' if number % 2 else 'Norway'};"
    f"Club {number % 9}\n"
    for number in range(PLAYERS)
)


def test_72_players_from_nothing_to_published_seats(person):
    start = time.monotonic()
    desk = Desk(person(**DESK).page)
    page = desk.page
    page.goto("/")
    expect(page.get_by_role("heading", name="Welcome")).to_be_visible()
    page.get_by_label("Username").fill("director")
    for repeated in ("another password", PASSWORD):
        page.locator("[name=password1]").fill(PASSWORD)
        page.locator("[name=password2]").fill(repeated)
        desk.press("Create account")
        if repeated != PASSWORD:
            expect(page.locator(".errors")).to_be_visible()
    for offer in ("New tournament", "Import tournament"):
        expect(page.get_by_role("link", name=offer)).to_be_visible()
    practice = page.get_by_role("button", name="Create practice tournament")
    expect(practice).to_be_visible()
    assert person().page.goto("/welcome/").status == 404
    desk.picture("1-first-visit")
    desk.new_event("mcr-championship", "Lantern Open")
    desk.picture("2-new-event")
    desk.paste(LIST)
    desk.picture("3-list")
    desk.press("Import 72 players")
    desk.says("72 players imported.")
    desk.draw("lantern", 1)
    desk.picture("4-draw")
    desk.confirm()
    desk.publish_all()
    desk.go()
    expect(page.get_by_role("button", name="Start round")).to_be_visible()
    desk.picture("5-published")
    print(
        f"72 players from nothing to published seats: {time.monotonic() - start:.0f} s"
    )
