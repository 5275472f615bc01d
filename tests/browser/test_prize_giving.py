"""Finishing a tournament from the control room, and prize giving with one key."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.looks import assert_sound, assert_sound_in_every_look

MAKE = """
from django.contrib.auth.models import User
from scoring.tournament_folder import from_path
from scoring.tournament_folder.import_tournament import import_files
from tests.scoring.folders import PRACTICE
director = User.objects.get(username="director")
event = import_files(from_path(PRACTICE), director=director).tournament
print(event.slug, event.hall_key)
"""
#: Counts the page's requests to keep the device awake.
AWAKE = """
window.asked = 0;
Object.defineProperty(navigator, "wakeLock", { value: {
  request: async () => { window.asked += 1; },
}});
"""
WALL = {"viewport": {"width": 1920, "height": 1080}}
LONG_TEAMS = """document.querySelectorAll(".prize-before .of").forEach((team) => {
  team.textContent = "The Magnificent Mahjong Society of the Northern Harbour";
})"""
#: Returns the smallest share of a row that a name has.
NAME = """() => {
  const rows = [...document.querySelectorAll(".prize-before li")];
  const shares = rows.map((row) =>
    row.querySelector(".who").clientWidth / row.clientWidth);
  return Math.min(...shares);
}"""


def test_finish_and_tell_three_places(person, site, accounts):
    slug, key = site.shell(MAKE).split()
    director = person()
    director.sign_in()
    page = director.page
    page.goto(f"/director/{slug}/")
    page.get_by_role("link", name="Finish the tournament").click()
    assert_sound(page)
    page.get_by_label("Hide the final standings until the prize giving").check()
    page.get_by_role("button", name="Finish the tournament").click()
    expect(page.get_by_role("heading", name="Final results")).to_be_visible()
    assert_sound(page)
    page.get_by_role("link", name="Prize giving").click()
    page.get_by_role("button", name="Prepare screen").click()
    wall = person(**WALL).page
    wall.goto(f"/hall/{slug}/{key}/prizes/")
    expect(wall.get_by_text("First 3 places")).to_be_visible()
    home = page.context.new_page()
    home.goto(f"/t/{slug}/")
    podium = home.locator(".hero .steps li")
    expect(podium).to_have_count(0)
    for place in (3, 2, 1):
        expect(page.get_by_role("button", name="Reveal next place")).to_be_focused()
        expect(page.get_by_text("Next:")).to_contain_text(f"{place}.")
        page.keyboard.press("Space")
        expect(wall.locator(".prize-place")).to_contain_text(str(place))
        expect(wall.locator(".prize-before li")).to_have_count(3 - place)
        if place > 1:
            told = wall.content()
            assert "Player 09" not in told
    expect(page.get_by_text("All places are revealed.")).to_be_visible()
    expect(wall.locator(".prize-name")).to_have_text("Player 09")
    expect(podium).to_have_count(3)
    expect(podium.first).to_contain_text("Player 09")
    assert_sound_in_every_look(home, "the home of a finished event")
    assert_sound(wall)
    assert_sound(page)
    # Long team names leave room for the players' names.
    wall.evaluate(LONG_TEAMS)
    for width, height in ((1920, 1080), (1080, 1920), (390, 844)):
        wall.set_viewport_size({"width": width, "height": height})
        assert wall.evaluate(NAME) > 0.4, width


def test_the_screen_stays_awake_through_the_prize_giving(person, site, accounts):
    slug, key = site.shell(MAKE).split()
    wall = person(**WALL).page
    wall.add_init_script(AWAKE)
    wall.goto(f"/hall/{slug}/{key}/prizes/")
    wall.wait_for_function("window.asked === 1")
    # The page was hidden and is visible again.
    wall.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    wall.wait_for_function("window.asked === 2")
    sleepy = wall.get_by_text("This browser cannot keep the screen on")
    expect(sleepy).to_be_hidden()
    wall.evaluate("void (navigator.wakeLock.request = () => Promise.reject())")
    wall.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(sleepy).to_be_visible()


#: A finished tournament with two players in a category, whose figures are stored.
FINISHED = (
    MAKE.replace("print(", "made = (")
    + """
from django.utils import timezone
from scoring.confirming_and_finishing.finish_reopen_and_publish_results import finish
event.players.filter(number__in=(2, 3)).update(categories="Junior")
finish(event, by="director", now=timezone.now(), held_back=True)
print(*made)
"""
)


def test_choose_awards_and_show_them_one_by_one(person, site, accounts):
    slug, key = site.shell(FINISHED).split()
    director = person()
    director.sign_in()
    page = director.page
    page.goto(f"/director/{slug}/finish/")
    page.get_by_role("link", name="Awards").click()
    expect(page.get_by_role("heading", name="Winners")).to_be_visible()
    page.get_by_label("Highest hand").first.check(force=True)
    page.get_by_label("Fewest deal-ins").check(force=True)
    page.get_by_role("button", name="Save awards").click()
    expect(page.get_by_text("Awards saved.")).to_be_visible()
    expect(page.locator(".award-winners dt")).to_have_count(2)
    assert_sound_in_every_look(page, "the choice of awards")
    page.get_by_role("link", name="Prize giving").last.click()
    page.get_by_label("Places to reveal").fill("1")
    page.get_by_role("button", name="Prepare screen").click()
    wall = person(**WALL).page
    wall.goto(f"/hall/{slug}/{key}/prizes/")
    expect(wall.get_by_text("First place")).to_be_visible()
    for title in ("Highest hand", "Fewest deal-ins", "Junior"):
        expect(page.get_by_text("Next:")).to_contain_text(title)
        page.get_by_role("button", name="Reveal next award").click()
        expect(wall.locator(".prize-award")).to_have_text(title)
        assert wall.locator(".prize-name").count() >= 1
    expect(wall.locator(".prize-awards li")).to_have_count(2)
    assert_sound(wall)
    page.get_by_role("button", name="Hide again").click()
    expect(wall.locator(".prize-award")).to_have_text("Fewest deal-ins")
    page.get_by_role("button", name="Reveal next award").click()
    page.get_by_role("button", name="Reveal next place").click()
    expect(wall.locator(".prize-place")).to_contain_text("1")
    expect(wall.locator(".prize-name")).to_have_text("Player 09")
    home = page.context.new_page()
    home.goto(f"/t/{slug}/standings/")
    home.get_by_role("link", name="Junior").click()
    expect(home.locator("table.standings tbody tr .rank b").first).to_have_text("1")
    assert_sound(home)
