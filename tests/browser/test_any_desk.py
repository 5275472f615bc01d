"""Pages at a desk: check-in of all players, a new player at a running table, the search
by keyboard, and the time of a start in the reader's own time zone.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.looks import assert_sound

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
LAPTOP = {"viewport": {"width": 1280, "height": 800}}

MAKE = (
    "from datetime import timedelta;"
    "from django.contrib.auth.models import User;"
    "from django.utils import timezone;"
    "from tournaments.people.register_players import PlayerRow, register;"
    "from tournaments.rounds import publish_seating, round_clock,"
    " seat_rounds_and_exchange_seats as seats;"
    "from tournaments.tournament_setup import schedule_changes;"
    "from tournaments.tournament_setup.create_and_change_tournament"
    " import Plan, create_tournament;"
    "t = create_tournament(Plan('Lantern Cup', 'mcr', 3, 60, 'finish_hand',"
    " is_public=True), director=User.objects.get());"
    "register(t, [PlayerRow(f'Surname{n:02}', 'Player') for n in range(1, 9)],"
    " by='director');"
    "rows = [seats.TableRow(1, 1, (1, 2, 3, 4)), seats.TableRow(1, 2, (5, 6, 7, 8))];"
    "[r] = seats.seat_rounds(t, rows, by='director');"
    "publish_seating.publish(r.pk, by='director');"
    "now = timezone.now();"
    "round_clock.start(r.pk, by='director', now=now);"
    "schedule_changes.write(t, [schedule_changes.Item('round', now +"
    " timedelta(hours=30), 60, 2, '')], by='director', now=now);"
    "print(t.slug)"
)


@pytest.fixture(scope="module")
def slug(site, accounts) -> str:
    return site.shell(MAKE).strip()


def picture(page, name: str) -> None:
    """Save a picture of the page if the environment variable PICTURES names a
    folder.
    """
    if folder := os.environ.get("PICTURES"):
        path = Path(folder, f"{name}.png")
        page.screenshot(path=path, full_page=True, caret="initial")


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_a_new_player_sits_down_at_a_running_table(person, slug, size, request):
    someone = person(**size)
    someone.sign_in()
    page, width = someone.page, size["viewport"]["width"]
    page.goto(f"/director/{slug}/")
    table = 1 if width < 1000 else 2
    page.get_by_role("link", name=f"Seat a new player at table {table}").click()
    page.get_by_label("Name", exact=True).fill(f"Rita Stone{width}")
    page.get_by_label("Player Surname03" if table == 1 else "Player Surname07").check(
        force=True
    )
    expect(page.locator("#preview")).to_contain_text("misses round 1")
    assert_sound(page)
    picture(page, f"take-seat-{width}")
    page.get_by_role("button", name="Seat player").click()
    expect(page.locator(f'[data-table="{table}"]')).to_contain_text(f"R. Stone{width}")
    picture(page, f"control-{width}")


def test_everyone_is_here_but_two(person, slug):
    someone = person(**PHONE)
    someone.sign_in()
    page = someone.page
    page.goto(f"/director/{slug}/check-in/")
    page.get_by_label("All except these players").fill("1, surname02")
    picture(page, "everyone-390")
    page.get_by_role("button", name="Check in everyone else").click()
    expect(page.locator("#here-5")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#here-1")).not_to_have_attribute("aria-pressed", "true")
    assert_sound(page)
    page.get_by_role("button", name=re.compile(r"Undo \d+ players")).click()
    expect(page.locator("#here-5")).not_to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_the_search_works_by_keyboard_and_without_scripts(person, slug, size):
    page = person(java_script_enabled=False, **size).page
    page.goto("/")
    field = page.get_by_role("searchbox")
    field.focus()
    page.keyboard.type("surname04")
    page.keyboard.press("Enter")
    found = page.get_by_role("link", name="Player Surname04")
    expect(found).to_be_visible()
    picture(page, f"search-{size['viewport']['width']}")
    found.focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(f"/t/{slug}/players/4/$"))


def test_a_reader_elsewhere_sees_a_start_in_both_zones(person, slug):
    page = person(timezone_id="Asia/Kolkata", **PHONE).page
    page.goto(f"/t/{slug}/plan/")
    start = page.locator("time[data-own-time]").first
    expect(start).to_contain_text("your time)")
    picture(page, "own-time-390")
    here = person(timezone_id="UTC", **PHONE).page
    here.goto(f"/t/{slug}/plan/")
    zone = here.locator("time[data-own-time]").first
    expect(zone).to_be_visible()
