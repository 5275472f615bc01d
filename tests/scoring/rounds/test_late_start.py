"""Seating published after the planned start of the round.

No clock starts without a decision.
"""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
import time_machine

from scoring.rounds import clock_tick, end_and_close_round
from tests.tournaments.pages import page, says
from tournaments.models import PlanKind, Round, RoundState, Tournament
from tournaments.refusals import Refused
from tournaments.rounds import (
    publish_seating,
    round_clock,
    seat_rounds_and_exchange_seats,
)
from tournaments.rounds.late_start import Late, LateStart
from tournaments.tournament_setup import create_and_change_tournament, schedule_changes

MINUTE = timedelta(minutes=1)
PASSED = (
    "The start time of round 1 (12:00 on 1 May) has passed. Choose when to start it."
)


@pytest.fixture
def late(noon) -> datetime:
    """Return the current time, 25 minutes after the planned start."""
    return noon + 25 * MINUTE


@pytest.fixture
def hidden(tournament, noon) -> Round:
    """Return round 1 as a draft planned for noon.

    Its tournament starts rounds by the schedule.
    """
    Tournament.objects.update(start_mode="planned")
    tournament.day_plan.create(kind=PlanKind.ROUND, number=1, start=noon, minutes=100)
    rows = [
        seat_rounds_and_exchange_seats.TableRow(1, 1, (1, 2, 3, 4)),
        seat_rounds_and_exchange_seats.TableRow(1, 2, (5, 6, 7, 8)),
    ]
    tournament.refresh_from_db()
    [round_] = seat_rounds_and_exchange_seats.seat_rounds(
        tournament, rows, by="director"
    )
    return round_


def reread(round_: Round) -> Round:
    return Round.objects.select_related("tournament").get(pk=round_.pk)


def codes(caught) -> list[tuple[str, str]]:
    return [(fault.code, fault.field) for fault in caught.value.faults]


def publish(round_: Round, now: datetime, how: str, at: datetime | None = None):
    start = LateStart(how, at)
    return publish_seating.publish(round_.pk, by="director", late=start, now=now)


class TestPublishing:
    def test_after_the_planned_time_it_asks_first(self, hidden, late):
        with pytest.raises(Refused) as caught:
            publish_seating.publish(hidden.pk, by="director", now=late)
        assert codes(caught) == [("planned_time_past", "start")]
        assert reread(hidden).state == RoundState.DRAFT

    def test_before_it_the_round_starts_at_its_time(self, hidden, noon):
        published = publish_seating.publish(hidden.pk, by="director", now=noon - MINUTE)
        assert published.starts_at == noon

    def test_started_now(self, hidden, late):
        assert publish(hidden, late, Late.NOW).started_at == late
        kinds = [each.kind for each in hidden.tournament.log.order_by("revision")]
        assert kinds[-2:] == ["round_published", "round_started"]

    def test_started_now_after_the_countdown(self, hidden, late):
        Tournament.objects.update(countdown=5)
        assert publish(hidden, late, Late.NOW).starts_at == late + 5 * MINUTE

    def test_started_at_a_new_time(self, hidden, late):
        at = late + 10 * MINUTE
        assert publish(hidden, late, Late.AT, at).starts_at == at

    def test_but_not_at_one_that_is_past(self, hidden, late):
        with pytest.raises(Refused) as caught:
            publish(hidden, late, Late.AT, late)
        assert codes(caught) == [("past", "start_time")]
        assert reread(hidden).state == RoundState.DRAFT

    def test_left_to_a_director(self, hidden, late):
        published = publish(hidden, late, Late.BY_HAND)
        assert (published.state, published.starts_at) == (RoundState.PUBLISHED, None)
        assert clock_tick.sweep(late + 60 * MINUTE) == 0

    def test_published_again_it_asks_again(self, hidden, noon, late):
        publish_seating.publish(hidden.pk, by="director", now=noon - MINUTE)
        publish_seating.unpublish(hidden.pk, by="director", reason="wrong list")
        with pytest.raises(Refused):
            publish_seating.publish(hidden.pk, by="director", now=late)

    def test_what_was_chosen_counts_only_while_the_time_has_passed(self, hidden, noon):
        before = noon - MINUTE
        assert publish(hidden, before, Late.NOW).starts_at == noon

    @pytest.mark.parametrize("mode", ["by_hand", "published"])
    def test_nothing_is_asked_where_the_plan_starts_no_round(self, hidden, late, mode):
        Tournament.objects.update(start_mode=mode, countdown=5)
        published = publish_seating.publish(hidden.pk, by="director", now=late)
        starts = {"by_hand": None, "published": late + 5 * MINUTE}
        assert published.starts_at == starts[mode]


