"""The clock tick that Celery's beat sends every second."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import settings
from django.utils import timezone

from mahjong_site.celery import app
from scoring import tasks
from scoring.ledger import enter_hand
from scoring.ledger.table_ledger import TableLedger
from scoring.models import LedgerEntry
from scoring.rounds import extra_time
from tournaments.models import Round, RoundState
from tournaments.people import register_players
from tournaments.rounds import (
    publish_seating,
    round_clock,
    seat_rounds_and_exchange_seats,
)
from tournaments.tournament_setup import create_and_change_tournament


@pytest.fixture
def due_round(seated_round) -> Round:
    """Return round 1, whose 100 minutes ended a minute ago."""
    begun = timezone.now() - timedelta(minutes=101)
    return round_clock.start(seated_round.pk, by="director", now=begun)


def gongs() -> int:
    return LedgerEntry.objects.filter(kind="gong").count()


def state_of(round_: Round) -> str:
    return Round.objects.get(pk=round_.pk).state


def test_beat_sends_the_tick_every_second_and_lets_late_ones_expire():
    [schedule] = [
        entry
        for entry in settings.CELERY_BEAT_SCHEDULE.values()
        if entry["task"] == tasks.tick.name
    ]
    assert tasks.tick.name in app.tasks
    assert schedule["schedule"] == 1.0
    assert schedule["options"]["expires"] < 10


def test_a_tick_ends_a_round_whose_time_is_over(due_round):
    tasks.tick.delay()
    assert state_of(due_round) == RoundState.TIME_UP
    assert gongs() == 2
    event = due_round.tournament.log.first()
    assert (event.kind, event.by) == ("time_up", "clock")


def test_ticks_that_come_twice_or_too_often_change_nothing(due_round):
    for _tick in range(3):
        tasks.tick.delay()
    assert gongs() == 2
    assert due_round.tournament.log.filter(kind="time_up").count() == 1


def test_a_tick_leaves_a_round_alone_that_has_time(seated_round):
    round_ = round_clock.start(seated_round.pk, by="director", now=timezone.now())
    tasks.tick.delay()
    assert state_of(round_) == RoundState.RUNNING
    assert gongs() == 0


def test_a_tick_ends_every_round_that_is_due(due_round, director):
    plan = create_and_change_tournament.Plan(
        title="Autumn Cup",
        ruleset="mcr",
        planned_rounds=1,
        minutes=90,
        end_policy="stop_at_once",
    )
    other = create_and_change_tournament.create_tournament(plan, director=director)
    players = [
        register_players.PlayerRow(last_name=f"{number:02}") for number in range(9, 13)
    ]
    register_players.register(other, players, by="director")
    [round_] = seat_rounds_and_exchange_seats.seat_rounds(
        other,
        [seat_rounds_and_exchange_seats.TableRow(1, 1, (1, 2, 3, 4))],
        by="director",
    )
    publish_seating.publish(round_.pk, by="director")
    begun = timezone.now() - timedelta(minutes=91)
    round_clock.start(round_.pk, by="director", now=begun)
    tasks.tick.delay()
    assert (state_of(due_round), state_of(round_)) == ("time_up", "time_up")
    assert TableLedger(round_.games.get()).state.over == "time"


def test_time_that_was_given_is_waited_for(due_round):
    extra_time.extend(
        due_round.pk, minutes=102, by="director", reason="late", now=due_round.ends_at
    )
    tasks.tick.delay()
    assert state_of(due_round) == RoundState.RUNNING


def test_no_device_can_keep_the_gong_from_ringing(due_round):
    """A device cannot prevent the gong.

    No key from a device equals the key of the gong.
    """
    game = due_round.games.get(table=1)
    for key in (f"gong:{game.pk}:{due_round.clock_version + 1}", "gong"):
        enter_hand.enter(
            game.pk,
            {"kind": "penalty", "seat": "N", "amount": -1},
            device_key=key,
            by="referee",
        )
    tasks.tick.delay()
    assert gongs() == 2
