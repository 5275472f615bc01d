"""Scripts of the tile picker, each tested separately on a page that does not connect
them.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Person
from tests.browser.tables import MAKE_TABLE
from tests.browser.test_tile_picker import PHONE
from tests.browser.waiting_phone import LINK

FOLDER = Path(__file__).parent / "tile_modules"
PREPARE = FOLDER / "prepare.js"


@pytest.fixture(scope="module")
def tiles_page(browser, site, screens, accounts):
    slug = site.shell(MAKE_TABLE.format(ruleset="mcr", options={}))
    # Routes of a page do not affect requests by its service worker.
    person = Person(browser, site, screens, **PHONE, service_workers="block")
    page = person.page
    page.route("**/tile-picker*.js", lambda route: route.abort())
    page.goto(site.shell(LINK.format(slug=slug, table=1)))
    page.goto(f"/table/{slug}/1/1/tiles/")
    page.evaluate(PREPARE.read_text())
    yield page
    person.context.close()


@pytest.mark.every_case
@pytest.mark.parametrize(
    "script",
    sorted(path.stem for path in FOLDER.glob("*.js") if path != PREPARE),
)
def test_a_module_does_its_job(tiles_page, script):
    tiles_page.evaluate((FOLDER / f"{script}.js").read_text())


def test_where_they_do_not_come_a_hand_is_typed(tiles_page):
    page = tiles_page.context.new_page()
    page.route("**/tile-picker*.js", lambda route: route.abort())
    page.goto(tiles_page.url)
    for name, value in (("winner", "E"), ("source", "S")):
        page.locator(f'label:has([name="{name}"][value="{value}"])').tap()
    page.locator('[name="tiles_E"]').fill("123456789mEEEC+C")
    expect(page.locator("#preview")).to_contain_text("Changes")
    expect(page.get_by_role("button", name="Save hand")).to_be_visible()
    page.close()
