"""Hands by tiles on one screen of a small phone: by taps in every ruleset, by keyboard,
and without JavaScript."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looks import assert_sound, assert_sound_in_every_look, too_wide
from tests.browser.test_nothing_is_covered import COVERED
from tests.examples import some_of

PHONE = {"viewport": {"width": 390, "height": 664}, "has_touch": True}
RULESETS = ("mcr", "hong_kong", "classical", "riichi")

EVENTS = """
from datetime import timedelta
from django.contrib.auth.models import User
from django.utils import timezone
from tournaments.rounds import round_clock as clock
from tournaments.rounds import seat_rounds_and_exchange_seats as round_seats
from tournaments.rounds import publish_seating as publishing
from tournaments.people import register_players as registration
from tournaments.tournament_setup import (
    create_and_change_tournament as tournament_setup,
)
director = User.objects.get(username='director')
for ruleset in ('mcr', 'hong_kong', 'classical', 'riichi'):
    plan = tournament_setup.Plan(title=ruleset.replace('_', ' '), ruleset=ruleset,
        planned_rounds=1, minutes=100, end_policy='finish_hand', is_public=True,
        options={'riichi': {'preset': 'tenhou'}, 'hong_kong': {'jokers': 4}}.get(
            ruleset, {}))
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
    """Create a running tournament in each ruleset, with Ada as East at table 1."""
    site.shell(EVENTS)


def address(ruleset: str, table: int = 1) -> str:
    return f"/table/{ruleset.replace('_', '-')}/1/{table}/tiles/"


@pytest.fixture
def open_page(person, events):
    def opened(path: str, **options) -> Page:
        someone = person(**{**PHONE, **options})
        someone.sign_in()
        someone.page.goto(path)
        if options.get("java_script_enabled", True) and path.endswith("/tiles/"):
            someone.page.locator("form[data-part]").wait_for()
        return someone.page

    return opened


def choose(page: Page, group: str, name: str) -> None:
    # After a step that moves on automatically, the page takes no tap for half a second.
    expect(page.locator("html[data-resting]")).to_have_count(0)
    field = page.get_by_role("group", name=group)
    kind = "checkbox" if field.get_by_role("checkbox").count() else "radio"
    field.get_by_role(kind, name=re.compile(f"^{name}")).check(force=True)


def won(page: Page, winner: str, source: str, *riichi: str) -> None:
    """Enter winner, discarder and riichi declarations, and continue to the tiles."""
    choose(page, "Winner", winner)
    choose(page, "Discarder", source)
    for name in riichi:
        choose(page, "Players who declared riichi", name)
    if (on := page.get_by_role("button", name="Enter the tiles")).is_visible():
        on.tap()
    expect(page.locator(".tile-grid")).to_be_visible()
    # For half a second after an automatic step, the page ignores taps.
    expect(page.locator("[data-resting]")).to_have_count(0)


def tap(page: Page, *codes: str, mode: str = "") -> None:
    """Tap tiles by their codes. `mode`: the kind of meld to make of each tile."""
    for code in codes:
        if mode:
            page.locator(f".tile-modes [data-mode={mode}]").tap()
        page.locator(f".tile-grid [data-tile='{code}']").tap()


def hold(page: Page, code: str, milliseconds: int) -> None:
    """Hold a finger on a tile for `milliseconds`."""
    box = page.locator(f".tile-grid [data-tile='{code}']").bounding_box()
    assert box
    at = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}]
    devtools = page.context.new_cdp_session(page)
    press = {"type": "touchStart", "touchPoints": at}
    devtools.send("Input.dispatchTouchEvent", press)
    page.wait_for_timeout(milliseconds)
    devtools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def tab(page: Page, name: str) -> None:
    """Switch to another group of tiles."""
    tabs = page.get_by_role("group", name="Tiles")
    tabs.get_by_role("button", name=re.compile(f"^{name}")).tap()


def spelled(text: str) -> list[str]:
    """Return the codes of tiles: "123m" becomes 1m, 2m, 3m. An honor is a single
    letter.
    """
    codes = []
    for digits, suit, honor in re.findall(r"(\d+)([mps])|([ESWNCFP])", text):
        codes += [digit + suit for digit in digits] if digits else [honor]
    return codes


