"""A championship in French on a phone, from registration to the result.

The player opens the QR code of the player card, then the personal page, schedule,
seating, live standings, own result and image to share. No page has an English word.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.desk import assert_code_opens
from tests.browser.english_words import Walk

PHONE = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "locale": "fr-FR",
}
TICK = 20_000
FIRST = ("Camille", "Hugo", "Inès", "Léo", "Manon", "Noé", "Océane")
LAST = ("Bernard", "Lefèvre", "Moreau", "Roux", "Thibault", "Vasseur", "Zidi")
#: A championship for 8 players. 7 of them are registered.
CHAMPIONSHIP = f"""
from datetime import timedelta
from django.contrib.auth.models import User
from django.utils import timezone
from tournaments.people import register_players, self_registration
from tournaments.people.registration_open_and_spots import REGISTRATION_FIELDS
from tournaments.tournament_setup import create_and_change_tournament
from tournaments.tournament_setup import description_and_logo, schedule_changes
plan = create_and_change_tournament.Plan(
    title="Championnat de Bretagne", ruleset="mcr", planned_rounds=2, minutes=90,
    end_policy="finish_hand", is_public=True, late_word="referee",
    confirmation="players", language="fr")
event = create_and_change_tournament.create_tournament(
    plan, director=User.objects.get(username="director"))
register_players.register(event, [
    register_players.PlayerRow(first_name=first, last_name=last, country="France",
        club="Les Vents", team=f"Équipe {{n % 2 + 1}}")
    for n, (first, last) in enumerate(zip({FIRST!r}, {LAST!r}))], by="director")
begins = timezone.now().replace(second=0, microsecond=0) + timedelta(hours=1)
description_and_logo.describe(event, {{"venue": "Salle du Port", "city": "Brest",
    "starts_on": begins.date(), "ends_on": begins.date()}}, by="director")
schedule_changes.write(event, [
    schedule_changes.Item(kind, begins + timedelta(minutes=at), minutes, number, title)
    for kind, at, minutes, number, title in (
        ("other", -30, 30, None, "Accueil"), ("round", 0, 110, 1, ""),
        ("break", 110, 40, None, "Repas"), ("round", 150, 110, 2, ""))],
    by="director", now=begins - timedelta(days=1))
self_registration.set_page(event, dict.fromkeys(REGISTRATION_FIELDS, "") | {{
    "is_on": True, "places": 8, "opens_at": None, "closes_at": None}}, by="director")
print(event.slug)
"""
IN_EVENT = """
from django.utils import timezone
from scoring.confirming_and_finishing import (
    finish_reopen_and_publish_results as finishing,
)
from scoring.ledger import enter_hand
from scoring.rounds import end_and_close_round
from tournaments.access import player_links
from tournaments.models import Tournament
from tournaments.rounds import publish_seating, round_clock
from tournaments.rounds import seat_rounds_and_exchange_seats
event = Tournament.objects.get(slug={slug!r})
"""
SEAT = """
[round_] = seat_rounds_and_exchange_seats.seat_rounds(event, [
    seat_rounds_and_exchange_seats.TableRow(1, 1, (8, 1, 2, 3)),
    seat_rounds_and_exchange_seats.TableRow(1, 2, (4, 5, 6, 7))], by="director")
publish_seating.publish(round_.pk, by="director")
"""
KEY = """
print(player_links.token_of(player_links.with_links().get(tournament=event, number=8)))
"""
START = """
round_clock.start(event.rounds.get().pk, by="director", now=timezone.now())
"""
#: A win by tiles on a discard, a self-draw, a draw and a penalty.
PLAY = """
for game in event.rounds.get().games.all():
    hands = (
        dict(kind="win", winner="E", hand=dict(hand="[678s]1234567899s+9s"))
        | {"from": "N"},
        dict(kind="win", winner="S", points=24) | {"from": None},
        dict(kind="washout"),
        dict(kind="win", winner="E", points=8) | {"from": "W"})
    for number, raw in enumerate(hands, 1):
        enter_hand.enter(game.pk, raw, hand=number, by="director",
            device_key=f"{game.pk}-{number}")
game = event.rounds.get().games.get(table=1)
enter_hand.enter(game.pk, dict(kind="penalty", amounts=dict(E=0, S=0, W=-10, N=0)),
    by="director", device_key="penalty", reason="Retard")
