"""Automatic emails to players: seat and result."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.confirming_and_finishing import (
    finish_reopen_and_publish_results,
    prize_giving,
)
from scoring.notifications import mail_players
from tests.scoring.seated_rounds import seat
from tournaments.models import (
    Delivery,
    PlayerContact,
    PlayerMails,
    PushSubscription,
    SignUp,
)
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


def test_a_final_result_that_was_sent_is_kept_without_its_mails(closed_round):
    """A final result is not sent again after its emails were deleted.

    Emails are deleted after a while, and with contact data.
    """
    tournament = closed_round.tournament
    give_address(tournament)
    choose(tournament, result=True)
    finish_reopen_and_publish_results.finish(
        tournament, by="director", now=timezone.now(), reason="all played"
    )
    assert run(tournament) == 1
    Delivery.objects.all().delete()
    finish_reopen_and_publish_results.reopen(tournament, by="director", reason="fault")
    finish_reopen_and_publish_results.finish(
        tournament, by="director", now=timezone.now(), reason="again"
    )
    assert run(tournament) == 0


def test_a_result_is_mailed_once_the_first_place_is_revealed(closed_round):
    tournament = closed_round.tournament
    give_address(tournament)
    choose(tournament, result=True)
    finish_reopen_and_publish_results.finish(
        tournament,
        by="director",
        now=timezone.now(),
        reason="all played",
        held_back=True,
    )
    giving = prize_giving.prepare(tournament, 1, by="director")
    assert run(tournament) == 0
    prize_giving.reveal(tournament, seen=giving.shown_from, by="director")
    assert run(tournament) == 1


def test_rounds_published_together_are_in_one_mail(seated_round):
    tournament = seated_round.tournament
    choose(tournament, seating=True)
    give_address(tournament)
    give_address(tournament, 8)
    publish_again(seated_round)
    seat(tournament, 2, (4, 3, 2, 1), (5, 6, 7, 8))
    assert run(tournament) == 2
    mail = Delivery.objects.get(target="player1@example.org")
    assert mail.body.startswith(
        "Round 1: table 1, East.\nRound 2: table 1, North.\n\nYour page: "
    )
    assert mail.subject == "Spring Cup: Your seats"


def test_nothing_from_before_a_mirror_took_over_is_mailed(seated_round):
    tournament = seated_round.tournament
    choose(tournament, seating=True)
    give_address(tournament)
    publish_again(seated_round)
    with transaction.atomic():
        tournament.record("mirror_took_over", by="director")
    assert run(tournament) == 0


@pytest.mark.every_case
@pytest.mark.parametrize(
    ("device", "registered", "seat_in_words"),
    [
        ("de", "fr", "Runde 1: Tisch 1, Ost."),
        ("", "de", "Runde 1: Tisch 1, Ost."),
        ("", "", "Round 1: table 1, East."),
    ],
)
def test_a_mail_is_in_its_readers_language(
    seated_round, device, registered, seat_in_words
):
    tournament = seated_round.tournament
    choose(tournament, seating=True)
    player = tournament.players.get(number=1)
    SignUp.objects.create(
        tournament=tournament,
        player=player,
        last_name="Wren",
        email="wren@example.org",
        language=registered,
    )
    if device:
        PushSubscription.objects.create(
            player=player, endpoint="https://push.example/1", language=device
        )
    publish_again(seated_round)
    assert run(tournament) == 1
    [mail] = Delivery.objects.all()
    assert seat_in_words in mail.body


def test_a_seat_is_useful_for_six_hours(seated_round):
    tournament = seated_round.tournament
    choose(tournament, seating=True)
    give_address(tournament)
    publish_again(seated_round)
    before = timezone.now()
    run(tournament)
    [mail] = Delivery.objects.all()
    hours = timedelta(hours=6)
    assert before + hours <= mail.expires_at <= timezone.now() + hours


def test_many_players_cost_no_more_queries(seated_round):
    tournament = seated_round.tournament
    choose(tournament, seating=True)
    counts = []
    for numbers in ((1,), range(2, 9)):
        for number in numbers:
            give_address(tournament, number)
        publish_again(seated_round)
        with CaptureQueriesContext(connection) as queries:
            assert run(tournament) == (1 if numbers == (1,) else 8)
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_without_the_choice_nothing_is_due(seated_round):
    choose(seated_round.tournament, registration=True)
    assert not PlayerMails.objects.get().seating
    assert mail_players.due() == []
