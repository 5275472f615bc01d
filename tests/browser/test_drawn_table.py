"""The table diagram on a phone, script by script: riichi sticks, dragging, possible
winners, several winners, errors, undo.

Payments, keys, seats and the limit of 5 seconds are in test_points and test_thumb;
keyboard, forced colours and long names in test_drawn_for_all.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.tables import MAKE_TABLE, PHONE, Hand, tables

__all__ = ["tables"]

PHONE = {**PHONE, "viewport": {"width": 390, "height": 664}}


@pytest.fixture
def at(person, tables):
    """Return a function that opens a table of a ruleset on a new phone and waits for
    its scripts.
    """

    def open_table(ruleset: str, table: int = 1, **options) -> Hand:
        referee = person(**PHONE, **options)
        referee.sign_in()
        referee.page.goto(f"{tables[ruleset]}{table}/")
        if options.get("java_script_enabled", True):
            ready(referee.page)
        hand = Hand(referee.page)
        hand.person = referee
        return hand

    return open_table


def ready(page: Page) -> None:
    expect(page.locator("#save-hand")).to_have_attribute("aria-disabled", "true")
    expect(page.locator("#waiting")).to_have_attribute("data-ready", "yes")


def stick(hand: Hand, seat: str):
    return hand.page.locator(f'[name="riichi"][value="{seat}"]')


def score(hand: Hand, seat: str) -> str:
    return hand.page.locator(f'.r-who [data-at="{seat}"] .standing').inner_text()


def test_a_stick_lies_on_every_device_until_the_hand_is_saved(at):
    one, other = at("riichi"), at("riichi")
    pot = other.page.locator(".pot .deposits")
    one.choose(riichi="S")
    expect(stick(other, "S")).to_be_checked()
    expect(pot).to_have_text("1")
    assert score(other, "S").startswith("24,000")
    assert score(other, "E").startswith("25,000")
    # Also after the page has drawn the waiting hands again; there are none.
    one.page.evaluate("new BroadcastChannel('table-queue').postMessage('changed')")
    one.page.wait_for_timeout(300)
    expect(one.page.locator(".pot .deposits")).to_have_text("1")
    other.page.reload()
    expect(stick(other, "S")).to_be_checked()
    # A riichi stick paid without a network is reported later, and is part of the hand
    # anyway.
    one.page.context.set_offline(True)
    one.choose(riichi="E")
    expect(one.page.locator(".pot .deposits")).to_have_text("2")
    expect(stick(other, "E")).not_to_be_checked()
    one.page.context.set_offline(False)
    expect(stick(other, "E")).to_be_checked()
    one.person.complaints.clear()
    # Clearing the hand keeps the riichi stick; a tap removes it.
    other.choose(winner="W")
    other.tap(other.page.get_by_role("button", name="Clear this hand"))
    expect(stick(other, "E")).to_be_checked()
    other.choose(riichi="E")
    expect(stick(one, "E")).not_to_be_checked()
    # The displayed score excludes the stick, so the payment does not include it again.
    other.choose(winner="E", source="S", value="mangan")
    expect(other.page.locator('.r-who [data-at="S"] .pay')).to_have_text("\u221212,000")
    expect(other.page.locator("#save-hand")).to_have_text("Ada +13,000 · Save")
    other.save(1)
    for hand in (one, other):
        expect(hand.page.locator('#hand-form [name="hand"]')).to_have_value("2")
        expect(hand.page.locator("[name=riichi]:checked")).to_have_count(0)
    other.page.get_by_role("button", name="Undo", exact=True).tap()
    expect(stick(one, "S")).to_be_checked()
    # The line with the next question reports the undo, and the form fits the screen.
    news = other.page.locator(".says > .news")
    expect(news).to_have_text("Last entry undone.")
    assert other.page.locator("#hand-form").bounding_box()["height"] <= 620
    # A player with a riichi stick is ready, until the stick is removed.
    one.choose(winner="draw")
    expect(one.page.locator("#ask")).to_contain_text("Tenpai players")
    ready = [one.page.locator(f'[name="tenpai"][value="{seat}"]') for seat in "SN"]
    expect(ready[0]).to_be_checked()
    one.choose(riichi="N")
    expect(ready[1]).to_be_checked()
    one.choose(riichi="N")
    expect(ready[1]).not_to_be_checked()


class Finger:
    """A simulated finger on the touchscreen."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.glass = page.context.new_cdp_session(page)

    def middle(self, seat: str) -> tuple[float, float]:
        box = self.page.locator(f'.r-who [data-at="{seat}"] .plate').bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def touch(self, kind: str, *points: tuple[float, float]) -> None:
        places = [{"x": x, "y": y} for x, y in points]
        self.glass.send(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": places}
        )

    def slide(self, start: str, end: str, *, rests: int) -> None:
        """Move from one seat to another, after `rests` milliseconds on the first."""
        (x, y), (to_x, to_y) = self.middle(start), self.middle(end)
        self.touch("touchStart", (x, y))
        self.page.wait_for_timeout(rests)
        for step in range(1, 9):
            now = x + (to_x - x) * step / 8, y + (to_y - y) * step / 8
            self.touch("touchMove", now)
        self.touch("touchEnd")


