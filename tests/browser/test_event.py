"""A tournament from the import of its folder to its last round, on several screens."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import ROOT, zip_folder
from tests.browser.looks import assert_sound_in_every_look

BACKGROUND = True
SOMC = ROOT.parent / "shared" / "events" / "somc2017"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
TICK = 20_000


@pytest.fixture(scope="module")
def practice(site, accounts, browser) -> str:
    """Return the slug of the practice folder's tournament, whose last round is ready to
    start.
    """
    return site.shell(
        "from django.contrib.auth.models import User;"
        "from tests.scoring.folders import practice_to_play;"
        "print(practice_to_play(User.objects.get(username='director')).slug)"
    )


@pytest.fixture(scope="module")
def running(site, practice) -> int:
    """Start the last round and return its number."""
    return int(
        site.shell(
            "from tournaments.rounds import round_clock as clock;"
            "from tournaments.tournament_setup"
            " import create_and_change_tournament as tournament_setup;"
            "from tournaments.models import Tournament;"
            "from django.utils import timezone;"
            f"t = Tournament.objects.get(slug='{practice}');"
            "tournament_setup.show_to_public(t, True, by='director');"
            "r = t.rounds.latest('number');"
            "clock.start(r.pk, by='director', now=timezone.now());"
            "print(r.number)"
        )
    )


def choose(page: Page, group: str, name: str) -> None:
    # After a step that moves on automatically, the page takes no tap for half a second.
    expect(page.locator("html[data-resting]")).to_have_count(0)
    field = page.get_by_role("group", name=group)
    field.get_by_role("radio", name=re.compile(f"^{name}")).check(force=True)


def names(page: Page) -> list[str]:
    """Return the players of the open table in seat order."""
    labels = page.get_by_role("group", name="Discarder").locator("label .name")
    lines = [text.strip().splitlines()[0] for text in labels.all_inner_texts()]
    return [line for line in lines if line != "Self-draw"]


def enter_hand(page: Page, winner: str, source: str, points: int) -> None:
    choose(page, "Winner", winner)
    choose(page, "Discarder", source)
    page.get_by_label("Fan, flowers included").fill(str(points))
    expect(page.get_by_text("Changes")).to_be_visible()
    page.locator("#save-hand").click()


def test_a_zip_is_imported_with_progress_and_a_comparison(person, accounts, tmp_path):
    someone = person()
    someone.sign_in()
    page = someone.page
    page.goto("/director/import/")
    archive = zip_folder(ROOT / "practice", tmp_path / "practice.zip")
    page.set_input_files("input[type=file]", archive)
    page.locator("main form button").last.click()
    page.wait_for_url(re.compile(r"/director/import/\d+/"))
    expect(page.get_by_text("16 of 16").first).to_be_visible(timeout=20_000)
    page.get_by_role("link", name=re.compile("standings", re.I)).first.click()
    expect(page.locator(".standings tbody tr")).to_have_count(16)


@pytest.mark.skipif(
    not SOMC.is_dir(), reason="the data of the championship is not beside the project"
)
def test_a_real_championship_is_imported_exactly(person, accounts, tmp_path):
    someone = person()
    someone.sign_in()
    page = someone.page
    page.goto("/director/import/")
    page.set_input_files(
        "input[type=file]", zip_folder(SOMC, tmp_path / "championship.zip")
    )
    page.locator("main form button").last.click()
    expect(page.get_by_text("93 of 93").first).to_be_visible(timeout=20_000)
    expect(page.get_by_text("108 of 108").first).to_be_visible()
    expect(page.get_by_text("72 of 72").first).to_be_visible()
    page.get_by_role("link", name=re.compile("standings", re.I)).first.click()
    expect(page.locator(".standings tbody tr")).to_have_count(72)


def test_a_hand_changes_the_standings_on_another_screen_without_a_reload(
    person, practice, running
):
    spectator, referee = person(**PHONE).page, person(**PHONE)
    spectator.goto(f"/t/{practice}/standings/")
    spectator.evaluate("window.neverReloaded = true")
    before = spectator.locator("#rows").inner_text()
    referee.sign_in()
    page = referee.page
    page.goto(f"/table/{practice}/{running}/1/")
    players = names(page)
    enter_hand(page, players[0], "Self-draw", 88)
    expect(page.get_by_text("Hand 1 is saved")).to_be_visible()
    expect(page.get_by_text("Next: hand 2")).to_be_visible()
    expect(spectator.locator("#rows")).not_to_have_text(before, timeout=TICK)
    expect(spectator.locator(".at-table.playing").first).to_be_visible()
    assert spectator.evaluate("window.neverReloaded")


def test_a_refusal_stands_beside_its_field_and_keeps_what_was_typed(
    person, practice, running
):
    referee = person(**PHONE)
    referee.sign_in()
    page = referee.page
    page.goto(f"/table/{practice}/{running}/2/")
    players = names(page)
    choose(page, "Winner", players[1])
    choose(page, "Discarder", players[2])
    page.get_by_label("Fan, flowers included").fill("7")
    page.locator("#save-hand").click()
    expect(page.locator("#id_points_error")).to_contain_text("less than the minimum")
    expect(page.get_by_label("Fan, flowers included")).to_have_value("7")
    page.get_by_label("Fan, flowers included").fill("8")
    page.locator("#save-hand").click()
    expect(page.get_by_text("Hand 1 is saved")).to_be_visible()


def test_two_devices_disagree_and_both_versions_are_shown(person, practice, running):
    one, two = person(**PHONE), person(**PHONE)
    # This phone gets no news of the other device before saving; test_entered_elsewhere
    # tests that.
    two.page.route("**/live/**", lambda _route: None)
    for device in (one, two):
        device.sign_in()
        device.page.goto(f"/table/{practice}/{running}/3/")
    players = names(one.page)
    choose(two.page, "Winner", players[2])
    choose(two.page, "Discarder", players[1])
    enter_hand(one.page, players[0], players[1], 12)
    expect(one.page.get_by_text("Hand 1 is saved")).to_be_visible()
    two.page.get_by_label("Fan, flowers included").fill("20")
    two.page.locator("#save-hand").click()
    expect(two.page.get_by_text("already entered differently")).to_be_visible()
    expect(two.page.get_by_text("12 fan").first).to_be_visible()
    expect(two.page.get_by_text("20 fan").first).to_be_visible()
    two.page.locator(".two-versions").get_by_label("Reason").fill(
        "the winner was announced wrongly"
    )
    two.page.get_by_role("button", name="Use the later version").click()
    decided = two.page.get_by_text("Version chosen.")
    expect(decided).to_be_visible()


def test_a_hand_is_undone_and_corrected(person, practice, running):
    referee = person(**PHONE)
    referee.sign_in()
    page = referee.page
    page.goto(f"/table/{practice}/{running}/4/")
    players = names(page)
    for hand in (1, 2, 3):
        enter_hand(page, players[0], players[1], 12)
        expect(page.get_by_text(f"Hand {hand} is saved")).to_be_visible()
    page.get_by_role("button", name="Undo the last entry").click()
    page.get_by_label("Reason (required)").fill("of another table")
    page.get_by_role("button", name="Undo hand 3").click()
    expect(page.get_by_text("Last entry undone.")).to_be_visible()
    expect(page.get_by_role("heading", name="Hand 3")).to_be_visible()
    page.locator("#sheet").get_by_text("Correct an entry").click()
    page.get_by_role("link", name=re.compile("^Hand 1")).click()
    page.get_by_label("Fan, flowers included").fill("20")
    expect(page.get_by_text("+80")).to_be_visible()
    page.get_by_label("Reason for the correction (required)").fill("misread")
    page.get_by_role("button", name="Save correction").click()
    expect(page.get_by_text("Hand 1 corrected.")).to_be_visible()
    expect(page.get_by_text("+80").first).to_be_visible()


def pages(slug: str, running: int) -> list[str]:
    """Return the addresses of the tournament's pages.

    Other tests check its home and settings (test_event_home, test_closing), its players
    (test_player_import) and a new tournament (test_new_event).
    """
    return [
        "/",
        "/account/login/",
        f"/t/{slug}/standings/",
        f"/t/{slug}/teams/",
        f"/t/{slug}/rounds/{running}/",
        f"/t/{slug}/rounds/1/tables/1/",
        f"/t/{slug}/players/1/",
        "/director/",
        "/director/import/",
        f"/director/{slug}/",
        f"/director/{slug}/seating/",
        f"/director/{slug}/helpers/",
        f"/director/{slug}/log/",
        f"/table/{slug}/{running}/1/",
        f"/table/{slug}/{running}/1/ruling/",
        f"/table/{slug}/{running}/1/entries/1/",
    ]


def test_every_page_is_accessible_and_fits_its_screen(person, practice, running):
    someone = person()
    someone.sign_in()
    page = someone.page
    for path in pages(practice, running):
        assert page.goto(path).ok, path
        assert_sound_in_every_look(page, path)


def test_the_clock_ends_the_round_by_itself_on_every_open_page(
    person, site, practice, running
):
    director, referee = person(), person(**PHONE)
    for someone in (director, referee):
        someone.sign_in()
    director.page.goto(f"/director/{practice}/")
    referee.page.goto(f"/table/{practice}/{running}/1/")
    site.shell(
        "from datetime import timedelta;"
        "from django.utils import timezone;"
        "from scoring.rounds import extra_time;"
        "from tournaments.models import Round;"
        f"r = Round.objects.get(tournament__slug='{practice}', number={running});"
        "left = int(r.time_left(timezone.now()).total_seconds() // 60);"
        "extra_time.extend(r.pk, minutes=-left, by='director', reason='test',"
        " now=timezone.now());"
        "Round.objects.filter(pk=r.pk).update("
        "ends_at=timezone.now() + timedelta(seconds=3))"
    )
    expect(director.page.locator(".badge.time_up:visible").first).to_be_visible(
        timeout=TICK
    )
    expect(referee.page.locator(".badge.time_up:visible").first).to_be_visible(
        timeout=TICK
    )
    referee.page.reload()
    expect(
        referee.page.get_by_text("Only a hand that started before the gong")
    ).to_be_visible()
