"""The scripts of the tile picker, each by itself: its one job. The page is there, but
nothing joins them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser.conftest import Person
from tests.browser.test_offline import LINK
from tests.browser.test_points import MAKE_TABLE
from tests.browser.test_tile_picker import PHONE

FOLDER = Path(__file__).parent / "tile_modules"
PREPARE = FOLDER / "prepare.js"


@pytest.fixture(scope="module")
def tiles_page(browser, site, accounts):
    slug = site.shell(MAKE_TABLE.format(ruleset="mcr", options={}))
    person = Person(browser, site, **PHONE)
    page = person.page
    page.route("**/tile_picker*.js", lambda route: route.abort())
    page.goto(site.shell(LINK.format(slug=slug, table=1)))
    page.goto(f"/table/{slug}/1/1/tiles/")
    page.evaluate(PREPARE.read_text())
    yield page
    person.context.close()


@pytest.mark.parametrize(
    "script",
    sorted(path.stem for path in FOLDER.glob("*.js") if path != PREPARE),
)
def test_a_module_does_its_job(tiles_page, script):
    tiles_page.evaluate((FOLDER / f"{script}.js").read_text())
