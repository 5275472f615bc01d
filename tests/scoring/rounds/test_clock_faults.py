"""A round that the clock cannot end.

The clock tries again after growing pauses, the director sees the error, and other
rounds are not affected.
"""

from __future__ import annotations

import logging
from datetime import timedelta

import pytest
import time_machine
from django.db import DatabaseError, connection
from django.urls import reverse
from django.utils import timezone

from scoring import tasks
from scoring.rounds import end_and_close_round
from scoring.rounds.clock_tick import sweep
from tests.scoring.table_device import HTMX, text
from tests.site.http_requests.test_unavailable import Fault, failing, is_write
from tournaments.models import ClockFault, PlayerMails, Round, RoundState
from tournaments.people import register_players
from tournaments.rounds import (
    clock_failures,
    publish_seating,
    round_clock,
    seat_rounds_and_exchange_seats,
)
from tournaments.tournament_setup import create_and_change_tournament
from tournaments.upkeep.outage_detection import Outage

SECOND = timedelta(seconds=1)


class Poison:
    """A fault that prevents the end of one round, and counts the attempts."""

    def __init__(self, round_: Round, monkeypatch) -> None:
        self.pk, self.error, self.tries = round_.pk, ValueError("a broken ledger."), 0
        self._ring = end_and_close_round._ring
        monkeypatch.setattr(end_and_close_round, "_ring", self)

    def __call__(self, round_: Round, *, by: str) -> None:
        if round_.pk == self.pk and self.error:
            self.tries += 1
            raise self.error
        self._ring(round_, by=by)


@pytest.fixture
def poison(running_round, monkeypatch) -> Poison:
    return Poison(running_round, monkeypatch)


@pytest.fixture
def over(running_round):
    """Return the end time of the running round."""
    return running_round.ends_at


def state(round_: Round) -> str:
    return Round.objects.get(pk=round_.pk).state


def sweep_each_second(start, seconds: int) -> None:
    for second in range(seconds):
        sweep(start + second * SECOND)


def test_it_is_tried_again_after_pauses_that_grow(poison, over):
    sweep_each_second(over, 64)
    # After 0, 2, 6, 14, 30 and 62 seconds.
    assert poison.tries == 6
    assert clock_failures.pause_after(6) == 64 * SECOND
    assert clock_failures.pause_after(60) == timedelta(minutes=5)


def test_the_log_and_the_event_s_log_hear_of_each_error_once(
    poison, over, tournament, caplog
):
    with caplog.at_level(logging.ERROR):
        sweep_each_second(over, 31)
        poison.error = KeyError("another")
        sweep_each_second(over + 31 * SECOND, 40)
    assert len(caplog.records) == 2
    failed = tournament.log.filter(kind="clock_failed").order_by("revision")
    assert [event.reason for event in failed] == [
        "ValueError: a broken ledger.",
        "KeyError: 'another'",
    ]


def test_it_ends_once_it_can_be(poison, over, running_round):
    sweep(over)
    poison.error = None
    assert sweep(over + SECOND) == 0
    assert sweep(over + 2 * SECOND) == 1
    assert state(running_round) == RoundState.TIME_UP
    assert Round.objects.get(pk=running_round.pk).ended_at == over
    assert not ClockFault.objects.exists()


def test_no_other_round_waits_for_it(poison, over, director):
    plan = create_and_change_tournament.Plan(
        title="Autumn Cup",
        ruleset="mcr",
        planned_rounds=1,
        minutes=100,
        end_policy="finish_hand",
    )
    other = create_and_change_tournament.create_tournament(plan, director=director)
    players = [register_players.PlayerRow(last_name=f"{n:02}") for n in range(9, 13)]
    register_players.register(other, players, by="director")
    row = seat_rounds_and_exchange_seats.TableRow(1, 1, (1, 2, 3, 4))
    [round_] = seat_rounds_and_exchange_seats.seat_rounds(other, [row], by="director")
    publish_seating.publish(round_.pk, by="director")
    started = round_clock.start(
        round_.pk, by="director", now=over - timedelta(minutes=100) + 3 * SECOND
    )
    sweep_each_second(over, 3)
    assert state(started) == RoundState.RUNNING
    sweep(over + 3 * SECOND)
    assert state(started) == RoundState.TIME_UP


def test_who_changes_the_clock_begins_anew(poison, over, running_round):
    sweep_each_second(over, 40)
    assert ClockFault.objects.get().tries == 5
    poison.error = None
    at = over + 40 * SECOND
    round_clock.pause(running_round.pk, by="director", now=at)
    round_clock.resume(running_round.pk, by="director", now=at)
    assert sweep(at) == 1
    assert state(running_round) == RoundState.TIME_UP