def said(page: Page) -> list[str]:
    """Return the chosen winner and discarder."""
    code = "[...document.querySelectorAll('.ring input:checked')].map((b) => b.value)"
    return page.evaluate(code)


def scrolls(page: Page) -> bool:
    """Return whether the page scrolls within a second.

    (A polling function would be blocked by the page's policy.)
    """
    for _again in range(20):
        if page.evaluate("scrollY") > 0:
            return True
        page.wait_for_timeout(50)
    return False


def test_a_finger_that_rests_drags_from_the_discarder_to_the_winner(at):
    hand = at("mcr", 2)
    page, finger = hand.page, Finger(hand.page)
    finger.slide("S", "E", rests=350)
    expect(page.locator("#ask")).to_contain_text("Eve, from Finn")
    assert (said(page), page.evaluate("scrollY")) == (["E", "S"], 0)
    finger.slide("W", "N", rests=350)
    assert said(page) == ["N", "W"]
    hand.tap(page.get_by_role("button", name="Clear this hand"))
    hand.choose(winner="E")
    page.mouse.move(*finger.middle("N"))
    page.mouse.down()
    page.mouse.move(*finger.middle("W"), steps=4)
    page.mouse.up()
    assert said(page) == ["W", "N"]
    hand.tap(page.get_by_role("button", name="Clear this hand"))
    # A finger that moves immediately scrolls and selects nothing; on a busy machine it
    # may rest.
    for _again in range(10):
        finger.slide("E", "W", rests=0)
        if said(page):
            hand.tap(page.get_by_role("button", name="Clear this hand"))
        elif scrolls(page):
            break
    assert page.evaluate("scrollY") > 0
    assert said(page) == []


FALSE_WIN = """
from scoring.ledger import enter_hand as entering
from tournaments.models import Game
game = Game.objects.get(round__tournament__slug="{slug}", table=2)
entering.enter(game.pk, {{"kind": "false_win", "seat": "S"}},
    device_key="{slug}-false", by="referee")
"""


def test_whoever_has_a_dead_hand_cannot_be_chosen(at, site, tables):
    hand = at("mcr", 2)
    page = hand.page
    site.shell(FALSE_WIN.format(slug=tables["mcr"].split("/")[2]))
    dead = page.locator('[name="winner"][value="S"]')
    expect(dead).to_be_disabled()
    expect(page.locator('.r-who [data-at="S"]')).to_contain_text("dead hand")
    page.touchscreen.tap(*Finger(page).middle("S"))
    assert said(page) == []
    page.locator('[name="winner"][value="E"]').focus()
    page.keyboard.press("Space")
    page.keyboard.press("ArrowDown")
    assert said(page) == ["W"]
    # The discard may be theirs.
    hand.choose(source="S")
    assert said(page) == ["W", "S"]
    assert page.evaluate("scrollY") == 0


def test_three_winners_are_an_abortive_draw_by_name(at, site, accounts, person):
    options = {"multi_ron": "two_max"}
    slug = site.shell(MAKE_TABLE.format(ruleset="riichi", options=options))
    referee = person(**PHONE)
    referee.sign_in()
    page = referee.page
    page.goto(f"/table/{slug}/1/1/")
    ready(page)
    hand = Hand(page)
    hand.choose(winner="E", source="N", winners="S")
    expect(page.locator('label:has([name="value"][value="mangan"])')).to_be_visible()
    assert "three_ron" not in page.locator("#entry").inner_text()
    hand.choose(winners="W")
    expect(page.locator('label:has([name="value"][value="mangan"])')).to_be_hidden()
    save = page.locator("#save-hand")
    expect(save).to_have_text("Abortive draw: three winners · Save")
    hand.save(1)
    receipt = page.locator("#receipt")
    expect(receipt).to_contain_text("Abortive draw: Three winners on one discard")


def test_nobody_is_asked_why_when_nobody_pays_for_all(at):
    hand = at("hong_kong")
    hand.choose(winner="E", source="N", winners="S")
    hand.tap(hand.page.get_by_role("button", name="Other…"))
    rare = hand.page.locator("#other .of-winner-E")
    expect(rare.get_by_label("Player who pays for all")).to_be_visible()
    expect(rare.get_by_label("Reason")).to_be_hidden()
    rare.get_by_label("Player who pays for all").select_option("W")
    expect(rare.get_by_label("Reason")).to_be_visible()
    expect(hand.page.locator("#other .of-winner-W")).to_be_hidden()