def save(page: Page) -> None:
    page.get_by_role("button", name="Save hand").click()
    expect(page.get_by_text("Hand 1 is saved")).to_be_visible()


def assert_one_screen(page: Page) -> None:
    """Assert that the whole page is visible, and nothing covers a control."""
    tall = page.evaluate("document.documentElement.scrollHeight - innerHeight")
    assert (page.evaluate("scrollY"), tall) == (0, 0)
    assert page.evaluate(COVERED) == []
    assert page.evaluate("scrollY") == 0
    assert not too_wide(page)


def test_an_mcr_hand_rises_as_its_tiles_land_and_nothing_scrolls(open_page):
    page = open_page(address("mcr"))
    assert_one_screen(page)
    won(page, "Ada", "Cy")
    assert_one_screen(page)
    expect(page.get_by_role("button", name="Ada won from Cy")).to_be_visible()
    tap(page, "1m", mode="chow")
    hold(page, "E", 700)
    field = page.get_by_label("Tiles of Ada")
    expect(field).to_have_value("[123m][EEE]")
    tap(page, *spelled("456789m"), "C", "f1")
    worth = page.locator("#tiles-worth")
    expect(worth).to_contain_text(re.compile(r"Waits\s+red dragon\s+\d+ fan"))
    expect(page.locator("[data-tile=E] small")).to_have_text("1")
    assert_one_screen(page)
    tap(page, "C")
    expect(field).to_have_value("[123m][EEE]456789mC+C f1")
    expect(worth).to_contain_text(re.compile(r"\d+ fan.*Pure Straight", re.DOTALL))
    expect(worth).to_contain_text("Ada +")
    assert_one_screen(page)
    page.set_viewport_size({"width": 844, "height": 390})
    assert_one_screen(page)
    hand = page.get_by_role("region", name="Hand of Ada").bounding_box()
    keys = page.locator(".tile-grid").bounding_box()
    assert hand["x"] + hand["width"] <= keys["x"]
    page.set_viewport_size(PHONE["viewport"])
    worth.get_by_role("link").tap()
    expect(page.get_by_text("Not counted")).to_be_visible()
    expect(page.get_by_text("Changes")).to_be_visible()
    assert_sound(page)
    page.locator(".tile-answer").get_by_role("button", name="Close").tap()
    save(page)


BACK = "Next tap: 1 tile. For another set, tap its button first."


@pytest.mark.parametrize("ruleset", some_of([*RULESETS]))
def test_a_set_says_that_the_next_tap_adds_a_tile_again(open_page, ruleset):
    page = open_page(address(ruleset, 2))
    won(page, "Ed", "Flo")
    field = page.get_by_label("Tiles of Ed")
    single = page.locator(".tile-modes [data-mode=tile]")
    hint = page.locator(".tile-hint")
    expect(hint).to_have_attribute("aria-live", "polite")
    expect(hint).to_have_text(re.compile("^Tap the tiles, the winning tile last."))
    plain = single.evaluate("one => getComputedStyle(one).boxShadow")
    for number, code in enumerate(("C", "F", "P"), 1):
        tap(page, code, mode="pung")
        expect(field).to_have_value("[CCC][FFF][PPP]"[: 5 * number])
        expect(single).to_have_attribute("aria-pressed", "true")
        expect(hint).to_have_text(BACK)
        expect(hint).to_be_visible()
        assert single.evaluate("one => getComputedStyle(one).boxShadow") != plain
    page.get_by_role("button", name="Undo").tap()
    expect(hint).not_to_have_text(BACK)
    tap(page, "P", mode="pung")
    expect(hint).to_have_text(BACK)
    assert_sound(page)
    tap(page, "1m")
    expect(hint).not_to_have_text(BACK)
    expect(single).to_have_css("box-shadow", plain)
    # Without room for another set, nothing needs saying.
    tap(page, "1p", mode="pung")
    expect(field).to_have_value("[CCC][FFF][PPP][111p]1m")
    expect(hint).not_to_have_text(BACK)


