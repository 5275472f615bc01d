"""Each step of a round can be undone: start, clock, closing.

Absent players have no seat on public pages, and the pages do not wait for them.
"""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from rules.winds import Wind
from scoring.corrections import correct_and_undo
from scoring.ledger import enter_hand, riichi_sticks_laid
from scoring.ledger.table_ledger import TableLedger
from scoring.models import LedgerEntry, Result
from scoring.rounds import end_and_close_round, undo_start_and_reopen_round
from scoring.rounds.clock_tick import sweep
from scoring.standings.rank_players import standings
from tests.scoring.halls import hall_of
from tournaments.models import Extension, Game, Round, RoundState, Seat
from tournaments.people import player_changes
from tournaments.refusals import Refused, sentence
from tournaments.rounds import (
    publish_seating,
    round_clock,
    seat_rounds_and_exchange_seats,
)

WASHOUT = {"kind": "washout"}
WIN = {"kind": "win", "winner": "E", "from": "S", "points": 8}
WHY = {"by": "director", "reason": "pressed by mistake"}


def enter(game: Game, hand: int, entry=WIN) -> None:
    key = f"{game.pk}-{hand}"
    enter_hand.enter(game.pk, entry, hand=hand, device_key=key, by="referee")


def state_of(game: Game):
    return TableLedger(
        Game.objects.select_related("round__tournament").get(pk=game.pk)
    ).state


def results_at(game: Game) -> dict[int, int]:
    results = Result.objects.filter(seat__game=game)
    return dict(results.values_list("seat", "score"))


def refused(change, *args, **given) -> str:
    with pytest.raises(Refused) as found:
        change(*args, **given)
    return " ".join(map(sentence, found.value.faults))


def withdraw(tournament, number: int, last_round: int) -> None:
    player = tournament.players.get(number=number)
    player_changes.withdraw(player, last_round, by="director", reason="ill")


# --- a start ----------------------------------------------------------------------


def test_a_start_is_taken_back_while_nothing_is_entered(running_round, noon):
    round_ = undo_start_and_reopen_round.undo_start(running_round.pk, now=noon, **WHY)
    assert (round_.state, round_.started_at) == (RoundState.PUBLISHED, None)
    assert not Seat.objects.exclude(playing=None).exists()
    assert sweep(noon + timedelta(hours=3)) == 0
    publish_seating.unpublish(round_.pk, **WHY)
    publish_seating.publish(round_.pk, by="director")
    again = round_clock.start(round_.pk, by="director", now=noon)
    assert again.ends_at == noon + timedelta(minutes=100)


def test_minutes_that_a_table_had_go_with_the_start(running_round, game, noon):
    Extension.objects.create(game=game, extra=timedelta(minutes=5))
    undo_start_and_reopen_round.undo_start(running_round.pk, now=noon, **WHY)
    assert not Extension.objects.exists()


def test_deposits_that_lay_on_a_table_go_with_the_start(director):
    first, *_others = hall_of(director, "riichi", 1)
    riichi_sticks_laid.lay(first.pk, Wind.EAST, hand=1, seating=0, by="table")
    now = timezone.now()
    undo_start_and_reopen_round.undo_start(first.round_id, now=now, **WHY)
    round_clock.start(first.round_id, by="director", now=now)
    assert (
        riichi_sticks_laid.laid(TableLedger.as_now(Game.objects.get(pk=first.pk))) == ()
    )


def test_with_a_hand_the_clock_is_set_back_and_the_hand_stays(game, noon):
    enter(game, 1)
    said = refused(
        undo_start_and_reopen_round.undo_start, game.round_id, now=noon, **WHY
    )
    assert "Reset the clock instead" in said
    half = noon + timedelta(minutes=50)
    round_ = undo_start_and_reopen_round.set_back(game.round_id, now=half, **WHY)
    assert (round_.state, round_.remaining) == (
        RoundState.PAUSED,
        timedelta(minutes=100),
    )
    assert state_of(game).hands_played == 1


# --- closing ----------------------------------------------------------------------


def closed(round_: Round, now) -> Round:
    return end_and_close_round.close(
        round_.pk, by="director", reason="all done", now=now
    )


@pytest.mark.parametrize("rung", [True, False], ids=["after time", "before time"])
def test_a_closed_round_is_opened_again_as_after_the_gong(
    running_round, game, noon, rung
):
    enter(game, 1)
    if rung:
        sweep(running_round.ends_at)
    before = results_at(game)
    shut = closed(running_round, noon)
    assert state_of(game).over == "ruling"

    round_ = undo_start_and_reopen_round.reopen(running_round.pk, now=noon, **WHY)
    assert round_.state == RoundState.TIME_UP
    assert Seat.objects.filter(round=round_).exclude(playing=None).count() == 8
    state = state_of(game)
    assert (state.over, state.hands_left) == (None, 1)
    assert before == results_at(game)

    enter_hand.enter(
        game.pk, WASHOUT, hand=2, before_gong=True, device_key="2", by="referee"
    )
    again = closed(running_round, noon)
    assert again.clock_version > shut.clock_version
    assert {state_of(each).over for each in again.games.all()} == {"time", "ruling"}


def test_what_a_change_ended_in_a_closed_round_is_open_again_too(
    running_round, game, noon
):
    for hand in range(1, 17):
        enter(game, hand, WASHOUT)
    closed(running_round, noon)
    line = LedgerEntry.objects.get(game=game, hand=16, kind="washout")
    correct_and_undo.retract(line.pk, device_key="u", **WHY)
    assert state_of(game).over == "ruling"
    undo_start_and_reopen_round.reopen(running_round.pk, now=noon, **WHY)
    assert state_of(game).over is None