"""
END = """
for game in event.rounds.get().games.all():
    enter_hand.enter(game.pk, dict(kind="play_ended", why="ruling"), by="director",
        device_key=f"end-{game.pk}", reason="Fermeture de la salle")
"""
FINISH = """
end_and_close_round.close(event.rounds.get().pk, by="director", reason="Tout est joué")
finishing.finish(event, by="director", now=timezone.now(), reason="Tout est joué")
"""
#: Names that are the same in French, including the name of an account.
ALLOWED = (
    *(*FIRST, *LAST, "Zoé Quéméneur"),
    *("Prevailing Wind", "Les Vents", "Brest", "director", "Mahjong Time"),
)


@pytest.fixture(scope="module")
def event(site, accounts) -> str:
    return site.shell(CHAMPIONSHIP)


def test_a_championship(person, site, event):
    page = person(**PHONE).page
    walk = Walk(page, "fr", ALLOWED)
    assert walk.english("Classement après round 3, table 2") == {"round"}

    def look(*paths: str) -> None:
        for path in paths:
            page.goto(path.format(slug=event))
            walk.look()

    def happens(code: str) -> str:
        return site.shell(IN_EVENT.format(slug=event) + code)

    look("/", "/t/{slug}/", "/t/{slug}/standings/", "/t/{slug}/seating/")
    register(walk, event)
    key = happens(KEY)
    own = f"/me/{key}/"
    director = person(locale="fr-FR")
    director.sign_in()
    desk = Walk(director.page, "fr", ALLOWED)
    director.page.goto(f"/director/{event}/players/8/link/")
    desk.look()
    code = director.page.locator(".qr-of-player")
    assert_code_opens(code, site.url + own)
    look(own, "/t/{slug}/plan/", "/t/{slug}/rules/", "/t/{slug}/teams/")
    look("/t/{slug}/files/", "/rules/", "/rules/mcr/", "/search/?q=Zoé", "/language/")
    happens(SEAT)
    look(own, "/t/{slug}/", "/t/{slug}/seating/", "/t/{slug}/seating/?by=table")
    look("/t/{slug}/seating/players/", "/t/{slug}/rounds/1/", "/t/{slug}/standings/")
    happens(START)
    live = person(**PHONE).page
    following = Walk(live, "fr", ALLOWED)
    live.goto(f"/t/{event}/standings/")
    following.look()
    happens(PLAY)
    expect(live.locator("main")).to_contain_text("Zoé", timeout=TICK)
    following.look()
    look(own, *PUBLIC)
    happens(END)
    look(own)
    confirm(walk, own)
    happens(FINISH)
    look(own, f"{own}1/", *PUBLIC)
    share(walk, own)
    desk.assert_all_is_translated()
    walk.assert_all_is_translated()
    following.assert_all_is_translated()


#: Pages of a tournament in play and after it.
PUBLIC = (
    *("/", "/t/{slug}/", "/t/{slug}/standings/", "/t/{slug}/teams/"),
    *("/t/{slug}/rounds/1/", "/t/{slug}/rounds/1/tables/1/", "/t/{slug}/statistics/"),
    *("/t/{slug}/players/8/", "/t/{slug}/players/1/", "/t/{slug}/standings/rounds/"),
    *("/t/{slug}/overlay/", "/t/{slug}/embed/", "/t/{slug}/plan/"),
)


def register(walk: Walk, slug: str) -> None:
    page = walk.page
    page.goto(f"/t/{slug}/register/")
    walk.look()
    page.locator('[name="first_name"]').fill("Zoé")
    page.locator("main form.card .button.primary").tap()
    walk.look()
    page.locator('[name="last_name"]').fill("Quéméneur")
    page.locator('[name="country"]').fill("France")
    page.locator("main form.card .button.primary").tap()
    page.wait_for_url(re.compile("/me/registration/"))
    walk.look()


def confirm(walk: Walk, own: str) -> None:
    page = walk.page
    page.locator(f'a[href="{own}1/"]').first.tap()
    walk.look()
    page.locator("main form .button.primary").first.tap()
    page.wait_for_load_state()
    walk.look()


def share(walk: Walk, own: str) -> None:
    page = walk.page
    page.goto(own)
    picture = page.request.get(f"{own}picture.png")
    assert picture.headers["content-type"] == "image/png"
    assert picture.headers["content-language"] == "fr"
