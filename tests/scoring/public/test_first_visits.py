"""First visits to public pages load little data."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders

from tests.scoring.public.test_event_home import FOUR_WINDS, win
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
    """Return our files that a page names, including modules they import."""
    names = set(IN_PAGE.findall(page))
    return {name: Path(str(finders.find(name))).read_bytes() for name in names}


def test_what_a_module_imports_the_page_names():
    """Under its plain name a file is cached for a minute and may have another version,
    and the browser learns of it only after loading the module."""
    scripts = list((settings.BASE_DIR / "static").glob("*.js"))
    assert [
        script.name for script in scripts if IN_MODULE.search(script.read_text())
    ] == []
    assert len(scripts) > 50


def test_a_first_visit_is_small(client, game):
    """Compressed, without fonts and images; no other server is contacted."""
    SignUpPage.objects.create(tournament=game.round.tournament, is_on=True)
    win(game, 1, hand=FOUR_WINDS)
    packed: dict[str, int] = {}
    for address in PAGES:
        response = client.get(address)
        assert response.status_code == 200, address
        files = fetched(response.content.decode())
        assert "site.css" in files, address
        assert address != EVENT or "tiles.svg" in files
        for name in files.keys() - packed.keys():
            packed[name] = len(gzip.compress(files[name]))
        sent = len(gzip.compress(response.content)) + sum(packed[one] for one in files)
        assert sent < MOST, address
        assert not ELSEWHERE.findall(response.content.decode()), address
