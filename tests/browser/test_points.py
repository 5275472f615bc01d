"""Hands by points on a phone in each ruleset, and their number of taps."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.looks import assert_sound_in_every_look
from tests.browser.tables import PHONE, RULES, Hand, tables
from tests.examples import how_many, some_of

__all__ = ["tables"]


@pytest.fixture
def thumb(person, tables):
    """Return a function that opens a table of a ruleset on a phone."""

    def open_table(ruleset: str) -> Hand:
        referee = person(**PHONE)
        referee.sign_in()
        referee.page.goto(f"{tables[ruleset]}1/")
        return Hand(referee.page)

    return open_table


def test_hands_of_mcr_take_four_taps_each(thumb):
    """A hand of MCR takes four taps.

    With TEST_EXAMPLES=many, the hands go to the end of play.
    """
    hand, hands = thumb("mcr"), how_many(16, 8)
    for number in range(1, hands + 1):
        winner = "ESWN"[number % 4]
        source = "ESWN"[(number + 1) % 4] if number % 3 else "self"
        hand.choose(winner=winner, source=source)
        fan = (8, 9, 12, 25, 16, 88, 10, 11)[number % 8]
        if fan == 25:
            for name in ("Another number", "2", "5"):
                hand.tap(hand.page.get_by_role("button", name=name, exact=True))
            assert hand.save(number) == 6
        else:
            hand.tap(hand.page.get_by_role("button", name=f"{fan} fan", exact=True))
            assert hand.save(number) == 4
    if hands == 16:
        expect(hand.page.get_by_text("All hands are played.").first).to_be_visible()


def test_an_ordinary_hand_of_hong_kong_takes_four_taps(thumb):
    hand = thumb("hong_kong")
    hand.choose(winner="E", source="S", faan="4")
    expect(hand.page.get_by_text("Changes")).to_be_visible()
    expect(hand.page.locator("#preview")).to_contain_text("Next: hand 2")
    assert hand.save(1) == 4
    hand.choose(winner="washout")
    expect(hand.page.locator("#preview")).to_contain_text("carried over from draws")
    expect(hand.choice("source", "S")).to_be_hidden()
    assert hand.save(2) == 2
    # Two winners on one discard: as many taps as there are answers.
    hand.choose(winner="S", source="E", faan="3", winners="W")
    hand.choose(faan="13")
    expect(hand.page.locator('[name="faan_N"]')).to_be_hidden()
    assert hand.save(3) == 6
    expect(
        hand.page.get_by_text("Bo Park wins 3 faan from Ada Lind.").first
    ).to_be_visible()


def test_a_hand_of_classical_has_the_values_of_all_four(thumb):
    hand = thumb("classical")
    hand.choose(winner="N", source="self")
    hand.count(22)
    expect(hand.page.locator("#save-hand")).to_have_text("Dmitri +88 · Save")
    assert hand.save(1) == 4
    hand.choose(winner="S", source="W")
    hand.count(40)
    hand.tap(hand.page.locator('[data-doubles="1"]'))
    expect(hand.page.locator('[data-points="40"]')).to_have_attribute(
        "aria-pressed", "true"
    )
    # A loser's hand has other keys, and any number can be typed.
    hand.choose(edit="E")
    hand.count(4)
    hand.choose(edit="N")
    hand.keypad()
    hand.key("1", "6")
    expect(hand.page.locator('.r-who [data-at="S"] .made')).to_have_text("40 × 2 = 80")
    expect(hand.page.locator("#preview")).to_contain_text("between losers")
    hand.save(2)
    expect(hand.page.get_by_text("Bo Park wins 80 points").first).to_be_visible()
    hand.choose(winner="washout")
    assert hand.save(3) == 2


def test_an_ordinary_hand_of_riichi_takes_four_taps(thumb):
    hand = thumb("riichi")
    hand.choose(winner="E", source="S")
    expect(hand.choice("value", "2-20")).to_be_hidden()
    hand.choose(value="3-40")
    expect(hand.page.get_by_text("Changes")).to_be_visible()
    assert hand.save(1) == 4
    hand.choose(winner="W", source="self")
    expect(hand.choice("value", "2-20")).to_be_visible()
    hand.choose(value="mangan", riichi="W")
    assert hand.save(2) == 5
    hand.choose(riichi="E", winner="draw")
    expect(hand.page.locator('[name="tenpai"][value="E"]')).to_be_checked()
    # After the draw is selected, another player pays a riichi stick.
    hand.choose(riichi="N")
    expect(hand.page.locator('[name="tenpai"][value="N"]')).to_be_checked()
    expect(hand.page.locator("#preview")).to_contain_text(
        "2 riichi sticks on the table"
    )
    assert hand.save(3) == 4
    expect(hand.page.get_by_role("heading", name="1 counter (honba)")).to_be_visible()
    hand.other(winner="abortive")
    hand.choose(abort="four_winds")
    hand.save(4)
    hand.choose(winner="E", source="N", value="yakuman", winners="S")
    hand.choose(value="2-30")
    expect(hand.page.locator('[name="pao_E"]')).to_be_visible()
    expect(hand.page.locator('[name="pao_S"]')).to_be_hidden()
    hand.save(5)


def test_what_was_wrong_is_said_until_it_is_mended(thumb, tables):
    page = thumb("mcr").page
    page.goto(f"{tables['mcr']}2/")
    page.locator('label:has([name="winner"][value="E"])').tap()
    # Screen readers learn that something is missing; pressing the button shows what.
    expect(page.locator("#save-hand")).to_have_attribute("aria-disabled", "true")
    expect(page.locator("html[data-resting]")).to_have_count(0)
    page.locator("#save-hand").tap(force=True)
    # One question after another.
    source = page.get_by_text("Choose the discarder")
    points = page.get_by_text("Enter the fan.")
    expect(source).to_be_visible()
    expect(points).to_be_hidden()
    page.locator('label:has([name="source"][value="S"])').tap()
    expect(source).to_have_count(0)
    expect(points).to_be_visible()
    page.locator('[name="points"]').fill("8")
    expect(points).to_have_count(0)


@pytest.mark.parametrize("ruleset", some_of([*reversed(RULES)]))
def test_every_entry_page_is_accessible_and_fits_its_screen(person, tables, ruleset):
    someone = person(viewport={"width": 390, "height": 900})
    someone.sign_in()
    page = someone.page
    page.goto(f"{tables[ruleset]}2/")
    expect(page.locator('[name="winner"]').first).to_be_attached()
    for ending in ("E", "several", "draw", "abortive", "washout", "false_win"):
        radio = page.locator(f'[name="winner"][value="{ending}"]')
        if radio.count():
            # Some are in the collapsed part “Other…”.
            radio.evaluate("radio => radio.click()")
            assert_sound_in_every_look(page, ending, (320, 390, 1280))
