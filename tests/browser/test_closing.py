"""Closing a table: four phones and a referee, a dispute, a correction, and the printed
score sheet.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Site
from tests.browser.desk import DESK
from tests.browser.looks import assert_sound, assert_sound_in_every_look

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
TICK = 20_000

LOOK_UP = (
    "from scoring.confirming_and_finishing import confirm_and_dispute as confirming;"
    "from scoring.corrections import correct_and_undo as corrections;"
    "from scoring.ledger import enter_hand as entering;"
    "from tournaments.rounds import round_clock as clock;"
    "from tournaments.rounds import seat_rounds_and_exchange_seats as round_seats;"
    "from tournaments.rounds import publish_seating as publishing;"
    "from tournaments.access import player_links;"
    "from tournaments.people import register_players as registration;"
    "from tournaments.tournament_setup"
    " import create_and_change_tournament as tournament_setup;"
    "from tournaments.models import Game, Tournament;"
    "from django.utils import timezone;"
)


@pytest.fixture(scope="module")
def cup(site, accounts) -> str:
    """Return the slug of a tournament of 8 players that requires 4 confirmations. Round
    1 is running, and play at table 1 is over, with a penalty."""
    return site.shell(
        f"{LOOK_UP}from django.contrib.auth.models import User;"
        "plan = tournament_setup.Plan('Closing Cup', 'mcr', 2, 90, 'finish_hand');"
        "t = tournament_setup.create_tournament(plan,"
        " director=User.objects.get(username='director'));"
        "Tournament.objects.update(confirmation='players');"
        "t.refresh_from_db();"
        "registration.register(t, [registration.PlayerRow(first_name='Maximiliana',"
        " last_name=f'Winterbottom{n}') for n in range(1, 9)], by='director');"
        "[r] = round_seats.seat_rounds(t, [round_seats.TableRow(1, 1, (1, 2, 3, 4)),"
        " round_seats.TableRow(1, 2, (5, 6, 7, 8))], by='director');"
        "publishing.publish(r.pk, by='director');"
        "clock.start(r.pk, by='director', now=timezone.now());"
        "s = r.games.get(table=1);"
        "entering.enter(s.pk, {'kind': 'totals', 'scores': {'E': 40, 'S': 20, 'W': -10,"
        " 'N': -50}}, device_key='totals', by='referee', reason='paper');"
        "entering.enter(s.pk, {'kind': 'penalty', 'amounts': {'E': 0, 'S': 0, 'W': 0,"
        " 'N': -10}}, device_key='penalty', by='referee', reason='late');"
        "print(t.slug)"
    )


@pytest.fixture
def links(site, cup) -> list[str]:
    """Return the paths of the personal pages, in the order of player numbers."""
    return site.shell(
        f"{LOOK_UP}t = Tournament.objects.get(slug='{cup}');"
        "players = player_links.with_links().filter(tournament=t).order_by('number');"
        "print(*[f'/me/{player_links.token_of(e)}/' for e in players])"
    ).split()


def confirm(page: Page, link: str) -> None:
    page.goto(link)
    page.get_by_role("link", name="Check result of round 1").click()
    page.get_by_role("button", name="Confirm result").click()
    expect(page.get_by_text("Result confirmed.")).to_be_visible()


def confirm_all(site: Site, cup: str, *numbers: int) -> None:
    """Confirm table 1's result as the players with these numbers.

    (`test_closing_pages.py` does the same through the pages.)
    """
    site.shell(
        f"{LOOK_UP}s = Game.objects.get(round__tournament__slug='{cup}', table=1)\n"
        "last = s.ledger.latest('sequence').sequence\n"
        f"for one in s.round.tournament.players.filter(number__in={numbers}):\n"
        "    confirming.confirm_as_player(s.pk, one, sequence=last)"
    )


def lower_than(page: Page, height: int) -> list[str]:
    """Return the texts of the page's controls that are lower than `height` pixels."""
    return page.evaluate(
        "(height) => [...document.querySelectorAll('main .button, main summary')]"
        ".filter(e => e.offsetParent && e.getBoundingClientRect().height < height)"
        ".map(e => e.textContent)",
        height,
    )


def test_the_pages_fit_their_screen_and_everybody(person, site, cup, links):
    someone = person(**PHONE)
    someone.sign_in()
    page = someone.page
    paths = [
        links[0],
        f"{links[0]}1/",
        f"/table/{cup}/1/1/result/",
        f"/director/{cup}/",
        f"/director/{cup}/disputes/",
        f"/director/{cup}/links/",
        f"/director/{cup}/players/1/link/",
        f"/director/{cup}/settings/",
    ]
    for path in paths:
        page.goto(path)
        assert lower_than(page, 48) == [], path
        assert_sound_in_every_look(page, path, (320, 390, 1280))


