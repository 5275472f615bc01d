"""Clocks of a round, and of a table with extra time."""

from __future__ import annotations

from datetime import timedelta

import pytest

from scoring.rounds import end_and_close_round, extra_time
from tournaments.models import Game
from tournaments.rounds import round_clock
from tournaments.rounds.clock_display import Showing, face_of

MINUTES = timedelta(minutes=1)


def table(game) -> Game:
    return Game.objects.select_related("round", "extension").get(pk=game.pk)


def test_before_its_start_is_known_it_shows_the_minutes_of_a_round(seated_round, noon):
    face = face_of(seated_round, noon)
    assert (face.showing, face.left, face.counts) == (
        Showing.WAITING,
        100 * MINUTES,
        False,
    )


def test_it_counts_down_to_the_start(seated_round, noon):
    at = noon + 5 * MINUTES
    round_ = round_clock.start_at(seated_round.pk, at=at, by="director", now=noon)
    face = face_of(round_, noon + MINUTES)
    assert (face.showing, face.left, face.until) == (
        Showing.COUNTDOWN,
        4 * MINUTES,
        at,
    )


def test_it_counts_down_to_the_end(running_round, noon):
    face = face_of(running_round, noon + 30 * MINUTES)
    assert (face.showing, face.left) == (Showing.RUNNING, 70 * MINUTES)
    assert face.until == noon + 100 * MINUTES


def test_it_stands_while_the_round_is_paused(running_round, noon):
    round_ = round_clock.pause(running_round.pk, by="director", now=noon + 30 * MINUTES)
    face = face_of(round_, noon + 60 * MINUTES)
    assert (face.showing, face.left) == (Showing.PAUSED, 70 * MINUTES)
    assert face.until is None


def test_a_deadline_that_nobody_has_heeded_yet_leaves_nothing(running_round, noon):
    assert face_of(running_round, noon + 101 * MINUTES).left == timedelta()


@pytest.fixture
def longer(game, noon) -> Game:
    """Return table 1 with 5 minutes of extra time."""
    return extra_time.extend_table(
        game.pk, minutes=5, by="referee", reason="a broken wall", now=noon
    )


def test_a_table_with_time_of_its_own_shows_that(longer, noon):
    face = face_of(table(longer), noon)
    assert (face.showing, face.until) == (Showing.RUNNING, noon + 105 * MINUTES)
    assert face_of(table(longer).round, noon).until == noon + 100 * MINUTES


def test_so_it_does_when_the_time_of_the_others_is_up(longer, noon):
    end = noon + 100 * MINUTES
    version = table(longer).round.clock_version
    end_and_close_round.end_if_due(longer.round_id, version=version, now=end)
    face = face_of(table(longer), end + MINUTES)
    assert (face.showing, face.left) == (Showing.RUNNING, 4 * MINUTES)
    assert face_of(table(longer).round, end).showing == Showing.ENDED


def test_while_the_round_is_paused_its_time_stands_too(longer, noon):
    round_clock.pause(longer.round_id, by="director", now=noon + 30 * MINUTES)
    face = face_of(table(longer), noon + 60 * MINUTES)
    assert (face.showing, face.left) == (Showing.PAUSED, 75 * MINUTES)


def test_when_its_own_time_is_up_as_well_it_has_ended(longer, noon):
    end = noon + 100 * MINUTES
    version = table(longer).round.clock_version
    end_and_close_round.end_if_due(longer.round_id, version=version, now=end)
    end_and_close_round.end_table_if_due(longer.pk, now=end + 5 * MINUTES)
    assert face_of(table(longer), end + 6 * MINUTES).showing == Showing.ENDED
