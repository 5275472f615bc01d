"""Personal pages and public pages show entries from other devices."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.looks import assert_sound, assert_sound_in_every_look

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
TICK = 20_000
LOOK_UP = (
    "from tournaments.access import player_links;"
    "from tournaments.models import Tournament;"
    "from scoring.ledger import enter_hand as entering;"
    "t = Tournament.objects.get(slug='{slug}');"
    "s = t.rounds.get(number=1).games.get(table=1);"
)


@pytest.fixture(scope="module")
def cup(site, accounts) -> str:
    """Return the slug of a tournament of 8 players in its first round."""
    return site.shell(
        "from django.contrib.auth.models import User;"
        "from tournaments.people import register_players as registration;"
        "from tournaments.rounds import round_clock as clock;"
        "from tournaments.rounds import publish_seating as publishing;"
        "from tournaments.rounds import seat_rounds_and_exchange_seats as round_seats;"
        "from tournaments.tournament_setup"
        " import create_and_change_tournament as tournament_setup;"
        "plan = tournament_setup.Plan("
        "'Heron Cup', 'mcr', 2, 90, 'finish_hand', is_public=True);"
        "by = User.objects.get(username='director');"
        "t = tournament_setup.create_tournament(plan, director=by);"
        "rows = [registration.PlayerRow(first_name='Player', last_name=str(n),"
        " country='Italy') for n in range(1, 9)];"
        "registration.register(t, rows, by='director');"
        "[r] = round_seats.seat_rounds(t, [round_seats.TableRow(1, 1, (1, 2, 3, 4)),"
        " round_seats.TableRow(1, 2, (5, 6, 7, 8))], by='director');"
        "publishing.publish(r.pk, by='director');"
        "from django.utils import timezone;"
        "clock.start(r.pk, by='director', now=timezone.now());"
        "print(t.slug)"
    )


def win(site, cup: str, hand: int) -> None:
    site.shell(
        f"{LOOK_UP.format(slug=cup)}"
        "entering.enter(s.pk, {'kind': 'win', 'winner': 'E', 'from': 'S',"
        f" 'points': 12}}, hand={hand}, device_key='my-day-{hand}', by='director')"
    )


def test_my_day_and_the_public_pages_follow_a_hand_entered_elsewhere(person, site, cup):
    key = site.shell(
        f"{LOOK_UP.format(slug=cup)}"
        "print(player_links.token_of(t.players.get(number=1)))"
    )
    own, public = person(**PHONE).page, person(**PHONE).page
    table, round_ = person().page, person().page
    own.goto(f"/me/{key}/")
    public.goto(f"/t/{cup}/players/2/")
    table.goto(f"/t/{cup}/rounds/1/tables/1/")
    round_.goto(f"/t/{cup}/rounds/1/")
    for page, name in ((own, "Your seat in round 1"), (public, "Seat in round 1")):
        seat = page.get_by_role("region", name=re.compile(f"^{name}"))
        expect(seat).to_contain_text("Table 1")
    win(site, cup, 1)
    expect(own.locator(".own-seat")).to_contain_text("1st +36", timeout=TICK)
    expect(public.locator(".own-seat")).to_contain_text("−20", timeout=TICK)
    expect(table.locator("#table-hero")).to_contain_text(
        "Player 1 leads by 44.", timeout=TICK
    )
    row = round_.locator("#table-1")
    expect(row.locator(".lead")).to_contain_text("Player 1", timeout=TICK)
    expect(row).to_contain_text("Hand 2")
    arrow = "link => getComputedStyle(link, '::after').content"
    assert "›" in row.get_by_role("link").evaluate(arrow)
    win(site, cup, 2)
    expect(own.locator(".own-seat")).to_contain_text("+72", timeout=TICK)
    expect(
        own.get_by_role("img", name="Hands: 2. Won: 2. Dealt in: 0.")
    ).to_be_visible()
    round_.get_by_role("link", name="Finished").click()
    expect(round_.get_by_text("No tables have finished yet.")).to_be_visible()
    expect(row).to_be_hidden()
    for page in (own, public, table, round_):
        assert_sound(page)


def test_they_fit_every_screen(person, cup):
    page = person().page
    for path in ("players/1/", "rounds/1/", "rounds/1/tables/1/"):
        page.goto(f"/t/{cup}/{path}")
        assert_sound_in_every_look(page, path, (320, 390, 1280))
