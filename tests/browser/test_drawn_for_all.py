"""Accessibility of the table diagram: keyboard, forced colours, long names, double text
size."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looks import too_wide
from tests.browser.tables import MAKE_TABLE, RULES, Hand, tables
from tests.browser.test_drawn_table import PHONE, at, ready
from tests.browser.test_nothing_is_covered import COVERED
from tests.examples import some_of

__all__ = ["at", "tables"]

#: The last field of an ordinary hand, and the keys that fill it in.
BY_KEYS = {
    "mcr": ("points", ["1", "2"]),
    "hong_kong": ("faan", ["Space"]),
    "classical": ("points_E", ["4", "0"]),
    "riichi": ("value", ["Space"]),
}


def tab_to(page: Page, name: str) -> None:
    for _press in range(60):
        if page.evaluate("document.activeElement.name") == name:
            return
        page.keyboard.press("Tab")
    pytest.fail(f"Tab does not come to {name}")


@pytest.mark.parametrize("ruleset", some_of([*RULES], 2))
def test_a_hand_is_entered_by_keyboard_alone(at, ruleset):
    page = at(ruleset, 2).page
    number = page.locator('#hand-form [name="hand"]').input_value()
    field, pressed = BY_KEYS[ruleset]
    tab_to(page, "winner")
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    # The winner's own seat is skipped.
    page.keyboard.press("ArrowDown")
    expect(page.locator('[name="source"][value="S"]')).to_be_checked()
    tab_to(page, field)
    for key in pressed:
        page.keyboard.press(key)
    tab_to(page, "save")
    expect(page.locator("#save-hand")).to_have_text(re.compile(r"Eve \+\d+ · Save"))
    expect(page.locator("#save-hand")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text(f"Hand {number} is saved")).to_be_visible()


#: Returns the width of an outline in forced colours.
OUTLINE = """
(part) => {
  const { outlineStyle, outlineWidth } = getComputedStyle(part);
  return outlineStyle === "none" ? 0 : parseFloat(outlineWidth);
}
"""


def test_forced_colours_leave_every_state(at):
    hand = at("riichi", 2, forced_colors="active")
    page = hand.page
    hand.choose(riichi="W", winner="E", source="S", value="mangan")
    chosen = (
        '.r-who [data-at="E"]',
        '.r-from [data-at="S"]',
        '.r-sticks label:has([value="W"])',
        '.key:has([value="mangan"])',
    )
    for what in chosen:
        assert page.locator(what).first.evaluate(OUTLINE) == 3, what
    for other in ('.r-who [data-at="N"]', '.key:has([value="3-40"])'):
        assert page.locator(other).evaluate(OUTLINE) == 0, other
    for word in ("wins", "discards"):
        expect(
            page.get_by_text(word, exact=True).locator("visible=true")
        ).to_have_count(1)
    hand.tap(page.get_by_role("button", name="Clear this hand"))
    hand.choose(winner="draw", tenpai="N")
    assert page.locator('.r-ready label:has([value="N"])').evaluate(OUTLINE) == 3
    hand.choose(riichi="W")


#: First and last names; an underscore stands for a space.
LONG = """
names = (
    "Maria-Concepción Featherstonehaugh", "Bartholomew van_der_Westhuizen-Krieg",
    "Chiara Rossi", "Alexandrine Wojciechowska",
    "Eve Berg", "Finn Holm", "Gül Demir", "Hana Mori")
