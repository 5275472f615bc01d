"""Rejected late hands: notice at the table, and the referee's next steps."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from scoring.ledger import decide_late_hand, enter_hand
from scoring.ledger.table_ledger import TableLedger
from scoring.models import LateHand
from scoring.rounds import clock_tick
from tests.scoring.table_device import HTMX, device_at, text, win
from tournaments.models import Tournament


@pytest.fixture
def device(game, running_round) -> Client:
    """Return a table device after one hand and the gong."""
    came = device_at(game)
    raw = {"kind": "washout"}
    enter_hand.enter(game.pk, raw, hand=1, device_key="first", by="table 1")
    clock_tick.sweep(running_round.ends_at)
    return came


@pytest.fixture
def late(device, at) -> LateHand:
    device.post(at(), win(2, "late"), **HTMX)
    return LateHand.objects.get()


def refuse(late: LateHand, reason: str = "the dice lay in the box", **more) -> None:
    decide_late_hand.decide(late.pk, counts=False, by="referee", reason=reason, **more)


NOT_COUNTED = "Hand 2 did not count"


class TestTheTable:
    def test_hears_what_did_not_count_who_said_so_and_why(self, device, at, late):
        refuse(late)
        for path in (at(), at("sheet")):
            page = text(device.get(path, {"hand": 2}, **(HTMX if path != at() else {})))
            assert NOT_COUNTED in page
            assert "Decided by referee" in page
            assert "the dice lay in the box" in page
        assert "Change this decision" not in page

    def test_until_something_new_is_entered(self, device, at, late, game):
        refuse(late)
        device.post(at(), win(2, "new", points=20), **HTMX)
        page = text(device.get(at()))
        assert NOT_COUNTED not in page
        assert "Hand 2 awaits a referee" in page
        new = LateHand.objects.get(device_key="new")
        refuse(new, "nor does this")
        page = text(device.get(at()))
        assert page.count(NOT_COUNTED) == 1
        assert "nor does this" in page

    def test_a_ruling_is_something_new(self, device, at, late, game):
        refuse(late)
        raw = {"kind": "penalty", "amounts": {"E": 0, "S": 0, "W": 0, "N": -10}}
        enter_hand.enter(game.pk, raw, device_key="p", by="referee", reason="late")
        assert NOT_COUNTED not in text(device.get(at()))

    def test_not_of_a_version_beside_the_one_that_counts(self, device, at, late):
        device.post(at(), win(2, "other", points=20), **HTMX)
        decide_late_hand.decide(late.pk, counts=True, by="referee")
        assert NOT_COUNTED not in text(device.get(at()))

    def test_not_once_it_counts_after_all(self, device, referee_client, at, late):
        refuse(late)
        page = text(referee_client.get(at()))
        assert at("late_hand", late.pk) in page
        decide_late_hand.decide(late.pk, counts=True, by="referee")
        assert NOT_COUNTED not in text(device.get(at()))


class TestNoHandWasBeingPlayed:
    OVER = "End the game"

    def test_is_said_with_the_refusal(self, referee_client, device, at, late, game):
        assert self.OVER in text(referee_client.get(at("late_hand", late.pk)))
        sent = {"word": "over", "reason": "tiles in the box"}
        answer = referee_client.post(at("late_hand", late.pk), sent, follow=True)
        assert "hand 2 does not count, and the game is over." in text(answer)
        late.refresh_from_db()
        assert (late.decision, late.answer) == ("refused", "tiles in the box")
        state = TableLedger.as_now(game).state
        assert (state.over, state.hands_played) == ("time", 1)
        assert NOT_COUNTED in text(device.get(at()))

    def test_needs_the_reason_too(self, referee_client, at, late, game):
        answer = referee_client.post(at("late_hand", late.pk), {"word": "over"})
        assert answer.status_code == 422
        assert self.OVER in text(answer)
        late.refresh_from_db()
        assert late.decision == ""
        assert TableLedger.as_now(game).state.over is None

    def test_is_not_offered_while_another_hand_waits(
        self, referee_client, device, at, late
    ):
        device.post(at(), win(2, "other", points=20), **HTMX)
        assert self.OVER not in text(referee_client.get(at("late_hand", late.pk)))

    def test_nor_where_play_is_over_already(
        self, game, running_round, referee_client, at
    ):
        Tournament.objects.update(end_policy="stop_at_once")
        came = device_at(game)
        clock_tick.sweep(running_round.ends_at)
        came.post(at(), win(1, "late"), **HTMX)
        late = LateHand.objects.get()
        assert self.OVER not in text(referee_client.get(at("late_hand", late.pk)))
        sent = {"word": "over", "reason": "no"}
        answer = referee_client.post(at("late_hand", late.pk), sent)
        assert answer.status_code == 422
        late.refresh_from_db()
        assert late.decision == ""


class TestTheReferee:
    @pytest.fixture
    def hall(self, game) -> str:
        return reverse("director:hall", args=[game.round.tournament.slug])

    def test_who_came_from_the_table_goes_back_there(self, referee_client, at, late):
        answer = referee_client.post(at("late_hand", late.pk), {"word": "counts"})
        assert answer["Location"] == at()

    def test_who_came_from_the_hall_goes_back_there(
        self, referee_client, at, late, hall
    ):
        path = at("late_hand", late.pk)
        assert f'href="{path}?from=hall"' in text(referee_client.get(hall))
        page = text(referee_client.get(path, {"from": "hall"}))
        assert '<input type="hidden" name="from" value="hall">' in page
        assert "Back to the control room" in page
        sent = {"word": "counts", "from": "hall"}
        assert referee_client.post(path, sent)["Location"] == hall

    def test_there_the_next_one_is_at_hand(
        self, referee_client, device, at, late, hall
    ):
        device.post(at(), win(2, "other", points=20), **HTMX)
        sent = {"word": "refused", "reason": "no", "from": "hall"}
        answer = referee_client.post(at("late_hand", late.pk), sent)
        assert answer["Location"] == f"{hall}#needs-head"
        page = text(referee_client.get(hall))
        assert 'id="needs-head"' in page
        assert "Table 1: hand 2 does not count." in page
