"""Hands entered by their tiles on a phone: by taps in every ruleset, by the keyboard
alone, and without JavaScript."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looks import assert_sound_in_every_look, too_wide

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
RULESETS = ("mcr", "hong_kong", "classical", "riichi")

EVENTS = """
from datetime import timedelta
from django.contrib.auth.models import User
from django.utils import timezone
from tournaments.rounds import clock, round_seats, publishing
from tournaments.people import registration
from tournaments.setup import tournament_setup
director = User.objects.get(username='director')
for ruleset in ('mcr', 'hong_kong', 'classical', 'riichi'):
    plan = tournament_setup.Plan(title=ruleset.replace('_', ' '), ruleset=ruleset,
        planned_rounds=1, minutes=100, end_policy='finish_hand', is_public=True,
        options={'preset': 'tenhou'} if ruleset == 'riichi' else {})
    event = tournament_setup.create_tournament(plan, director=director)
    registration.register(event, [registration.PlayerRow(last_name=name) for name in
        ('Ada', 'Bo', 'Cy', 'Di', 'Ed', 'Flo', 'Gus', 'Hal')], by='director')
    rows = [round_seats.TableRow(1, 1, (1, 2, 3, 4)),
        round_seats.TableRow(1, 2, (5, 6, 7, 8))]
    [seated] = round_seats.seat_rounds(event, rows, by='director')
    publishing.publish(seated.pk, by='director')
    clock.start(seated.pk, by='director', now=timezone.now())
