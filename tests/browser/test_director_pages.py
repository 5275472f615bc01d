"""Accessibility of the director's pages: on a phone with double text size, on a laptop,
and by keyboard."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looks import assert_sound, too_wide

#: A team tournament before its cut, with a draft of its last round; prints its slug.
BEFORE_A_CUT = """
from django.contrib.auth.models import User
from django.utils import timezone
from scoring.practice.practice_players_and_formats import Format
from scoring.practice.make_practice_tournament import PracticePlan, make_practice
from tournaments.tournament_setup.offered_rulesets_and_presets import presets
from tournaments.models import SignUpPage, Team
plan = PracticePlan(next(iter(presets().values())), players=16, rounds=4, round={round},
    in_the_middle=False, seed=1, format=Format.{format})
event = make_practice(plan, director=User.objects.get(), now=timezone.now())
team = Team.objects.create(tournament=event, name="Featherstonehaugh and Friends")
event.players.update(team=team)
SignUpPage.objects.create(tournament=event, is_on=True, text="Bring a pen.")
print(event.slug)
"""
LARGER = {"fontSizes": {"standard": 32}}
#: Returns the parts of a page that scroll sideways.
SIDEWAYS = """
() => [...document.querySelectorAll("main *")]
  .filter((part) => /auto|scroll/.test(getComputedStyle(part).overflowX))
  .filter((part) => part.scrollWidth > part.clientWidth + 1)
  .map((part) => `${part.tagName} ${part.className}`)
"""
PAGES = (
    *("players/", "players/1/link/", "registration/", "check-in/", "check-in/rounds/"),
    *("stages/", "stages/2/", "draws/", "teams/", "links/", "files/", "finish/"),
    *("helpers/", "federation/ema/", "settings/"),
)


@pytest.fixture(scope="module")
def cup(site, accounts) -> str:
    return site.shell(BEFORE_A_CUT.format(round=4, format="FINAL"))


def larger(page: Page) -> None:
    page.context.new_cdp_session(page).send("Page.setFontSizes", LARGER)


def test_nothing_is_moved_sideways_where_text_is_twice_as_large(person, cup):
    director = person(viewport={"width": 390, "height": 844})
    director.sign_in()
    page = director.page
    for path in PAGES:
        page.goto(f"/director/{cup}/{path}")
        larger(page)
        assert not too_wide(page), path
        assert page.evaluate(SIDEWAYS) == [], path


def test_the_side_menu_shows_the_last_page_on_a_tablet(person, cup):
    size = {"width": 1280, "height": 900}
    director = person(viewport=size, has_touch=True, is_mobile=True)
    director.sign_in()
    director.page.goto(f"/director/{cup}/finish/")
    current = director.page.locator(".side [aria-current]")
    expect(current).to_have_text("Finish")
    expect(current).to_be_in_viewport(ratio=1)


def test_a_row_that_is_stacked_says_what_its_figures_are(person, cup):
    director = person(viewport={"width": 390, "height": 844})
    director.sign_in()
    page = director.page
    page.goto(f"/director/{cup}/teams/")
    larger(page)
    head = "(cell) => getComputedStyle(cell, '::before').content"
    place = page.locator(".stacks td").first
    expect(place).to_have_css("display", "block")
    assert "Place" in place.evaluate(head)
    assert_sound(page)


def test_the_draw_for_seats_is_all_that_a_desk_shows(person, site, accounts):
    slug = site.shell(BEFORE_A_CUT.format(round=2, format="ONE"))
    director = person(viewport={"width": 1280, "height": 900})
    director.sign_in()
    page = director.page
    page.goto(f"/director/{slug}/rounds/3/tables/1/ceremony/")
    expect(page.get_by_role("button", name="Start wind draw")).to_be_in_viewport()
    expect(page.locator(".side")).to_be_hidden()


def test_the_order_of_places_is_changed_by_keyboard(person, cup):
    director = person()
    director.sign_in()
    page = director.page
    page.goto(f"/director/{cup}/settings/")
    order = page.locator("#order")
    named = order.locator(".order-of-places b")
    expect(named).to_have_text(["Table points", "Score"])
    order.get_by_text("Add a criterion").first.press("Enter")
    order.get_by_role("button", name="Add Firsts").first.press("Enter")
    expect(named).to_have_text(["Table points", "Score", "Firsts"])
    up = order.get_by_role("button", name="Up Firsts")
    expect(up).to_be_focused()
    page.keyboard.press("Enter")
    expect(named).to_have_text(["Table points", "Firsts", "Score"])
    expect(order.get_by_text("not saved yet")).to_be_visible()
    expect(up).to_be_focused()
    page.keyboard.press("Enter")
    expect(named).to_have_text(["Firsts", "Table points", "Score"])
    expect(order.get_by_role("button", name="Down Firsts")).to_be_focused()
    assert_sound(page)
    order.get_by_role("button", name="Save ranking").press("Enter")
    expect(order.get_by_text("Ranking saved.")).to_be_visible()
    expect(order).to_contain_text("Ranked by number of first places")


def test_the_group_of_settings_that_is_read_is_marked(person, cup):
    director = person(viewport={"width": 1280, "height": 700})
    director.sign_in()
    page = director.page
    page.goto(f"/director/{cup}/settings/")
    marked = page.locator(".settings-nav [aria-current]")
    expect(marked).to_have_text("Rounds and clock")
    for name in ("Visibility", "Score entry", "Ranking"):
        page.locator(".settings-nav").get_by_role("link", name=name).click()
        expect(page).to_have_url(re.compile("#"))
        expect(marked).to_have_text(name)


def test_why_a_round_does_not_start_can_be_read_on_the_felt(person, site, accounts):
    slug = site.shell(BEFORE_A_CUT.format(round=2, format="ONE"))
    director = person(viewport={"width": 1280, "height": 900})
    director.sign_in()
    page = director.page
    page.goto(f"/director/{slug}/check-in/")
    page.locator("#here-1").click()
    expect(page.locator("#here-1")).to_have_attribute("aria-pressed", "true")
    page.goto(f"/director/{slug}/")
    page.get_by_role("button", name="Publish seating").or_(
        page.get_by_role("button", name="Start round")
    ).first.click()
    expect(page.locator(".command .errors")).to_contain_text("not checked in")
    assert_sound(page)


def test_the_list_of_players_is_printed_as_it_stands(person, cup):
    director = person()
    director.sign_in()
    page = director.page
    for path in ("players/", "registration/"):
        page.goto(f"/director/{cup}/{path}")
        page.emulate_media(media="print")
        people = page.locator(".people").last
        expect(people.locator("tbody tr").last).to_be_visible()
        pressed = page.locator("main :is(.button, .ticked-bar, input):visible")
        expect(pressed).to_have_count(0)
        page.emulate_media(media="screen")


def test_the_cards_of_a_practice_event_begin_on_the_first_sheet(person, cup):
    director = person()
    director.sign_in()
    page = director.page
    page.goto(f"/director/{cup}/cards/")
    expect(page.locator(".table-signs > li")).to_have_count(4)
    printed = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1
