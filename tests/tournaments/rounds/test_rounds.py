"""Steps of a round: published, started, paused, resumed, extended, ended, closed."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from scoring.rounds import end_and_close_round, extra_time
from tournaments.models import Player, Round, RoundState, Seat, Tournament
from tournaments.people import register_players
from tournaments.refusals import Refused
from tournaments.rounds import (
    publish_seating,
    round_clock,
    round_deadlines,
    seat_rounds_and_exchange_seats,
)
from tournaments.tournament_setup import create_and_change_tournament

MINUTE = timedelta(minutes=1)


def codes(caught) -> list[str]:
    return [fault.code for fault in caught.value.faults]


def reread(round_: Round) -> Round:
    return Round.objects.select_related("tournament").get(pk=round_.pk)


@pytest.fixture
def paused_round(running_round, noon) -> Round:
    """Return the round paused after 10 minutes, with 90 of its 100 minutes left."""
    return round_clock.pause(running_round.pk, by="director", now=noon + 10 * MINUTE)


# --- publishing -----------------------------------------------------------------


def test_published_seats_are_in_the_log(seated_round):
    event = seated_round.tournament.log.first()
    assert (event.kind, event.by, event.data) == (
        "round_published",
        "director",
        {"round": 1},
    )


def test_a_table_without_four_players_is_not_published(tournament):
    [round_] = seat_rounds_and_exchange_seats.seat_rounds(
        tournament,
        [seat_rounds_and_exchange_seats.TableRow(1, 1, (1, 2, 3, 4))],
        by="director",
    )
    round_.seats.get(wind="N").delete()
    with pytest.raises(Refused) as caught:
        publish_seating.publish(round_.pk, by="director")
    assert codes(caught) == ["incomplete_table"]
    assert caught.value.faults[0].params == {"round": 1, "tables": "1"}


def test_a_round_without_tables_is_not_published(tournament):
    round_ = tournament.rounds.create(number=1)
    with pytest.raises(Refused) as caught:
        publish_seating.publish(round_.pk, by="director")
    assert codes(caught) == ["no_tables"]


# --- the clock ------------------------------------------------------------------


def test_a_started_round_has_its_minutes(running_round, noon):
    assert running_round.state == RoundState.RUNNING
    assert running_round.ends_at == noon + 100 * MINUTE
    assert running_round.time_left(noon + 40 * MINUTE) == 60 * MINUTE


def test_a_published_round_shows_its_minutes_and_a_closed_one_none(seated_round, noon):
    assert seated_round.time_left(noon) == 100 * MINUTE
    round_clock.start(seated_round.pk, by="director", now=noon)
    closed = end_and_close_round.close(seated_round.pk, by="director", reason="over")
    assert closed.time_left(noon) == timedelta()


def test_the_clock_never_shows_less_than_nothing(running_round, noon):
    assert running_round.time_left(noon + 500 * MINUTE) == timedelta()


def test_a_paused_clock_stands_still(paused_round, noon):
    assert paused_round.state == RoundState.PAUSED
    assert paused_round.ends_at is None
    assert paused_round.time_left(noon + 300 * MINUTE) == 90 * MINUTE


def test_a_resumed_clock_runs_on_from_where_it_was(paused_round, noon):
    resumed = round_clock.resume(paused_round.pk, by="director", now=noon + 60 * MINUTE)
    assert resumed.ends_at == noon + 150 * MINUTE
    assert resumed.remaining is None


@pytest.mark.parametrize("minutes", [5, -30])
def test_a_running_clock_is_extended(running_round, noon, minutes):
    extended = extra_time.extend(
        running_round.pk, minutes=minutes, by="director", reason="fire drill", now=noon
    )
    assert extended.ends_at == noon + (100 + minutes) * MINUTE
    event = extended.tournament.log.first()
    assert (event.kind, event.reason) == ("round_extended", "fire drill")
    assert event.data == {"round": 1, "minutes": minutes}


def test_a_paused_clock_is_extended_and_stays_paused(paused_round, noon):
    extended = extra_time.extend(
        paused_round.pk, minutes=5, by="director", reason="late start", now=noon
    )
    assert (extended.state, extended.remaining) == (RoundState.PAUSED, 95 * MINUTE)


def test_no_extension_leaves_nothing_on_the_clock(running_round, noon):
    with pytest.raises(Refused) as caught:
        extra_time.extend(
            running_round.pk, minutes=-100, by="director", reason="x", now=noon
        )
    assert codes(caught) == ["nothing_left"]
    assert reread(running_round).ends_at == running_round.ends_at


def test_an_extension_given_twice_counts_once(running_round, noon):
    seen = running_round.clock_version
    give = {"minutes": 5, "by": "director", "reason": "x", "now": noon}
    extra_time.extend(running_round.pk, version=seen, **give)
    with pytest.raises(Refused) as caught:
        extra_time.extend(running_round.pk, version=seen, **give)
    assert codes(caught) == ["clock_changed"]
    assert reread(running_round).ends_at == noon + 105 * MINUTE


# --- the end of time ------------------------------------------------------------


def test_a_round_ends_once_when_it_is_due(running_round):
    end = running_round.ends_at
    version = running_round.clock_version
    assert list(round_deadlines.due_ends(end)) == [(running_round.pk, version)]

    ended = end_and_close_round.end_if_due(running_round.pk, version=version, now=end)
    again = end_and_close_round.end_if_due(running_round.pk, version=version, now=end)

    assert (ended, again) == (True, False)
    assert reread(running_round).state == RoundState.TIME_UP
    assert list(round_deadlines.due_ends(end)) == []
    assert running_round.tournament.log.filter(kind="time_up").count() == 1


def test_a_round_does_not_end_before_its_time(running_round):
    early = running_round.ends_at - timedelta(milliseconds=1)
    version = running_round.clock_version
    assert list(round_deadlines.due_ends(early)) == []
    assert not end_and_close_round.end_if_due(
        running_round.pk, version=version, now=early
    )


def test_the_end_of_a_clock_that_was_changed_meanwhile_is_no_end(running_round, noon):
    seen = running_round.clock_version
    late = running_round.ends_at
    extra_time.extend(
        running_round.pk, minutes=5, by="director", reason="x", now=late - MINUTE
    )
    assert not end_and_close_round.end_if_due(running_round.pk, version=seen, now=late)
    assert reread(running_round).state == RoundState.RUNNING


@pytest.mark.parametrize("paused", [False, True])
def test_a_director_ends_the_time_of_a_clock_that_runs_or_stands(
    running_round, noon, paused
):
    if paused:
        round_clock.pause(running_round.pk, by="director", now=noon)
    ended = end_and_close_round.end_now(
        running_round.pk, by="director", reason="power cut", now=timezone.now()
    )
    assert ended.state == RoundState.TIME_UP
    assert ended.tournament.log.first().reason == "power cut"


# --- every step in order --------------------------------------------------------

STEPS = {
    "publish": lambda pk, now: publish_seating.publish(pk, by="x"),
    "start": lambda pk, now: round_clock.start(pk, by="x", now=now),
    "pause": lambda pk, now: round_clock.pause(pk, by="x", now=now),
    "resume": lambda pk, now: round_clock.resume(pk, by="x", now=now),
    "extend": lambda pk, now: extra_time.extend(
        pk, minutes=1, by="x", reason="y", now=now
    ),
    "end_now": lambda pk, now: end_and_close_round.end_now(
        pk, by="x", reason="y", now=timezone.now()
    ),
    "close": lambda pk, now: end_and_close_round.close(pk, by="x", reason="y"),
}
ALLOWED = {
    (): {"publish"},
    ("publish",): {"start"},
    ("publish", "start"): {"pause", "extend", "end_now", "close"},
    ("publish", "start", "pause"): {"resume", "extend", "end_now", "close"},
    ("publish", "start", "end_now"): {"extend", "close"},
    ("publish", "start", "close"): set(),
}


@pytest.mark.parametrize("way", ALLOWED, ids=lambda way: "-".join(way) or "draft")
def test_only_what_fits_the_state_can_be_done(tournament, noon, way):
    [round_] = seat_rounds_and_exchange_seats.seat_rounds(
        tournament,
        [seat_rounds_and_exchange_seats.TableRow(1, 1, (1, 2, 3, 4))],
        by="director",
    )
    for earlier in way:
        STEPS[earlier](round_.pk, noon)
    before = reread(round_)

    for step, do in STEPS.items():
        if step in ALLOWED[way]:
            with transaction.atomic():
                after = do(round_.pk, noon)
                transaction.set_rollback(True)
            assert after.clock_version == before.clock_version + 1, step
            # Closing also logs tables without a hand.
            assert after.tournament.revision > before.tournament.revision, step
            continue
        with pytest.raises(Refused) as caught:
            do(round_.pk, noon)
        assert codes(caught) == ["wrong_state"], step
        after = reread(round_)
        assert vars(after) | {"_state": None} == vars(before) | {"_state": None}, step
        assert after.tournament.revision == before.tournament.revision, step


# --- one player, one table ------------------------------------------------------


@pytest.fixture
def elsewhere(tournament, director) -> Round:
    """Return a round of another tournament in which player 1 has a published seat."""
    person = tournament.players.get(number=1).person
    other = create_and_change_tournament.create_tournament(
        create_and_change_tournament.Plan("Other Cup", "mcr", 1, 60, "finish_hand"),
        director=director,
    )
    register_players.register(
        other,
        [register_players.PlayerRow(last_name=f"Guest {place}") for place in range(3)],
        by="director",
    )
    Player.objects.create(tournament=other, person=person, number=9)
    [round_] = seat_rounds_and_exchange_seats.seat_rounds(
        other,
        [seat_rounds_and_exchange_seats.TableRow(1, 1, (1, 2, 3, 9))],
        by="director",
    )
    return publish_seating.publish(round_.pk, by="director")


def test_nobody_starts_while_sitting_elsewhere(running_round, elsewhere, noon):
    with pytest.raises(Refused) as caught:
        round_clock.start(elsewhere.pk, by="director", now=noon)
    assert codes(caught) == ["player_elsewhere"]
    assert "Player 01" in caught.value.faults[0].sentence
    assert "Spring Cup" in caught.value.faults[0].sentence


def test_a_closed_round_frees_its_players(running_round, elsewhere, noon):
    end_and_close_round.close(running_round.pk, by="director", reason="over")
    assert not Seat.objects.filter(playing__isnull=False).exists()
    started = round_clock.start(elsewhere.pk, by="director", now=noon)
    assert started.state == RoundState.RUNNING


def test_the_database_holds_that_nobody_sits_twice(running_round, elsewhere):
    person = elsewhere.seats.get(player__number=9).player.person
    with pytest.raises(IntegrityError), transaction.atomic():
        elsewhere.seats.filter(player__number=9).update(playing=person)


@pytest.mark.django_db(transaction=True)
def test_of_two_rounds_started_at_once_with_one_player_one_starts(
    seated_round, elsewhere, noon, at_once
):
    def start(round_: Round) -> str:
        try:
            return round_clock.start(round_.pk, by="director", now=noon).state
        except Refused as refused:
            return refused.faults[0].code

    started = at_once(lambda: start(seated_round), lambda: start(elsewhere))
    assert sorted(started) == ["player_elsewhere", "running"]


@pytest.mark.django_db(transaction=True)
def test_a_round_that_starts_while_its_seats_are_replaced_keeps_its_seats(
    seated_round, noon, at_once
):
    """A running round keeps the seats with which it started, whether the start or the
    replacement of the seats comes first.
    """

    def start() -> str:
        try:
            return round_clock.start(seated_round.pk, by="director", now=noon).state
        except Refused as refused:
            return refused.faults[0].code

    def replace() -> str:
        tournament = Tournament.objects.get()
        rows = [seat_rounds_and_exchange_seats.TableRow(1, 1, (4, 3, 2, 1))]
        try:
            [round_] = seat_rounds_and_exchange_seats.seat_rounds(
                tournament, rows, by="director"
            )
        except Refused as refused:
            return refused.faults[0].code
        return round_.state

    outcome = at_once(start, replace)
    assert outcome in (["running", "round_started"], ["seats_replaced", "draft"])
