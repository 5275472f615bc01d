"""The owner imports the results of earlier years and erases a person's data."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.looks import assert_sound_in_every_look

LIST = (
    "Tournament;Date;Last day;Place;Name;Number;Country;Club;Points;Players\n"
    "Heron Open;2024-05-04;2024-05-05;1;Ada Lind;04000001;Denmark;Heron Mill;12,5;88\n"
    "Heron Open;2024-05-04;2024-05-05;20;Bo Vang;04000002;Norway;;8;88\n"
    "Winter Cup;2024-12-07;;1;Bo Vang;04000002;Norway;;14;\n"
)


@pytest.fixture
def page(person, accounts):
    someone = person(viewport={"width": 1280, "height": 800})
    someone.sign_in()
    return someone.page


def test_results_are_previewed_imported_and_erased(page):
    page.goto("/installation/persons/")
    page.get_by_role("link", name="Import past results").click()
    assert_sound_in_every_look(page, "past-results", (320, 1280))
    page.get_by_label("Pasted cells or lines").fill(LIST.replace(";20;", ";99;"))
    page.get_by_role("button", name="Preview list").click()
    expect(page.get_by_text("The tournament had 88 players.")).to_be_visible()
    assert_sound_in_every_look(page, "past-results-errors", (320, 1280))
    page.get_by_role("button", name="Discard list").click()
    page.get_by_label("Pasted cells or lines").fill(LIST)
    page.get_by_role("button", name="Preview list").click()
    assert_sound_in_every_look(page, "past-results-list", (320, 1280))
    page.get_by_role("button", name="Import 2 tournaments").click()
    expect(page.get_by_text("Imported 2 tournaments.")).to_be_visible()

    page.goto("/t/heron-open/")
    expect(page.get_by_text("Results only")).to_be_visible()
    page.goto("/installation/persons/?find=vang")
    page.get_by_role("link", name="Erase data").click()
    assert_sound_in_every_look(page, "erase", (320, 1280))
    page.get_by_label("Reason").fill("Asked by email")
    page.get_by_label("I understand").check()
    page.get_by_role("button", name="Erase data").click()
    expect(page.get_by_text("Data erased in 2 tournaments.")).to_be_visible()
    page.goto("/t/winter-cup/standings/")
    expect(page.get_by_role("link", name="Player 1")).to_be_visible()
