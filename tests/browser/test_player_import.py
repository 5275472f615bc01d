"""Import of a player list on a laptop and a phone, with and without scripts."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.looks import assert_sound_in_every_look, too_wide

SCREENS = {
    "phone": {"viewport": {"width": 390, "height": 664}, "has_touch": True},
    "desk": {"viewport": {"width": 1280, "height": 800}},
}
#: 72 rows. The fifth has no name and is set aside. The player in the ninth has another
#: number in an earlier tournament.
ROWS = [
    f"Player Surname{n:02};{'DK' if n % 2 else 'Norge'};{4000000 + n};Team {n // 4}"
    for n in range(72)
]
ROWS[4] = "-;DK;;Team 1"
ROWS[8] = "Anna Berg;Denmark;03000112;Team 2"
LIST = "Name;Land;EMA ID;Mannschaft\n" + "\n".join(ROWS)


@pytest.fixture(scope="module")
def slugs(site, accounts) -> dict[str, str]:
    """Return the slug of a new tournament for each screen.

    Anna Berg is known from another tournament.
    """
    site.shell(
        "from django.contrib.auth.models import User;"
        "from tournaments.people.register_players import PlayerRow, register;"
        "from tournaments.tournament_setup.create_and_change_tournament"
        " import Plan, create_tournament;"
        "make = lambda title: create_tournament(Plan(title, 'mcr', 3, 60, "
        "'finish_hand'), director=User.objects.get());"
        "make('phone'); make('desk');"
        "register(make('Earlier'), [PlayerRow('Berg', 'Anna', country='Denmark', "
        "ema_number='03000111')], by='director')"
    )
    return {name: name for name in SCREENS}


@pytest.mark.parametrize("screen", SCREENS)
def test_72_players_are_pasted_mended_imported_and_taken_back(person, slugs, screen):
    someone = person(**SCREENS[screen])
    someone.sign_in()
    page = someone.page
    page.goto(f"/director/{slugs[screen]}/players/")
    page.get_by_label("Pasted cells or lines").fill(LIST)
    page.get_by_role("button", name="Preview list").click()

    expect(page.get_by_text("1 row needs a decision")).to_be_visible()
    importing = page.get_by_role("button", name=re.compile("Import 70 players"))
    expect(importing).to_be_disabled()
    assert not too_wide(page)
    page.get_by_role("button", name="Include again line 6").click()
    expect(page.get_by_text("2 rows need a decision")).to_be_visible()
    wrong = page.locator("#row-6")
    expect(wrong.get_by_text("The last name is missing.")).to_be_visible()
    wrong.get_by_label("First name").fill("Zoë")
    wrong.get_by_label("Last name").fill("Lind")
    wrong.get_by_role("button", name="Save row").click()
    expect(wrong).to_have_count(0)
    # The page was not loaded again, and the focus is at the next question.
    expect(page.get_by_role("heading", name="1 row to check")).to_be_focused()
    doubtful = page.locator("#row-10")
    doubtful.get_by_role("button", name="Same person: Anna Berg").click()
    expect(doubtful).to_have_count(0)
    if screen == "desk":
        assert_sound_in_every_look(page, "list", (390, 1280))
    page.get_by_role("button", name="Import 72 players").click()
    expect(page.get_by_text("72 players imported.")).to_be_visible()

    rows = page.locator("#players tbody tr")
    expect(rows).to_have_count(72)
    assert rows.first.bounding_box()["height"] <= (36 if screen == "desk" else 72)
    page.get_by_label("Name, number, club or team").fill("berg")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("03000111" if screen == "desk" else "Denmark")
    rows.locator("td.tick label").click()
    page.get_by_role("button", name="Set team").click()
    page.get_by_label("Team").fill("Lanterns")
    page.get_by_role("button", name="Save for 1 player").click()
    expect(page.get_by_text("1 player updated.")).to_be_visible()
    if screen == "desk":
        assert_sound_in_every_look(page, "players", (390, 1280))

    page.get_by_role("link", name="Undo import").click()
    page.get_by_label("Reason").fill("The list of last year")
    page.get_by_role("button", name="Remove 72 players").click()
    expect(page.get_by_text("Import of 72 players undone.")).to_be_visible()
    page.get_by_label("People from earlier tournaments").press_sequentially("ann")
    page.get_by_role("button", name="Anna Berg, Denmark").click()
    expect(page.get_by_text("Anna Berg registered as player 1.")).to_be_visible()


#: A list with a title, a waiting list, a player who cancelled, and clubs in brackets.
CLUB_LIST = """Teilnehmer (3 von 12 Plätzen)
1. Birkenblatt, Ada (Ostwind) 🇩🇪
2. Teelicht, Jörg (Ostwind)
3. Nagel, Til (abgesagt)
4. frei
Nachrücker:
1. Pfännchen, Jürgen (Westwind)
Bitte meldet euch bei Ada, wenn etwas nicht stimmt!
"""


def test_a_list_of_a_club_is_previewed_on_a_phone(person, site, accounts):
    site.shell(
        "from django.contrib.auth.models import User;"
        "from tournaments.tournament_setup.create_and_change_tournament"
        " import Plan, create_tournament;"
        "create_tournament(Plan('club', 'mcr', 3, 60, 'finish_hand'), "
        "director=User.objects.get())"
    )
    someone = person(**SCREENS["phone"])
    someone.sign_in()
    page = someone.page
    page.goto("/director/club/players/import/")
    page.get_by_label("Pasted cells or lines").fill(CLUB_LIST)
    page.get_by_role("button", name="Preview list").click()

    expect(page.get_by_text("Answer 1 question before you import.")).to_be_visible()
    question = page.get_by_role("listitem").filter(has_text="such as “Ostwind”")
    expect(question.get_by_text("In 3 rows.")).to_be_visible()
    rows = page.locator("tbody tr")
    expect(rows.filter(has_text="Nagel")).to_contain_text("left out")
    expect(rows.filter(has_text="Pfännchen")).to_contain_text("waiting list")
    free = rows.filter(has_text="4. frei")
    expect(free).to_contain_text("free spot")
    expect(free.get_by_role("button", name="Include again")).to_be_visible()
    assert not too_wide(page)
    assert_sound_in_every_look(page, "club list", (390, 1280))

    page.get_by_role("button", name="Swap first and last names").click()
    question.get_by_role("button", name="Club (public)").click()
    expect(question).to_have_count(0)
    expect(
        rows.filter(has_text="Birkenblatt").get_by_role("rowheader")
    ).to_contain_text("Birkenblatt")
    page.get_by_role("button", name="Import 2 players").click()
    expect(page.get_by_text("1 player added to the waiting list.")).to_be_visible()
