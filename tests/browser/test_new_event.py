"""A director creates a tournament, adds a logo, and moves it to the bin and back."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.looks import assert_sound_in_every_look, too_wide
from tests.pictures import picture


def test_a_box_opened_before_the_presets_rules_came_stays_open(person, accounts):
    director = person()
    director.sign_in()
    page = director.page
    page.goto("/director/new/")
    asked = []
    page.route("**/director/new/?preset=*", lambda route: asked.append(route))
    page.get_by_label(re.compile("Riichi, EMA")).check()
    page.get_by_text("Change these settings").click()
    page.get_by_text("All rule options").click()
    while not asked:
        page.wait_for_timeout(50)
    [route] = asked
    route.continue_()
    expect(page.locator("#rest [name=ruleset]")).to_have_value("riichi")
    expect(page.get_by_label("Minutes per round")).to_be_visible()
    expect(page.get_by_label("Find a rule")).to_be_visible()
    page.get_by_label("Find a rule").fill("uma")
    expect(page.locator(".rule", has_text="Uma").first).to_be_visible()
    page.set_viewport_size({"width": 390, "height": 844})
    assert not too_wide(page)


def test_an_event_is_begun_described_and_taken_out_of_the_bin(person, accounts):
    director = person()
    director.sign_in()
    page = director.page
    page.goto("/director/new/")
    page.get_by_label("Title").fill("Harbour Cup")
    page.get_by_label("First day").fill("2027-05-01")
    page.get_by_label("City").fill("Aarhus")
    page.get_by_label(re.compile("Riichi, EMA")).check()
    expect(page.locator("#rest [name=ruleset]")).to_have_value("riichi")
    expect(page.get_by_label("Title")).to_have_value("Harbour Cup")
    expect(page.get_by_label("Minutes per round")).to_be_hidden()
    page.get_by_text("Change these settings").click()
    page.get_by_label("Minutes per round").fill("75")
    assert_sound_in_every_look(page, "a new event")
    page.get_by_role("button", name="Create tournament").click()

    page.get_by_role("link", name="Settings", exact=True).click()
    page.get_by_role("link", name="Details", exact=True).click()
    logo = {"name": "logo.gif", "mimeType": "image/gif", "buffer": picture(kind="GIF")}
    page.locator("input[type=file]").set_input_files(logo)
    page.get_by_role("button", name="Upload logo").click()
    shown = page.get_by_alt_text("Current logo")
    expect(shown).to_be_visible()
    expect(shown).to_have_js_property("naturalWidth", 40)
    assert_sound_in_every_look(page, "the event")

    page.get_by_role("button", name="Move to bin").click()
    page.get_by_role("link", name=re.compile("In the bin")).click()
    page.get_by_role("button", name="Restore from bin").click()
    expect(page.get_by_label("Title")).to_have_value("Harbour Cup")
    page.goto("/director/")
    page.get_by_role("link", name="Harbour Cup").click()
    expect(page).to_have_url(re.compile("/director/harbour-cup/"))