def test_the_standings_of_a_day_with_a_wrong_close_are_those_without(
    running_round, game, tournament, noon
):
    enter(game, 1)
    closed(running_round, noon)
    undo_start_and_reopen_round.reopen(running_round.pk, now=noon, **WHY)
    enter_hand.enter(
        game.pk, WIN, hand=2, before_gong=True, device_key="2", by="referee"
    )
    closed(running_round, noon)
    scores = {
        row.player.number: row.score
        for row in (placed.line for placed in standings(tournament))
    }
    assert (scores[1], scores[2]) == (32 + 32, -16 - 16)


def test_a_round_that_waits_for_its_start_waits_for_a_director(
    running_round, tournament, noon
):
    rows = [
        seat_rounds_and_exchange_seats.TableRow(2, 1, (1, 6, 3, 8)),
        seat_rounds_and_exchange_seats.TableRow(2, 2, (5, 2, 7, 4)),
    ]
    [second] = seat_rounds_and_exchange_seats.seat_rounds(
        tournament, rows, by="director"
    )
    publish_seating.publish(second.pk, by="director")
    closed(running_round, noon)
    at = noon + timedelta(hours=2)
    round_clock.start_at(second.pk, at=at, by="director", now=noon)
    undo_start_and_reopen_round.reopen(running_round.pk, now=noon, **WHY)
    assert Round.objects.get(pk=second.pk).starts_at is None

    closed(running_round, noon)
    round_clock.start(second.pk, by="director", now=noon)
    said = refused(
        undo_start_and_reopen_round.reopen, running_round.pk, now=noon, **WHY
    )
    assert "Still playing at another table" in said


def test_who_looked_at_an_older_clock_takes_nothing_back(running_round, noon):
    old = running_round.clock_version - 1
    for step in (
        undo_start_and_reopen_round.undo_start,
        undo_start_and_reopen_round.set_back,
    ):
        said = refused(step, running_round.pk, now=noon, version=old, **WHY)
        assert "has changed" in said
    closed(running_round, noon)
    said = refused(
        undo_start_and_reopen_round.reopen,
        running_round.pk,
        now=noon,
        version=old,
        **WHY,
    )
    assert "has changed" in said


def test_a_stale_form_says_who_did_what(running_round, game, noon):
    old = running_round.clock_version
    round_clock.pause(running_round.pk, by="anna", now=noon)
    said = refused(round_clock.resume, running_round.pk, by="b", now=noon, version=old)
    assert "the round is now “Paused”, last changed by anna at " in said


def test_each_step_back_is_offered_where_it_fits_and_logged(
    director_client, game, tournament
):
    slug = tournament.slug
    hall = reverse("director:hall", args=[slug])

    def act(action: str, **typed):
        round_ = Round.objects.get()
        address = reverse(f"director:{action}", args=[slug, 1])
        seen = {"version": round_.clock_version, "seats": round_.pk}
        return director_client.post(address, seen | typed, follow=True)

    assert reverse("director:undo_start", args=[slug, 1]) in str(
        director_client.get(hall).content
    )
    assert "Start of round 1 undone." in act("undo_start").content.decode()
    act("start")
    enter(game, 1)
    page = director_client.get(hall).content.decode()
    assert reverse("director:undo_start", args=[slug, 1]) not in page
    assert reverse("director:set_back", args=[slug, 1]) in page
    assert act("set_back", reason=" ").status_code == 422
    assert "reset and paused" in act("set_back", reason="too early").content.decode()
    act("close", reason="wrong button")
    assert "Round 1 reopened." in act("reopen", reason="too early").content.decode()
    kinds = list(tournament.log.values_list("kind", flat=True))
    for kind in ("start_undone", "clock_set_back", "round_reopened"):
        assert kinds.count(kind) == 1
    log = director_client.get(reverse("director:log", args=[slug])).content.decode()
    assert "Start of round 1 undone." in log
    assert "Round 1 reopened." in log


# --- absent players ---------------------------------------------------------------


def test_nobody_absent_is_shown_a_seat(seated_round, tournament):
    publish_seating.unpublish(seated_round.pk, **WHY)
    withdraw(tournament, 6, 0)
    for show in (publish_seating.show_in_hall, publish_seating.publish):
        said = refused(show, seated_round.pk, by="director")
        assert "seated in round 1: 6 Player 06 (table 2)." in said
    assert Round.objects.get().state == RoundState.DRAFT


def test_nobody_absent_is_waited_for(seated_round, tournament, noon):
    withdraw(tournament, 6, 0)
    at = noon + timedelta(minutes=5)
    for start in (
        lambda: round_clock.start(seated_round.pk, by="director", now=noon),
        lambda: round_clock.start_at(seated_round.pk, at=at, by="director", now=noon),
    ):
        assert "6 Player 06 (table 2)" in refused(start)
    player = tournament.players.get(number=6)
    player_changes.take_back(player, by="director", reason="back")
    assert round_clock.start(seated_round.pk, by="director", now=noon).is_open


def test_a_start_by_itself_is_called_off_for_somebody_who_left(
    seated_round, tournament, director_client, noon
):
    at = noon + timedelta(minutes=5)
    round_clock.start_at(seated_round.pk, at=at, by="director", now=noon)
    withdraw(tournament, 6, 0)
    sweep(at)
    round_ = Round.objects.get()
    assert (round_.state, round_.starts_at) == (RoundState.PUBLISHED, None)
    page = director_client.get(reverse("director:hall", args=[tournament.slug]))
    text = page.content.decode()
    assert "This round could not start automatically." in text
    assert reverse("director:draw_repair", args=[tournament.slug]) in text
