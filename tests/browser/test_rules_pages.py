"""The tournament's rules in the rules form and on paper.

With PICTURES, a test saves a screenshot of the first sheet of two tournaments.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.desk import PICTURES, Desk

EVENT = """
from django.contrib.auth.models import User
from tournaments.tournament_setup import (
    create_and_change_tournament as tournament_setup,
)
plan = tournament_setup.Plan("{title}", "{ruleset}", 3, {minutes}, "finish_hand",
    options={options})
director = User.objects.get(username="director")
event = tournament_setup.create_tournament(plan, director=director)
tournament_setup.show_to_public(event, True, by="director")
print(event.slug)
"""


#: Options of a Hong Kong club.
CLUB = {
    "bonus_counts_for_minimum": True,
    "payment": "full",
    "false_win_then": "open_hand",
    "claim_window": 3,
    "goulash_carry": 8,
}


def made(
    site, ruleset: str, title: str = "Rules", minutes: int = 90, **options: object
) -> str:
    """Create a public tournament with these options. Return its slug."""
    asked = {"title": title, "ruleset": ruleset, "minutes": minutes}
    return site.shell(EVENT.format(**asked, options=options)).split()[-1]


def test_a_rule_is_found_changed_and_set_back(site, person, accounts):
    someone = person(viewport={"width": 390, "height": 800})
    someone.sign_in()
    desk = Desk(someone.page, made(site, "hong_kong"))
    desk.go("rules/")
    page = desk.page
    field = page.get_by_role("searchbox", name="Find a rule")
    rules = page.locator(".rule:visible")
    expect(rules).to_have_count(0)
    field.fill("chow any player")
    expect(rules).to_have_count(1)
    choice = page.locator("[name=chow_from]")
    choice.select_option("anybody")
    field.fill("zzz")
    expect(page.get_by_text("No rules match your search.")).to_be_visible()
    expect(rules).to_have_count(0)
    field.fill("")
    expect(rules).to_have_count(0)
    desk.press("Save rules")
    desk.says("Rules saved.")
    field.fill("minimum faan")
    minimum = page.locator("[name=min_faan]")
    minimum.fill("2")
    minimum.press("Enter")
    desk.says("Rules saved.")
    field.fill("chow any player")
    expect(rules).to_have_count(1)
    expect(choice).to_have_value("anybody")
    rules.get_by_role("button").click()
    expect(choice).to_have_value("left")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize(
    ("ruleset", "name", "title", "minutes", "options"),
    [
        (
            "mcr",
            "somc-2017",
            "9th SOMC / 2nd Madrid Mahjong Championship 2017",
            115,
            {},
        ),
        (
            "hong_kong",
            "hong-kong-club-evening",
            "Club evening, Hong Kong Old Style",
            120,
            CLUB,
        ),
        ("classical", "", "Rules", 90, {}),
        ("riichi", "", "Rules", 90, {}),
    ],
)
def test_the_rules_of_an_event_are_two_pages_of_paper(
    site, person, accounts, ruleset, name, title, minutes, options
):
    page = person(viewport={"width": 390, "height": 800}).page
    page.goto(f"/t/{made(site, ruleset, title, minutes, **options)}/rules/")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # The printed page has a heading, although the green heading is not printed.
    page.emulate_media(media="print")
    assert page.get_by_role("heading", name="Rules", exact=True).is_visible()
    margin = dict.fromkeys(("top", "bottom", "left", "right"), "8mm")
    pdf = page.pdf(format="A4", margin=margin)
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 2
    if PICTURES and name:
        first = ["pdftoppm", "-r", "100", "-png", "-singlefile", "-"]
        subprocess.run([*first, str(Path(PICTURES) / name)], input=pdf, check=True)
