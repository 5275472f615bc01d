"""The totals of eighteen tables are typed from score sheets with digits, minus and
Enter only.
"""

from __future__ import annotations

from playwright.sync_api import expect

TABLES = 18
#: Keys per second when reading from a sheet; measured typists are faster.
KEYS_A_SECOND = 2

MAKE = f"""
from django.contrib.auth.models import User
from tests.scoring.halls import hall_of
games = hall_of(User.objects.get(username="director"), "mcr", {TABLES})
print(games[0].round.tournament.slug)
"""
#: Records every key and mouse press on the page.
COUNT = """
window.keys = []; window.presses = 0;
addEventListener('keydown', (event) => window.keys.push(event.key), true);
addEventListener('pointerdown', () => window.presses += 1, true);
"""


def test_a_round_of_sheets_takes_less_than_four_minutes(person, site, accounts):
    slug = site.shell(MAKE)
    director = person(viewport={"width": 1280, "height": 720})
    director.sign_in()
    page = director.page
    page.goto(f"/director/{slug}/rounds/1/paper/")
    expect(page.locator('[name="t1-east"]')).to_be_focused()
    page.evaluate(COUNT)
    for table in range(1, TABLES + 1):
        scores = [120 + table, -35, -40, -45 - table]
        if table == 7:  # a penalty of ten points at this table
            scores[0] -= 10
        for score in scores:
            page.keyboard.type(str(score))
            page.keyboard.press("Enter")
        if table == 7:
            said = page.locator("#t7 [data-sum]")
            expect(said).to_have_text("! 10 too low")
            expect(page.locator('[name="t7-penalties"]')).to_be_focused()
            page.keyboard.type("-10")
            page.keyboard.press("Enter")
        row = page.locator(f"#t{table}")
        expect(row.locator("[data-sum]")).to_have_text("✓ Correct")
    expect(page.get_by_role("button", name="Save tables")).to_be_focused()
    keys, presses = page.evaluate("[window.keys, window.presses]")
    page.keyboard.press("Enter")
    expect(page.get_by_text("18 tables saved.")).to_be_visible()
    assert set(keys) <= {*"0123456789-", "Enter", "Tab"}
    assert presses == 0
    assert (len(keys) + 1) / KEYS_A_SECOND < 240


MAKE_RIICHI = MAKE.replace('"mcr"', '"riichi"').replace(str(TABLES), "1")


def test_separators_of_thousands_are_read_while_typing(person, site, accounts):
    slug = site.shell(MAKE_RIICHI)
    director = person(viewport={"width": 1280, "height": 720})
    director.sign_in()
    page = director.page
    page.goto(f"/director/{slug}/rounds/1/paper/")
    expect(page.locator('[name="t1-east"]')).to_be_focused()
    message = page.locator("#t1 [data-sum]")
    for score in ("32.4", "32 400", "27,600", "27'600"):
        page.keyboard.type(score)
        page.keyboard.press("Enter")
    expect(message).to_be_empty()
    page.locator('[name="t1-east"]').fill("32.400")
    expect(message).to_have_text("✓ Correct")
    page.get_by_role("button", name="Save tables").click()
    expect(page.get_by_text("1 table saved.")).to_be_visible()
