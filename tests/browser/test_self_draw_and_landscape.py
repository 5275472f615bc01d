"""On a phone: in every ruleset, self-draw is in the middle of the table diagram.

On a phone held sideways, Save and all keys fit the screen, also in a practice
tournament.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looks import violations
from tests.browser.tables import MAKE_TABLE, Hand
from tests.browser.test_table_of_three import MAKE_THREE
from tests.browser.test_thumb import in_sight
from tests.examples import some_of

UPRIGHT = {"viewport": {"width": 390, "height": 664}, "has_touch": True}
SIDEWAYS = {"viewport": {"width": 844, "height": 390}, "has_touch": True}
#: Ruleset -> its options, and the key of an ordinary hand value.
RULESETS = {
    "riichi": ({"preset": "tenhou"}, 'label:has([name="value"][value="3-40"])'),
    "classical": ({}, '[data-points="30"]'),
    "hong_kong": ({}, 'label:has([name="faan"][value="3"])'),
    "sanma": ({"preset": "tenhou_sanma"}, 'label:has([name="value"][value="3-40"])'),
    "mcr": ({}, '[data-fill="12"]'),
    "zung_jung": ({"preset": "world_series"}, '[data-fill="40"]'),
}
PRACTICE = """
Tournament = type(tournament)
Tournament.objects.filter(pk=tournament.pk).update(is_practice=True, is_public=False)
"""
#: Returns the visible keys and Save that are not wholly on the screen.
OUTSIDE = """
() => [...document.querySelectorAll(
    "#hand-form :is(.key, .tile-key, .tile-modes .button, [name=save], .place)")]
  .filter((shown) => shown.checkVisibility({ visibilityProperty: true }))
  .filter((shown) => !shown.closest(".sheet-in, .pad, .unscripted"))
  .filter((shown) => {
    const { top, bottom, left, right } = shown.getBoundingClientRect();
    return top < 0 || left < 0 || bottom > innerHeight + 1 || right > innerWidth + 1;
  })
  .map((shown) => shown.outerHTML.slice(0, 120))
"""


def picture(page: Page, name: str) -> None:
    """Save a screenshot if the environment variable PICTURES names a folder."""
    if folder := os.environ.get("PICTURES"):
        page.screenshot(path=Path(folder) / f"{name}.png")


@pytest.fixture(scope="module")
def address_of(site, accounts):
    """Return a function that returns the address of a table.

    The first call for a table creates it.
    """
    made: dict[tuple[str, bool], str] = {}

    def address(ruleset: str, *, practice: bool = False) -> str:
        if (ruleset, practice) not in made:
            steps = MAKE_THREE if ruleset == "sanma" else MAKE_TABLE
            more = PRACTICE if practice else ""
            steps = steps.replace("print(tourn", f"{more}print(tourn")
            slug = site.shell(
                steps.format(ruleset=ruleset, options=RULESETS[ruleset][0])
            )
            made[ruleset, practice] = f"/table/{slug}/1/1/"
        return made[ruleset, practice]

    return address


def opened(person, address: str, **options) -> Hand:
    referee = person(**options)
    referee.sign_in()
    referee.page.goto(address)
    if not address.endswith("/tiles/"):
        waiting = referee.page.locator("#waiting")
        expect(waiting).to_have_attribute("data-ready", "yes")
    return Hand(referee.page)


@pytest.mark.parametrize("ruleset", some_of([*RULESETS], 3))
def test_self_draw_is_an_answer_in_the_middle_of_the_table(person, address_of, ruleset):
    for scheme in ("light", "dark"):
        hand = opened(person, address_of(ruleset), **UPRIGHT, color_scheme=scheme)
        page = hand.page
        middle = page.locator(".self-choice")
        expect(middle).to_be_hidden()
        hand.choose(winner="S")
        expect(middle).to_be_visible()
        expect(page.locator("#ask")).to_contain_text("Or tap “Self-draw”.")
        picture(page, f"self-{ruleset}-{scheme}-asked")
        assert in_sight(page)
        assert violations(page, colours=True) == []
        hand.tap(middle)
        expect(page.locator('[name="source"][value="self"]')).to_be_checked()
        if ruleset != "classical":
            # A tap on another seat changes the answer. In Classical it selects the hand
            # to count.
            hand.choose(source="E")
            expect(middle).to_be_hidden()
            hand.choose(source="self")
        expect(middle).to_be_visible()
        hand.tap(page.locator(RULESETS[ruleset][1]).locator("visible=true"))
        expect(page.locator("#save-hand")).to_have_attribute("aria-disabled", "false")
        picture(page, f"self-{ruleset}-{scheme}-chosen")
        assert violations(page, colours=True) == []
    number = int(page.locator('#hand-form [name="hand"]').input_value())
    hand.taps = 2
    hand.save(number)


@pytest.mark.parametrize("practice", [False, True])
@pytest.mark.parametrize("ruleset", some_of([*RULESETS], 3))
def test_sideways_save_and_all_keys_are_on_the_screen(
    person, address_of, ruleset, practice
):
    address = address_of(ruleset, practice=practice)
    for scheme in ("light", "dark"):
        hand = opened(person, address, **SIDEWAYS, color_scheme=scheme)
        page = hand.page
        strip = page.locator(".practice-mark")
        expect(strip).to_have_count(1 if practice else 0)
        name = f"sideways-{ruleset}-{scheme}{'-practice' if practice else ''}"
        picture(page, f"{name}-empty")
        assert page.evaluate(OUTSIDE) == []
        hand.choose(winner="S")
        picture(page, f"{name}-asked")
        hand.choose(source="W")
        hand.tap(page.locator(RULESETS[ruleset][1]).locator("visible=true"))
        expect(page.locator("#save-hand")).to_have_attribute("aria-disabled", "false")
        picture(page, name)
        assert page.evaluate(OUTSIDE) == []
        assert page.evaluate("scrollY") == 0
        assert violations(page) == []
        tiles = opened(person, f"{address}tiles/", **SIDEWAYS, color_scheme=scheme)
        tiles.page.locator("form[data-part]").wait_for()
        tiles.choose(winner="S")
        tiles.choose(source="W")
        if (on := tiles.page.locator(".to-tiles")).is_visible():
            on.tap()
        expect(tiles.page.locator(".tile-key").first).to_be_visible()
        picture(tiles.page, f"{name}-tiles")
        assert tiles.page.evaluate(OUTSIDE) == []
        assert tiles.page.evaluate("document.documentElement.scrollHeight") <= 390