def test_a_difference_to_the_announced_value_is_shown_before_saving(open_page):
    page = open_page(address("mcr", 2))
    won(page, "Ed", "Self-draw")
    tap(page, *spelled("123456789mEEECC"))
    page.get_by_role("button", name="How it was won").tap()
    hand = page.get_by_role("region", name="Hand of Ed")
    assert_sound(page)
    hand.get_by_label("Fan announced").fill("24")
    hand.get_by_role("button", name="Close").tap()
    page.locator("#tiles-worth").get_by_role("link").first.tap()
    expect(page.get_by_text("Announced as 24; the tiles give more")).to_be_visible()
    page.keyboard.press("Escape")
    save(page)


def test_two_hands_of_hong_kong_and_a_kong_by_holding_on(open_page):
    page = open_page(address("hong_kong"))
    won(page, "Bo", "Cy")
    hold(page, "C", 1400)
    field = page.get_by_label("Tiles of Bo")
    expect(field).to_have_value("[CCCC]")
    hold(page, "C", 700)
    expect(field).to_have_value("[CCCC]")
    tap(page, *spelled("FFF123m456mPP"))
    expect(page.locator("#tiles-worth")).to_contain_text("faan")
    assert_one_screen(page)
    save(page)


def test_a_hand_with_jokers_in_melds_and_held(open_page):
    page = open_page(address("hong_kong", 2))
    won(page, "Flo", "Gus")
    tap(page, "5s", "F", mode="pung")
    field = page.get_by_label("Tiles of Flo")
    joker = page.get_by_role("button", name="Change jokers")
    expect(joker).to_be_hidden()
    page.locator("[data-choice='meld 0']").tap()
    joker.tap()
    expect(field).to_have_value("[55sJ][FFF]")
    tap(page, "7s", mode="chow")
    expect(field).to_have_value("[55sJ][FFF][789s]")
    page.locator("[data-choice='meld 2']").tap()
    joker.tap()
    joker_left = page.locator("[data-tile=J] small")
    expect(joker_left).to_have_text("2")
    tap(page, *spelled("22sC"), "J", "C")
    expect(field).to_have_value("[55sJ][FFF][78sJ]22sCJ+C")
    expect(joker_left).to_have_text("1")
    expect(page.locator("#tiles-worth")).to_contain_text("faan")
    assert_one_screen(page)
    assert_sound(page)
    save(page)


def test_four_hands_of_classical_by_tiles_and_values(open_page):
    page = open_page(address("classical"))
    won(page, "Bo", "Cy")
    tap(page, "C", mode="hidden")
    tap(page, *spelled("123m456m789pEE"))
    expect(page.locator("#tiles-worth")).to_contain_text("Still needed: the hands of")
    assert_one_screen(page)
    tab(page, "Ada")
    tap(page, "W", mode="pung")
    tap(page, *spelled("1223445667s"))
    for name, value in (("Cy", "4"), ("Di", "0")):
        tab(page, name)
        hand = page.get_by_role("region", name=f"Hand of {name}")
        hand.get_by_label("Or value after doubling").fill(value)
    expect(page.locator("#tiles-worth")).to_contain_text("Bo +")
    assert_one_screen(page)
    save(page)


def test_save_is_disabled_until_the_hand_is_complete(open_page):
    page = open_page(address("mcr", 2))
    save = page.get_by_role("button", name="Save hand")
    on = page.locator(".to-tiles")
    expect(on).to_have_attribute("aria-disabled", "true")
    expect(on).to_contain_text("Choose the winner.")
    choose(page, "Winner", "Ed")
    expect(on).to_contain_text("Choose the discarder or self-draw.")
    on.tap(force=True)
    assert page.evaluate("document.activeElement.name") == "source"
    choose(page, "Discarder", "Flo")
    expect(save).to_have_attribute("aria-disabled", "true")
    expect(save).to_contain_text("Ed: 0 of 14 tiles")
    tap(page, *spelled("123456789mEEEC"))
    expect(save).to_contain_text("Ed: 13 of 14 tiles")
    tap(page, "F")
    expect(page.locator("#tiles-worth")).to_contain_text("not")
    expect(save).to_have_attribute("aria-disabled", "true")
    page.get_by_role("button", name="Undo").tap()
    tap(page, "C")
    expect(page.locator("#tiles-worth")).to_contain_text("Ed +")
    expect(save).to_have_attribute("aria-disabled", "false")
    expect(save).to_have_text("Save hand")


