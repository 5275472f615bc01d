"""A practice tournament can be reset to any of its rounds; a real tournament cannot."""

from __future__ import annotations

import pytest
from django.urls import reverse

from rules.winds import WINDS
from scoring.corrections import reseat_players
from scoring.ledger.rebuild_results_from_ledgers import rebuild
from scoring.models import BotPlay, Incident, LedgerEntry
from scoring.practice import start_and_stop_bots
from scoring.practice.practice_players_and_formats import Format
from scoring.practice.reset_practice import reset
from tests.scoring.in_process_bots import InProcess, play
from tests.scoring.practice.test_practice_event import made
from tournaments.models import Deletion, RoundState, Seat, Tournament
from tournaments.refusals import Refused
from tournaments.rounds.match_days import days_of
from tournaments.rounds.stages.stage_settings import stages_of
from tournaments.tournament_setup import delete_tournaments

pytestmark = pytest.mark.django_db


def seats(event: Tournament) -> set[tuple[int, int, str, int]]:
    return set(
        Seat.objects.filter(round__tournament=event).values_list(
            "round__number", "game__table", "wind", "player__number"
        )
    )


@pytest.mark.parametrize("number", [1, 2, 3])
def test_it_stands_before_any_round_again(director, number):
    event = made(director, "mcr")
    before, log = seats(event), event.log.count()
    start_and_stop_bots.start(event, speed=1, by_tiles=False, by="director")
    play(event, InProcess())
    playing = event.rounds.get(number=2)
    game = playing.games.first()
    reseat_players.reseat(
        game.pk,
        {"kind": "reseat", "seats": {"E": "S", "S": "E"}, "follow": "players"},
        device_key="r",
        by="referee",
        reason="they sat so",
    )
    Incident.objects.create(tournament=event, game=game, kind="silent")
    event.players.filter(number=1).update(last_round=2)
    if number == 3:
        with pytest.raises(Refused):
            reset(event, 4, by="director")

    reset(event, number, by="director")

    states = list(event.rounds.values_list("state", flat=True))
    after = [RoundState.PUBLISHED] + [RoundState.DRAFT] * (3 - number)
    assert states[number - 1 :] == after
    played = LedgerEntry.objects.filter(game__round__tournament=event)
    assert not played.filter(game__round__number__gte=number).exists()
    if number < 3:
        assert seats(event) == before
        assert not event.players.exclude(last_round=None).exists()
    assert not BotPlay.objects.get().is_running
    assert not Deletion.objects.exists()
    assert event.log.count() > log
    assert rebuild(event, check=True) == []


def test_a_cut_after_it_waits_for_its_players_again(director):
    event = made(director, "mcr", players=16, round=3, format=Format.GROUPS)
    assert all(stage.is_decided for stage in stages_of(event))
    reset(event, 2, by="director")
    groups, final = stages_of(event)
    assert (groups.is_decided, final.is_decided) == (True, False)
    assert list(event.rounds.values_list("number", flat=True)) == [1, 2]
    assert not event.players.exclude(cut_after=None).exists()

    inside = made(director, "mcr", players=16, round=3, format=Format.FINAL)
    before = seats(inside)
    reset(inside, 3, by="director")
    assert seats(inside) == before
    assert stages_of(inside)[1].is_decided


def test_nobody_has_come_to_a_later_match_day(director):
    event = made(director, "mcr", players=16, rounds=6, round=3, format=Format.LEAGUE)
    reset(event, 1, by="director")
    opened = [day.opened_at is not None for day in days_of(event)]
    assert opened == [True, False, False]
    assert list(event.rounds.values_list("number", flat=True)) == [1, 2]
    for player in event.players.all():
        assert not {3, 4, 5, 6} & set(player.away)


def test_a_real_event_is_never_set_back(tournament, game, director_client):
    for change in (
        lambda: reset(tournament, 1, by="director"),
        lambda: delete_tournaments.delete_rounds(tournament, [game.round]),
    ):
        with pytest.raises(Refused):
            change()
    address = reverse("director:practice_reset", args=[tournament.slug])
    asked = {"round": "1", "sure": "on"}
    assert director_client.post(address, asked).status_code == 404
    assert game.seats.count() == len(WINDS)


def test_the_desk_asks_to_be_sure(director, director_client):
    event = made(director, "mcr")
    address = reverse("director:practice_reset", args=[event.slug])
    assert director_client.post(address, {"round": "1"}).status_code == 422
    assert (
        director_client.post(address, {"round": "9", "sure": "on"}).status_code == 422
    )
    done = director_client.post(address, {"round": "1", "sure": "on"})
    assert done.url == reverse("director:hall", args=[event.slug])
