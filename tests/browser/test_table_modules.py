"""Scripts of a table's page, each tested separately.

Other scripts are replaced by substitutes, and the page does not connect the scripts.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.browser.conftest import Person
from tests.browser.tables import MAKE_TABLE
from tests.browser.waiting_phone import LINK, PHONE

FOLDER = Path(__file__).parent / "table_modules"
PREPARE = FOLDER / "prepare.js"


@pytest.fixture(scope="module")
def table_page(browser, site, screens, accounts):
    slug = site.shell(MAKE_TABLE.format(ruleset="mcr", options={}))
    person = Person(browser, site, screens, **PHONE)
    page = person.page
    page.route("**/table-page.*js", lambda route: route.abort())
    page.goto(site.shell(LINK.format(slug=slug, table=1)))
    page.evaluate(PREPARE.read_text())
    yield page
    person.context.close()


@pytest.mark.every_case
@pytest.mark.parametrize(
    "script",
    sorted(path.stem for path in FOLDER.glob("*.js") if path != PREPARE),
)
def test_a_module_does_its_job(table_page, script):
    table_page.evaluate("part.form.turnTo(1, part.store.newKey())")
    table_page.evaluate((FOLDER / f"{script}.js").read_text())


def test_every_module_of_the_page_has_its_test():
    """Every script of the page has a test. Tests of whole pages cover the service
    worker and the scripts that connect others.
    """
    folders = (FOLDER, FOLDER.parent / "drawn_modules")
    tests = [path for folder in folders for path in folder.glob("*.js")]
    named = "".join(path.read_text().partition("*/")[0] for path in tests)
    templates = FOLDER.parents[2] / "templates" / "table"
    lists = (templates / "_offline_scripts.html", templates / "drawn" / "_modules.html")
    modules = {
        name
        for path in lists
        for name in re.findall(r"'([\w-]+\.js)'", path.read_text())
    }
    assert not {name for name in modules if name not in named}
