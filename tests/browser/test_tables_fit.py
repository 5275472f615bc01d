"""The control room shows a hall at a glance: no table has to be scrolled to."""

from __future__ import annotations

import pytest

from scoring.pages.hall.tables import MANY

MAKE = """
from django.contrib.auth.models import User
from tests.scoring.halls import hall_of
from tournaments.models import Tournament
sessions = hall_of(User.objects.get(username="director"), "mcr", {tables})
tournament = sessions[0].round.tournament
Tournament.objects.filter(pk=tournament.pk).update(is_public=True)
print(tournament.slug)
"""


@pytest.mark.parametrize(
    ("tables", "width", "height"), [(18, 1280, 900), (60, 1920, 1080)]
)
def test_all_tables_are_seen_at_once(person, site, accounts, tables, width, height):
    slug = site.shell(MAKE.format(tables=tables)).split()[-1]
    director = person(viewport={"width": width, "height": height})
    director.sign_in()
    page = director.page
    page.goto(f"/director/{slug}/")
    shown = page.locator(".tables > li")
    assert shown.count() == tables
    as_list = page.get_by_label("List")
    assert as_list.is_checked() == (tables >= MANY)
    if as_list.is_checked():
        heights = {round(box.bounding_box()["height"]) for box in shown.all()}
        assert heights == {36}
        as_list.uncheck()
        assert "view=" not in page.url.partition("?")[2]
    box = shown.last.bounding_box()
    assert box
    assert box["y"] + box["height"] <= height