def test_a_clock_that_is_set_back_puts_no_try_off(poison, over, running_round):
    sweep(over)
    poison.error = None
    Round.objects.update(ends_at=over - timedelta(hours=2))
    assert sweep(over - timedelta(hours=2)) == 1


def test_two_workers_and_a_restart_agree(poison, over):
    """Two workers continue the same attempts, and so does a worker after a restart,
    because all state is in the database.
    """
    sweep(over)
    sweep(over)
    sweep(over + SECOND)
    assert poison.tries == 1


def test_the_director_sees_it_and_has_it_tried_now(
    poison, running_round, tournament, director_client, referee_client
):
    """The director sees the error and can try again immediately, without waiting for
    the end of the pause.
    """
    Round.objects.filter(pk=running_round.pk).update(
        ends_at=timezone.now() - timedelta(minutes=1)
    )
    for _again in range(6):
        ClockFault.objects.update(again_at=timezone.now() - SECOND)
        sweep(timezone.now())
    hall = reverse("director:hall", args=[tournament.slug])
    button = reverse("director:try_again", args=[tournament.slug, 1])
    words = "Round 1 could not be ended. ValueError: a broken ledger. Next try"
    page = text(director_client.get(hall))
    assert words in page
    assert button in page
    assert words in text(referee_client.get(hall))
    assert button not in text(referee_client.get(hall))

    still = director_client.post(button, **HTMX)
    assert words in text(still)
    assert ClockFault.objects.get().tries == 7

    poison.error = None
    done = text(director_client.post(button, **HTMX))
    assert "The clock of round 1 was updated." in done
    assert words not in done
    assert state(running_round) == RoundState.TIME_UP


def test_the_control_looks_again_when_it_was_tried(
    poison, running_round, tournament, director_client
):
    Round.objects.filter(pk=running_round.pk).update(
        ends_at=timezone.now() - timedelta(minutes=1)
    )
    sweep(timezone.now())
    control = reverse("director:control", args=[tournament.slug])
    page = text(director_client.get(control))
    assert "load delay:4s" in page or "load delay:3s" in page
    seen = page.partition("?seen=")[2].partition('"')[0]
    assert director_client.get(control, {"seen": seen}).status_code == 204
    ClockFault.objects.update(again_at=timezone.now() - SECOND)
    sweep(timezone.now())
    assert director_client.get(control, {"seen": seen}).status_code == 200


@pytest.mark.parametrize("outage", [Outage.BUSY, Outage.FULL, Outage.READ_ONLY])
def test_a_database_that_cannot_is_no_fault_of_the_round(
    outage, over, running_round, caplog
):
    with failing(Fault(is_write, outage)), caplog.at_level(logging.WARNING):
        sweep_each_second(over, 5)
    assert (
        len([record for record in caplog.records if outage.value in record.message])
        == 1
    )
    assert not ClockFault.objects.exists()
    assert sweep(over + 5 * SECOND) == 1
    assert state(running_round) == RoundState.TIME_UP


def test_a_database_that_is_away_fails_no_tick(over, running_round, caplog):
    with failing(Fault()), caplog.at_level(logging.WARNING):
        for _second in range(5):
            tasks.tick()
        assert [record.levelname for record in caplog.records] == ["WARNING"]
    with time_machine.travel(over):
        tasks.tick()
    assert state(running_round) == RoundState.TIME_UP


def test_a_fault_in_opening_registration_stops_no_other_work(
    game, monkeypatch, settings
):
    """An error while opening registration does not stop other work: the clock still
    queues notifications, mirrors and bots.
    """
    settings.EMAIL_HOST = "mail.example"
    tournament = game.round.tournament
    mails = PlayerMails.objects.create(tournament=tournament, seating=True)
    queued = []
    monkeypatch.setattr(
        tasks.mail_players, "apply_async", lambda args, **_more: queued.append(args)
    )

    def fails(now):
        raise ValueError(now)

    monkeypatch.setattr(tasks, "log_openings", fails)
    with pytest.raises(ValueError, match="2026"):
        tasks.tick()
    assert queued == [(mails.pk,)]


def test_a_fault_that_cannot_be_kept_stops_no_other_work(
    poison, over, monkeypatch, game
):
    def broken(*_arguments):
        raise DatabaseError("not kept")

    monkeypatch.setattr(clock_failures, "note", broken)
    assert sweep(over) == 0
    assert poison.tries == 1
    assert connection.is_usable()
