"""Data stored about a player, as the tournament's owner downloads it for the player."""

from __future__ import annotations

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from scoring.exports.personal_data import kept_of_player
from scoring.models import Win
from tests.scoring.halls import hall_of, signed_in
from tests.scoring.table_device import device_at
from tournaments.deliveries.queue_and_retry import new_mail
from tournaments.models import (
    CheckIn,
    Membership,
    Player,
    PlayerList,
    PlayerMessage,
    PushSubscription,
    Role,
    SignUp,
)
from tournaments.people import player_changes, register_players

pytestmark = pytest.mark.django_db


def test_everything_of_a_player_and_nobody_elses_name(director, referee):
    game = hall_of(director, "mcr", 2)[0]
    tournament = game.round.tournament
    seat = game.seats.select_related("player__person").get(wind="E")
    player, other = seat.player, game.seats.get(wind="S").player
    for each, name in ((player, "Zebedee"), (other, "Balthazar")):
        row = register_players.PlayerRow(
            first_name="Åse", last_name=name, club="Old Club", country="Denmark"
        )
        player_changes.correct(each, row, director=director)
    at = reverse("table:session", args=[tournament.slug, 1, game.table])
    hand = {"winner": "E", "source": "S", "points": 12, "hand": 1, "device_key": "a"}
    device_at(game).post(at, hand)
    SignUp.objects.create(
        tournament=tournament, player=player, last_name="Zebedee", email="z@example.org"
    )
    CheckIn.objects.create(player=player, state="here", by="director")
    PushSubscription.objects.create(
        player=player, endpoint="https://push.example.org/1", secret="hidden-secret"
    )
    rows = [[1, ["Zebedee", "Åse", "z@example.org"]], [2, ["Balthazar", "Åse", ""]]]
    PlayerList.objects.create(tournament=tournament, by=director, rows=rows)

    address = reverse("director:player_kept", args=[tournament.slug, player.number])
    answer = signed_in(director).get(address)
    assert "attachment" in answer["Content-Disposition"]
    kept = answer.json()
    assert kept["Person"][0]["club"] == "Old Club"
    assert kept["SignUp"][0]["email"] == "z@example.org"
    assert kept["PushSubscription"][0]["endpoint"] == "https://push.example.org/1"
    assert [row["id"] for row in kept["Win"]] == [Win.objects.get().pk]
    assert [row["row"] for row in kept["PlayerList"]] == [rows[0]]
    assert kept["LogEvent"]
    assert {"Player", "Seat", "Result", "CheckIn"} <= kept.keys()
    text = answer.content.decode()
    assert "Åse" in text
    for word in ("Balthazar", "hidden-secret"):
        assert word not in text

    Membership.objects.create(user=referee, tournament=tournament, role=Role.DIRECTOR)
    assert signed_in(referee).get(address).status_code == 403
    assert Client().get(address).status_code == 302


def test_of_a_line_about_several_only_what_is_the_players(tournament):
    with transaction.atomic():
        people = [{"name": "01, Player"}, {"name": "Player 02"}]
        tournament.record("test", by="x", people=people, numbers=[1, 2])
    player = Player.objects.get(tournament=tournament, number=1)
    [line] = kept_of_player(player)["LogEvent"]
    assert line["data"] == {"people": people[:1], "numbers": [1, 2]}


def test_messages_and_mails_to_the_player_without_other_recipients(tournament):
    player, other = tournament.players.order_by("number")[:2]
    for text, players in (("Lunch", [player, other]), ("Secret", [other])):
        message = PlayerMessage.objects.create(
            tournament=tournament, by="director", to="all", text=text, key=text
        )
        message.players.set(players)
    sign_up = SignUp.objects.create(
        tournament=tournament, player=player, last_name="Wren", email="w@example.org"
    )
    for subject, of in (
        ("both", {"player": player, "sign_up": sign_up}),
        ("registration", {"sign_up": sign_up}),
        ("player", {"player": player}),
        ("other", {"player": other}),
    ):
        new_mail("w@example.org", subject=subject, body="Text", **of).save()
    kept = kept_of_player(player)
    assert [row["text"] for row in kept["PlayerMessage"]] == ["Lunch"]
    assert [row["player"] for row in kept["MessageRecipient"]] == [player.pk]
    assert "players" not in kept["PlayerMessage"][0]
    subjects = sorted(str(row["subject"]) for row in kept["Delivery"])
    assert subjects == ["both", "player", "registration"]
