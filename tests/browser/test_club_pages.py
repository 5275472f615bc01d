"""A club secretary publishes the page of a club, and a guest reads it."""

from __future__ import annotations

import os

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looks import assert_sound_in_every_look, too_low

WIDTHS = (320, 390, 1280, 1920)
#: A finished tournament and a published series, which no club owns yet.
EVENINGS = """
from django.contrib.auth.models import User
from django.utils import timezone
from scoring.confirming_and_finishing import (
    finish_reopen_and_publish_results as finishing,
)
from scoring.series import change_series
from scoring.statistics import store_figures
from scoring.tournament_folder import from_path
from scoring.tournament_folder.import_tournament import import_files
from tests.scoring.folders import PRACTICE
from tournaments.clubs import change_clubs
from tournaments.persons import pages_over_tournaments
from tournaments.tournament_setup import create_and_change_tournament as setup
director = User.objects.get(username="director")
User.objects.create_user("secretary")
over = import_files(from_path(PRACTICE), director=director).tournament
setup.show_to_public(over, True, by="director")
finishing.finish(over, by="director", now=timezone.now(), reason="All is played.")
plan = setup.Plan(title="Club night 11", ruleset=over.ruleset, planned_rounds=2,
    minutes=90, end_policy="finish_hand", is_public=True)
setup.create_tournament(plan, director=director)
season = change_series.create_series("Evenings", "Autumn", over.ruleset, by=director)
change_series.add_tournament(season, over, by="director")
change_series.choose_ranking(season.series, "ema", by="director")
change_series.show_series(season.series, True, by="director")
pages_over_tournaments.switch(is_on=True, needs_consent=False, by="director")
store_figures.renew_outdated()
change_clubs.create_club("Lantern Bay Mahjong Club", owner=director, by="director")
print(over.title)
"""


@pytest.fixture(scope="module")
def title(site, accounts) -> str:
    """Create the club's tournaments. Return the title of the finished tournament."""
    return site.shell(EVENINGS).splitlines()[-1]


def looks(page: Page, name: str) -> None:
    """Assert that the page is accessible and fits its screen.

    With SHOTS, also save pictures of it.
    """
    if folder := os.environ.get("SHOTS"):
        for width in (390, 1280):
            page.set_viewport_size({"width": width, "height": 844})
            page.screenshot(path=f"{folder}/{name}-{width}.png", full_page=True)
    assert_sound_in_every_look(page, name, WIDTHS)
    page.set_viewport_size({"width": 390, "height": 844})
    assert too_low(page) == []


def test_a_secretary_publishes_the_page_of_a_club(person, title):
    secretary = person()
    secretary.sign_in()
    page = secretary.page
    page.goto("/clubs/lantern-bay-mahjong-club/settings/")
    page.get_by_role("button", name=f"Add {title}").click()
    expect(page.get_by_text("Tournament added.")).to_be_visible()
    page.get_by_role("button", name="Add Club night 11").click()
    page.get_by_role("button", name="Add Evenings").click()
    expect(page.get_by_text("Series added.")).to_be_visible()
    page.get_by_label("Username").fill("secretary")
    page.get_by_label("Role").select_option("Director")
    page.get_by_role("button", name="Assign role").click()
    page.get_by_label("Playing times").fill("Thursdays, 19:00 to 22:30")
    page.get_by_label("Venue").fill("Harbour Rooms, 2 Quay Street, Lantern Bay")
    page.get_by_label("Membership").fill("240 a year, students 120")
    page.get_by_label("Contact").fill("club@lanternbay.example")
    page.get_by_role("button", name="Save page").click()
    expect(page.get_by_text("Page saved.")).to_be_visible()
    page.get_by_role("button", name="Publish page").click()
    looks(page, "settings")
    page.goto("/installation/clubs/")
    looks(page, "clubs")
    guest = person()
    page = guest.page
    page.goto("/")
    page.get_by_role("link", name="Lantern Bay Mahjong Club").click()
    expect(page.get_by_role("heading", name="Last winners")).to_be_visible()
    expect(page.get_by_role("link", name="/calendar.ics")).to_be_visible()
    looks(page, "club")
    page.get_by_role("link", name="Statistics", exact=True).click()
    expect(page.get_by_role("heading", name="Wins by seat wind")).to_be_visible()
    looks(page, "statistics")
