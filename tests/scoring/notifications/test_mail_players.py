"""Automatic emails to players: seat and result."""

from __future__ import annotations

import pytest
from django.utils import timezone

from scoring.confirming_and_finishing import finish_reopen_and_publish_results
from scoring.notifications import mail_players
from tournaments.models import Delivery, PlayerContact, PlayerMails
from tournaments.player_messages import choose_player_mails
from tournaments.rounds import publish_seating

SITE = "https://club.example/"


@pytest.fixture(autouse=True)
def with_mail(settings):
    settings.EMAIL_HOST = "mail.example"


def choose(tournament, **wanted: bool) -> None:
    kinds = dict.fromkeys(choose_player_mails.KINDS, False) | wanted
    choose_player_mails.choose(tournament, kinds, site=SITE, by="director")


def give_address(tournament, number: int = 1) -> None:
    PlayerContact.objects.create(
        tournament=tournament,
        player=tournament.players.get(number=number),
        email=f"player{number}@example.org",
    )


def run(tournament) -> int:
    return sum(mail_players.mail(pk, timezone.now()) for pk in mail_players.due())


def publish_again(round_) -> None:
    publish_seating.unpublish(round_.pk, by="director", reason="a fault")
    publish_seating.publish(round_.pk, by="director")


def test_a_published_seat_is_mailed_once(seated_round):
    tournament = seated_round.tournament
    choose(tournament, seating=True)
    give_address(tournament)
    publish_again(seated_round)
    assert run(tournament) == 1
    assert run(tournament) == 0
    [mail] = Delivery.objects.all()
    assert "Round 1: table 1, East." in mail.body
    assert mail.subject == "Spring Cup: Your seat in round 1"


def test_nothing_is_mailed_of_before_the_choice(seated_round):
    tournament = seated_round.tournament
    give_address(tournament)
    choose(tournament, seating=True)
    assert run(tournament) == 0


def test_another_choice_loses_no_mail_that_is_due(seated_round):
    tournament = seated_round.tournament
    choose(tournament, seating=True)
    give_address(tournament)
    publish_again(seated_round)
    choose(tournament, seating=True, result=True)
    assert run(tournament) == 1


def test_seats_hidden_again_are_not_mailed(seated_round):
    tournament = seated_round.tournament
    choose(tournament, seating=True)
    give_address(tournament)
    publish_again(seated_round)
    publish_seating.unpublish(seated_round.pk, by="director", reason="a fault")
    assert run(tournament) == 0


def test_a_final_result_is_mailed_once(closed_round):
    tournament = closed_round.tournament
    give_address(tournament)
    choose(tournament, result=True)
    finish_reopen_and_publish_results.finish(
        tournament, by="director", now=timezone.now(), reason="all played"
    )
    assert run(tournament) == 1
    [mail] = Delivery.objects.all()
    assert mail.body.startswith("Place ")
    finish_reopen_and_publish_results.reopen(tournament, by="director", reason="fault")
    finish_reopen_and_publish_results.finish(
        tournament, by="director", now=timezone.now(), reason="again"
    )
    assert run(tournament) == 0


def test_without_the_choice_nothing_is_due(seated_round):
    choose(seated_round.tournament, registration=True)
    assert not PlayerMails.objects.get().seating
    assert mail_players.due() == []
