"""Penalties in table points beside a ranking by total score: a column on a wide page
and on a hall screen, a badge on a phone."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looks import assert_sound
from tests.browser.tables import MAKE_TABLE
from tests.browser.test_hall_turns import KEY

FINED = """
from scoring.ledger import enter_hand as entering
from tournaments.models import Game, Tournament
Tournament.objects.filter(slug="{slug}").update(tie_breaks=["score", "firsts"])
game = Game.objects.get(round__tournament__slug="{slug}", table=1)
raw = dict(kind="penalty", seat="S", amount=-2, target="table_points")
entering.enter(game.pk, raw, device_key="f", by="director", reason="late")
won = {{"kind": "win", "winner": "E", "from": "S", "points": 88}}
entering.enter(game.pk, won, device_key="h", by="director", hand=1)
"""
HEADING = "Penalties in table points"
#: Returns whether no name, figure or row is wider than its place.
FITS = """
() => [...document.querySelectorAll(".standing-wall :is(.line, .name, .fined)")]
  .every((part) => part.scrollWidth <= part.clientWidth + 1)
"""


@pytest.fixture(scope="module")
def slug(site, accounts) -> str:
    slug = site.shell(MAKE_TABLE.format(ruleset="mcr", options={}))
    site.shell(FINED.format(slug=slug))
    return slug


def pictured(page: Page, name: str) -> None:
    """Save a picture of the page if the environment variable PICTURES names a
    folder.
    """
    if folder := os.environ.get("PICTURES"):
        page.screenshot(path=Path(folder) / f"{name}.png")


def test_a_wide_page_has_a_column(person, slug):
    page = person(viewport={"width": 1280, "height": 800}).page
    page.goto(f"/t/{slug}/standings/")
    expect(page.get_by_role("columnheader", name=HEADING)).to_be_visible()
    expect(page.locator("#p2 td.fined")).to_have_text("−2")
    expect(page.locator("#p2 .instead-of-column")).to_be_hidden()
    pictured(page, "wide")
    page.set_viewport_size({"width": 800, "height": 1000})
    expect(page.locator("#p2 td.fined")).to_be_visible()
    assert_sound(page)


def test_a_phone_has_a_badge(person, slug):
    page = person(viewport={"width": 360, "height": 664}).page
    page.goto(f"/t/{slug}/standings/")
    expect(page.locator("#p2 .instead-of-column")).to_have_text(f"{HEADING}: −2")
    expect(page.locator("#p2 .instead-of-column")).to_be_visible()
    expect(page.locator("#p3 .instead-of-column")).to_have_count(0)
    expect(page.locator("#p2 td.fined")).to_be_hidden()
    pictured(page, "phone")
    assert_sound(page)


def test_a_hall_screen_has_a_column(person, site, slug):
    page = person(viewport={"width": 1280, "height": 720}).page
    page.goto(f"/hall/{slug}/{site.shell(KEY.format(slug=slug))}/standings/")
    wall = page.locator(".standing-wall")
    expect(wall.locator(".fined").filter(has_text="−2")).to_be_visible()
    expect(page.locator(".hall-title p")).to_contain_text(HEADING)
    pictured(page, "hall")
    assert page.evaluate(FITS)