def test_at_a_desk_a_card_of_the_settings_is_saved_and_the_others_keep_what_is_typed(
    person, cup
):
    someone = person(**DESK)
    someone.sign_in()
    page = someone.page
    page.goto(f"/director/{cup}/")
    assert lower_than(page, 36) == []
    page.goto(f"/director/{cup}/settings/")
    assert lower_than(page, 48) == []
    # The whole navigation is visible on a laptop.
    page.set_viewport_size({"width": 1280, "height": 800})
    side = "document.querySelector('.mast')"
    assert page.evaluate(f"{side}.scrollHeight <= {side}.clientHeight")
    page.get_by_label("Minutes per round").fill("95")
    page.get_by_role("button", name="Save ranking").click()
    expect(page.get_by_text("Ranking saved.")).to_be_visible()
    expect(page.get_by_label("Minutes per round")).to_have_value("95")


def test_a_card_has_a_code_and_no_card_is_cut_in_two(person, cup, links):
    someone = person()
    someone.sign_in()
    page = someone.page
    page.goto(f"/director/{cup}/links/")
    expect(page.locator(".player-cards > li")).to_have_count(8)
    page.emulate_media(media="print")
    box = page.locator(".player-cards svg").first.bounding_box()
    assert box["width"] > 100
    assert box["width"] == pytest.approx(box["height"], rel=0.05)
    expect(page.get_by_role("link", name="Replace").first).to_be_hidden()
    # The printed score sheet has lines for signatures.
    page.emulate_media(media="screen")
    page.goto(f"/table/{cup}/1/1/result/")
    expect(page.get_by_text("Signature")).to_be_hidden()
    page.emulate_media(media="print")
    expect(page.get_by_text("Signature")).to_be_visible()
    expect(page.get_by_role("button", name="Confirm result")).to_be_hidden()


def test_three_confirm_one_disputes_and_the_round_is_closed(person, site, cup, links):
    desk = person()
    desk.sign_in()
    hall = desk.page
    hall.goto(f"/director/{cup}/")
    expect(hall.get_by_text("0 of 4 confirmed")).to_be_visible()

    confirm(person(**PHONE).page, links[0])
    expect(hall.get_by_text("1 of 4 confirmed")).to_be_visible(timeout=TICK)
    confirm_all(site, cup, 2, 3)
    expect(hall.get_by_text("3 of 4 confirmed")).to_be_visible(timeout=TICK)

    # The fourth player disputes it, on a phone without scripts.
    phone = person(**PHONE, java_script_enabled=False).page
    phone.goto(links[3])
    phone.get_by_role("link", name="Check result of round 1").click()
    phone.get_by_text("Dispute result").click()
    phone.get_by_label("Mistake").fill("The penalty was not mine.")
    phone.get_by_role("button", name="Send dispute").click()
    said = "You disputed this result:"
    expect(phone.get_by_text(said)).to_be_visible()
    phone = person(**PHONE).page
    phone.goto(f"{links[3]}1/")
    expect(phone.get_by_text(said)).to_be_visible()
    assert_sound(phone)

    listed = hall.get_by_role("link", name=re.compile("disputes the result"))
    expect(listed).to_be_visible(timeout=TICK)
    assert_sound(hall)
    hall.get_by_text("More actions").click()
    hall.get_by_role("button", name="Close round").click()
    expect(hall.get_by_text("Still playing: table 2.")).to_be_visible()
    expect(hall.get_by_text("or disputed: table 1.")).to_be_visible()

    # The referee corrects the result, so all players must confirm again.
    site.shell(
        f"{LOOK_UP}s = Game.objects.get(round__tournament__slug='{cup}', table=1);"
        "line = s.ledger.get(kind='penalty');"
        "corrections.retract(line.pk, device_key='undo', by='referee', "
        "reason='not his')"
    )
    listed.click()
    assert_sound(hall)
    expect(hall.get_by_text("The result has changed since then")).to_be_visible()
    hall.get_by_label("Resolution").fill("The penalty is taken back.")
    hall.get_by_role("button", name="Resolve dispute").click()
    expect(hall.get_by_text("No disputes.")).to_be_visible()

    confirm(person(**PHONE).page, links[3])
    confirm_all(site, cup, 1, 2, 3)
    hall.goto(f"/director/{cup}/")
    expect(hall.locator(".tables .badge.confirmed")).to_have_text("Confirmed")

    hall.get_by_text("More actions").click()
    hall.get_by_label("Reason").last.fill("Table 2 has left.")
    hall.get_by_role("button", name="Close round").click()
    expect(hall.get_by_text("Round 1 closed.")).to_be_visible()


def test_a_closed_round_asks_nobody_and_a_new_link_ends_the_old(person, cup, links):
    phone = person(**PHONE, java_script_enabled=False).page
    phone.goto(f"{links[4]}1/")
    expect(phone.get_by_role("heading", name="Round 1, table 2")).to_be_visible()
    expect(phone.get_by_text("If something is wrong, tell a referee.")).to_be_visible()
    expect(phone.get_by_role("button", name="Confirm result")).to_have_count(0)
    expect(phone.get_by_role("button", name="Send dispute")).to_have_count(0)

    desk = person()
    desk.sign_in()
    desk.page.goto(f"/director/{cup}/players/5/link/")
    desk.page.get_by_text("Replace link").click()
    desk.page.get_by_role("button", name="Create new link").click()
    expect(desk.page.get_by_text("New link created.")).to_be_visible()
    assert phone.goto(links[4]).status == 410
    expect(phone.get_by_text("Ask the director")).to_be_visible()
