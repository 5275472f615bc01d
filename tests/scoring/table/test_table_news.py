"""Updates in the streams of table pages: for changes at one table, or for all
tables.
"""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from scoring.ledger import enter_hand
from scoring.rounds import end_and_close_round, extra_time
from scoring.table import table_change_signal
from tests.scoring.halls import hall_of
from tournaments.live import live_topics
from tournaments.models import Round, Tournament
from tournaments.rounds import referee_calls, round_clock

WASHOUT = {"kind": "washout"}


@pytest.fixture
def tables(director):
    return hall_of(director, "mcr", tables=3)


def told(game) -> str:
    tournament = Tournament.objects.get(pk=game.round.tournament_id)
    return table_change_signal._news(
        tournament, (str(game.round.number), str(game.table))
    )


def are_told(tables, since: int) -> list[bool]:
    """Return for each table whether its pages receive an update for the changes since
    that revision.
    """
    tournament = tables[0].round.tournament
    [news] = live_topics.changes([(tournament.pk, since)]).values()
    return [
        bool(
            news.about(
                live_topics.Topic(
                    table_change_signal.NAME,
                    tournament.pk,
                    (str(game.round.number), str(game.table)),
                    "en",
                )
            )
        )
        for game in tables
    ]


@pytest.fixture
def before(tables) -> int:
    return Tournament.objects.get(pk=tables[0].round.tournament_id).revision


def test_a_hand_is_news_at_its_table_and_at_no_other(tables, before):
    enter_hand.enter(tables[1].pk, WASHOUT, hand=1, device_key="a", by="table 2")
    assert are_told(tables, before) == [False, True, False]


def test_what_is_about_no_table_is_news_at_all_of_them(tables, before):
    enter_hand.enter(tables[1].pk, WASHOUT, hand=1, device_key="a", by="table 2")
    tables[0].round.tournament.record("settings_changed", by="director")
    assert are_told(tables, before) == [True, True, True]


def test_a_call_for_a_referee_is_news_at_its_table(tables, before):
    referee_calls.call(tables[2].pk, by="table 3")
    assert are_told(tables, before) == [False, False, True]


def test_the_clock_comes_with_the_news(tables, noon):
    round_ = Round.objects.get(pk=tables[0].round_id)
    assert 'hx-swap-oob="true"' in told(tables[0])
    assert "+5 minutes" not in told(tables[0])
    extra_time.extend_table(
        tables[0].pk, minutes=5, by="director", reason="a lamp", now=timezone.now()
    )
    assert "+5 minutes" in told(tables[0])
    assert "+5 minutes" not in told(tables[1])
    own = (round_.ends_at + timedelta(minutes=5)).timestamp()
    assert f'data-until="{own:.6f}"' in told(tables[0])
    round_clock.pause(round_.pk, by="director", now=timezone.now())
    assert all("clock paused" in told(game) for game in tables)
    end_and_close_round.close(round_.pk, by="director", reason="over")
    assert "clock" not in told(tables[0]).replace("table-clock", "")


@pytest.mark.parametrize("one_by_one", [0, 1, 10])
def test_all_tables_are_told_by_few_queries(
    tables, monkeypatch, django_assert_num_queries, one_by_one
):
    monkeypatch.setattr(table_change_signal, "ONE_BY_ONE", one_by_one)
    tournament = Tournament.objects.get(pk=tables[0].round.tournament_id)
    with django_assert_num_queries(min(one_by_one + 1, len(tables))):
        found = [
            table_change_signal._on_the_clock(tournament, (1, table.table))
            for table in tables
        ]
    assert found == tables
