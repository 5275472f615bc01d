"""A table's page fits a phone in one hand: after a save, the next hand's first question
is visible, and Save is always within reach."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looks import violations
from tests.browser.tables import PHONE, RULES, Hand, tables
from tests.browser.test_tile_picker import won
from tests.examples import some_of

__all__ = ["tables"]

#: The last key of an ordinary hand, after winner and discarder.
ORDINARY = {
    "mcr": '[data-fill="88"]',
    "hong_kong": 'label:has([name="faan"][value="13"])',
    "classical": '[name="points_N"]',
    "riichi": 'label:has([name="value"][value="mangan"])',
}
POINTS = {"E": 40, "S": 4, "W": 0, "N": 16}


@pytest.fixture
def thumb(person, tables, request) -> Hand:
    referee = person(**PHONE, color_scheme="dark")
    referee.sign_in()
    referee.page.goto(f"{tables[request.param]}1/")
    return Hand(referee.page)


def fill(hand: Hand, ruleset: str) -> None:
    hand.choose(winner="E", source="S")
    if ruleset == "classical":
        for seat, points in POINTS.items():
            hand.choose(edit=seat)
            hand.count(points)
    else:
        hand.tap(hand.page.locator(ORDINARY[ruleset]))


def top_and_bottom(hand: Hand, what: str) -> tuple[float, float]:
    box = hand.page.locator(what).first.bounding_box()
    return box["y"], box["y"] + box["height"]


#: Sizes in pixels of a phone held upright and sideways.
HELD = ((390, 664), (844, 390))
#: Returns the distances in pixels of an ordinary hand's visible controls from the edges
#: of the screen.
TAPPED = """
() => [...document.querySelectorAll("#hand-form :is(.place, .corner, .key, .save-bar)")]
  .filter((shown) => shown.checkVisibility())
  .map((shown) => shown.getBoundingClientRect())
  .map(({ top, bottom, left, right }) => [
    Math.round(top), Math.round(innerHeight - bottom),
    Math.round(left), Math.round(innerWidth - right)])
"""


def in_sight(page: Page) -> bool:
    """Return whether all controls for an ordinary hand are visible at the top of the
    page.

    Playwright itself scrolls if a control was not ready for a tap at once.
    """
    page.evaluate("scrollTo(0, 0)")
    return all(side >= 0 for box in page.evaluate(TAPPED) for side in box)


@pytest.mark.parametrize(
    ("thumb", "ruleset"),
    some_of([(name, name) for name in RULES], 2),
    indirect=["thumb"],
)
def test_ordinary_hands_are_entered_without_scrolling(thumb, ruleset):
    page = thumb.page
    for size in HELD:
        page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
        assert in_sight(page), size
        fill(thumb, ruleset)
        assert in_sight(page), size
        hand = int(page.locator('#hand-form [name="hand"]').input_value())
        thumb.save(hand)
        expect(page.locator('#hand-form [name="hand"]')).to_have_value(str(hand + 1))
        assert in_sight(page), size
        assert violations(page) == [], size


@pytest.mark.parametrize(
    ("thumb", "ruleset"),
    some_of([(name, name) for name in reversed(RULES)], 2),
    indirect=["thumb"],
)
def test_the_bar_covers_nothing_that_has_the_focus(thumb, ruleset):
    page = thumb.page
    fill(thumb, ruleset)
    expect(page.get_by_text("Changes")).to_be_visible()
    page.evaluate("scrollTo(0, 0)")
    page.locator('[name="winner"]:checked').focus()
    for _press in range(45):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('.save-bar') !== null"):
            break
        bar, _end = top_and_bottom(thumb, ".save-bar")
        focused = page.evaluate("document.activeElement.getBoundingClientRect().bottom")
        assert focused <= bar + 1
    else:
        pytest.fail("Tab does not come to the bar")


@pytest.mark.parametrize("thumb", ["mcr"], indirect=True)
def test_self_drawn_is_in_the_winners_place(thumb):
    page = thumb.page
    for seat in "ESWN":
        thumb.choose(winner=seat)
        own = thumb.choice("source", seat)
        expect(own).to_be_hidden()
        above = thumb.choice("winner", seat).bounding_box()
        assert thumb.choice("source", "self").bounding_box() == above
        thumb.tap(page.get_by_role("button", name="Clear this hand"))
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_each_device_turns_the_table_to_its_own_chair(person, tables):
    referee = person(**PHONE)
    referee.sign_in()
    page = referee.page
    page.goto(f"{tables['mcr']}1/")

    def below() -> str:
        return page.locator('.r-who [data-side="bottom"] input').input_value()

    assert below() == "E"
    # The script has loaded, and nothing can be saved yet.
    expect(page.locator("#save-hand")).to_have_attribute("aria-disabled", "true")
    page.get_by_role("button", name="Turn to my seat").tap()
    turned = below()
    assert turned != "E"
    page.reload()
    expect(page.locator('.r-who [data-side="bottom"] input')).to_have_value(turned)
    order = page.locator('.r-who [name="winner"]')
    assert [seat.input_value() for seat in order.all()][:4] == ["E", "S", "W", "N"]
    for _turn in range(3):
        page.get_by_role("button", name="Turn to my seat").tap()
    assert below() == "E"


def test_what_was_just_saved_is_taken_back_where_it_stands(person, tables):
    referee = person(**PHONE)
    referee.sign_in()
    page = referee.page
    page.goto(f"{tables['mcr']}2/")
    hand = Hand(page)
    fill(hand, "mcr")
    expect(page.locator("#save-hand")).to_have_text("Eve +112 · Save")
    save = page.locator("#save-hand").bounding_box()
    hand.save(1)
    back = page.get_by_role("button", name="Undo", exact=True)
    box = back.bounding_box()
    assert box["y"] + box["height"] <= save["y"]
    said = re.compile("Hand 1 is saved. Eve wins 88 fan")
    expect(page.locator("#ask")).to_have_attribute("data-saved", said)
    back.tap()
    expect(page.get_by_text("Last entry undone.")).to_be_visible()
    expect(page.locator('#hand-form [name="hand"]')).to_have_value("1")


#: Returns the vertical positions of visible questions and answers.
PLACES = """
() => Object.fromEntries([...document.querySelectorAll(
  "#hand-form :is(legend, .choice, .place, .key, .corner, .field > label)")]
  .filter((shown) => shown.checkVisibility())
  .map((shown) => [
    shown.textContent.replace(/\\s+/g, " ") + (shown.control?.name ?? ""),
    Math.round(shown.getBoundingClientRect().top + scrollY)]))
