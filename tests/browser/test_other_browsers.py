"""The most important steps of a day in WebKit and Firefox, where they are installed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.browser.conftest import PASSWORD
from tests.browser.engines import ENGINES, Visitor
from tests.browser.screens import ALIVE
from tests.browser.test_hall_turns import CHANGE, KEY
from tests.browser.test_live_rows import HALL, HAND
from tests.browser.waiting_phone import KEPT, LINK, in_ledger, slug
from tests.browser.wire import Wire
from tests.run import absent_browser

__all__ = ["slug"]

pytestmark = pytest.mark.every_case

#: These tests need no Chromium.
OTHER_BROWSERS = True
PHONE = (390, 844)
WALL = (1280, 720)
#: Returns whether the table asks for this hand and this number of hands is unsent.
ASKS = """
const waiting = document.querySelector("#waiting[data-ready=yes]");
if (!waiting) return false;
const count = waiting.querySelector('[data-part="count"]').innerText.match(/\\d+/);
const asked = document.querySelector('#hand-form [name="hand"]');
return Number(asked?.value) === arguments[0]
  && (waiting.hidden ? 0 : Number(count)) === arguments[1];
"""
WINS = (
    'label:has([name="winner"][value="E"])',
    'label:has([name="source"][value="S"])',
)
CHANGE_POINTS = """
const points = document.querySelector('[name="points"]');
points.value = arguments[0];
points.dispatchEvent(new Event("input", { bubbles: true }));
"""
IS_STORED = f"return ({KEPT})([arguments[0], '']);"
IS_TICKING = """
const now = document.querySelector(".clock")?.innerText;
window.before ??= now;
return /\\d/.test(now) && now !== window.before;
"""

#: Returns the fields whose date the browser hides.
HIDDEN_DATES = """
const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
const inside = (rule) => [rule, ...[...(rule.cssRules ?? [])].flatMap(inside)];
const [hides] = rules.flatMap(inside).filter((rule) =>
  rule.selectorText?.includes("-webkit-datetime-edit") && rule.style.opacity === "0");
if (!hides || !CSS.supports(hides.parentRule.conditionText)) return [];
const fields = hides.selectorText.split("::")[0];
return [...document.querySelectorAll("[type=date]")]
  .filter((field) => field.matches(fields)).map((field) => field.name);
"""
ENTER_DATE = """
const field = document.querySelector("[name=starts_on]");
field.value = arguments[0];
field.dispatchEvent(new Event("input", { bubbles: true }));
"""


@pytest.fixture(scope="module", params=ENGINES)
def engine(request, tmp_path_factory) -> Iterator[Visitor]:
    """Yield a visitor in each browser, which starts once for the module.

    Skips a browser that is not installed.
    """
    if absent := absent_browser(request.param):
        pytest.skip(absent)
    folder = tmp_path_factory.mktemp(request.param)
    with ENGINES[request.param](folder) as visitor:
        yield visitor


@pytest.fixture
def visitor(engine, site) -> Iterator[Visitor]:
    """Yield the visitor without an account.

    Afterwards, assert that no page had errors.
    """
    engine.url = site.url
    # A page that is still open would ask for a sign-in.
    engine.goes_to(ALIVE)
    engine.driver.delete_all_cookies()
    engine.errors()
    yield engine
    assert engine.errors() == []


@pytest.fixture
def wire(site) -> Iterator[Wire]:
    wire = Wire(site.url)
    yield wire
    wire.end()


def enter(phone: Visitor, points: int) -> None:
    """Enter and save a win by East on South's discard."""
    phone.presses(*WINS, f'[data-fill="{points}"]', "#save-hand")


def test_five_hands_with_and_without_network(visitor, site, slug, wire):
    phone = visitor
    phone.resize(*PHONE)
    phone.url = wire.url
    phone.goes_to(site.shell(LINK.format(slug=slug, table=1)))
    for hand, points in enumerate((8, 12), 1):
        phone.waits_for(ASKS, hand, 0)
        enter(phone, points)
    phone.waits_for(ASKS, 3, 0)
    table = f"/table/{slug}/1/1/"
    phone.waits_for(IS_STORED, table)
    wire.cut()
    enter(phone, 16)
    phone.waits_for(ASKS, 4, 1)
    phone.goes_to(table)
    phone.waits_for(ASKS, 4, 1)
    enter(phone, 24)
    phone.waits_for(ASKS, 5, 2)
    assert in_ledger(site, slug) == "[(1, 8), (2, 12)]"

    wire.mend()
    phone.waits_for(ASKS, 5, 0)
    enter(phone, 32)
    phone.waits_for(ASKS, 6, 0)
    assert in_ledger(site, slug) == "[(1, 8), (2, 12), (3, 16), (4, 24), (5, 32)]"


def test_save_is_pressed_though_its_words_change(visitor, site, slug):
    """Save works although its text changes while it is pressed.

    (WebKit drops a click if the pressed text is replaced before the release.)
    """
    phone = visitor
    phone.resize(*PHONE)
    phone.goes_to(site.shell(LINK.format(slug=slug, table=1)))
    phone.waits_for(ASKS, 1, 0)
    phone.presses(*WINS, '[data-fill="8"]')
    phone.holds("#save-hand")
    phone.does(CHANGE_POINTS, "24")
    phone.waits_for("return document.querySelector('#save-hand').innerText.match(/48/)")
    phone.releases()
    phone.waits_for(ASKS, 2, 0)
    assert in_ledger(site, slug) == "[(1, 24)]"


def test_a_spectator_follows_the_standings(visitor, site, accounts):
    slug, game = site.shell(HALL).split()
    visitor.resize(*PHONE)
    visitor.goes_to(f"/t/{slug}/standings/")
    visitor.does("window.neverReloaded = true")
    for hand, points in ((1, "36"), (2, "72")):
        site.shell(HAND.format(session=game, hand=hand))
        visitor.sees(f"+{points}")
    assert visitor.does("return window.neverReloaded")


def sign_in(visitor: Visitor, path: str) -> None:
    """Open a page of directors; sign in on the way."""
    visitor.resize(*WALL)
    visitor.goes_to(path)
    visitor.types('[name="login"]', "director")
    visitor.types('[name="password"]', PASSWORD)
    visitor.presses("button", name="Sign in")


def test_a_director_signs_in_and_pauses_the_clock(visitor, slug):
    sign_in(visitor, f"/director/{slug}/")
    visitor.presses("button", name="Pause")
    visitor.sees("Paused")
    visitor.presses("button", name="Resume")
    visitor.sees("Playing")


def test_an_empty_date_looks_empty(visitor, slug):
    """WebKit shows today in an empty field; other browsers show a pattern."""
    sign_in(visitor, f"/director/{slug}/event/")
    visitor.waits_for("return document.querySelector('[name=starts_on]')")
    shows_today = visitor.does("return CSS.supports('hanging-punctuation: first')")
    assert visitor.does(HIDDEN_DATES) == (["starts_on", "ends_on"] * shows_today)
    visitor.does(ENTER_DATE, "2026-11-30")
    assert visitor.does(HIDDEN_DATES) == (["ends_on"] * shows_today)


def test_the_hall_screen_follows_the_director(visitor, site, slug):
    visitor.resize(*WALL)
    visitor.goes_to(f"/hall/{slug}/{site.shell(KEY.format(slug=slug))}/")
    visitor.waits_for(IS_TICKING)
    site.shell(CHANGE.format(slug=slug, what="announce(t, 'Lunch at two', until=None"))
    visitor.sees("Lunch at two")
