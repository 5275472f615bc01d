"""Words on a table's page in all languages, with normal and large tiles, and with text
twice as large on a narrow phone: no word is broken or cut, and no label covers a wind
or a score."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from tests.browser.looks import too_wide
from tests.browser.screens import ALIVE
from tests.browser.tables import PHONE, Hand
from tests.browser.test_self_draw_and_landscape import (
    RULESETS,
    address_of,
    picture,
)
from tests.examples import some_of

__all__ = ["address_of"]

NARROW = {"viewport": {"width": 320, "height": 640}, "has_touch": True}
#: Languages with the longest words come first.
LONGEST = ("de", "ru", "fr")
LANGUAGES = [*LONGEST, *(code for code, _ in settings.LANGUAGES if code not in LONGEST)]
DISPLAYS = {"usual": "", "large": "large marks winds"}
FAULTS = Path(__file__).with_name("faults_of_words.js").read_text()


def prepared(person, address: str, language: str, display: str, **options) -> Hand:
    """Return a hand at this table, in this language, with this display."""
    referee = person(**options)
    referee.sign_in()
    page = referee.page
    page.goto(ALIVE)
    page.evaluate("(it) => localStorage.setItem('table-display', it)", display)
    page.goto(f"{address}?lang={language}")
    expect(page.locator("#waiting")).to_have_attribute("data-ready", "yes")
    return Hand(page)


def faults_of_a_hand(hand: Hand, ruleset: str, name: str) -> list[str]:
    """Return the faults of the page during a hand and of the sheet “Other”."""
    page, found = hand.page, []

    def look(step: str) -> None:
        picture(page, f"words-{name}-{step}")
        found.extend(f"{name}, {step}: {fault}" for fault in page.evaluate(FAULTS))
        if too_wide(page):
            found.append(f"{name}, {step}: too wide")

    hand.choose(winner="S")
    look("winner")
    hand.choose(source="W")
    hand.tap(page.locator(RULESETS[ruleset][1]).locator("visible=true"))
    expect(page.locator("#save-hand")).to_have_attribute("aria-disabled", "false")
    look("value")
    page.locator(".corner.br").tap()
    look("other")
    return found


def open_tiles(page: Page, address: str, language: str) -> None:
    page.goto(f"{address}tiles/?winner=S&source=W&lang={language}")
    page.locator("form[data-part]").wait_for()
    if (on := page.locator(".to-tiles")).is_visible():
        on.tap()


@pytest.mark.every_case
@pytest.mark.parametrize("ruleset", some_of([*RULESETS], 3))
@pytest.mark.parametrize("display", DISPLAYS)
def test_no_word_is_broken_or_cut_in_any_language(person, address_of, ruleset, display):
    found = []
    number = [*RULESETS].index(ruleset) + [*DISPLAYS].index(display)
    first = number % len(LONGEST)
    for language in some_of([*LANGUAGES[first:], *LANGUAGES[:first]]):
        address = address_of(ruleset)
        hand = prepared(person, address, language, DISPLAYS[display], **PHONE)
        found += faults_of_a_hand(hand, ruleset, f"{ruleset}-{display}-{language}")
    assert not found, "\n".join(found)


@pytest.mark.every_case
@pytest.mark.parametrize("ruleset", some_of(["sanma", "classical", "hong_kong"], 2))
def test_twice_the_text_size_cuts_nothing_on_a_narrow_phone(
    person, address_of, ruleset
):
    found = []
    for display, language in zip(DISPLAYS, ("de", "en"), strict=True):
        address = address_of(ruleset)
        hand = prepared(person, address, language, DISPLAYS[display], **NARROW)
        page = hand.page
        larger = {"fontSizes": {"standard": 32}}
        page.context.new_cdp_session(page).send("Page.setFontSizes", larger)
        name = f"narrow-{ruleset}-{display}-{language}"
        found += faults_of_a_hand(hand, ruleset, name)
        open_tiles(page, address, language)
        picture(page, f"words-{name}-tiles")
        assert not too_wide(page), name
    assert not found, "\n".join(found)
