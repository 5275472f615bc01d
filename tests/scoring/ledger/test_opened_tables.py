"""A page reads a table again under its lock if the table has changed."""

from __future__ import annotations

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from rules.faults import RuleError
from scoring.ledger import enter_hand, table_ledger
from scoring.rounds import end_and_close_round
from tournaments.models import RoundState

pytestmark = pytest.mark.django_db

HAND = {"kind": "win", "winner": "E", "from": "S", "points": 12}


def test_what_is_known_holds_while_nothing_changes(game):
    known = table_ledger.opened(game.pk)
    with transaction.atomic(), CaptureQueriesContext(connection) as asked:
        assert table_ledger.locked(game.pk, known) is known
    assert sum("SELECT" in query["sql"] for query in asked) == 2


def test_after_any_change_of_the_event_it_is_read_again(game, tournament):
    known = table_ledger.opened(game.pk)
    with transaction.atomic():
        tournament.record("something", by="director")
    with transaction.atomic():
        assert table_ledger.locked(game.pk, known) is not known


def test_a_round_that_was_closed_meanwhile_takes_no_hand(game, tournament):
    known = table_ledger.opened(game.pk)
    end_and_close_round.close(game.round_id, by="director", reason="enough")
    assert known.round.state != RoundState.CLOSED
    with pytest.raises(RuleError) as refused:
        enter_hand.enter(
            game.pk, HAND, hand=1, device_key="a", by="table 1", known=known
        )
    assert refused.value.faults[0].code == "round_not_open"


def test_one_hand_after_the_other_follows_what_the_first_has_made(game):
    known = table_ledger.opened(game.pk)
    for hand in (1, 2):
        receipt = enter_hand.enter(
            game.pk, HAND, hand=hand, device_key=f"{hand}", by="x", known=known
        )
        assert receipt.ledger.state.hands_played == hand
