"""A penalty that grows with each repetition: the form follows the chosen player and
keeps typed input."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looks import assert_sound
from tests.browser.tables import MAKE_TABLE, PHONE

#: Bo has made one empty call, Chiara two.
FINED = """
from scoring.ledger import enter_hand as entering
from tournaments.models import Game
game = Game.objects.get(round__tournament__slug="{slug}", table=1)
for key, seat in enumerate("SWW"):
    raw = dict(kind="penalty", amounts=dict.fromkeys("ESWN", 0), offender=seat,
        offence="empty_call")
    entering.enter(game.pk, raw, device_key=f"f{{key}}", by="director", reason="r")
"""
EMPTY_CALL = "?offence=empty_call&times={}#fine"


@pytest.fixture(scope="module")
def slug(site, accounts) -> str:
    slug = site.shell(MAKE_TABLE.format(ruleset="mcr", options={}))
    site.shell(FINED.format(slug=slug))
    return slug


@pytest.fixture
def come(person, slug):
    def to_ruling(times: int) -> Page:
        someone = person(**PHONE)
        someone.sign_in()
        someone.page.goto(f"/table/{slug}/1/1/ruling/{EMPTY_CALL.format(times)}")
        return someone.page

    return to_ruling


def choose(page: Page, seat: str) -> None:
    """Choose a player. The page takes no tap while a preview has just moved Save."""
    field = page.locator(f'[name="fine-offender"][value="{seat}"]')
    for _tap in range(10):
        page.locator("label").filter(has=field).tap()
        if field.is_checked():
            return
        page.wait_for_timeout(200)
    pytest.fail(f"the player {seat} cannot be chosen")


def stands(page: Page, times: str, points: str) -> None:
    expect(page.get_by_label("Number of this offence")).to_have_value(times)
    expect(page.get_by_label("Points", exact=True)).to_have_value(points)


def test_the_time_and_its_points_follow_the_player(come):
    page = come(1)
    reason = page.locator('[name="fine-reason"]')
    reason.fill("heard by the whole table")
    choose(page, "S")
    stands(page, "2", "5")
    choose(page, "W")
    stands(page, "3", "10")
    expect(page.locator("#previewfine")).to_contain_text("loses")
    page.get_by_role("link", name=re.compile("Ada Lind ?: offence .*1")).tap()
    stands(page, "1", "0")
    expect(page.locator('[name="fine-offender"][value="E"]')).to_be_checked()
    expect(reason).to_have_value("heard by the whole table")
    expect(page.locator("#next-times [aria-current]")).to_have_count(1)
    assert_sound(page)


def test_typed_points_stay_and_so_does_a_typed_time(come):
    page = come(1)
    choose(page, "S")
    page.get_by_label("Points", exact=True).fill("7")
    choose(page, "W")
    stands(page, "3", "7")
    page.get_by_label("Number of this offence").fill("4")
    choose(page, "E")
    stands(page, "4", "7")


def test_a_time_taken_from_the_catalogue_is_somebodys_word(come):
    page = come(3)
    stands(page, "3", "10")
    choose(page, "S")
    stands(page, "3", "10")
    page.get_by_role("link", name=re.compile("Bo Park ?: offence .*2")).tap()
    stands(page, "2", "5")


def test_what_is_saved_is_what_stands_there(come, site, slug):
    page = come(1)
    choose(page, "W")
    stands(page, "3", "10")
    page.locator("#fine").get_by_role("button", name="Save").tap()
    expect(page.locator(".receipt")).to_contain_text("Chiara Rossi −10")
    data = site.shell(
        "from scoring.models import LedgerEntry;"
        "print(LedgerEntry.objects.latest('sequence').data['times'])"
    )
    assert data == "3"


def test_another_offence_leaves_what_was_typed(come):
    """Reason, player and points stay when the director chooses another offence.

    The number of the penalty follows the player's earlier offences.
    """
    page = come(1)
    choose(page, "S")
    stands(page, "2", "5")
    reason = page.locator('[name="fine-reason"]')
    reason.fill("heard by the whole table")
    catalogue = page.get_by_text("Standard penalties")
    catalogue.tap()
    page.get_by_role("link", name=re.compile("^Touching the wall.*: a warning")).tap()
    expect(page.locator('[name="fine-offence"]')).to_have_value("touching_the_wall")
    expect(reason).to_have_value("heard by the whole table")
    south = page.locator('[name="fine-offender"][value="S"]')
    expect(south).to_be_checked()
    expect(south).to_be_focused()
    stands(page, "1", "0")
    page.get_by_label("Points", exact=True).fill("7")
    catalogue.tap()
    page.get_by_role("link", name=re.compile("^Empty call of chow.*: a warning")).tap()
    stands(page, "2", "7")
    expect(page.locator("#previewfine")).to_contain_text("loses")
    choose(page, "E")
    stands(page, "1", "7")
    assert_sound(page)
