"""Hands by tiles that waited for the network, and hands discarded while waiting."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from scoring.ledger.table_ledger import TableLedger
from scoring.models import Conflict
from tests.scoring.table_device import at_table, device_at, win
from tournaments.models import Tournament

PURE_STRAIGHT = "123456789mEEEC+C"


@pytest.fixture
def device(game) -> Client:
    return device_at(game)


@pytest.fixture
def send(device, at) -> Callable[..., tuple[int, dict]]:
    def post(**fields):
        response = device.post(at("queue"), fields)
        return response.status_code, response.json()

    return post


def won(hand: int, key: str, **values: object) -> dict[str, object]:
    """Return the data of a win as the tile entry page stores it."""
    return {
        "by": "tiles",
        "hand": hand,
        "device_key": key,
        "winner": "E",
        "source": "S",
        "tiles_E": PURE_STRAIGHT,
        **values,
    }


def keys(game) -> list[str]:
    return [line.device_key for line in game.ledger.all()]


def test_tiles_and_points_are_receipted_alike_and_once(send, game):
    for _sent in range(2):
        status, answer = send(**won(1, "a"))
        assert (status, answer["saved"], answer["hand"]) == (200, 1, 1)
    assert send(**win(2, "b"))[1]["saved"] == 2
    assert keys(game) == ["a", "b"]
    assert TableLedger(game).live[0].raw["hand"]["concealed"]


def test_tiles_that_are_no_win_are_refused_in_words(send, game):
    for tiles in ("", "123m", "no tiles", "123456789mEEEC+F"):
        status, answer = send(**won(1, "a", tiles_E=tiles))
        assert status == 422
        assert answer["refused"][0]
    assert keys(game) == []


def test_another_value_than_was_announced_is_seen_before_it_counts(send, game):
    status, answer = send(**won(1, "a", claimed_E="8"))
    assert status == 422, answer
    assert "the tiles give more" in answer["refused"][0]
    assert keys(game) == []
    status, answer = send(**won(1, "a", claimed_E="8", seen=answer["seen"]))
    assert (status, answer["saved"]) == (200, 1)


def test_what_came_before_is_receipted_though_the_winds_are_others_by_now(send, game):
    """A repeated hand gets a receipt although the winds have changed.

    The value entered is compared with the tiles under the winds of its own hand, not of
    the next hand.
    """
    for _sent in range(2):
        status, answer = send(**won(1, "a", claimed_E="29"))
        assert (status, answer.get("saved")) == (200, 1), answer
    assert keys(game) == ["a"]


def test_a_hand_by_points_and_by_other_tiles_are_two_versions(send, game):
    send(**win(1, "a"))
    status, answer = send(**won(1, "b"))
    assert status == 409
    assert "12 fan" in answer["conflict"]["entered"]
    assert Conflict.objects.get().offered["hand"]["concealed"]
    assert keys(game) == ["a"]


# --- discarded on the device ----------------------------------------------------------
@pytest.fixture
def discard(device, at):
    def post(**fields):
        told = {
            "hand": 2,
            "device_key": "b",
            "reason": "the referee said so",
            "words": "Who won?: Player 01 · Fan: 7",
        }
        return device.post(at("discard"), told | fields)

    return post


def test_what_was_discarded_on_a_device_is_in_the_log_once(discard, game):
    for _sent in range(2):
        assert discard().json() == {"discarded": True}
    [event] = game.round.tournament.log.filter(kind="entry_discarded")
    assert (at_table(event.by), event.reason) == ("table 1", "the referee said so")
    assert (event.data["hand"], event.data["device_key"]) == (2, "b")
    assert "Fan: 7" in event.data["words"]
    assert keys(game) == []


def test_the_log_says_what_was_discarded(discard, director_client, game):
    discard()
    log = reverse("director:log", args=[game.round.tournament.slug])
    page = director_client.get(log).content.decode()
    assert "hand 2: unsent entry discarded on a device: Who won?" in page


@pytest.mark.parametrize(
    "fields",
    [{"reason": " "}, {"words": ""}, {"hand": "x"}, {"hand": 0}, {"reason": "a\0b"}],
)
def test_a_discard_that_says_too_little_is_refused_in_words(discard, game, fields):
    response = discard(**fields)
    assert response.status_code == 422
    assert response.json()["refused"]
    assert not game.round.tournament.log.filter(kind="entry_discarded").exists()


# --- choice by the table --------------------------------------------------------------
@pytest.fixture
def conflict(send) -> Conflict:
    send(**win(1, "a"))
    send(**win(1, "b", points=20))
    return Conflict.objects.get()


@pytest.fixture
def allowed(game):
    tournaments = Tournament.objects.filter(pk=game.round.tournament_id)
    tournaments.update(table_settles_conflicts=True)


def choose(device, at, conflict, **fields):
    choice = {"choice": "offered", "reason": "we compared them"}
    return device.post(at("settle_conflict", conflict.pk), choice | fields)


def test_only_a_referee_chooses_unless_the_director_allows_the_table(
    conflict, device, at, game
):
    page = device.get(at()).content.decode()
    assert "Call the referee to choose the right version." in page
    assert "Use the later version" not in page
    assert choose(device, at, conflict).status_code == 403
    assert keys(game) == ["a"]


def test_the_table_chooses_with_a_reason_where_it_is_allowed(
    conflict, device, at, game, allowed
):
    page = device.get(at()).content.decode()
    assert "Use the later version" in page
    choose(device, at, conflict, reason="")
    assert keys(game) == ["a"]
    assert choose(device, at, conflict).status_code == 302
    assert TableLedger(game).state.scores["E"] == 24 + 20
    event = game.round.tournament.log.filter(kind="conflict_settled").get()
    assert (at_table(event.by), event.reason) == ("table 1", "we compared them")


def test_the_device_of_another_table_chooses_nothing_here(
    conflict, client, at, game, allowed
):
    client.cookies.clear()
    assert choose(client, at, conflict).status_code == 302  # to sign-in
    assert keys(game) == ["a"]


def test_a_choice_needs_its_reason_also_if_nothing_changes(
    conflict, device, at, allowed
):
    choose(device, at, conflict, choice="kept", reason=" ")
    conflict.refresh_from_db()
    assert conflict.choice == ""


def test_the_director_allows_it_in_the_settings(director_client, game):
    tournament = game.round.tournament
    address = reverse("director:settings", args=[tournament.slug])
    form = director_client.get(address).context["forms"]["entry"]
    values = {name: form[name].value() for name in form.fields} | {"card": "entry"}
    values = {k: v for k, v in values.items() if v not in (None, "") and v is not False}
    assert "table_settles_conflicts" not in values
    changed = values | {"table_settles_conflicts": "on"}
    assert director_client.post(address, changed).status_code == 302
    tournament.refresh_from_db()
    assert tournament.table_settles_conflicts
    log = director_client.get(reverse("director:log", args=[tournament.slug]))
    assert "from “a referee” to “a referee or the table”" in log.content.decode()
    director_client.post(address, values)
    tournament.refresh_from_db()
    assert not tournament.table_settles_conflicts
