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


def paste(page, text: str) -> None:
    page.get_by_text("Paste instead").click()
    page.get_by_label("Pasted cells or lines").fill(text)


@pytest.fixture
def page(person, accounts):
    someone = person(viewport={"width": 1280, "height": 800})
    someone.sign_in()
    return someone.page


def test_results_are_previewed_imported_and_erased(page):
    page.goto("/installation/persons/")
    page.get_by_role("link", name="Import past results").click()
    assert_sound_in_every_look(page, "past-results", (320, 1280))
    paste(page, LIST.replace(";20;", ";99;"))
    page.get_by_role("button", name="Preview list").click()
    expect(
        page.get_by_text("Enter a place up to 88, the number of players.")
    ).to_be_visible()
    assert_sound_in_every_look(page, "past-results-errors", (320, 1280))
    page.get_by_role("button", name="Discard list").click()
    paste(page, LIST)
    page.get_by_role("button", name="Preview list").click()
    assert_sound_in_every_look(page, "past-results-list", (320, 1280))
    page.get_by_role("button", name="Import 2 tournaments").click()
    expect(page.get_by_text("Imported 2 tournaments.")).to_be_visible()
    assert_sound_in_every_look(page, "past-results-done", (320, 1280))

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


def test_headings_that_stay_in_view_cover_the_rows(page):
    rows = "".join(
        f"Cup;2024-05-04;{place};Ada Lind{place}\n" for place in range(1, 31)
    )
    page.goto("/installation/persons/results/")
    paste(page, f"Tournament;Date;Place;Name\n{rows}")
    page.get_by_role("button", name="Preview list").click()
    heading = page.get_by_role("columnheader", name="Import as")
    page.get_by_role("cell", name="25", exact=True).first.scroll_into_view_if_needed()
    expect(heading).to_be_in_viewport()
    background = heading.evaluate("one => getComputedStyle(one).backgroundColor")
    assert background.startswith("rgb(")


def test_import_uses_the_chosen_player(page):
    for title in ("Oak Cup", "Elm Cup"):
        page.goto("/installation/persons/results/")
        paste(page, f"Tournament;Date;Place;Name\n{title};2024-05-04;1;Eve Stone\n")
        page.get_by_role("button", name="Preview list").click()
        if title == "Elm Cup":
            page.get_by_label("Eve Stone").select_option(index=1)
        page.get_by_role("button", name="Import 1 tournament").click()
        expect(page.get_by_text("Imported 1 tournament.")).to_be_visible()
    page.goto("/installation/persons/?find=stone")
    expect(page.get_by_text("Erase data")).to_have_count(1)
