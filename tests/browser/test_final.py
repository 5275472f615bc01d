"""A director makes the cut and starts the final on a phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.looks import assert_sound

BACKGROUND = True
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
DRAWN = 90_000


@pytest.fixture(scope="module")
def cup(site, accounts) -> str:
    """Return the slug of a tournament of 12 players after one round. 8 players qualify
    for the final.
    """
    return site.shell(
        "from django.contrib.auth.models import User;"
        "from django.utils import timezone;"
        "from scoring.practice.practice_players_and_formats import Format;"
        "from scoring.practice.make_practice_tournament"
        " import PracticePlan, make_practice;"
        "from tournaments.tournament_setup.offered_rulesets_and_presets import presets;"
        "preset = next(p for p in presets().values() if p.ruleset == 'mcr');"
        "plan = PracticePlan(preset, 12, 2, 2, False, 3, Format.FINAL);"
        "t = make_practice(plan, director=User.objects.get(username='director'),"
        " now=timezone.now());"
        "t.stages.filter(number=2).update(seats='choice');"
        "print(t.slug)"
    )


def test_a_cut_and_a_final_on_a_phone(person, cup):
    someone = person(**PHONE)
    someone.sign_in()
    page = someone.page
    page.goto(f"/director/{cup}/")
    page.get_by_role("link", name=re.compile("Select qualifiers")).first.click()
    assert_sound(page)
    page.get_by_role("button", name="Confirm the cut: 8 players qualify").click()
    expect(page.get_by_role("heading", name="Players: Final")).to_be_visible()
    page.goto(f"/director/{cup}/draws/new/")
    page.get_by_role("button", name="Generate seating").click()
    page.get_by_role("link", name="Confirm seating").click(timeout=DRAWN)
    page.get_by_role("button", name="Confirm").click()
    page.goto(f"/director/{cup}/rounds/2/ceremony/")
    page.get_by_role("link", name="Choose seats (table 1)").click()
    assert_sound(page)
    for wind in ("West", "South", "North"):
        page.get_by_role("link", name=wind).click()
    page.get_by_role("button", name="Save seats").click()
    said = page.get_by_text("Seats saved as chosen by the players of table 1.")
    expect(said).to_be_visible()
