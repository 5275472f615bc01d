"""The end of a round: the gong at every table, and closing."""

from __future__ import annotations

import time
from datetime import timedelta
from functools import partial

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.ledger import enter_hand
from scoring.ledger.table_ledger import TableLedger
from scoring.models import LedgerEntry, Sheet
from scoring.rounds import end_and_close_round
from scoring.rounds.clock_tick import sweep
from tests.scoring.halls import hall_of
from tournaments.models import Game, Round, RoundState
from tournaments.refusals import Refused
from tournaments.rounds import round_clock

WASHOUT = {"kind": "washout"}


def play(game: Game, *hands: int) -> None:
    for hand in hands:
        enter_hand.enter(
            game.pk,
            WASHOUT,
            hand=hand,
            device_key=f"{game.pk}-{hand}",
            by="referee",
        )


def state_of(game: Game):
    return TableLedger(
        Game.objects.select_related("round__tournament").get(pk=game.pk)
    ).state


def gongs(round_: Round) -> int:
    return LedgerEntry.objects.filter(game__round=round_, kind="gong").count()


@pytest.fixture
def policy(tournament, request):
    tournament.end_policy = request.param
    tournament.save()
    return request.param


# --- the gong -------------------------------------------------------------------


@pytest.mark.parametrize("policy", ["finish_hand"], indirect=True)
def test_at_the_gong_one_more_hand_counts(policy, game, running_round):
    play(game, 1, 2)
    assert sweep(running_round.ends_at) == 1

    assert Sheet.objects.get(game=game).is_last_hand
    enter_hand.enter(
        game.pk,
        WASHOUT,
        hand=3,
        before_gong=True,
        device_key="last",
        by="referee",
    )
    assert state_of(game).over == "time"


@pytest.mark.parametrize("policy", ["stop_at_once"], indirect=True)
def test_at_the_gong_play_stops_at_once(policy, game, running_round):
    play(game, 1, 2)
    sweep(running_round.ends_at)

    state = state_of(game)
    assert (state.over, state.hands_played) == ("time", 2)


def test_every_table_still_playing_hears_the_gong_once(running_round):
    for _tick in range(3):
        sweep(running_round.ends_at)
    assert gongs(running_round) == 2
    assert running_round.tournament.log.filter(kind="time_up").count() == 1


def queries_of_an_evening(director, tables: int) -> list[int]:
    """Return the number of queries that end a round with this number of tables, and the
    number that close it.
    """
    first, *_others = games = hall_of(director, "mcr", tables)
    for game in games:
        play(game, 1)
    round_ = Round.objects.get(pk=first.round_id)
    steps = [
        partial(sweep, round_.ends_at),
        partial(
            end_and_close_round.close,
            round_.pk,
            by="director",
            reason="the hall closes",
        ),
    ]
    counts = []
    for step in steps:
        with CaptureQueriesContext(connection) as captured:
            step()
        counts.append(len(captured))
    assert gongs(round_) == tables
    assert Sheet.objects.filter(game__round=round_, over="ruling").count() == tables
    return counts


def test_ending_and_closing_cost_few_queries_more_for_many_tables(director):
    """Ending and closing a round need at most one query more for many tables.

    (A statement of SQLite takes at most a thousand values, so writing for many tables
    may take one statement more.)
    """
    few, many = queries_of_an_evening(director, 3), queries_of_an_evening(director, 24)
    assert all(more - less <= 1 for more, less in zip(many, few, strict=True))


def test_a_table_that_is_done_does_not_hear_it(game, running_round):
    play(game, *range(1, 17))
    sweep(running_round.ends_at)
    assert gongs(running_round) == 1
    assert not game.ledger.filter(kind="gong").exists()


def test_no_gong_before_the_time_and_none_while_paused(running_round, noon):
    end = running_round.ends_at
    sweep(end - timedelta(seconds=1))
    assert gongs(running_round) == 0
    round_clock.pause(running_round.pk, by="director", now=noon)
    assert sweep(end + timedelta(days=1)) == 0
    assert gongs(running_round) == 0


def test_a_round_whose_time_passed_while_nothing_ran_ends_as_soon_as_it_can(
    running_round,
):
    assert sweep(running_round.ends_at + timedelta(hours=5)) == 1
    assert gongs(running_round) == 2


def test_the_director_rings_before_the_time(running_round):
    end_and_close_round.end_now(
        running_round.pk, by="director", reason="fire alarm", now=timezone.now()
    )
    assert gongs(running_round) == 2
    event = running_round.tournament.log.first()
    assert (event.kind, event.by, event.reason) == ("time_up", "director", "fire alarm")


def test_a_gong_rung_by_hand_is_not_rung_again_by_the_clock(running_round):
    end_and_close_round.end_now(
        running_round.pk, by="director", reason="fire alarm", now=timezone.now()
    )
    assert sweep(running_round.ends_at) == 0
    assert gongs(running_round) == 2


