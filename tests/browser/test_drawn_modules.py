"""Scripts of the table diagram, each tested separately on a page that does not connect
them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Person
from tests.browser.tables import MAKE_TABLE
from tests.browser.waiting_phone import LINK, PHONE

FOLDER = Path(__file__).parent / "drawn_modules"
PREPARE = FOLDER / "prepare.js"
#: Ruleset for scripts that are not used in MCR.
AT = {"counting": "classical", "sticks": "riichi"}
#: Options for scripts whose fields not every table has.
WITH = {"several": {"multiple_winners": "all"}}


@pytest.fixture(scope="module")
def page_of(browser, site, screens, accounts) -> Iterator[Callable[[str], Page]]:
    """Yield a function that returns the page of a table for a script.

    Scripts with the same ruleset and options share a page.
    """
    people: dict[str, Person] = {}

    def opened(script: str) -> Page:
        ruleset, options = AT.get(script, "mcr"), WITH.get(script, {})
        rules = f"{ruleset} {options}"
        if rules not in people:
            slug = site.shell(MAKE_TABLE.format(ruleset=ruleset, options=options))
            people[rules] = Person(browser, site, screens, **PHONE)
            page = people[rules].page
            for joining in ("diagram-joined-together", "table-page"):
                page.route(f"**/{joining}*.js", lambda route: route.abort())
            page.goto(site.shell(LINK.format(slug=slug, table=1)))
            page.evaluate(PREPARE.read_text())
        return people[rules].page

    yield opened
    for person in people.values():
        person.context.close()


@pytest.mark.every_case
@pytest.mark.parametrize(
    "script",
    sorted(path.stem for path in FOLDER.glob("*.js") if path != PREPARE),
)
def test_a_module_does_its_job(page_of, script):
    page = page_of(script)
    page.evaluate((FOLDER / f"{script}.js").read_text())
