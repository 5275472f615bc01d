"""A table's page fits a phone in one hand: after a save the next hand's first question
is in sight, and saving is never out of reach."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.browser.looks import violations
from tests.browser.test_points import PHONE, RULES, Hand, tables

__all__ = ["tables"]

#: Who won, from whom, and the last thing an ordinary hand asks.
ORDINARY = {
    "mcr": '.quick [data-fill="88"]',
    "hong_kong": 'label:has([name="faan"][value="13"])',
    "classical": '[name="points_N"]',
    "riichi": 'label:has([name="value"][value="mangan"])',
}
POINTS = {"E": "40", "S": "4", "W": "0", "N": "16"}


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
            hand.page.locator(f'[name="points_{seat}"]').fill(points)
    else:
        hand.tap(hand.page.locator(ORDINARY[ruleset]))


def top_and_bottom(hand: Hand, what: str) -> tuple[float, float]:
    box = hand.page.locator(what).first.bounding_box()
    return box["y"], box["y"] + box["height"]


@pytest.mark.parametrize(
    ("thumb", "ruleset"), [(name, name) for name in RULES], indirect=["thumb"]
)
def test_a_hand_needs_at_most_one_swipe(thumb, ruleset):
    page = thumb.page
    fill(thumb, ruleset)
    thumb.save(1)
    expect(page.locator("#table-state")).to_contain_text("Hand 2")
    bar, end = top_and_bottom(thumb, ".save-bar")
    assert end <= PHONE["viewport"]["height"]
    top, _end = top_and_bottom(thumb, "text=Who won?")
    _top, last_seat = top_and_bottom(thumb, 'label:has([name="winner"][value="N"])')
    assert top >= 0
    assert last_seat <= bar
    # One swipe moves what is below the bar by no more than the room above it.
    thumb.choose(winner="E", source="S")
    page.evaluate("scrollTo(0, document.getElementById('table-state').offsetTop)")
    bar, _end = top_and_bottom(thumb, ".save-bar")
    _top, last = top_and_bottom(thumb, ORDINARY[ruleset])
    assert last - bar <= bar
    assert violations(page) == []


@pytest.mark.parametrize(
    ("thumb", "ruleset"), [(name, name) for name in RULES], indirect=["thumb"]
)
def test_the_bar_covers_nothing_that_has_the_focus(thumb, ruleset):
    page = thumb.page
    fill(thumb, ruleset)
    expect(page.get_by_text("Saving this will change")).to_be_visible()
    page.evaluate("scrollTo(0, 0)")
    page.locator('[name="winner"]:checked').focus()
    for _press in range(30):
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
        above = thumb.choice("winner", seat).bounding_box()["x"]
        assert thumb.choice("source", "self").bounding_box()["x"] == above
    heights = {
        round(thumb.choice("winner", seat).bounding_box()["height"]) for seat in "ESWN"
    }
    assert len(heights) == 1
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


#: How far down the page each question and answer is that can be seen.
PLACES = """
() => Object.fromEntries([...document.querySelectorAll(
  "#hand-form :is(legend, .choice, .field > label)")]
  .filter((shown) => shown.checkVisibility())
  .map((shown) => [
    shown.textContent.replace(/\\s+/g, " ") + (shown.control?.name ?? ""),
    Math.round(shown.getBoundingClientRect().top + scrollY)]))
"""


@pytest.mark.parametrize("part", ["", "tiles/"])
@pytest.mark.parametrize(
    ("thumb", "ruleset"), [(name, name) for name in RULES], indirect=["thumb"]
)
def test_who_won_moves_no_other_question(thumb, ruleset, part):
    page = thumb.page
    page.goto(f"{page.url}{part}")
    before = page.evaluate(PLACES)
    thumb.tap(page.locator('label:has([name="winner"][value="E"])'))
    expect(page.locator('[name="source"][value="self"]')).to_be_visible()
    after = page.evaluate(PLACES)
    same = before.keys() & after.keys()
    assert len(same) > 7
    moved = {what for what in same if before[what] != after[what]}
    # Below who won and from whom are the winner's tiles.
    assert part or not moved
    assert not any("riichi" in what or "source" in what for what in moved)


@pytest.mark.parametrize("part", ["", "tiles/"])
@pytest.mark.parametrize("ruleset", RULES)
def test_held_sideways_the_first_question_is_in_sight(person, tables, ruleset, part):
    referee = person(viewport={"width": 844, "height": 390}, has_touch=True)
    referee.sign_in()
    page = referee.page
    page.goto(f"{tables[ruleset]}1/{part}")
    for seat in "ESWN":
        choice = page.locator(f'label:has([name="winner"][value="{seat}"])')
        box = choice.bounding_box()
        # What the browser itself shows above the page takes some room too.
        assert box["y"] + box["height"] <= 340
    if part:
        page.locator('label:has([name="winner"][value="E"])').click()
        rows = [row.bounding_box() for row in page.locator(".tile-row").all()]
        gaps = [below["y"] - row["y"] - row["height"] for row, below in pairwise(rows)]
        assert max(gaps) < 5
    assert violations(page) == []


#: Answers that are no players and show less than they say.
CUT = """
() => [...document.querySelectorAll(".choice:nth-child(n + 5) .name")]
  .filter((name) => name.scrollHeight > name.clientHeight + 4)
  .map((name) => name.textContent)
"""


@pytest.mark.parametrize("ruleset", RULES)
def test_no_answer_is_cut(person, tables, ruleset):
    referee = person()
    referee.sign_in()
    referee.page.goto(f"{tables[ruleset]}1/")
    for width in (320, 390, 844, 1280, 1440):
        referee.page.set_viewport_size({"width": width, "height": 800})
        assert referee.page.evaluate(CUT) == [], width