def test_a_fault_of_the_hand_moves_no_key(open_page):
    page = open_page(address("classical", 2))
    page.evaluate("document.documentElement.dataset.display = 'large'")
    won(page, "Ed", "Flo")
    tap(page, "1m")
    hint = page.locator(".tile-hint")
    tab(page, "Gus")
    expect(hint).to_have_text(re.compile("^Tap the 13 tiles of this player."))
    tab(page, "Ed")
    keys = page.locator(".tile-grid").bounding_box()
    page.get_by_role("button", name="Save hand").tap(force=True)
    expect(page.locator("#hand-form[data-begun]")).to_have_count(1)
    tab(page, "Flo")
    expect(hint).to_have_text("Enter the tiles of Flo's hand, or its value.")
    assert page.locator(".tile-grid").bounding_box() == keys
    assert_sound(page)
    tap(page, "1m")
    expect(hint).to_have_text(re.compile("^Tap the 13 tiles of this player."))


def test_a_hand_saved_by_tiles_is_undone_on_the_table_page(open_page):
    page = open_page(address("mcr", 2))
    won(page, "Ed", "Flo")
    tap(page, *spelled("123456789mEEECC"))
    page.get_by_role("button", name="Save hand").tap()
    page.wait_for_url("**/?saved=*")
    back = page.get_by_role("button", name="Undo", exact=True)
    expect(back).to_be_visible()
    page.reload()
    expect(page.locator("#save-hand")).to_have_attribute("aria-disabled", "true")
    expect(back).to_be_hidden()


def test_a_riichi_hand_with_a_stick_a_red_five_and_dora(open_page):
    page = open_page(address("riichi"))
    won(page, "Di", "Ada", "Di")
    tap(page, "2m", "3m", "4m", "4p", "0p", "6p", "7p", "8p", "5s", "5s", "6s", "7s")
    tap(page, "9p", "8s")
    tab(page, "Dora")
    tap(page, "4s")
    expect(page.get_by_label("Dora indicators", exact=True)).to_have_value("4s")
    expect(page.locator("#tiles-worth")).to_contain_text("han")
    assert_one_screen(page)
    save(page)


def test_what_is_said_on_the_drawn_table_is_taken_along(open_page):
    page = open_page(address("riichi", 2).removesuffix("tiles/"))
    for name, value in (("riichi", "W"), ("winner", "E"), ("source", "S")):
        page.locator(f'label:has([name="{name}"][value="{value}"])').tap()
    page.get_by_role("link", name="By tiles").tap()
    page.wait_for_url("**/tiles/?*riichi=W*")
    expect(page.get_by_role("button", name="Ed won from Flo")).to_be_visible()
    tap(page, *spelled("123m456p789sEE23p4p"))
    tiles = page.get_by_label("Tiles of Ed")
    expect(tiles).to_have_value("123m23456p789sEE+4p")
    page.get_by_role("button", name="5 of dots, in hand").tap()
    assert page.evaluate(COVERED) == []
    page.get_by_role("button", name="Winning tile").tap()
    expect(tiles).to_have_value("123m23446p789sEE+5p")
    page.get_by_role("button", name="Undo").tap()
    expect(tiles).to_have_value("123m23456p789sEE+4p")
    page.get_by_role("button", name="4 of dots, claimed").tap()
    page.get_by_role("button", name="Remove").tap()
    expect(tiles).to_have_value("123m23456p789sEE")
    tap(page, "4p")
    page.get_by_role("button", name="Ed won from Flo").tap()
    won(page, "Ed", "Self-draw")
    expect(tiles).to_have_value("123m23456p789sEE*4p")


def test_melds_say_whom_they_are_from(open_page):
    page = open_page(address("riichi", 2))
    won(page, "Ed", "Gus")
    tap(page, "P", mode="kong")
    page.get_by_role("button", name=re.compile("^melded: white dragon")).tap()
    page.get_by_role("button", name="From West, Gus").tap()
    page.get_by_role("button", name=re.compile("^melded: white dragon")).tap()
    page.get_by_role("button", name="Added to a pung").tap()
    expect(page.get_by_label("Tiles of Ed")).to_have_value("[PPPP+<W]")
    expect(page.locator("[data-tile=P]")).to_have_attribute("aria-disabled", "true")
    tap(page, "5p", mode="hidden")
    expect(page.get_by_label("Tiles of Ed")).to_have_value("[PPPP+<W](0555p)")


