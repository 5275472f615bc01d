"""What a browser fetches before it shows a public page for the first time is small,
whichever page that is."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders

from tests.scoring.test_event_home import FOUR_WINDS, win
from tournaments.models import SignUpPage

MOST = 100_000
EVENT = "/t/spring-cup/"
PAGES = (
    "/",
    EVENT,
    f"{EVENT}standings/",
    f"{EVENT}standings/countries/",
    f"{EVENT}teams/",
    f"{EVENT}rounds/1/",
    f"{EVENT}rounds/1/tables/1/",
    f"{EVENT}players/1/",
    f"{EVENT}seating/",
    f"{EVENT}seating/players/",
    f"{EVENT}plan/",
    f"{EVENT}rules/",
    f"{EVENT}files/",
    f"{EVENT}register/",
    f"{EVENT}embed/",
    "/rules/",
    "/rules/mcr/",
    "/referee/riichi/worth/",
)
IN_PAGE = re.compile(r'="/static/([^"#]+\.(?:css|js|svg))')
ELSEWHERE = re.compile(r' src="http|<link rel="(?!canonical)[^>]+href="http')
IN_MODULE = re.compile(r'(?:from|import)\s*\(?\s*"\.')


def fetched(page: str) -> dict[str, bytes]:
    """The files of ours that a page names: those that its modules import, too."""
    names = set(IN_PAGE.findall(page))
    return {name: Path(str(finders.find(name))).read_bytes() for name in names}


def test_what_a_module_imports_the_page_names():
    """By its own name a file is kept for a minute, and may be that of another version;
    and nobody knows of it before the module is there."""
    scripts = list((settings.BASE_DIR / "static").glob("*.js"))
    assert [each.name for each in scripts if IN_MODULE.search(each.read_text())] == []
    assert len(scripts) > 50


@pytest.mark.parametrize("address", PAGES)
def test_a_first_visit_is_small(client, session, address):
    """As it is sent, without fonts and pictures; and nobody else is asked."""
    SignUpPage.objects.create(tournament=session.round.tournament, is_on=True)
    win(session, 1, hand=FOUR_WINDS)
    response = client.get(address)
    assert response.status_code == 200
    files = fetched(response.content.decode())
    assert "site.css" in files
    assert address != EVENT or "tiles.svg" in files
    sent = [response.content, *files.values()]
    assert sum(len(gzip.compress(each)) for each in sent) < MOST
    assert not ELSEWHERE.findall(response.content.decode())
