"""Automatic start, warning and end at each table, and how to undo them."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.db import IntegrityError, transaction

from rules.ruleset_and_table_state import Ending
from scoring.corrections import correct_and_undo
from scoring.ledger import enter_hand, gong_in_ledger
from scoring.ledger.table_ledger import TableLedger
from scoring.models import LedgerEntry
from scoring.rounds import clock_tick, end_and_close_round, extra_time
from scoring.wording.stored_reasons import of_event
from tests.scoring.tables_of_rules import table_of
from tournaments.models import Extension, Game, PlanKind, Round, RoundState
from tournaments.refusals import Refused
from tournaments.rounds import (
    publish_seating,
    round_clock,
    round_deadlines,
    seat_rounds_and_exchange_seats,
)

MINUTE = timedelta(minutes=1)
SECOND = timedelta(seconds=1)
WASHOUT = {"kind": "washout"}


def reread(round_: Round) -> Round:
    return Round.objects.select_related("tournament").get(pk=round_.pk)


def choose(round_: Round, **settings: object) -> None:
    tournament = reread(round_).tournament
    for name, value in settings.items():
        setattr(tournament, name, value)
    tournament.save()


def kinds(round_: Round) -> list[str]:
    return [event.kind for event in round_.tournament.log.order_by("revision")]


def codes(caught) -> list[str]:
    return [fault.code for fault in caught.value.faults]


def table(round_: Round, number: int) -> Game:
    return Game.objects.select_related("round__tournament", "extension").get(
        round=round_, table=number
    )


def state_at(game: Game):
    return TableLedger.as_now(game).state


def gongs(game: Game) -> int:
    """Return the number of valid gongs at a table."""
    return sum(line.kind == "gong" for line in TableLedger.as_now(game).live)


def play(game: Game, hand: int, **also: object) -> None:
    enter_hand.enter(
        game.pk,
        WASHOUT,
        hand=hand,
        device_key=f"{game.pk}-{hand}",
        by="referee",
        **also,
    )


def plan(tournament, round_: Round, start: datetime) -> None:
    tournament.day_plan.create(
        kind=PlanKind.ROUND, number=round_.number, start=start, minutes=100
    )


WHY = {"by": "director", "reason": "a ruling"}


class TestCountdown:
    @pytest.fixture(autouse=True)
    def five_minutes(self, seated_round):
        choose(seated_round, countdown=5)

    def test_a_start_counts_down_first(self, seated_round, noon):
        waiting = round_clock.start(seated_round.pk, by="director", now=noon)
        assert waiting.state == RoundState.PUBLISHED
        assert waiting.starts_at == noon + 5 * MINUTE
        assert clock_tick.sweep(noon + 5 * MINUTE - SECOND) == 0

    def test_the_clock_starts_when_it_was_due_however_late_the_tick(
        self, seated_round, noon
    ):
        round_clock.start(seated_round.pk, by="director", now=noon)
        assert clock_tick.sweep(noon + 8 * MINUTE) == 1
        begun = reread(seated_round)
        assert begun.state == RoundState.RUNNING
        assert begun.started_at == noon + 5 * MINUTE
        assert begun.ends_at == noon + 105 * MINUTE
        assert begun.starts_at is None
        assert clock_tick.sweep(noon + 8 * MINUTE) == 0
        assert kinds(begun).count("round_started") == 1

    def test_a_second_start_is_at_once(self, seated_round, noon):
        round_clock.start(seated_round.pk, by="director", now=noon)
        begun = round_clock.start(seated_round.pk, by="director", now=noon + MINUTE)
        assert begun.started_at == noon + MINUTE
        assert clock_tick.sweep(noon + 6 * MINUTE) == 0

    def test_it_can_be_called_off(self, seated_round, noon):
        round_clock.start(seated_round.pk, by="director", now=noon)
        round_clock.call_off_start(
            seated_round.pk, by="director", reason="a lost player"
        )
        assert clock_tick.sweep(noon + 6 * MINUTE) == 0
        assert reread(seated_round).state == RoundState.PUBLISHED
        with pytest.raises(Refused) as caught:
            round_clock.call_off_start(seated_round.pk, by="director")
        assert codes(caught) == ["no_countdown"]

    def test_a_message_about_another_clock_starts_nothing(self, seated_round, noon):
        waiting = round_clock.start(seated_round.pk, by="director", now=noon)
        old = waiting.clock_version - 1
        late = noon + 6 * MINUTE
        assert not round_deadlines.start_if_due(seated_round.pk, version=old, now=late)
        assert reread(seated_round).state == RoundState.PUBLISHED

    def test_it_ends_with_the_publication(self, seated_round, noon):
        round_clock.start(seated_round.pk, by="director", now=noon)
        hidden = publish_seating.unpublish(
            seated_round.pk, by="director", reason="wrong"
        )
        assert hidden.starts_at is None
        assert clock_tick.sweep(noon + 6 * MINUTE) == 0

    def test_who_still_plays_elsewhere_stops_it_once_and_the_log_says_so(
        self, tournament, seated_round, noon
    ):
        round_clock.start(seated_round.pk, by="director", now=noon)
        [other] = seat_rounds_and_exchange_seats.seat_rounds(
            tournament,
            [seat_rounds_and_exchange_seats.TableRow(2, 1, (1, 2, 3, 4))],
            by="director",
        )
        publish_seating.publish(other.pk, by="director")
        choose(other, countdown=0)
        round_clock.start(other.pk, by="director", now=noon + MINUTE)
        assert clock_tick.sweep(noon + 6 * MINUTE) == 0
        assert reread(seated_round).starts_at is None
        failed = tournament.log.get(kind="start_failed")
        assert "Player 01" in str(of_event(failed))


class TestStartsByItself:
    def second_round(self, tournament) -> Round:
        rows = [
            seat_rounds_and_exchange_seats.TableRow(2, 1, (1, 2, 5, 6)),
            seat_rounds_and_exchange_seats.TableRow(2, 2, (3, 4, 7, 8)),
        ]
        [made] = seat_rounds_and_exchange_seats.seat_rounds(
            tournament, rows, by="director"
        )
        return made

    def test_publishing_starts_the_first_round(self, tournament, seated_round):
        publish_seating.unpublish(seated_round.pk, by="director", reason="again")
        choose(seated_round, start_mode="published", countdown=5)
        published = publish_seating.publish(seated_round.pk, by="director")
        assert reread(published).starts_at is not None

    def test_a_later_round_waits_for_the_one_before(
        self, tournament, running_round, noon
    ):
        choose(running_round, start_mode="published", countdown=5)
        second = self.second_round(tournament)
        publish_seating.publish(second.pk, by="director")
        assert reread(second).starts_at is None
        closed_at = noon + 90 * MINUTE
        end_and_close_round.close(running_round.pk, **WHY, now=closed_at)
        assert reread(second).starts_at == closed_at + 5 * MINUTE

    def test_a_planned_round_starts_at_its_time(self, running_round, tournament, noon):
        choose(running_round, start_mode="planned", countdown=5)
        second = self.second_round(tournament)
        plan(tournament, second, noon + 120 * MINUTE)
        publish_seating.publish(second.pk, by="director")
        end_and_close_round.close(running_round.pk, **WHY, now=noon + 90 * MINUTE)
        assert reread(second).starts_at == noon + 120 * MINUTE

    def test_or_after_the_countdown_where_that_is_past(
        self, running_round, tournament, noon
    ):
        choose(running_round, start_mode="planned", countdown=5)
        second = self.second_round(tournament)
        plan(tournament, second, noon + 60 * MINUTE)
        publish_seating.publish(second.pk, by="director")
        end_and_close_round.close(running_round.pk, **WHY, now=noon + 90 * MINUTE)
        assert reread(second).starts_at == noon + 95 * MINUTE

    def test_by_hand_nothing_starts_by_itself(self, running_round, tournament, noon):
        second = self.second_round(tournament)
        publish_seating.publish(second.pk, by="director")
        end_and_close_round.close(running_round.pk, **WHY, now=noon)
        assert reread(second).starts_at is None

    def test_a_start_can_be_set(self, seated_round, noon):
        at = noon + 30 * MINUTE
        round_clock.start_at(seated_round.pk, at=at, by="director", now=noon)
        assert clock_tick.sweep(at) == 1
        assert reread(seated_round).started_at == at

    def test_but_not_in_the_past(self, seated_round, noon):
        with pytest.raises(Refused) as caught:
            round_clock.start_at(seated_round.pk, at=noon, by="director", now=noon)
        assert codes(caught) == ["past"]


class TestWarnings:
    @pytest.fixture
    def warned(self, seated_round, noon) -> Round:
        choose(seated_round, warning_marks=[15, 5])
        return round_clock.start(seated_round.pk, by="director", now=noon)

    def test_each_mark_is_said_once(self, warned):
        for left in (15, 5):
            at = warned.ends_at - left * MINUTE
            assert clock_tick.sweep(at - SECOND) == 0
            assert clock_tick.sweep(at) == 1
            assert clock_tick.sweep(at) == 0
        said = warned.tournament.log.filter(kind="time_warning").order_by("revision")
        assert [event.data["minutes"] for event in said] == [15, 5]

    def test_a_late_tick_says_what_is_left_and_skips_what_is_past(self, warned):
        assert clock_tick.sweep(warned.ends_at - 3 * MINUTE) == 1
        [said] = warned.tournament.log.filter(kind="time_warning")
        assert said.data["minutes"] == 3

    def test_time_given_lets_a_mark_come_again(self, warned, noon):
        late = warned.ends_at - 10 * MINUTE
        clock_tick.sweep(late)
        extra_time.extend(warned.pk, minutes=30, by="director", reason="x", now=late)
        assert clock_tick.sweep(late) == 0
        assert clock_tick.sweep(warned.ends_at + 15 * MINUTE) == 1

    def test_none_while_paused(self, warned, noon):
        round_clock.pause(warned.pk, by="director", now=noon)
        assert reread(warned).mark_at is None
        assert clock_tick.sweep(warned.ends_at) == 0


class TestOneTable:
    def test_it_plays_on_when_the_others_hear_the_gong(self, running_round, noon):
        first, second = table(running_round, 1), table(running_round, 2)
        extra_time.extend_table(second.pk, minutes=5, now=noon, **WHY)
        end = running_round.ends_at
        assert table(running_round, 2).time_left(noon) == 105 * MINUTE
        assert clock_tick.sweep(end) == 1
        assert (gongs(first), gongs(second)) == (1, 0)
        assert table(running_round, 2).time_left(end) == 5 * MINUTE
        assert clock_tick.sweep(end + 5 * MINUTE - SECOND) == 0
        assert clock_tick.sweep(end + 5 * MINUTE) == 1
        assert gongs(second) == 1
        assert clock_tick.sweep(end + 6 * MINUTE) == 0

    def test_a_pause_holds_its_time_too(self, running_round, noon):
        second = table(running_round, 2)
        extra_time.extend_table(second.pk, minutes=5, now=noon, **WHY)
        round_clock.pause(running_round.pk, by="director", now=noon + 10 * MINUTE)
        assert table(running_round, 2).time_left(noon) == 95 * MINUTE

    def test_after_the_gong_it_gets_minutes_from_now(self, running_round):
        second = table(running_round, 2)
        end = running_round.ends_at
        clock_tick.sweep(end)
        later = end + 3 * MINUTE
        extra_time.extend_table(second.pk, minutes=5, now=later, **WHY)
        assert gongs(second) == 0
        assert state_at(second).hands_left is None
        assert clock_tick.sweep(later + 5 * MINUTE) == 1
        assert gongs(second) == 1

    def test_what_was_given_can_be_taken_back(self, running_round, noon):
        second = table(running_round, 2)
        extra_time.extend_table(second.pk, minutes=5, now=noon, **WHY)
        extra_time.extend_table(second.pk, minutes=-5, now=noon, **WHY)
        assert not Extension.objects.exists()

    def test_but_no_more_than_that(self, running_round, noon):
        second = table(running_round, 2)
        with pytest.raises(Refused) as caught:
            extra_time.extend_table(second.pk, minutes=-5, now=noon, **WHY)
        assert codes(caught) == ["less_than_the_others"]

    def test_a_double_click_gives_once(self, running_round, noon):
        second = table(running_round, 2)
        seen = running_round.clock_version
        give = {"minutes": 5, "now": noon, "version": seen, **WHY}
        extra_time.extend_table(second.pk, **give)
        with pytest.raises(Refused) as caught:
            extra_time.extend_table(second.pk, **give)
        assert codes(caught) == ["clock_changed"]
        assert Extension.objects.get().extra == 5 * MINUTE

    def test_a_closed_round_gives_no_time(self, running_round, noon):
        second = table(running_round, 2)
        end_and_close_round.close(running_round.pk, **WHY)
        with pytest.raises(Refused):
            extra_time.extend_table(second.pk, minutes=5, now=noon, **WHY)

    def test_a_round_closed_in_its_own_time_has_no_gong_left(self, running_round, noon):
        second = table(running_round, 2)
        extra_time.extend_table(second.pk, minutes=5, now=noon, **WHY)
        end = running_round.ends_at
        clock_tick.sweep(end)
        end_and_close_round.close(running_round.pk, **WHY)
        assert not end_and_close_round.end_table_if_due(second.pk, now=end + 5 * MINUTE)
        assert clock_tick.sweep(end + 5 * MINUTE) == 0
        assert gongs(second) == 0

    def test_the_time_of_all_pushes_its_own(self, running_round, noon):
        second = table(running_round, 2)
        extra_time.extend_table(second.pk, minutes=5, now=noon, **WHY)
        end = running_round.ends_at
        clock_tick.sweep(end)
        extra_time.extend(running_round.pk, minutes=10, now=end + MINUTE, **WHY)
        assert table(running_round, 2).time_left(end + MINUTE) == 15 * MINUTE
        assert not table(running_round, 2).has_own_time

    def test_an_end_by_hand_is_the_end_of_all(self, running_round, noon):
        second = table(running_round, 2)
        extra_time.extend_table(second.pk, minutes=5, now=noon, **WHY)
        end_and_close_round.end_now(running_round.pk, now=noon + MINUTE, **WHY)
        assert gongs(second) == 1
        assert clock_tick.sweep(noon + 300 * MINUTE) == 0

    def test_the_database_knows_no_extension_of_nothing(self, running_round):
        game = table(running_round, 1)
        with pytest.raises(IntegrityError), transaction.atomic():
            Extension.objects.create(game=game, extra=timedelta())


class TestSecondThoughts:
    def test_an_end_by_mistake_is_taken_back(self, running_round, noon):
        game = table(running_round, 1)
        play(game, 1)
        ended = noon + 30 * MINUTE
        end_and_close_round.end_now(running_round.pk, now=ended, **WHY)
        assert gongs(game) == 1
        undone = ended + 40 * SECOND
        running = end_and_close_round.undo_end(running_round.pk, now=undone, **WHY)
        assert running.state == RoundState.RUNNING
        assert running.ends_at == undone + 70 * MINUTE
        assert gongs(game) == 0
        play(game, 2)
        assert state_at(game).over is None

    def test_with_what_was_entered_meanwhile(self, running_round, noon):
        game = table(running_round, 1)
        end_and_close_round.end_now(running_round.pk, now=noon, **WHY)
        play(game, 1, before_gong=True)
        assert state_at(game).over is Ending.TIME
        end_and_close_round.undo_end(running_round.pk, now=noon + SECOND, **WHY)
        assert state_at(game).over is None
        assert state_at(game).hands_played == 1

    def test_and_that_no_hand_was_being_played(self, running_round, noon):
        game = table(running_round, 1)
        end_and_close_round.end_now(running_round.pk, now=noon, **WHY)
        enter_hand.enter(
            game.pk,
            {"kind": "play_ended", "why": "time"},
            device_key="none",
            by="referee",
        )
        end_and_close_round.undo_end(running_round.pk, now=noon + SECOND, **WHY)
        assert state_at(game).over is None

    def test_a_table_given_time_meanwhile_plays_by_its_round_again(
        self, running_round, noon
    ):
        game = table(running_round, 1)
        end_and_close_round.end_now(running_round.pk, now=noon, **WHY)
        extra_time.extend_table(game.pk, minutes=5, now=noon + SECOND, **WHY)
        end_and_close_round.undo_end(running_round.pk, now=noon + 30 * SECOND, **WHY)
        assert not table(running_round, 1).has_own_time
        assert clock_tick.sweep(noon + 6 * MINUTE) == 0
        assert gongs(game) == 0

    def test_not_after_a_minute(self, running_round, noon):
        end_and_close_round.end_now(running_round.pk, now=noon, **WHY)
        with pytest.raises(Refused) as caught:
            end_and_close_round.undo_end(
                running_round.pk, now=noon + 61 * SECOND, **WHY
            )
        assert codes(caught) == ["too_late_to_undo"]

    def test_not_where_time_had_run_out(self, running_round):
        end = running_round.ends_at
        clock_tick.sweep(end)
        with pytest.raises(Refused) as caught:
            end_and_close_round.undo_end(running_round.pk, now=end + SECOND, **WHY)
        assert codes(caught) == ["time_was_up"]

    def test_but_then_minutes_can_be_given(self, running_round):
        game = table(running_round, 1)
        end = running_round.ends_at
        clock_tick.sweep(end)
        late = end + 2 * MINUTE
        running = extra_time.extend(running_round.pk, minutes=10, now=late, **WHY)
        assert running.ends_at == late + 10 * MINUTE
        assert gongs(game) == 0
        assert clock_tick.sweep(late + 10 * MINUTE) == 1
        assert gongs(game) == 1


class TestPolicies:
    def test_hands_only_lets_tables_play_on(self, running_round):
        choose(running_round, end_policy="hands_only")
        game = table(running_round, 1)
        assert clock_tick.sweep(running_round.ends_at) == 1
        assert reread(running_round).state == RoundState.TIME_UP
        assert not LedgerEntry.objects.filter(kind="gong").exists()
        for hand in range(1, 17):
            play(game, hand)
        assert state_at(game).over is Ending.ALL_HANDS

    def test_one_more_hand_needs_no_word_but_the_one_being_played_does(
        self, running_round
    ):
        choose(running_round, end_policy="finish_hand_plus_one")
        game = table(running_round, 1)
        clock_tick.sweep(running_round.ends_at)
        with pytest.raises(Refused) as caught:
            play(game, 1)
        assert codes(caught) == ["after_time"]
        play(game, 1, before_gong=True)
        play(game, 2)
        assert state_at(game).over is Ending.TIME

    def test_a_table_set_going_again_while_it_has_time_hears_no_gong(
        self, running_round, noon
    ):
        game = table(running_round, 1)
        extra_time.extend_table(game.pk, minutes=5, now=noon, **WHY)
        clock_tick.sweep(running_round.ends_at)
        with transaction.atomic():
            ledger = TableLedger.locked(game.pk)
            gong_in_ledger.end_resumed_play(ledger, device_key="late", by="referee")
        assert gongs(game) == 0


def test_a_correction_after_which_play_goes_on_lets_the_table_hear_the_gong(
    director, noon
):
    """If a correction resumes play after the gong, the gong is added to the ledger.

    In the first version of the hand, a player had no points left before the gong.
    """
    game = table_of(director, noon, "riichi", preset="tenhou").game
    lost = {"kind": "win", "winner": "E", "from": "S", "limit": "yakuman"}
    line = enter_hand.enter(game.pk, lost, hand=1, device_key="1", by="referee").entry
    assert state_at(game).over is Ending.BANKRUPT
    end_and_close_round.end_now(game.round_id, now=noon + MINUTE, **WHY)
    assert gongs(game) == 0

    won = lost | {"limit": "mangan"}
    correct_and_undo.correct(line.pk, won, device_key="2", **WHY)
    assert gongs(game) == 1
    assert state_at(game).hands_left == 1


def test_one_round_that_fails_keeps_no_other_from_its_time(
    running_round, monkeypatch, caplog
):
    other = Round.objects.get(pk=running_round.pk)
    happened = []

    def end(round_id: int, *, version: int, now) -> bool:
        if round_id == running_round.pk:
            raise RuntimeError("broken")
        happened.append(round_id)
        return True

    found = [(running_round.pk, 1), (other.pk + 1, 1)]
    monkeypatch.setattr(round_deadlines, "due_ends", lambda now: found)
    monkeypatch.setattr(end_and_close_round, "end_if_due", end)
    assert clock_tick.sweep(running_round.ends_at) == 1
    assert happened == [other.pk + 1]
    assert "broken" in caplog.text