"""


@pytest.fixture(scope="module")
def events(site, accounts) -> None:
    """One running event in each ruleset, with Ada in the East at table 1."""
    site.shell(EVENTS)


def address(ruleset: str, table: int = 1) -> str:
    return f"/table/{ruleset.replace('_', '-')}/1/{table}/tiles/"


@pytest.fixture
def open_page(person, events):
    def opened(path: str, **options) -> Page:
        someone = person(**{**PHONE, **options})
        someone.sign_in()
        someone.page.goto(path)
        return someone.page

    return opened


def choose(page: Page, group: str, name: str) -> None:
    field = page.get_by_role("group", name=group)
    kind = "checkbox" if field.get_by_role("checkbox").count() else "radio"
    field.get_by_role(kind, name=re.compile(f"^{name}")).check(force=True)


def tap(page: Page, *codes: str, mode: str = "") -> None:
    """Tap tiles by their codes; `mode`: make a meld of each."""
    for code in codes:
        if mode:
            page.locator(f".tile-modes [data-mode={mode}]").tap()
        page.locator(f".tile-grid [data-tile='{code}']").tap()


def spelled(text: str) -> list[str]:
    """123m -> 1m 2m 3m; honors are letters."""
    codes = []
    for digits, suit, honor in re.findall(r"(\d+)([mps])|([ESWNCFP])", text):
        codes += [digit + suit for digit in digits] if digits else [honor]
    return codes


def save(page: Page) -> None:
    page.get_by_role("button", name="Save this hand").click()
    expect(page.get_by_text("Hand 1 is saved")).to_be_visible()


def test_an_mcr_hand_with_melds_and_a_flower(open_page):
    page = open_page(address("mcr"))
    choose(page, "Who won?", "Ada")
    choose(page, "From whom?", "Cy")
    tap(page, "1m", mode="chow")
    tap(page, "E", mode="pung")
    expect(page.get_by_label("Tiles of Ada")).to_have_value("[123m][EEE]")
    tap(page, *spelled("456789m"), "C", "f1")
    expect(page.get_by_text("Waits for")).to_be_visible()
    expect(page.locator("[data-tile=E] small")).to_have_text("1")
    tap(page, "C")
    expect(page.get_by_label("Tiles of Ada")).to_have_value("[123m][EEE]456789mC+C f1")
    expect(page.locator(".tile-value")).to_contain_text("fan")
    expect(page.get_by_text("Pure Straight")).to_be_visible()
    expect(page.get_by_text("Saving this will change")).to_be_visible()
    save(page)


def test_a_difference_to_the_announced_value_is_shown_before_saving(open_page):
    page = open_page(address("mcr", 2))
    choose(page, "Who won?", "Ed")
    choose(page, "From whom?", "Self-drawn")
    tap(page, *spelled("123456789mEEECC"))
    hand = page.get_by_role("region", name="Hand of Ed")
    hand.get_by_label("Fan announced").fill("24")
    expect(page.get_by_text("Announced as 24; the tiles give more")).to_be_visible()
    save(page)


def test_a_hong_kong_hand(open_page):
    page = open_page(address("hong_kong"))
    choose(page, "Who won?", "Bo")
    choose(page, "From whom?", "Cy")
    tap(page, *spelled("CCCFFF123m456mPP"))
    expect(page.locator(".tile-value")).to_contain_text("faan")
    save(page)


def test_four_hands_of_classical_by_tiles_and_values(open_page):
    page = open_page(address("classical"))
    choose(page, "Who won?", "Bo")
    choose(page, "From whom?", "Cy")
    tap(page, "C", mode="hidden")
    tap(page, *spelled("123m456m789pEE"))
    expect(page.get_by_text(re.compile(r"doubled|points")).first).to_be_visible()
    ada = page.get_by_role("region", name="Hand of Ada")
    ada.get_by_role("button", name="Tap tiles for this").tap()
    tap(page, "W", mode="pung")
    tap(page, *spelled("1223445667s"))
    for name, value in (("Cy", "4"), ("Di", "0")):
        hand = page.get_by_role("region", name=f"Hand of {name}")
        hand.get_by_label("or its value").fill(value)
    expect(page.get_by_text("Saving this will change")).to_be_visible()
    save(page)


def test_a_riichi_hand_with_a_stick_a_red_five_and_dora(open_page):
    page = open_page(address("riichi"))
    choose(page, "Who won?", "Di")
    choose(page, "From whom?", "Ada")
    choose(page, "Who declared riichi", "Di")
    tap(page, "2m", "3m", "4m", "4p", "0p", "6p", "7p", "8p", "5s", "5s", "6s", "7s")
    tap(page, "9p", "8s")
    dora = page.locator("[data-target=indicators]").first
    dora.get_by_role("button", name="Tap tiles for this").tap()
    tap(page, "4s")
    expect(page.get_by_label("Dora indicators")).to_have_value("4s")
    expect(page.locator(".tile-value")).to_contain_text("han")
    save(page)


def test_what_was_tapped_is_taken_back_and_the_winning_tile_chosen(open_page):
    page = open_page(address("riichi", 2))
    choose(page, "Who won?", "Ed")
    choose(page, "From whom?", "Flo")
    tap(page, *spelled("123m456p789sEE23p4p"))
    tiles = page.get_by_label("Tiles of Ed")
    expect(tiles).to_have_value("123m23456p789sEE+4p")
    page.get_by_role("button", name="5 of dots, in hand").tap()
    page.get_by_role("button", name="Won with this").tap()
    expect(tiles).to_have_value("123m23446p789sEE+5p")
    page.get_by_role("button", name="Undo").tap()
    expect(tiles).to_have_value("123m23456p789sEE+4p")
    page.get_by_role("button", name="4 of dots, claimed").tap()
    page.get_by_role("button", name="Take away").tap()
    expect(tiles).to_have_value("123m23456p789sEE")
    tap(page, "4p")
    choose(page, "From whom?", "Self-drawn")
    expect(tiles).to_have_value("123m23456p789sEE*4p")


def test_melds_say_whom_they_are_from(open_page):
    page = open_page(address("riichi", 2))
    choose(page, "Who won?", "Ed")
    tap(page, "P", mode="kong")
    page.get_by_role("button", name=re.compile("^melded: white dragon")).tap()
    page.get_by_role("button", name="From West, Gus").tap()
    page.get_by_role("button", name=re.compile("^melded: white dragon")).tap()
    page.get_by_role("button", name="Added to a pung").tap()
    expect(page.get_by_label("Tiles of Ed")).to_have_value("[PPPP+<W]")
    expect(page.locator("[data-tile=P]")).to_have_attribute("aria-disabled", "true")
    tap(page, "5p", mode="hidden")
    expect(page.get_by_label("Tiles of Ed")).to_have_value("[PPPP+<W](0555p)")


def test_by_the_keyboard_alone(open_page):
    page = open_page(address("hong_kong", 2))
    page.get_by_role("group", name="Who won?").get_by_role("radio").nth(1).focus()
    page.keyboard.press("Space")
    page.get_by_role("group", name="From whom?").get_by_role("radio").nth(1).focus()
    page.keyboard.press("Space")
    page.locator(".tile-grid [data-tile='1m']").focus()
    for key in ("Enter", "ArrowRight", "Enter", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    for _times in range(3):
        page.keyboard.press("ArrowDown")
    for _times in range(2):
        page.keyboard.press("Enter")
    tiles = page.get_by_label("Tiles of Flo")
    expect(tiles).to_have_value("123mWW")
    tiles.fill("CCCFFF123m456mP+P")
    expect(page.locator(".tile-value")).to_contain_text("faan")
    page.get_by_role("button", name="Save this hand").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Hand 1 is saved")).to_be_visible()


def test_without_javascript_tiles_are_typed(open_page):
    page = open_page(address("classical", 2), java_script_enabled=False)
    choose(page, "Who won?", "Ed")
    choose(page, "From whom?", "Flo")
    page.get_by_label("Tiles of Ed").fill("(CCCC)123456m789pE+E")
    for name in ("Flo", "Gus", "Hal"):
        hand = page.get_by_role("region", name=f"Hand of {name}")
        hand.get_by_label("or its value").fill("4")
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_text("Saving this will change")).to_be_visible()
    save(page)


#: A small phone, a phone, a phone held sideways, a laptop.
SCREENS = [(320, 700), (390, 844), (844, 390), (1280, 900)]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_picker_is_accessible_and_fits_its_screen(open_page, ruleset):
    page = open_page(address(ruleset))
    choose(page, "Who won?", "Ada")
    tap(page, "1m", "E", "1p")
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        assert not too_wide(page), width
        boxes = [key.bounding_box() for key in page.locator(".tile-grid button").all()]
        assert min(box["height"] for box in boxes) >= 48
        assert min(box["width"] for box in boxes) >= 30
    assert_sound_in_every_look(page, ruleset, (320, 1280))