class TestOtherWays:
    """Other ways to set the start of a round."""

    def test_a_plan_moved_into_the_past_starts_nothing(self, hidden, noon, late):
        publish_seating.publish(hidden.pk, by="director", now=noon - 60 * MINUTE)
        tournament = reread(hidden).tournament
        moved = [schedule_changes.Item(PlanKind.ROUND, noon - 30 * MINUTE, 100, 1)]
        schedule_changes.write(tournament, moved, by="director", now=noon - 20 * MINUTE)
        assert reread(hidden).starts_at is None
        assert clock_tick.sweep(late) == 0

    @pytest.mark.parametrize(("countdown", "starts"), [(0, None), (5, 5)])
    def test_a_round_closed_late_starts_no_other_in_the_same_second(
        self, hidden, noon, late, countdown, starts
    ):
        Tournament.objects.update(countdown=countdown)
        publish(hidden, noon, Late.BY_HAND)
        round_clock.start(hidden.pk, by="director", now=noon - countdown * MINUTE)
        clock_tick.sweep(noon)
        first = reread(hidden)
        assert first.is_open
        tournament = first.tournament
        tournament.day_plan.create(
            kind=PlanKind.ROUND, number=2, start=noon + 100 * MINUTE, minutes=100
        )
        rows = [seat_rounds_and_exchange_seats.TableRow(2, 1, (1, 2, 3, 4))]
        [second] = seat_rounds_and_exchange_seats.seat_rounds(
            tournament, rows, by="director"
        )
        publish_seating.publish(second.pk, by="director", now=late)
        now = noon + 240 * MINUTE
        end_and_close_round.close(first.pk, by="director", reason="late", now=now)
        expected = starts and now + starts * MINUTE
        assert reread(second).starts_at == expected

    @pytest.mark.parametrize("mode", ["planned", "published"])
    def test_another_setting_starts_nothing_in_the_same_second(
        self, hidden, noon, late, mode
    ):
        Tournament.objects.update(start_mode="by_hand")
        publish_seating.publish(hidden.pk, by="director", now=noon)
        tournament = reread(hidden).tournament
        with time_machine.travel(late, tick=False):
            create_and_change_tournament.change_some_settings(
                tournament, {"start_mode": mode}, by="director"
            )
        assert reread(hidden).starts_at is None


class TestPages:
    @pytest.fixture(autouse=True)
    def now(self, late):
        with time_machine.travel(late, tick=False):
            yield

    @pytest.fixture(params=["control", "draw"])
    def pages(self, request, director_client, hidden):
        """Return a page that publishes the seating, and a function that sends the
        page's form.
        """
        slug = hidden.tournament.slug
        if request.param == "control":
            address = page("publish", slug, 1)
            asks = page("hall", slug)
            with_seats = {"seats": hidden.pk}
        else:
            draw = hidden.tournament.draws.create(
                number=1,
                method="random",
                first_round=1,
                rounds=1,
                state="confirmed",
                by="director",
            )
            Round.objects.filter(pk=hidden.pk).update(draw=draw)
            address = asks = page("draw_publish", slug, 1)
            with_seats = {}
        return asks, lambda **sent: director_client.post(address, with_seats | sent)

    def test_the_page_warns_before_and_asks(self, director_client, pages):
        asks, send = pages
        shown = director_client.get(asks)
        assert says(shown, PASSED)
        assert says(shown, "Start manually later")
        refused = send()
        assert refused.status_code == 422
        assert says(refused, PASSED)
        assert Round.objects.get().state == RoundState.DRAFT

    @pytest.mark.every_case
    def test_half_a_choice_is_refused(self, pages):
        _asks, send = pages
        for sent, sentence in (
            ({"start": "at"}, "Enter the new time."),
            (
                {"start": "at", "start_time": "2026-05-01T12:25"},
                "That time has passed. Choose a later one.",
            ),
            ({"start": "soon"}, "Select a valid choice."),
        ):
            refused = send(**sent)
            assert refused.status_code == 422, sent
            assert says(refused, sentence), sent
            assert says(refused, "Start manually later"), sent
        assert Round.objects.get().state == RoundState.DRAFT

    @pytest.mark.every_case
    @pytest.mark.parametrize(
        ("sent", "state", "starts"),
        [
            ({"start": "now"}, RoundState.RUNNING, None),
            (
                {"start": "at", "start_time": "2026-05-01T12:40"},
                RoundState.PUBLISHED,
                "12:40",
            ),
            ({"start": "by_hand"}, RoundState.PUBLISHED, None),
        ],
    )
    def test_what_is_chosen_is_done(self, pages, sent, state, starts):
        _asks, send = pages
        assert send(**sent).status_code == 302
        round_ = Round.objects.get()
        assert round_.state == state
        assert (round_.starts_at and f"{round_.starts_at:%H:%M}") == starts

    def test_the_control_room_and_the_plan_say_that_the_time_has_passed(
        self, director_client, hidden, late
    ):
        publish(hidden, late, Late.BY_HAND)
        slug = hidden.tournament.slug
        hall = director_client.get(page("hall", slug))
        assert says(
            hall,
            "The planned start (12:00) has passed. Start the round or choose a new "
            "time.",
        )
        [item] = schedule_changes.items_of(hidden.tournament)
        sent = {
            "seen": schedule_changes.mark_of([item]),
            "line-TOTAL_FORMS": 1,
            "line-INITIAL_FORMS": 0,
            "line-0-what": "1",
            "line-0-start": "2026-05-01T12:10",
            "line-0-minutes": "100",
        }
        saved = director_client.post(page("plan", slug), sent, follow=True)
        assert says(
            saved, "The scheduled start of round 1 has passed. Start it manually."
        )
        sent["seen"] = schedule_changes.mark_of(
            schedule_changes.items_of(hidden.tournament)
        )
        sent["line-0-start"] = "2026-05-01T13:00"
        saved = director_client.post(page("plan", slug), sent, follow=True)
        assert says(saved, "Round 1 starts on Friday 1 May at 13:00.")
