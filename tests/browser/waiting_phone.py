"""A phone at a table with an unstable network, and entries made with it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import KEEPS_NO_PAGES, SHELL
from tests.browser.tables import MAKE_TABLE
from tests.examples import ASKED

SwitchOn = Callable[..., Page]
PHONE = {"viewport": {"width": 360, "height": 720}, "has_touch": True}
SENT = 20_000
LEDGER = (
    "from scoring.models import LedgerEntry;"
    "print([(l.hand, l.data.get('points'))"
    " for l in LedgerEntry.objects.filter(game__round__tournament__slug='{slug}',"
    " game__table={table}).order_by('sequence')])"
)
DISCARDED = (
    "from tournaments.models import LogEvent;"
    "found = LogEvent.objects.filter(tournament__slug='{slug}',"
    " kind='entry_discarded');"
    "from scoring.wording.stored_reasons import of_event;"
    "print([(e.by.partition(',')[0], str(of_event(e)), e.data['hand']) for e in found])"
)
KEPT = """async ([path, text]) => {
    const page = await (await caches.open("table-pages")).match(path);
    return Boolean(page) && (await page.text()).includes(text);
}"""
LINK = (
    "from tournaments.access import table_links;"
    "s = table_links.games_with_links().get("
    "round__tournament__slug='{slug}', table={table});"
    "print('/table/link/' + table_links.token_of(s) + '/')"
)


@pytest.fixture
def slug(site, accounts) -> str:
    return site.shell(MAKE_TABLE.format(ruleset="mcr", options={}))


@pytest.fixture
def phone(browser, site, screens, tmp_path) -> Iterator[SwitchOn]:
    """Yield a function that opens a phone whose hands wait, but which stores no page.

    With TEST_EXAMPLES=many it is `phone_on_disk`.
    """
    if ASKED == "many":
        with phone_with_disk(browser, site, tmp_path) as switch_on:
            yield switch_on
        return
    screen = screens.take(browser, site.url, KEEPS_NO_PAGES | PHONE)
    unused = [screen.page]

    def take_up(*, offline: bool = False) -> Page:
        screen.context.set_offline(offline)
        if unused:
            return unused.pop()
        for page in screen.context.pages:
            page.close()
        return screen.context.new_page()

    yield take_up
    screens.give_back(screen)


@pytest.fixture
def keeping_phone(browser, site, tmp_path) -> Iterator[SwitchOn]:
    """Yield a function that opens a phone.

    Each further call opens a new page with the stored data of the previous page. With
    TEST_EXAMPLES=many, the browser is closed in between, as with `phone_on_disk`.
    """
    beside = phone_beside(browser, site, {})
    many = ASKED == "many"
    with phone_with_disk(browser, site, tmp_path) if many else beside as switch_on:
        yield switch_on


@pytest.fixture
def phone_on_disk(browser, site, tmp_path) -> Iterator[SwitchOn]:
    """Yield a function that opens a browser with a profile on disk.

    Each further call closes the browser and opens it again with the same profile.
    """
    with phone_with_disk(browser, site, tmp_path) as switch_on:
        yield switch_on


@contextmanager
def phone_beside(browser, site, options: dict[str, str]) -> Iterator[SwitchOn]:
    """Yield a function that opens a phone in the shared browser, with the stored data
    of its previous page.
    """
    context = browser.new_context(base_url=site.url, **PHONE | options)

    def switch_on(*, offline: bool = False) -> Page:
        for page in context.pages:
            page.close()
        context.set_offline(offline)
        return context.new_page()

    yield switch_on
    switch_off(context)


@contextmanager
def phone_with_disk(browser, site, folder: Path) -> Iterator[SwitchOn]:
    """Yield a function that opens a phone in a separate browser.

    Each further call closes the browser and opens it again.
    """
    opened: list[BrowserContext] = []

    def switch_on(*, offline: bool = False) -> Page:
        for context in opened:
            context.close()
        opened[:] = [
            browser.browser_type.launch_persistent_context(
                folder / "profile",
                executable_path=SHELL,
                args=["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"],
                base_url=site.url,
                **PHONE,
            )
        ]
        opened[0].set_offline(offline)
        return opened[0].pages[0]

    yield switch_on
    for context in opened:
        switch_off(context)


def switch_off(context: BrowserContext) -> None:
    for page in context.pages:
        # Delayed answers end with the test.
        page.unroute_all(behavior="ignoreErrors")
    context.close()


def come_to(page: Page, site, slug: str, table: int = 1) -> None:
    """Open the link on the card of a table and wait until the page is ready."""
    page.goto(site.shell(LINK.format(slug=slug, table=table)))
    expect(page.get_by_role("heading", name=f"Table {table}")).to_be_visible()
    expect(page.locator("#waiting")).to_have_attribute("data-ready", "yes")


def come_and_keep(page: Page, site, slug: str, below: str = "") -> str:
    """Open the link of table 1 and wait until the table page, or the page `below` it,
    is stored. Return the address of the stored page.
    """
    come_to(page, site, slug)
    kept = f"/table/{slug}/1/1/{below}"
    wait_until_kept(page, kept)
    return kept


def wait_until_kept(page: Page, path: str, text: str = "") -> None:
    """Wait until the page at this path is stored with `text`; fail after a minute.

    (`wait_for_function` would not wait, because the promise of an asynchronous function
    counts as true.)
    """
    until = time.monotonic() + 60
    while not page.evaluate(KEPT, [path, text]):
        assert time.monotonic() < until, "the page is not kept"
        page.wait_for_timeout(50)


def enter(page: Page, fan: int) -> None:
    """Enter and save a win by East on South's discard with this number of fan."""
    page.locator('label:has([name="winner"][value="E"])').click()
    page.locator('label:has([name="source"][value="S"])').click()
    page.locator('[name="points"]').fill(str(fan))
    page.locator("#save-hand").click()


def in_ledger(site, slug: str, table: int = 1) -> str:
    return site.shell(LEDGER.format(slug=slug, table=table))


def count(page: Page, text: str):
    return expect(page.locator('#waiting [data-part="count"]')).to_have_text(text)
