"""A practice day of Zung Jung with sessions of full length, in which each player deals
equally often.
"""

from __future__ import annotations

import pytest
from django.utils import timezone

from rules.ruleset_and_table_state import Ending
from scoring.confirming_and_finishing.finish_reopen_and_publish_results import finish
from scoring.ledger.rebuild_results_from_ledgers import rebuild
from scoring.ledger.table_ledger import TableLedger
from scoring.standings.rank_players import ranking_of
from tests.scoring.practice.test_practice_event import made
from tests.scoring.rehearsals import play_whole
from tournaments.models import Game

pytestmark = pytest.mark.django_db


def test_a_day_of_full_sessions(director):
    event = made(
        director, "zung_jung", players=8, rounds=2, round=1, in_the_middle=False
    )
    hands = event.rules.options.hands_limit
    assert hands % 4 == 0
    play_whole(event, hands=hands)
    for game in Game.objects.filter(round__tournament=event):
        state = TableLedger.as_now(game).state
        assert (state.hands_played, state.over) == (hands, Ending.ALL_HANDS)
        settled = [line for line in state.lines if line.settlement.ends_hand]
        dealers = [line.before.dealer for line in settled]
        assert {dealers.count(seat) for seat in "ESWN"} == {hands // 4}
        assert sum(state.scores[seat] for seat in "ESWN") == 0
    assert rebuild(event, check=True) == []
    finish(event, by="director", now=timezone.now())
    points = [row.line.table_points for row in ranking_of(event).placed]
    assert points == sorted(points, reverse=True)
    assert len(points) == 8