#: Records each scroll position.
WATCH = (
    "() => { window.seen = []; addEventListener('scroll', () => seen.push(scrollY)); }"
)


def press_save(page: Page) -> None:
    """Tap Save at its present place, without scrolling."""
    box = page.locator("#save-hand").bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_a_refusal_leaves_the_page_where_it_is_and_goes_to_the_fault(at):
    hand = at("mcr")
    page = hand.page
    page.evaluate(WATCH)

    press_save(page)
    expect(page.get_by_text("Choose the winner, or “Draw”.")).to_be_visible()
    expect(page.locator('[name="winner"][value="E"]')).to_be_focused()
    hand.choose(winner="E", source="S")
    hand.tap(page.get_by_role("button", name="Another number"))
    hand.key("5")
    press_save(page)
    fault = page.locator("#id_points_error")
    expect(fault).to_be_visible()
    expect(page.locator('[name="points"]')).to_be_focused()
    expect(page.locator('[name="points"]')).to_be_in_viewport(ratio=1)
    expect(fault).to_be_in_viewport(ratio=1)
    figure, said = page.locator('[name="points"]').bounding_box(), fault.bounding_box()
    assert said["x"] > figure["x"] + figure["width"], "beside the figure"
    assert figure["y"] < said["y"] + said["height"] / 2 < figure["y"] + figure["height"]
    assert page.evaluate("seen") == []
    # The program shows its own messages, not the browser's.
    assert page.locator("#hand-form").evaluate("form => form.noValidate")


def test_each_fault_of_a_hand_by_four_counts_is_said_after_the_other(at):
    hand = at("classical")
    page = hand.page
    hand.choose(winner="E")
    press_save(page)
    faults = page.locator(".says .errors").locator("visible=true")
    expect(faults).to_have_text("Choose the discarder or self-draw.")
    expect(page.locator('[name="source"][value="self"]')).to_be_focused()
    hand.choose(source="S")
    expect(faults).to_have_text("Enter the points of Ada Lind's hand.")
    page.evaluate(WATCH)
    press_save(page)
    # The seat without points has the focus, and the keys fill it in.
    expect(page.locator('[name="edit"][value="E"]')).to_be_focused()
    expect(faults).to_have_text("Enter the points of Ada Lind's hand.")
    assert page.evaluate("seen") == []
    hand.count(20)
    expect(faults).to_have_count(0)
    hand.choose(edit="W")
    hand.keypad()
    hand.key("9", "9", "9")
    page.evaluate("scrollTo(0, 0)")
    press_save(page)
    expect(page.locator('[name="edit"][value="W"]')).to_be_focused()
    expect(faults).to_have_text("999 is above the limit of 500.")
    assert page.evaluate("scrollY") == 0


def test_without_javascript_the_form_says_what_it_asks_and_what_it_would_do(at):
    page = at("mcr", 2, java_script_enabled=False).page
    for name, seat in (("winner", "E"), ("source", "S")):
        page.locator(f'label:has([name="{name}"][value="{seat}"])').tap()
    label = page.locator("label", has_text="Fan, flowers included")
    expect(label).to_be_in_viewport(ratio=1)
    page.locator('[name="points"]').fill("8")
    page.get_by_role("button", name="Preview").tap()
    expect(page.locator("#preview li").first).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Save hand").tap()
    saved = page.get_by_role("heading", name="Hand 1 is saved")
    expect(saved).to_be_in_viewport(ratio=1)


def test_a_later_undo_asks_and_says_what_it_would_undo(at):
    hand = at("mcr")
    page = hand.page
    hand.choose(winner="E", source="S")
    hand.tap(page.locator('[data-fill="88"]'))
    hand.save(1)
    saved = re.compile("Hand 1 is saved. Ada wins 88 fan from Bo.")
    expect(page.locator("#ask")).to_have_attribute("data-saved", saved)
    hand.tap(page.get_by_role("button", name="Other…"))
    hand.tap(page.locator("#other").get_by_role("button", name="Undo the last entry"))
    question = page.locator("#undo-question")
    expect(question).to_contain_text("Undo hand 1?")
    expect(question).to_contain_text("Ada Lind wins 88 fan from Bo Park.")
    hand.tap(question.get_by_role("button", name="Cancel"))
    expect(question).to_be_hidden()
    # Without a reason the error is shown next to the field.
    hand.tap(page.get_by_role("button", name="Undo the last entry"))
    hand.tap(question.get_by_role("button", name="Undo hand 1"))
    expect(question.locator("#undo-reason_error")).to_be_visible()
    question.get_by_label("Reason").fill("wrong winner")
    hand.tap(question.get_by_role("button", name="Undo hand 1"))
    expect(page.get_by_text("Last entry undone.")).to_be_visible()
