"""A riichi evening of a club in Japanese, on a phone, from the QR code of the table
card to the result. The hands are a practised hand, a discard win, a self-draw, a draw,
a chombo and a penalty. All four players confirm, and then read the standings and a
personal page. No page has an English word.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from scoring.table.practise_hand_page import NAMES
from tests.browser.desk import assert_code_opens
from tests.browser.english_words import Walk
from tests.browser.tables import Hand

PHONE = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "locale": "ja-JP",
}
TICK = 20_000
#: The evening: its round is published but not started.
EVENING = """
from django.contrib.auth.models import User
from tournaments.access import player_links
from tournaments.models import Tournament
from tournaments.people import register_players
from tournaments.rounds import publish_seating, seat_rounds_and_exchange_seats
from tournaments.tournament_setup import create_and_change_tournament
plan = create_and_change_tournament.Plan(
    title="木曜麻雀会", ruleset="riichi", planned_rounds=1, minutes=90,
    end_policy="finish_hand", is_public=True, late_word="referee",
    confirmation="at_table", language="ja", options={"preset": "ema"})
evening = create_and_change_tournament.create_tournament(
    plan, director=User.objects.get(username="director"))
register_players.register(evening, [
    register_players.PlayerRow(
        last_name=name.split()[0], first_name=name.split()[1], country="日本")
    for name in ("山田 花子", "佐藤 健", "鈴木 一郎", "高橋 葵")
], by="director")
[round_] = seat_rounds_and_exchange_seats.seat_rounds(
    evening, [seat_rounds_and_exchange_seats.TableRow(1, 1, (1, 2, 3, 4))],
    by="director")
publish_seating.publish(round_.pk, by="director")
player = player_links.with_links().get(tournament=evening, number=1)
print(evening.slug, player_links.token_of(player))
"""
START = """
from django.utils import timezone
from tournaments.models import Round
from tournaments.rounds import round_clock
round_clock.start(Round.objects.get(tournament__slug="{slug}").pk, by="director",
    now=timezone.now())
"""
SIGN = """
from tournaments.access import table_links
from tournaments.models import Tournament
evening = Tournament.objects.get(slug="{slug}")
print("/table/at/{slug}/1/" + table_links.sign_of(evening, 1) + "/")
"""
CLOSE = """
from django.utils import timezone
from scoring.confirming_and_finishing import (
    finish_reopen_and_publish_results as finishing,
)
from scoring.rounds import end_and_close_round
from tournaments.models import Round, Tournament
end_and_close_round.close(Round.objects.get(tournament__slug="{slug}").pk,
    by="director")
finishing.finish(Tournament.objects.get(slug="{slug}"), by="director",
    now=timezone.now())
"""
#: Names that have Latin letters in Japanese too.
ALLOWED = (
    *("Prevailing Wind", "QR", "CSV", "JSON", "XLSX", "https", "JavaScript"),
    *("iPhone", "iPad", "EMA", "MCR", "WRC"),
    "European Mahjong Association, Riichi: Rules for Japanese Mahjong",
)
#: Also the players of the practised hand, an account, and the white dragon as a key.
OF_PLAYERS = (*ALLOWED, *" ".join(NAMES).split(), "director", "Wh")
#: An account, a setting, and the white dragon as a key.
OF_STAFF = (*ALLOWED, "director", "HOST", "Wh")


@pytest.fixture(scope="module")
def evening(site, accounts) -> list[str]:
    """Return the slug of the evening and the key of a player's page."""
    return site.shell(EVENING).split()


def test_an_evening(person, site, evening):
    slug, key = evening
    director, phone = person(locale="ja-JP"), person(**PHONE)
    director.sign_in()
    desk = Walk(director.page, "ja", OF_STAFF)
    walk = Walk(phone.page, "ja", OF_PLAYERS)
    hand = Hand(phone.page)
    page = phone.page

    page.goto(scanned(desk, site, slug))
    walk.look()
    practise(walk, hand)
    page.goto(f"/me/{key}/")
    walk.look()
    page.goto(f"/table/{slug}/1/1/")
    site.shell(START.format(slug=slug))
    expect(page.locator("#hand-form")).to_be_visible(timeout=TICK)
    turn_to_own_seat(walk, hand)
    enter_hands(walk, hand)
    false_win(walk, hand)
    penalty(desk, slug)
    end_and_agree(walk, hand, desk, site, slug)
    for path in (f"/me/{key}/", f"/me/{key}/1/"):
        page.goto(path)
        walk.look()
    for path in PUBLIC:
        page.goto(path.format(slug=slug))
        walk.look()
    desk.assert_all_is_translated()
    walk.assert_all_is_translated()


def scanned(desk: Walk, site, slug: str) -> str:
    """Return the address in the code on the printed table card, after comparing it with
    the table's link.
    """
    desk.page.goto(f"/director/{slug}/cards/")
    desk.look()
    [code] = desk.page.locator(".table-sign .table-code").all()
    address = site.shell(SIGN.format(slug=slug))
    assert_code_opens(code, site.url + address)
    return address


