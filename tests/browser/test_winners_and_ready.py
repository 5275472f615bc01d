"""On a phone: several winners of MCR and Classical Chinese, each with a row, and ready
declarations."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.tables import MAKE_TABLE, PHONE, Hand

PHONE = {**PHONE, "viewport": {"width": 390, "height": 664}}


@pytest.fixture
def at(site, accounts, person):
    """Return a function that opens a table of a ruleset with options on a phone."""

    def open_table(ruleset: str, **options) -> Hand:
        slug = site.shell(MAKE_TABLE.format(ruleset=ruleset, options=options))
        referee = person(**PHONE)
        referee.sign_in()
        referee.page.goto(f"/table/{slug}/1/1/")
        expect(referee.page.locator("#waiting")).to_have_attribute("data-ready", "yes")
        return Hand(referee.page)

    return open_table


def test_each_winner_of_mcr_has_a_row(at):
    hand = at("mcr", multiple_winners="all")
    hand.other(winner="several")
    hand.choose(source="N", winners="E")
    hand.choose(winners="S")
    hand.page.locator('[name="points_E"]').fill("8")
    hand.page.locator('[name="points_S"]').fill("24")
    expect(hand.page.locator('[name="points"]')).to_be_hidden()
    hand.save(1)
    expect(hand.page.locator("#receipt")).to_contain_text("wins 24 fan from")


def test_all_four_hands_of_classical_are_a_list_where_several_won(at):
    hand = at("classical", multiple_winners="all")
    hand.other(winner="several")
    hand.choose(source="N", winners="E")
    hand.choose(winners="S")
    for seat, points in zip("ESWN", ("20", "30", "4", "0"), strict=True):
        field = hand.page.locator(f'[name="points_{seat}"]')
        expect(field).to_be_visible()
        field.fill(points)
    hand.save(1)
    expect(hand.page.locator("#receipt")).to_contain_text("wins 30 points from")


def test_a_player_declares_ready_and_the_seat_shows_it(at):
    hand = at("classical", must_declare_ready=True)
    page = hand.page
    page.get_by_role("button", name="Other…").click()
    page.get_by_role("link", name="Ready").click()
    page.get_by_label("Ada Lind").check(force=True)
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".declared")).to_have_count(1)
    expect(page.locator(".declared")).to_be_visible()
