"""Check-in: taps on two tablets at the same time, scanning a code, and no scripts."""

from __future__ import annotations

import re

import pytest
import segno
from playwright.sync_api import expect

from tests.browser.looks import assert_sound_in_every_look

BACKGROUND = True
TABLET = {"viewport": {"width": 820, "height": 1180}, "has_touch": True}

MAKE = (
    "from django.contrib.auth.models import User;"
    "from django.urls import reverse;"
    "from tournaments.access import player_links;"
    "from tournaments.people.register_players import PlayerRow, register;"
    "from tournaments.tournament_setup.create_and_change_tournament"
    " import Plan, create_tournament;"
    "t = create_tournament(Plan('Lantern Cup', 'mcr', 3, 60, 'finish_hand'), "
    "director=User.objects.get());"
    "es = register(t, [PlayerRow(f'Surname{n:02}', 'Player', country='Denmark' "
    "if n % 2 else 'Italy') for n in range(1, 25)], by='director');"
    "print(reverse('me:page', args=[player_links.token_of("
    "player_links.with_links().get(pk=es[6].pk))]))"
)
#: A simulated camera that shows a printed code, in a browser that cannot read codes.
CAMERA = """
  delete window.BarcodeDetector;
  navigator.mediaDevices.getUserMedia = async () => {
    const code = new Image();
    code.src = CODE;
    await code.decode();
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { width: 640, height: 480 });
    const brush = canvas.getContext("2d");
    setInterval(() => {
      brush.fillStyle = "#e9e4da";
      brush.fillRect(0, 0, 640, 480);
      brush.drawImage(code, 170, 90, 300, 300);
    }, 100);
    return canvas.captureStream(10);
  };
"""


@pytest.fixture(scope="module")
def link(site, accounts) -> str:
    """Return the path of player 7's personal page; this creates the tournament."""
    return site.shell(MAKE)


def test_two_desks_tap_undo_scan_and_see_the_same(person, link):
    one, other = person(**TABLET), person(**TABLET)
    code = segno.make(f"http://hall.example{link}").svg_data_uri(scale=4)
    one.page.add_init_script(CAMERA.replace("CODE", repr(code)))
    for someone in (one, other):
        someone.sign_in()
        someone.page.goto("/director/lantern-cup/check-in/")
    mine, theirs = one.page, other.page
    mine.locator("#here-3").tap()
    for page in (mine, theirs):
        expect(page.locator("#here-3")).to_have_attribute("aria-pressed", "true")
        expect(page.locator("#check-in-head")).to_contain_text("1 of 24")
    for number in (4, 5, 6):
        theirs.locator(f"#here-{number}").tap()
    expect(mine.locator("#check-in-head")).to_contain_text("4 of 24")

    mine.locator(".said-bar").get_by_role("button", name="Undo Player Surname06").tap()
    expect(theirs.locator("#here-6")).not_to_have_attribute("aria-pressed", "true")
    mine.get_by_role("button", name=re.compile("21 missing")).tap()
    expect(mine.locator("#missing-list")).to_contain_text("Player Surname06")
    mine.keyboard.press("Escape")

    mine.get_by_role("button", name="Scan codes").tap()
    expect(mine.locator("#here-7")).to_have_attribute("aria-pressed", "true")
    expect(theirs.locator("#here-7")).to_have_attribute("aria-pressed", "true")
    mine.get_by_role("button", name="Stop scanning").tap()

    mine.get_by_label("Name, number, country or team").fill("ital")
    expect(mine.locator(".who")).to_have_count(12)
    mine.get_by_label("Missing only").check(force=True)
    expect(mine.locator("#p4")).to_be_hidden()
    expect(mine.locator("#p2")).to_be_visible()
    assert_sound_in_every_look(theirs, "check-in")


def test_the_desk_needs_no_scripts(person, link):
    someone = person(**TABLET, java_script_enabled=False)
    someone.sign_in()
    page = someone.page
    page.goto("/director/lantern-cup/check-in/?q=Surname1&sort=country")
    expect(page.locator(".who")).to_have_count(10)
    page.locator("#here-13").tap()
    expect(page).to_have_url(re.compile(r"q=Surname1&sort=country#p13$"))
    expect(page.locator("#here-13")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Undo Player Surname13").tap()
    expect(page.locator("#here-13")).not_to_have_attribute("aria-pressed", "true")
    page.goto("/director/lantern-cup/check-in/rounds/?q=Surname13")
    page.get_by_role("button", name="round 3: present").tap()
    expect(page.get_by_text("plays in rounds 1 to 2.")).to_be_visible()