rows ="""

SURNAME = 'n.split()[1].replace("_", " "), country="de"'

#: Returns words of names that are split or hidden although there is room for two lines,
#: amounts that are cut off, and names under a check mark.
BROKEN = """
() => {
  const parts = (what) => [...document.querySelectorAll(what)];
  const of = (part) => part.getBoundingClientRect();
  const words = (name) => {
    const { firstChild: text } = name.querySelector("bdi") ?? name;
    return [...text.data.matchAll(/[^\\s-]+/g)].filter(({ 0: word, index }) => {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
      return new Set(tops).size > 1;
    });
  };
  const cut = (box) => {
    const plate = of(box.closest(".plate"));
    const isOut = of(box).left < plate.left || of(box).right > plate.right;
    const isSeen = box.checkVisibility({ visibilityProperty: true });
    return isSeen && box.textContent.trim() &&
      (isOut || box.scrollWidth > box.clientWidth + 1);
  };
  const covered = (row) =>
    row.checkVisibility() &&
    of(row.querySelector(".name")).left < of(row.querySelector("input")).right;
  const line = (box) => parseFloat(getComputedStyle(box).lineHeight);
  const tall = (box) => innerWidth >= 360 && box.clientHeight > 2.2 * line(box);
  const beside = (one, other) => one.right <= other.left || other.right <= one.left;
  const lies = (one, other) => one.top < other.bottom - 4 && other.top < one.bottom;
  const over = (tab) => parts(".plate .pay")
    .filter((pay) => !beside(of(tab), of(pay)) && lies(of(tab), of(pay)))
    .map((pay) => `under a word: ${pay.textContent}`);
  return [
    ...parts(".plate > .name, .score-sheet thead .number > span")
      .flatMap(words).map(String),
    ...parts(".plate :is(.pay, .made)").filter(cut).map((box) => box.textContent),
    ...parts(".plate > .name").filter(tall).map((box) => box.textContent),
    ...parts(".r-edit .place:has(:checked) > .tab").flatMap(over),
  ];
}
"""


#: Returns names and words that are cut off on the score sheet and seats, and parts
#: outside the screen.
CUT = """
() => [...document.querySelectorAll(".ring .plate *, .score-sheet th *, .before-after")]
  .filter((part) => part.checkVisibility({ visibilityProperty: true }))
  .filter((part) => {
    const { left, right } = part.getBoundingClientRect();
    const { overflowX, clipPath } = getComputedStyle(part);
    const hides = overflowX !== "visible" && clipPath === "none";
    const cut = part.scrollHeight > part.clientHeight + 3 ||
      part.scrollWidth > part.clientWidth + 1;
    return left < 0 || right > innerWidth || (hides && cut);
  })
  .map((part) => `${part.className}: ${part.textContent}`)
"""


def assert_readable_twice_as_large(page: Page) -> None:
    """Assert that the page is usable with double text size on a phone held upright and
    sideways. No control, such as Save, may be covered.
    """
    larger = {"fontSizes": {"standard": 32}}
    page.context.new_cdp_session(page).send("Page.setFontSizes", larger)
    for width, height in ((390, 664), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        assert not too_wide(page), (width, height)
        assert page.evaluate(BROKEN) == [], (width, height)
        assert page.evaluate(CUT) == [], (width, height)
        assert page.evaluate(COVERED) == [], (width, height)


@pytest.mark.parametrize("ruleset", some_of([*reversed(RULES)], 2))
def test_long_names_and_amounts_are_whole(at, site, person, ruleset):
    steps = MAKE_TABLE.format(ruleset=ruleset, options=RULES[ruleset])
    steps = re.sub(r"\nnames = .*?\nrows =", LONG, steps, count=1, flags=re.DOTALL)
    slug = site.shell(steps.replace("n.split()[1]", SURNAME))
    referee = person(**PHONE)
    referee.sign_in()
    page = referee.page
    page.goto(f"/table/{slug}/1/1/")
    ready(page)
    hand = Hand(page)
    hand.choose(winner="E", source="self")
    if ruleset == "classical":
        hand.keypad()
        hand.key("1", "2", "0")
        hand.tap(page.locator('[data-doubles="2"]'))
    else:
        field, value = {"mcr": ("points", "88"), "hong_kong": ("faan", "10")}.get(
            ruleset, ("value", "yakuman")
        )
        key = f'[data-fill="{value}"], label:has([name="{field}"][value="{value}"])'
        hand.tap(page.locator(key))
    for width, height in ((390, 664), (844, 390), (320, 640)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(BROKEN) == [], (width, height)
    page.set_viewport_size({"width": 390, "height": 664})
    assert page.evaluate("document.documentElement.scrollHeight > 0 && scrollY") == 0
    hand.save(1)
    if ruleset in ("hong_kong", "riichi"):
        hand.choose(winner="E", source="N", winners="S")
        assert page.evaluate(BROKEN) == []
    assert_readable_twice_as_large(page)
