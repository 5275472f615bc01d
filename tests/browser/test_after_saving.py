"""A table's page right after a hand is saved, and after the end of play."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser import whole_page
from tests.browser.tables import MAKE_TABLE, PHONE, RULES, Hand
from tests.examples import some_of

WASHOUT = """
from scoring.ledger import enter_hand as entering
from tournaments.models import Game
game = Game.objects.get(round__tournament__slug="{slug}", table=1)
entering.enter(game.pk, {{"kind": "washout"}}, hand={hand}, by="elsewhere",
    device_key="{slug} {hand}")
"""
TOTALS = """
from scoring.ledger import enter_hand as entering
from tournaments.models import Game
game = Game.objects.get(round__tournament__slug="{slug}", table=1)
scores = dict(E=9, S=-3, W=-3, N=-3)
entering.enter(game.pk, {{"kind": "totals", "scores": scores}}, device_key="t",
    by="director", reason="paper")
"""


@pytest.fixture(scope="module")
def slug(site, accounts) -> str:
    return site.shell(MAKE_TABLE.format(ruleset="mcr", options={}))


def test_the_page_knows_its_own_hand_and_asks_no_form_that_is_gone(person, site, slug):
    someone = person(**PHONE)
    someone.sign_in()
    page = someone.page
    page.goto(f"/table/{slug}/1/1/")
    for name, value in (("winner", "E"), ("source", "S")):
        page.locator(f"label:has([name={name}][value={value}])").tap()
    page.get_by_label("Fan, flowers included").fill("8")
    expect(page.locator("#waiting")).to_have_attribute("data-ready", "yes")
    sheets = []
    page.on("request", lambda asked: "/sheet/" in asked.url and sheets.append(asked))
    page.locator("#save-hand").tap()
    expect(page.get_by_role("heading", name="Hand 2 · East round")).to_be_visible()
    expect(page.locator("#table-lines tbody tr")).to_have_count(2)
    expect(page.locator("#table-now")).to_contain_text("Hand 2")
    page.wait_for_timeout(1500)  # the stream reports it in the meantime
    assert not sheets
    site.shell(WASHOUT.format(slug=slug, hand=2))
    expect(page.locator("#table-lines tbody tr")).to_have_count(3)
    assert len(sheets) == 1
    expect(page.get_by_text("The table was changed on another device")).to_have_count(0)
    site.shell(TOTALS.format(slug=slug))
    page.goto(f"/table/{slug}/1/1/")
    expect(page.locator("#hand-form")).to_have_count(0)
    with page.expect_response(lambda answer: "/sheet/" in answer.url):
        page.evaluate("htmx.trigger(document.body, 'renew-sheet')")


def at_a_new_table(person, site, ruleset: str = "mcr"):
    """Return a person's page of a table before its first hand, and the tournament's
    slug.
    """
    slug = site.shell(MAKE_TABLE.format(ruleset=ruleset, options=RULES[ruleset]))
    someone = person(**PHONE)
    someone.sign_in()
    page = someone.page
    page.goto(f"/table/{slug}/1/1/")
    expect(page.locator("#waiting")).to_have_attribute("data-ready", "yes")
    return page, slug


def save(page, fan: str) -> None:
    for name, value in (("winner", "E"), ("source", "S")):
        page.locator(f"label:has([name={name}][value={value}])").tap()
    page.get_by_label("Fan, flowers included").fill(fan)
    page.locator("#save-hand").tap()


def test_a_sheet_that_was_asked_for_before_takes_no_receipt_away(
    person, site, accounts
):
    page, _slug = at_a_new_table(person, site)
    old = []

    def late(route) -> None:
        answer = route.fetch()
        old.append(answer.text())
        expect(page.get_by_text("Hand 1 is saved")).to_be_visible()
        route.fulfill(response=answer, body=old[0])

    page.route("**/sheet/?*", late, times=1)
    page.evaluate("htmx.trigger(document.body, 'renew-sheet')")
    while not old:
        page.wait_for_timeout(50)
    save(page, "8")
    expect(page.get_by_text("Hand 1 is saved")).to_be_visible()
    page.wait_for_timeout(500)
    assert "Hand 1 is saved" not in old[0]
    expect(page.get_by_text("Hand 1 is saved")).to_be_visible()
    expect(page.get_by_role("heading", name="Hand 2 · East round")).to_be_visible()
    expect(page.locator("#table-lines tbody tr")).to_have_count(2)


@pytest.mark.parametrize("typed", some_of(["", "33"]))
def test_a_receipt_goes_when_something_newer_is_entered(person, site, accounts, typed):
    page, slug = at_a_new_table(person, site)
    save(page, "8")
    expect(page.get_by_text("Hand 1 is saved")).to_be_visible()
    points = page.get_by_label("Fan, flowers included")
    points.fill(typed)
    site.shell(WASHOUT.format(slug=slug, hand=2))
    expect(page.get_by_text("Hand 1 is saved")).to_have_count(0)
    expect(points).to_have_value(typed)


RESEAT = """
from scoring.corrections import reseat_players as reseating
from tournaments.models import Game
game = Game.objects.get(round__tournament__slug="{slug}", table=1)
raw = dict(kind="reseat", seats=dict(E="N", N="E"), follow="players")
reseating.reseat(game.pk, raw, device_key="{slug}", by="anna", reason="seen")
"""


def test_who_reads_what_was_saved_stays_there_when_the_form_comes_anew(
    person, site, accounts
):
    page, slug = at_a_new_table(person, site)
    save(page, "8")
    expect(page.get_by_text("Hand 1 is saved")).to_be_visible()
    expect(page.locator(".rt[data-just-saved]")).to_have_count(0)
    page.evaluate("scrollTo(0, 400)")
    site.shell(RESEAT.format(slug=slug))
    expect(page.get_by_text("Hand 1 is saved")).to_have_count(0)
    page.wait_for_timeout(300)
    assert page.evaluate("scrollY") == 400


def test_what_was_taken_back_is_not_told_above_the_next_hand(person, site, accounts):
    page, _slug = at_a_new_table(person, site)
    save(page, "8")
    expect(page.get_by_text("Hand 1 is saved")).to_be_visible()
    page.get_by_role("button", name="Undo the last entry").tap()
    page.get_by_label("Reason (required)").fill("typed wrong")
    page.get_by_role("button", name="Undo hand 1").tap()
    back = page.get_by_text("Last entry undone.")
    expect(back).to_be_visible()
    expect(page.locator("#waiting")).to_have_attribute("data-ready", "yes")
    save(page, "9")
    expect(page.get_by_text("Hand 1 is saved")).to_be_visible()
    expect(back).to_have_count(0)


def test_the_receipt_stays_until_somebody_hides_it(person, site, accounts):
    page, slug = at_a_new_table(person, site)
    for name, value in (("winner", "E"), ("source", "S")):
        page.locator(f"label:has([name={name}][value={value}])").tap()
    page.get_by_label("Fan, flowers included").fill("8")
    page.locator("#save-hand").tap()
    saved = page.get_by_text("Hand 1 is saved")
    expect(saved).to_be_visible()
    hide = page.get_by_role("button", name="Hide this message")
    box = hide.bounding_box()
    assert min(box["width"], box["height"]) >= 48
    hide.tap()
    expect(saved).to_have_count(0)
    site.shell(WASHOUT.format(slug=slug, hand=2))
    expect(page.get_by_role("heading", name="Hand 3 · East round")).to_be_visible()
    expect(saved).to_have_count(0)


LOOKS = """() => [...document.querySelectorAll(".felt .place")].map(
    ({ dataset }) => [dataset.at, dataset.place, dataset.side].join(" ")
).concat(["bricks", "often", "carried", "pot", "laid", "other", "sheet-sums",
    "seats-now"].map((part) => document.getElementById(part)?.outerHTML
        .replaceAll(' aria-pressed="false"', "").replace(/\\s+/g, " ")))"""


def is_saved(answer) -> bool:
    """Return whether this is the response to a saved hand.

    (Riichi sticks are sent to another address.)
    """
    return answer.request.method == "POST" and answer.url.endswith("/1/1/")


def test_a_page_that_got_what_is_new_is_as_a_new_one(person, site, accounts):
    page, _slug = at_a_new_table(person, site)
    bottom = page.locator('.r-who [data-side="bottom"] input')
    for hand, fan in enumerate(["8", "33", "16", "9", "41"], start=1):
        # The device also stores that page, which has the same address.
        with page.expect_response(is_saved) as got:
            save(page, fan)
        title = f"Hand {hand + 1} · {'East' if hand < 4 else 'South'} round"
        expect(page.get_by_role("heading", name=title)).to_be_visible()
        assert "data-went-on" in got.value.text()
        # The players change seats in the diagram when the prevailing wind changes.
        expect(bottom).to_have_value("E" if hand < 4 else "S")
    expect(page.locator(".rt.keying")).to_have_count(0)
    expect(page.locator("#save-hand")).to_have_text("Save hand 6")
    whole_page.assert_as_new(page)
    looks = page.evaluate(LOOKS)
    page.reload()
    # A script marks the keys that are not pressed, once it has loaded.
    assert page.evaluate(LOOKS) == looks


@pytest.mark.parametrize("ruleset", some_of(["hong_kong", "classical", "riichi"]))
def test_so_is_it_by_the_other_rules(person, site, accounts, ruleset):
    page, _slug = at_a_new_table(person, site, ruleset)
    hand = Hand(page)
    values = {"hong_kong": {"faan": "3"}, "riichi": {"riichi": "S", "value": "3-40"}}
    for number, source in enumerate("WN", start=1):
        hand.choose(winner="S", source=source)
        if ruleset == "classical":
            hand.count(40)
        hand.choose(**values.get(ruleset, {}))
        with page.expect_response(is_saved) as got:
            hand.save(number)
        assert "data-went-on" in got.value.text()
        expect(page.locator(".rt.begun")).to_have_count(0)
    whole_page.assert_as_new(page)
    looks = page.evaluate(LOOKS)
    page.reload()
    expect(page.locator("#waiting")).to_have_attribute("data-ready", "yes")
    assert page.evaluate(LOOKS) == looks