def test_the_time_of_a_round_is_not_ended_twice_by_hand(running_round):
    end_and_close_round.end_now(
        running_round.pk, by="director", reason="fire alarm", now=timezone.now()
    )
    with pytest.raises(Refused):
        end_and_close_round.end_now(
            running_round.pk, by="director", reason="again", now=timezone.now()
        )
    assert gongs(running_round) == 2


# --- closing --------------------------------------------------------------------


def test_a_round_with_tables_still_playing_needs_a_reason(game, running_round):
    play(game, 1)
    with pytest.raises(Refused) as caught:
        end_and_close_round.close(running_round.pk, by="director", reason="  ")
    faults = caught.value.faults
    assert [(fault.code, fault.field, fault.params["tables"]) for fault in faults] == [
        ("still_playing", "reason", "1, 2"),
        ("no_hands", "reason", "2"),
    ]
    assert Round.objects.get().state == RoundState.RUNNING


def test_with_a_reason_their_play_ends_by_ruling(game, running_round):
    play(game, 1)
    end_and_close_round.close(running_round.pk, by="director", reason="hall closes")

    assert Round.objects.get().state == RoundState.CLOSED
    assert [state_of(s).over for s in running_round.games.all()] == ["ruling"] * 2
    assert running_round.tournament.log.first().reason == "hall closes"


def test_a_round_whose_tables_are_done_closes_without_a_reason(running_round):
    for game in running_round.games.all():
        play(game, *range(1, 17))
    closed = end_and_close_round.close(running_round.pk, by="director")
    assert closed.state == RoundState.CLOSED
    assert not LedgerEntry.objects.filter(kind="play_ended").exists()


def test_a_closed_round_is_not_closed_again(running_round):
    end_and_close_round.close(running_round.pk, by="director", reason="hall closes")
    revision = running_round.tournament.log.count()
    with pytest.raises(Refused) as caught:
        end_and_close_round.close(running_round.pk, by="director", reason="again")
    assert caught.value.faults[0].code == "wrong_state"
    assert running_round.tournament.log.count() == revision


def test_a_draft_is_not_closed_and_its_tables_stay_open(seated_round):
    with pytest.raises(Refused):
        end_and_close_round.close(seated_round.pk, by="director", reason="why not")
    assert not LedgerEntry.objects.exists()


# --- at the same moment ---------------------------------------------------------


def slowly_entered_hand(game: Game) -> str:
    """Enter a hand, with the table locked half a second before its tournament.

    Return "entered".
    """
    with transaction.atomic():
        TableLedger.locked(game.pk)
        time.sleep(0.5)
        play(game, 1)
    return "entered"


@pytest.mark.django_db(transaction=True)
def test_the_gong_waits_for_a_hand_that_is_being_entered(running_round, game, at_once):
    """The gong and a hand that is being entered do not block each other.

    Both are saved.
    """

    def ring() -> int:
        time.sleep(0.2)
        return sweep(running_round.ends_at)

    assert at_once(lambda: slowly_entered_hand(game), ring) == ["entered", 1]
    kinds = list(game.ledger.values_list("kind", flat=True))
    assert kinds == ["washout", "gong"]


@pytest.mark.django_db(transaction=True)
def test_two_clocks_end_a_round_once(running_round, game, at_once):
    """Several clock processes try to end the same round at the same moment.

    Only one of them changes the round.
    """

    def tick() -> int:
        return sweep(running_round.ends_at)

    assert sorted(at_once(tick, tick, tick, tick)) == [0, 0, 0, 1]
    assert [line.kind for line in game.ledger.all()] == ["gong"]
    ended = running_round.tournament.log.filter(kind="time_up")
    assert ended.count() == 1


@pytest.mark.django_db(transaction=True)
def test_closing_waits_for_a_hand_that_is_being_entered(running_round, game, at_once):
    def close() -> str:
        time.sleep(0.2)
        return end_and_close_round.close(
            running_round.pk, by="director", reason="late"
        ).state

    assert at_once(lambda: slowly_entered_hand(game), close) == ["entered", "closed"]
    kinds = list(game.ledger.values_list("kind", flat=True))
    assert kinds == ["washout", "play_ended"]


@pytest.mark.django_db(transaction=True)
def test_two_directors_close_a_round_once(running_round, at_once):
    def close() -> str:
        try:
            return end_and_close_round.close(
                running_round.pk, by="x", reason="late"
            ).state
        except Refused as refused:
            return refused.faults[0].code

    assert sorted(at_once(close, close)) == ["closed", "wrong_state"]
    assert LedgerEntry.objects.filter(kind="play_ended").count() == 2


@pytest.mark.django_db(transaction=True)
def test_the_clock_and_a_director_do_not_block_each_other(running_round, at_once):
    """The clock and a director do not block each other when the clock ends a round at
    the moment at which the director closes it.
    """

    def close() -> str:
        return end_and_close_round.close(running_round.pk, by="x", reason="late").state

    def ring() -> int:
        return sweep(running_round.ends_at)

    closed, rung = at_once(close, ring)
    assert closed == "closed"
    assert rung in (0, 1)
