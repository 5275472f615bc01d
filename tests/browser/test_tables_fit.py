"""The control room shows a hall at a glance: no table requires scrolling."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

MAKE = """
from django.contrib.auth.models import User
from tests.scoring.halls import hall_of
from tournaments.models import Tournament
games = hall_of(User.objects.get(username="director"), "mcr", {tables})
tournament = games[0].round.tournament
Tournament.objects.filter(pk=tournament.pk).update(is_public=True)
print(tournament.slug)
"""


def opened(person, site, tables: int, width: int, height: int) -> Page:
    """Return the control room of a hall with `tables` tables, on a screen of this size
    in pixels.
    """
    slug = site.shell(MAKE.format(tables=tables)).split()[-1]
    director = person(viewport={"width": width, "height": height})
    director.sign_in()
    director.page.goto(f"/director/{slug}/")
    assert director.page.locator(".tables > li").count() == tables
    return director.page


@pytest.mark.parametrize(
    ("tables", "width", "height"), [(18, 1280, 900), (60, 1920, 1080)]
)
def test_all_tables_are_seen_at_once(person, site, accounts, tables, width, height):
    page = opened(person, site, tables, width, height)
    assert not page.get_by_label("List").is_checked()
    box = page.locator(".tables > li").last.bounding_box()
    assert box
    assert box["y"] + box["height"] <= height


def test_more_than_a_screen_holds_are_a_list_until_somebody_wants_cards(
    person, site, accounts
):
    page = opened(person, site, 60, 1280, 900)
    as_list = page.get_by_label("List")
    assert as_list.is_checked()
    boxes = [table.bounding_box() for table in page.locator(".tables > li").all()]
    assert {round(box["height"]) for box in boxes} == {36}
    as_list.uncheck()
    assert "view=" not in page.url.partition("?")[2]
    page.reload()
    assert not as_list.is_checked()
