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
LINK_OF_9 = """
from django.urls import reverse
from tournaments.access import player_links
player = player_links.with_links().get(number=9, tournament__slug="lantern-cup")
print(reverse("me:page", args=[player_links.token_of(player)]))
"""
#: Browsers that cannot read codes: without a reader, and with one that reads nothing.
NO_READER = "delete window.BarcodeDetector;"
EMPTY_READER = """
  window.BarcodeDetector = class {
    static async getSupportedFormats() { return []; }
    async detect() { throw new DOMException("no service", "NotSupportedError"); }
  };
"""
#: A simulated camera that shows a printed code.
CAMERA = """
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
    one.page.add_init_script(NO_READER + CAMERA.replace("CODE", repr(code)))
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


def test_a_browser_whose_reader_reads_nothing_loads_ours(site, person, link):
    other = site.shell(LINK_OF_9).strip()
    code = segno.make(f"http://hall.example{other}").svg_data_uri(scale=4)
    someone = person(**TABLET)
    page = someone.page
    page.add_init_script(EMPTY_READER + CAMERA.replace("CODE", repr(code)))
    someone.sign_in()
    page.goto("/director/lantern-cup/check-in/")
    page.get_by_role("button", name="Scan codes").tap()
    expect(page.locator("#here-9")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Stop scanning").tap()
    page.get_by_role("button", name="Undo Player Surname09").tap()
    expect(page.locator("#here-9")).not_to_have_attribute("aria-pressed", "true")


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
