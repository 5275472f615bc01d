"""The overlay for a video stream: one table, or the standings page by page."""

from __future__ import annotations

from zoneinfo import ZoneInfo

import pytest

from scoring.ledger import enter_hand

ADDRESS = "/t/spring-cup/overlay/1/"


def shown(client, address: str = ADDRESS) -> str:
    page = client.get(address)
    assert page.status_code == 200
    return page.content.decode()


def win(game, key: str = "key", **more: object) -> None:
    entry = {"kind": "win", "winner": "E", "from": "S", "points": 24, **more}
    enter_hand.enter(game.pk, entry, hand=1, by="director", device_key=key)


def test_before_the_first_hand_seats_are_shown_without_a_hand(client, game):
    page = shown(client)
    assert page.count('class="ov-name"') == 4
    assert "ov-hand" not in page
    assert "ov-pay" not in page


def test_a_hand_is_shown_with_its_winner_value_and_changes(client, game):
    win(game)
    page = shown(client)
    assert "ov-hand" in page
    assert "24 fan" in page
    assert page.count("ov-won") == 1
    # The discarder pays 8 points and the 24 fan, the others 8 points each.
    assert page.count("+48") == 2
    assert page.count("−32") == 2


def test_a_hand_by_tiles_is_shown_with_its_patterns_and_their_values(client, game):
    entry = {"kind": "win", "winner": "E", "from": "N"}
    entry["hand"] = {"hand": "[678s]1234567899s+9s"}
    enter_hand.enter(game.pk, entry, hand=1, by="director", device_key="key")
    page = shown(client)
    assert page.count('<svg aria-hidden="true"><use href=') >= 14
    assert "<li>Full Flush <b>24 fan</b></li>" in page


def test_the_page_is_sent_again_only_when_it_changed(client, game):
    first = client.get(ADDRESS)
    assert client.get(
        ADDRESS, headers={"If-None-Match": first["ETag"]}
    ).status_code == (304)
    win(game)
    later = client.get(ADDRESS, headers={"If-None-Match": first["ETag"]})
    assert later.status_code == 200


@pytest.mark.parametrize(
    ("query", "classes"),
    [
        ("parts=table", ["ov-table"]),
        ("parts=hand-ticker", ["ov-hand", "ov-ticker"]),
        ("parts=nonsense", ["ov-hand", "ov-table", "ov-ticker"]),
    ],
)
def test_parts_choose_what_is_shown(client, game, query, classes):
    win(game)
    page = shown(client, f"{ADDRESS}?{query}")
    parts = ("ov-hand", "ov-table", "ov-ticker")
    assert [name for name in parts if f'class="{name}"' in page] == classes


def test_theme_and_corner_are_chosen_by_the_address(client, game):
    page = shown(client, f"{ADDRESS}?theme=dark&corner=top-right")
    assert 'class="overlay theme-dark top-right"' in page


def test_the_standings_alone_need_no_table(client, game):
    page = shown(client, "/t/spring-cup/overlay/")
    assert "ov-ticker" in page
    assert "ov-table" not in page
    # Eight players, four on each page of the ticker.
    assert page.count("ov-label") == 2


def test_a_table_that_does_not_play_leaves_the_standings(client, game):
    page = shown(client, "/t/spring-cup/overlay/99/")
    assert "ov-table" not in page
    assert "ov-ticker" in page


def test_a_private_tournament_has_no_overlay(client, game):
    tournament = game.round.tournament
    tournament.is_public = False
    tournament.save()
    assert client.get(ADDRESS).status_code == 404


def test_times_are_those_of_the_tournament(client, game):
    tournament = game.round.tournament
    tournament.time_zone = "Asia/Tokyo"
    tournament.save()
    ends = game.round.ends_at.astimezone(ZoneInfo("Asia/Tokyo"))
    assert f"until {ends:%H:%M}" in shown(client)