def practise(walk: Walk, hand: Hand) -> None:
    page = hand.page
    hand.tap(page.locator('a[href$="/practise/"]'))
    expect(page.locator("#save-hand")).to_have_attribute("aria-disabled", "true")
    walk.look()
    hand.choose(winner="E", source="S", value="mangan")
    expect(page.locator("#save-hand")).not_to_have_attribute("aria-disabled", "true")
    walk.look()
    hand.tap(page.locator("#save-hand"))
    page.wait_for_url(re.compile("practise/.+"))
    walk.look()


def turn_to_own_seat(walk: Walk, hand: Hand) -> None:
    page = hand.page
    expect(page.locator("#waiting")).to_have_attribute("data-ready", "yes")
    walk.look()
    expect(page.locator(".r-who .name").first).to_have_text("山田 花子")
    below = page.locator('.r-who [data-side="bottom"] input')
    hand.tap(page.locator('[data-do="turn"]'))
    expect(below).not_to_have_value("E")
    walk.look()


def save(walk: Walk, hand: Hand, number: int) -> None:
    """Save a hand, and check the words on the page before and after."""
    walk.look()
    hand.tap(hand.page.locator("#save-hand"))
    following = hand.page.locator('#hand-form [name="hand"]')
    expect(following).to_have_value(str(number + 1))
    walk.look()


def enter_hands(walk: Walk, hand: Hand) -> None:
    """Enter a win on a discard with a riichi stick, a self-draw, an exhaustive draw and
    an abortive draw, and check the words on the page.
    """
    hand.choose(riichi="S")
    hand.choose(winner="S")
    walk.look()
    hand.choose(source="W", value="mangan")
    expect(hand.page.locator("#save-hand")).to_contain_text("佐藤 ")
    save(walk, hand, 1)
    hand.choose(winner="W", source="self")
    walk.look()
    hand.tap(hand.page.locator('label:has([name="value"][value="3-40"])'))
    save(walk, hand, 2)
    hand.choose(winner="draw", tenpai="N")
    save(walk, hand, 3)
    hand.tap(hand.page.locator('[popovertarget="other"]').locator("visible=true"))
    walk.look()
    hand.tap(hand.page.locator('[popovertarget="other"][popovertargetaction="hide"]'))


def false_win(walk: Walk, hand: Hand) -> None:
    """Enter a chombo by the player who sits South."""
    hand.tap(hand.page.locator('[popovertarget="other"]').locator("visible=true").first)
    hand.choose(winner="false_win")
    walk.look()
    hand.choose(offender="S")
    walk.look()
    hand.tap(hand.page.locator("#save-hand"))
    expect(hand.page.locator("#table-lines")).to_contain_text("チョンボ", timeout=TICK)
    walk.look()
    hand.page.goto(f"{hand.page.url}false-win/")
    walk.look()
    hand.page.go_back()


def penalty(desk: Walk, slug: str) -> None:
    """Enter a penalty of 1,000 points as the referee."""
    page = desk.page
    page.goto(f"/table/{slug}/1/1/ruling/")
    desk.look()
    page.locator('[name="fine-offender"][value="N"]').check(force=True)
    page.locator('[name="fine-points"]').fill("1000")
    page.locator('[name="fine-reason"]').fill("遅刻")
    expect(page.locator("#previewfine")).to_contain_text("葵", timeout=TICK)
    desk.look()
    page.locator("#fine button.primary").click()
    page.wait_for_url(re.compile(rf"/table/{slug}/1/1/(\?|$)"))
    desk.look()


def end_and_agree(walk: Walk, hand: Hand, desk: Walk, site, slug: str) -> None:
    """End the game early as the referee, and confirm it for all four players on the
    phone.
    """
    page = desk.page
    page.goto(f"/table/{slug}/1/1/ruling/")
    page.locator("#finish > summary").click()
    page.locator('[name="finish-reason"]').fill("終電の時間")
    page.locator("#finish button.primary").click()
    page.wait_for_url(re.compile(rf"/table/{slug}/1/1/(\?|$)"))
    desk.look()
    agree = hand.page.locator("#end button.agrees")
    expect(agree).to_have_count(4, timeout=TICK)
    walk.look()
    for left in (3, 2, 1, 0):
        hand.tap(agree.first)
        expect(agree).to_have_count(left, timeout=TICK)
        walk.look()
    hand.page.goto(f"/table/{slug}/1/1/result/")
    walk.look()
    site.shell(CLOSE.format(slug=slug))


#: Public pages that the phone opens.
PUBLIC = (
    *("/t/{slug}/", "/t/{slug}/standings/", "/t/{slug}/rounds/1/"),
    *("/t/{slug}/rounds/1/tables/1/", "/t/{slug}/players/1/", "/t/{slug}/rules/"),
    *("/t/{slug}/statistics/", "/rules/riichi/", "/"),
)
