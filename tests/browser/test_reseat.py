"""A referee on a phone: a reseat, a correction of hand 3 after hand 10, a score sheet
copied after its totals were entered, and a penalty from the catalogue.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looks import assert_sound

PHONE = {"viewport": {"width": 320, "height": 740}, "has_touch": True}
MAKE_TABLE = """
from django.contrib.auth.models import User
from django.utils import timezone
from scoring.ledger import enter_hand as entering
from tournaments.rounds import round_clock as clock
from tournaments.rounds import seat_rounds_and_exchange_seats as round_seats
from tournaments.rounds import publish_seating as publishing
from tournaments.people import register_players as registration
from tournaments.tournament_setup import (
    create_and_change_tournament as tournament_setup,
)
director = User.objects.get(username="director")
plan = tournament_setup.Plan(
    title="{name}", ruleset="{ruleset}", planned_rounds=1, minutes=120,
    end_policy="finish_hand", is_public=True)
tournament = tournament_setup.create_tournament(plan, director=director)
names = ("Ada Lind", "Bo Park", "Chiara Rossi", "Dmitri Sokolov-Andersen")
rows = [
    registration.PlayerRow(first_name=n.split()[0], last_name=n.split()[1])
    for n in names]
registration.register(tournament, rows, by="director")
[round_] = round_seats.seat_rounds(
    tournament, [round_seats.TableRow(1, 1, (1, 2, 3, 4))], by="director")
publishing.publish(round_.pk, by="director")
clock.start(round_.pk, by="director", now=timezone.now())
game = round_.games.get()
for number, raw in enumerate({hands!r}, 1):
    if "kind" not in raw:
        raw = {{"kind": "win", "winner": "E", "from": "S"}} | raw
    entering.enter(
        game.pk, raw, device_key=tournament.slug + str(number), by="table 1",
        hand=number, reason="kept paper" if raw["kind"] == "totals" else "")
print(tournament.slug)
"""
CLASSICAL = {"values": {"E": 40, "S": 8, "W": 4, "N": 2}}
TOTALS = {"kind": "totals", "scores": {"E": 36, "S": -20, "W": -8, "N": -8}}


@pytest.fixture
def table(site, accounts, person):
    """Return a function that creates a table with these hands and opens one of its
    pages on a phone.
    """

    def make(name: str, ruleset: str, hands: list[dict], page: str) -> Page:
        slug = site.shell(
            MAKE_TABLE.format(name=name, ruleset=ruleset, hands=hands)
        ).splitlines()[-1]
        referee = person(**PHONE)
        referee.sign_in()
        referee.page.goto(f"/table/{slug}/1/1/{page}")
        return referee.page

    return make


def tap(page: Page, name: str, value: str) -> None:
    page.locator(f'label:has([name="{name}"][value="{value}"])').first.tap()


def test_players_are_seated_as_they_really_sat(table):
    page = table("Reseat", "classical", [CLASSICAL] * 4, "reseat/")
    assert_sound(page)
    tap(page, "east", "S")
    tap(page, "south", "E")
    tap(page, "follow", "players")
    shown = page.locator("#preview")
    expect(shown.get_by_role("heading", name="Changes")).to_be_visible()
    rows = shown.locator("tbody tr")
    expect(rows).to_have_count(4)
    expect(rows.nth(0)).to_contain_text("Bo Park")
    expect(rows.nth(1)).to_contain_text("Ada Lind")
    expect(shown.get_by_text("1 hand changes")).to_be_visible()
    assert_sound(page)
    after = rows.nth(1).locator("td").last.inner_text()
    page.get_by_label("Reason").fill("noticed at hand 5")
    page.get_by_role("button", name="Reseat players").tap()
    expect(page.get_by_text("Players reseated.")).to_be_visible()
    expect(page.locator("tfoot td", has_text=after)).to_have_count(1)
    # It is listed, and can be undone.
    page.goto(page.url + "entries/")
    assert_sound(page)
    page.get_by_text("Ada Lind as South instead of East").tap()
    page.get_by_label("Reason").fill("they had not")
    page.get_by_role("button", name="Undo this entry").tap()
    expect(page.get_by_text("Entry undone.")).to_be_visible()


def test_hand_3_is_corrected_after_hand_10(table):
    page = table("Correct", "mcr", [{"points": 12}] * 10, "entries/3/")
    page.locator('[name="points"]').fill("24")
    expect(page.get_by_text("Changes")).to_be_visible()
    expect(page.get_by_text("+372")).to_be_visible()
    page.get_by_label("Reason for the correction (required)").fill("misread")
    page.get_by_role("button", name="Save correction").tap()
    expect(page.get_by_text("Hand 3 corrected.")).to_be_visible()
    expect(page.locator("tfoot")).to_contain_text("+372")


def test_a_sheet_is_copied_behind_its_totals(table):
    page = table("Paper", "mcr", [TOTALS], "paper/")
    assert_sound(page)
    tap(page, "winner", "E")
    tap(page, "source", "S")
    page.get_by_role("button", name="12 fan").tap()
    page.get_by_role("button", name="Save hand").tap()
    expect(page.get_by_text("The hands match the totals.")).to_be_visible()
    assert_sound(page)
    tap(page, "settle-stands", "hands")
    page.locator('[name="settle-reason"]').fill("the same")
    page.get_by_role("button", name="Save decision").tap()
    expect(page.get_by_text("Decision saved.")).to_be_visible()
    expect(page.locator("tfoot")).to_contain_text("+36")


def test_a_penalty_comes_from_the_catalogue(table):
    page = table("Penalty", "mcr", [{"points": 12}], "ruling/")
    assert_sound(page)
    page.get_by_role("link", name=re.compile("Up to 10 minutes late")).tap()
    expect(page.locator('[name="fine-points"]')).to_have_value("10")
    assert_sound(page)
    tap(page, "fine-offender", "N")
    expect(page.get_by_text("Changes")).to_be_visible()
    page.locator("#fine").get_by_role("button", name="Save").tap()
    expect(
        page.get_by_text("Penalty: Dmitri Sokolov-Andersen −10.").first
    ).to_be_visible()


def test_a_hand_to_correct_says_at_once_what_its_tiles_are_worth(table):
    held = [*(f"{rank}m" for rank in range(1, 10)), *"EEEC"]
    straight = {"hand": {"concealed": held, "winning_tile": "C"}}
    page = table("Tiles", "mcr", [straight], "entries/1/tiles/")
    page.locator("form[data-part]").wait_for()
    expect(page.locator(".tile-news")).to_contain_text("Pure Straight")
    expect(page.locator(".tile-hint")).to_be_hidden()