"""


PARTS = ("", "tiles/")


def open_part(page: Page, address: str) -> None:
    """Open a table's page or its tile entry, and wait until it fits one screen."""
    page.goto(address)
    if address.endswith("tiles/"):
        page.locator("form[data-part]").wait_for(state="attached")


def places(page: Page) -> dict[str, float]:
    """Return the positions of questions and answers after fonts and images have loaded
    and
    nothing moves.
    """
    page.evaluate("document.fonts.ready")
    seen = page.evaluate(PLACES)
    for _look in range(20):
        page.wait_for_timeout(150)
        before, seen = seen, page.evaluate(PLACES)
        if seen == before:
            return seen
    pytest.fail("the page does not come to rest")


@pytest.mark.parametrize(
    ("thumb", "ruleset"),
    some_of([(name, name) for name in RULES], 2),
    indirect=["thumb"],
)
def test_who_won_moves_no_other_question(thumb, ruleset):
    page, table = thumb.page, thumb.page.url
    for part in PARTS:
        open_part(page, f"{table}{part}")
        before = places(page)
        thumb.tap(page.locator('label:has([name="winner"][value="E"])'))
        expect(page.locator('[name="source"][value="self"]')).to_be_visible()
        after = places(page)
        same = before.keys() & after.keys()
        assert len(same) > 7, part
        moved = {
            what: (before[what], after[what])
            for what in same
            # Scrolling by half a pixel can be rounded to a whole one.
            if abs(before[what] - after[what]) > 1
        }
        # The winner's tiles are below winner and discarder.
        assert part or not moved, moved
        assert not any("riichi" in what or "source" in what for what in moved), moved


@pytest.mark.parametrize(
    ("thumb", "ruleset"),
    some_of([(name, name) for name in reversed(RULES)]),
    indirect=["thumb"],
)
def test_no_seat_is_larger_where_nobody_won(thumb, ruleset):
    page = thumb.page
    nobody = "draw" if ruleset == "riichi" else "washout"
    for size in HELD:
        page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
        felt = page.locator(".felt").bounding_box()
        thumb.choose(winner=nobody)
        assert page.locator(".felt").bounding_box() == felt, size
        thumb.tap(page.get_by_role("button", name="Clear this hand"))


@pytest.mark.parametrize("ruleset", some_of([*reversed(RULES)], 2))
def test_held_sideways_the_first_question_is_in_sight(person, tables, ruleset):
    referee = person(viewport={"width": 844, "height": 390}, has_touch=True)
    referee.sign_in()
    page = referee.page
    for part in PARTS:
        open_part(page, f"{tables[ruleset]}1/{part}")
        for seat in "ESWN":
            choice = page.locator(f'label:has([name="winner"][value="{seat}"])')
            box = choice.bounding_box()
            # On the tile page, the parts above need some room too.
            assert box["y"] + box["height"] <= (340 if part else 390), part
        if part:
            won(page, "Ada", "Bo")
            keys = page.locator(".tile-grid").bounding_box()
            assert keys["y"] > 0
            assert keys["y"] + keys["height"] <= 390
        assert violations(page) == [], part


#: Returns answers that are cut off; next to a riichi stick there is less room.
CUT = """
() => [...document.querySelectorAll(
  ".choice:nth-child(n + 5) .name, .rt:not(.with-sticks) .plate .name")]
  .filter((name) => name.scrollHeight > name.clientHeight + 4)
  .map((name) => name.textContent)
"""


@pytest.mark.parametrize("ruleset", some_of([*RULES], 2))
def test_no_answer_is_cut(person, tables, ruleset):
    referee = person()
    referee.sign_in()
    referee.page.goto(f"{tables[ruleset]}1/")
    for width in (320, 390, 844, 1280, 1440):
        referee.page.set_viewport_size({"width": width, "height": 800})
        assert referee.page.evaluate(CUT) == [], width