def test_fourteen_tiles_by_the_keyboard_alone(open_page):
    page = open_page(address("hong_kong", 2))
    page.get_by_role("group", name="Winner").get_by_role("radio").nth(1).focus()
    page.keyboard.press("Space")
    page.get_by_role("group", name="Discarder").get_by_role("radio").nth(1).focus()
    page.keyboard.press("Space")
    for _times in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.tile") == "1m":
            break
    for _tile in range(9):
        page.keyboard.press("Enter")
        page.keyboard.press("ArrowRight")
    keys = [*["ArrowDown"] * 3, *["ArrowLeft"] * 2, *["Enter"] * 3, *["ArrowLeft"] * 2]
    for key in (*keys, "Enter", "Enter"):
        page.keyboard.press(key)
    tiles = page.get_by_label("Tiles of Flo")
    expect(tiles).to_have_value("123456789mWCCC+W")
    expect(page.locator("#tiles-worth")).to_contain_text("faan")
    page.get_by_role("button", name="Save hand").focus()
    page.keyboard.press("Enter")
    # Hands with jokers may have been entered at this table before.
    expect(page.get_by_text(re.compile(r"Hand \d is saved"))).to_be_visible()


#: Clicks each key in turn, five a second.
FIVE_A_SECOND = """
async (codes) => {
  for (const code of codes) {
    document.querySelector(`.tile-grid [data-tile="${code}"]`).click();
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
"""


def test_fourteen_tiles_at_five_a_second_on_a_slow_phone_lose_none(open_page):
    page = open_page(address("mcr", 2))
    won(page, "Flo", "Gus")
    devtools = page.context.new_cdp_session(page)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    page.evaluate(FIVE_A_SECOND, spelled("123456789mEEECC"))
    expect(page.get_by_label("Tiles of Flo")).to_have_value("123456789mEEEC+C")
    expect(page.locator("#tiles-worth")).to_contain_text("Flo +")


def test_without_javascript_tiles_are_typed(open_page):
    page = open_page(address("classical", 2), java_script_enabled=False)
    choose(page, "Winner", "Ed")
    choose(page, "Discarder", "Flo")
    page.get_by_label("Tiles of Ed").fill("(CCCC)123456m789pE+E")
    for name in ("Flo", "Gus", "Hal"):
        hand = page.get_by_role("region", name=f"Hand of {name}")
        hand.get_by_label("Or value after doubling").fill("4")
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_text("Changes")).to_be_visible()
    save(page)


#: Sizes in pixels of a small phone, a phone, a phone held sideways and a laptop.
SCREENS = [(320, 640), (390, 664), (844, 390), (1280, 900)]
#: Returns the lightness of a white dragon's face and engraving.
DRAGON = """
() => {
  const tile = document.querySelector("[data-tile=P] .tile");
  const { backgroundColor, color } = getComputedStyle(tile);
  const light = (text) => Math.max(...text.match(/[0-9.]+/g).slice(0, 3).map(Number));
  return [light(backgroundColor), light(color)];
}
"""


@pytest.mark.parametrize("ruleset", some_of([*RULESETS]))
def test_the_picker_is_accessible_and_fits_its_screen(open_page, ruleset):
    page = open_page(address(ruleset))
    won(page, "Ada", "Bo")
    tap(page, "1m", "E", "1p")
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        assert not too_wide(page), width
        assert page.evaluate(COVERED) == [], (width, height)
        boxes = [key.bounding_box() for key in page.locator(".tile-grid button").all()]
        assert min(box["height"] for box in boxes) >= 44
        assert min(box["width"] for box in boxes) >= 30
    for look in ("light", "dark"):
        page.emulate_media(color_scheme=look)
        face, ink = page.evaluate(DRAGON)
        assert face > 230, look
        assert ink < 60, look
    page.emulate_media(color_scheme="dark", forced_colors="active")
    face, ink = page.evaluate(DRAGON)
    assert face > 230
    assert ink < 60
    page.emulate_media(color_scheme="light", forced_colors="none")
    assert_sound_in_every_look(page, ruleset, (320, 1280))
