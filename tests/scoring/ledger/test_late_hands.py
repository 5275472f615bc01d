"""Late hands: the program stores and shows them, and they count if a referee decides
so.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from scoring.ledger import decide_late_hand, enter_hand, rebuild_results_from_ledgers
from scoring.ledger.table_ledger import TableLedger
from scoring.models import LateHand
from scoring.rounds import clock_tick, end_and_close_round, extra_time
from tests.scoring.table_device import HTMX, device_at, text, win
from tournaments.models import Game, LateWord, Tournament
from tournaments.refusals import Refused

MINUTE = timedelta(minutes=1)


@pytest.fixture
def at(game) -> Callable[..., str]:
    round_ = game.round

    def address(name: str = "session", *more: int) -> str:
        where = [round_.tournament.slug, round_.number, game.table, *more]
        return reverse(f"table:{name}", args=where)

    return address


@pytest.fixture
def device(game, running_round) -> Client:
    """Return a table device after one hand and the gong."""
    came = device_at(game)
    enter_hand.enter(
        game.pk, {"kind": "washout"}, hand=1, device_key="first", by="table 1"
    )
    clock_tick.sweep(running_round.ends_at)
    return came


@pytest.fixture
def referee_client(client, referee) -> Client:
    client.force_login(referee)
    return client


@pytest.fixture
def late(device, at) -> LateHand:
    device.post(at("queue"), win(2, "late"))
    return LateHand.objects.get()


def played(game: Game) -> int:
    return TableLedger.as_now(game).state.hands_played


def kinds(game: Game) -> list[str]:
    log = game.round.tournament.log.order_by("revision")
    return [event.kind for event in log]


def codes(caught) -> list[str]:
    return [fault.code for fault in caught.value.faults]


class TestATableEntersAHandAfterTime:
    @pytest.mark.parametrize("tick", ["", "on"])
    def test_it_is_kept_and_counts_for_nothing(self, device, at, game, tick):
        answer = device.post(at("queue"), win(2, "late", before_gong=tick))
        assert answer.status_code == 200
        late = LateHand.objects.get()
        assert (late.hand, late.decision) == (2, "")
        assert played(game) == 1
        assert kinds(game)[-1] == "hand_held"

    def test_its_page_says_so_and_offers_no_tick(self, device, at, late):
        page = text(device.get(at()))
        assert "Hand 2 awaits a referee" in page
        assert 'name="before_gong"' not in page
        assert "Decide" not in page

    def test_the_same_again_is_the_same(self, device, at, late):
        for key in ("late", "another device"):
            assert device.post(at("queue"), win(2, key)).json()["held"] == late.pk
        assert LateHand.objects.count() == 1

    def test_another_version_is_seen_beside_it(self, device, at, late):
        device.post(at(), win(2, "other", points=20), **HTMX)
        assert LateHand.objects.count() == 2
        assert text(device.get(at())).count("Hand 2 awaits a referee") == 2

    def test_what_would_come_after_it_waits_for_it(self, device, at, late):
        answer = device.post(at(), win(3, "next"), **HTMX)
        assert answer.status_code == 422
        assert "Hand 2 awaits a referee. Enter this hand after the decision." in text(
            answer
        )

    def test_a_fault_is_a_fault(self, device, at, game):
        answer = device.post(at(), win(2, "late", points=7), **HTMX)
        assert answer.status_code == 422
        assert not LateHand.objects.exists()

    def test_it_can_be_taken_back_by_the_table(self, device, at, late, game):
        device.post(at("take_back_late_hand", late.pk))
        late.refresh_from_db()
        assert late.decision == "taken_back"
        assert "awaits a referee" not in text(device.get(at()))
        assert kinds(game)[-1] == "late_hand_taken_back"

    def test_by_its_tiles_too(self, device, at, game):
        fields = {
            **win(2, "tiles"),
            "by": "tiles",
            "tiles_E": "123m456m789m123p55s",
        }
        page = text(device.get(at("tiles")))
        assert "counts if a referee confirms it" in page
        answer = device.post(at("tiles"), fields)
        assert answer.status_code in (302, 422)
        assert played(game) == 1

    def test_of_a_queue_it_is_told_what_becomes_of_it(self, device, at, game):
        def send() -> dict:
            return device.post(at("queue"), win(2, "late")).json()

        held = send()
        late = LateHand.objects.get()
        assert held["held"] == late.pk
        decide_late_hand.decide(
            late.pk, counts=False, by="referee", reason="dice were cold"
        )
        refused = send()
        assert "dice were cold" in refused["refused"][0]
        assert refused["final"] is True
        decide_late_hand.decide(late.pk, counts=True, by="referee")
        assert send()["saved"] == late_line(late)

    def test_a_referee_at_the_table_says_it_at_once(
        self, device, referee_client, at, game
    ):
        referee_client.post(at(), win(2, "r", before_gong="on"), **HTMX)
        assert played(game) == 2
        assert not LateHand.objects.exists()

    def test_where_the_table_may_say_it_nothing_waits(self, device, at, game):
        Tournament.objects.update(late_word=LateWord.TABLE)
        assert device.post(at(), win(2, "a"), **HTMX).status_code == 422
        device.post(at(), win(2, "a", before_gong="on"), **HTMX)
        assert played(game) == 2

    def test_where_play_stops_at_once_a_hand_that_had_ended(
        self, game, running_round, at
    ):
        Tournament.objects.update(end_policy="stop_at_once")
        came = device_at(game)
        clock_tick.sweep(running_round.ends_at)
        came.post(at(), win(1, "late"), **HTMX)
        late = LateHand.objects.get()
        assert "confirms that it ended in time" in text(came.get(at()))
        decide_late_hand.decide(late.pk, counts=True, by="referee")
        assert played(game) == 1
        assert TableLedger.as_now(game).state.over

    def test_where_play_stops_at_once_the_referee_sees_what_it_would_change(
        self, game, running_round, at, referee_client
    ):
        Tournament.objects.update(end_policy="stop_at_once")
        clock_tick.sweep(running_round.ends_at)
        device_at(game).post(at(), win(1, "late"), **HTMX)
        late = LateHand.objects.get()
        page = text(referee_client.get(at("late_hand", late.pk)))
        assert "Changes if the hand counts" in page
        slug = running_round.tournament.slug
        hall = text(referee_client.get(reverse("director:hall", args=[slug])))
        assert ">Late hand<" in hall


def late_line(late: LateHand) -> int:
    late.refresh_from_db()
    return late.line.sequence


class TestTheReferee:
    def test_sees_it_in_the_hall_and_what_it_would_change(
        self, referee_client, late, at, game
    ):
        slug = game.round.tournament.slug
        hall = text(referee_client.get(reverse("director:hall", args=[slug])))
        assert at("late_hand", late.pk) in hall
        page = text(referee_client.get(at("late_hand", late.pk)))
        assert "Changes if the hand counts" in page

    def test_says_that_it_counts(self, referee_client, late, at, game):
        answer = referee_client.post(at("late_hand", late.pk), {"word": "counts"})
        assert answer.status_code == 302
        late.refresh_from_db()
        assert (late.decision, late.decided_by) == ("counts", "referee")
        assert late.line.by == late.by
        assert played(game) == 2
        assert kinds(game)[-1] == "late_hand_counts"
        assert not rebuild_results_from_ledgers.rebuild(
            game.round.tournament, check=True
        )

    def test_or_not_with_a_reason(self, referee_client, late, at, game):
        refused = {"word": "refused"}
        answer = referee_client.post(at("late_hand", late.pk), refused)
        assert answer.status_code == 422
        assert "Enter why the hand does not count." in text(answer)
        refused["reason"] = "the dice lay in the box"
        referee_client.post(at("late_hand", late.pk), refused)
        late.refresh_from_db()
        assert (late.decision, late.answer) == ("refused", "the dice lay in the box")
        assert played(game) == 1

    def test_can_think_better_of_a_refusal_but_not_of_a_yes(self, late, game):
        decide_late_hand.decide(late.pk, counts=False, by="referee", reason="no")
        decide_late_hand.decide(late.pk, counts=True, by="director")
        assert played(game) == 2
        with pytest.raises(Refused) as caught:
            decide_late_hand.decide(late.pk, counts=False, by="director", reason="no")
        assert codes(caught) == ["decided"]

    def test_the_other_version_is_out_then(self, device, late, at):
        device.post(at("queue"), win(2, "other", points=20))
        decide_late_hand.decide(late.pk, counts=True, by="referee")
        other = LateHand.objects.get(device_key="other")
        assert other.decision == "refused"

    def test_hears_when_the_hand_was_entered_otherwise(
        self, referee_client, late, at, game
    ):
        referee_client.post(at(), win(2, "r", points=20, before_gong="on"), **HTMX)
        answer = referee_client.post(at("late_hand", late.pk), {"word": "counts"})
        assert answer.status_code == 422
        assert "now has a different entry" in text(answer)
        late.refresh_from_db()
        assert late.decision == ""

    def test_sees_no_effect_of_a_hand_that_can_count_no_more(
        self, referee_client, late, at
    ):
        referee_client.post(at(), win(2, "r", points=20, before_gong="on"), **HTMX)
        page = text(referee_client.get(at("late_hand", late.pk)))
        assert "Changes if the hand counts" not in page
        assert "This game ended after hand 2. No entries can be added." in page

    def test_says_one_of_both(self, referee_client, late, at):
        for word in ("", "perhaps"):
            answer = referee_client.post(at("late_hand", late.pk), {"word": word})
            assert answer.status_code == 422
            assert "Choose whether the hand counts." in text(answer)

    def test_hears_that_somebody_was_faster(self, referee_client, late, at):
        decide_late_hand.decide(late.pk, counts=True, by="director")
        for reason in ("", "no", "no" * 300):
            sent = {"word": "refused", "reason": reason}
            answer = referee_client.post(at("late_hand", late.pk), sent)
            assert answer.status_code == 422
            assert "This has already been decided" in text(answer)

    def test_hears_that_a_reason_is_too_long_for_a_yes(self, referee_client, late, at):
        decide_late_hand.decide(late.pk, counts=False, by="director", reason="no")
        sent = {"word": "counts", "reason": "no" * 300}
        answer = referee_client.post(at("late_hand", late.pk), sent)
        assert answer.status_code == 422
        assert "at most 500 characters" in text(answer)

    def test_cannot_let_a_hand_count_twice(
        self, device, referee_client, late, at, game
    ):
        decide_late_hand.decide(late.pk, counts=False, by="referee", reason="no")
        device.post(at("queue"), win(2, "again"))
        again = LateHand.objects.get(device_key="again")
        decide_late_hand.decide(again.pk, counts=True, by="referee")
        answer = referee_client.post(at("late_hand", late.pk), {"word": "counts"})
        assert answer.status_code == 422
        assert "already counts" in text(answer)
        assert played(game) == 2


class TestTimeIsGiven:
    def test_an_end_taken_back_lets_it_count(self, game, running_round, at, noon):
        came = device_at(game)
        end_and_close_round.end_now(running_round.pk, by="d", reason="oops", now=noon)
        came.post(at("queue"), win(1, "late"))
        end_and_close_round.undo_end(running_round.pk, by="d", reason="oops", now=noon)
        assert LateHand.objects.get().decision == "counts"
        assert played(game) == 1

    def test_more_time_for_the_table_too(self, late, game, running_round):
        now = running_round.ends_at + MINUTE
        extra_time.extend_table(game.pk, minutes=5, by="d", reason="r", now=now)
        late.refresh_from_db()
        assert late.decision == "counts"


class TestClosing:
    def test_a_round_is_not_closed_over_it_without_a_reason(self, late, game):
        other = game.round.games.get(table=2)
        for table in (game, other):
            enter_hand.enter(
                table.pk,
                {"kind": "play_ended", "why": "ruling"},
                device_key=f"over{table.pk}",
                by="director",
            )
        with pytest.raises(Refused) as caught:
            end_and_close_round.close(game.round_id, by="director")
        assert "late_hands" in codes(caught)
        end_and_close_round.close(game.round_id, by="director", reason="nobody came")


class TestTheDatabase:
    def test_keeps_every_one(self, late):
        with pytest.raises(IntegrityError), transaction.atomic():
            LateHand.objects.all().delete()

    @pytest.mark.parametrize(
        "values", [{"decision": "counts"}, {"decided_by": "x"}, {"decision": "maybe"}]
    )
    def test_knows_no_decision_of_nobody(self, late, values):
        with pytest.raises(IntegrityError), transaction.atomic():
            LateHand.objects.update(**values)

    def test_alters_no_decision(self, late):
        decide_late_hand.decide(late.pk, counts=True, by="referee")
        with pytest.raises(IntegrityError), transaction.atomic():
            LateHand.objects.update(answer="other")


def test_another_tables_hand_is_not_found(referee_client, late, at, game):
    round_ = game.round
    elsewhere = reverse(
        "table:late_hand", args=[round_.tournament.slug, round_.number, 2, late.pk]
    )
    assert referee_client.get(elsewhere).status_code == 404
