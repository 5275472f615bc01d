"""The form of a table's page shows changes of the clock and the table, unless a player
is filling it in.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.tables import MAKE_TABLE, PHONE

SETTING = """
from django.utils import timezone
from scoring.ledger import enter_hand as entering
from scoring.rounds import end_and_close_round as ending
from scoring.rounds import extra_time
from tournaments.rounds import round_clock as clock
from tournaments.models import Round, Game
game = Game.objects.get(round__tournament__slug="{slug}", table=1)
"""
START = 'clock.start(game.round_id, by="director", now=timezone.now())'
END = 'ending.end_now(game.round_id, by="director", reason="r", now=timezone.now())'
GIVE = (
    'extra_time.extend_table(game.pk, minutes=5, by="director", reason="r",'
    " now=timezone.now())"
)
OVER = (
    'entering.enter(game.pk, {{"kind": "play_ended", "why": "ruling"}},'
    ' device_key="over", by="director")'
)
WASHOUT = (
    'entering.enter(game.pk, {{"kind": "washout"}}, hand=1, device_key="w",'
    ' by="elsewhere")'
)
NOT_YET = "This round has not started yet"
TIME_IS_UP = "Only a hand that started before the gong counts."


def make(site, *, started: bool) -> str:
    steps = MAKE_TABLE.format(ruleset="mcr", options={})
    if not started:
        steps = "\n".join(
            line for line in steps.splitlines() if not line.startswith("clock.start")
        )
    return site.shell(steps)


def do(site, slug: str, what: str) -> None:
    site.shell((SETTING + what).format(slug=slug))


@pytest.fixture
def come(person, site, accounts):
    def to_table(slug: str) -> Page:
        someone = person(**PHONE)
        someone.sign_in()
        someone.page.goto(f"/table/{slug}/1/1/")
        expect(someone.page.locator("#waiting")).to_have_attribute("data-ready", "yes")
        return someone.page

    return to_table


def key_of(page: Page) -> str:
    return page.locator("#hand-form [name=device_key]").input_value()


def test_the_form_comes_with_the_start_goes_with_the_gong_and_comes_back(come, site):
    slug = make(site, started=False)
    page = come(slug)
    expect(page.get_by_text(NOT_YET)).to_be_visible()
    do(site, slug, START)
    expect(page.locator("#hand-form")).to_be_visible()
    expect(page.get_by_text(NOT_YET)).to_have_count(0)
    first = key_of(page)
    do(site, slug, WASHOUT)
    expect(page.get_by_role("heading", name="Hand 2 · East round")).to_be_visible()
    assert key_of(page) != first
    do(site, slug, END)
    expect(page.get_by_text(TIME_IS_UP)).to_be_visible()
    do(site, slug, GIVE)
    expect(page.get_by_text(TIME_IS_UP)).to_have_count(0)
    expect(page.locator("#hand-form")).to_be_visible()


@pytest.fixture
def begun(come, site) -> tuple[Page, str]:
    """Return a page with hand 1 partly filled in, and the slug of its tournament."""
    slug = make(site, started=True)
    page = come(slug)
    page.locator("label:has([name=winner][value=E])").tap()
    page.get_by_label("Fan, flowers included").fill("8")
    return page, slug


def test_at_the_gong_what_somebody_has_typed_stays_and_can_be_saved(begun, site):
    page, slug = begun
    do(site, slug, END)
    expect(page.get_by_text(TIME_IS_UP)).to_be_visible()
    expect(page.get_by_label("Fan, flowers included")).to_have_value("8")
    page.locator("label:has([name=source][value=S])").tap()
    page.locator("#save-hand").tap()
    page.get_by_role("button", name="Yes, it counts").tap()
    expect(page.get_by_text("Hand 1 is saved")).to_be_visible()


def test_where_nothing_more_can_be_entered_the_page_offers_to_go_on(begun, site):
    page, slug = begun
    do(site, slug, OVER)
    button = page.get_by_role("link", name="Reload this table")
    expect(button).to_be_visible()
    expect(page.get_by_label("Fan, flowers included")).to_have_value("8")
    assert button.bounding_box()["height"] >= 48
    button.tap()
    expect(page.get_by_text("The scores are final")).to_be_visible()
    expect(page.locator("#hand-form")).to_have_count(0)


def test_what_was_refused_is_somebodys_too(come, site):
    slug = make(site, started=True)
    page = come(slug)
    fan = page.get_by_label("Fan, flowers included")
    for name, value in (("winner", "E"), ("source", "S")):
        page.locator(f"label:has([name={name}][value={value}])").tap()
    fan.fill("7")
    with page.expect_response(lambda answer: answer.status == 422):
        page.locator("#save-hand").tap()
    do(site, slug, END)
    expect(page.get_by_text(TIME_IS_UP)).to_be_visible()
    expect(fan).to_have_value("7")


def test_what_is_typed_while_the_new_form_is_on_its_way_stays(come, site):
    slug = make(site, started=True)
    page = come(slug)
    fan = page.get_by_label("Fan, flowers included")

    def slowly(route) -> None:
        answer = route.fetch()
        fan.fill("8")
        route.fulfill(response=answer)

    page.route("**/sheet/?*", slowly)
    do(site, slug, END)
    expect(page.get_by_text(TIME_IS_UP)).to_be_visible()
    expect(fan).to_have_value("8")
