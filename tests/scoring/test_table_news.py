"""What the stream tells the pages of a table: a change there, or one for everybody."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from scoring import ledger, round_end, table_news
from tests.scoring.halls import hall_of
from tournaments import clock, referee_calls
from tournaments.models import Round, Tournament

WASHOUT = {"kind": "washout"}


@pytest.fixture
def tables(director):
    return hall_of(director, "mcr", tables=3)


def told(session) -> str:
    tournament = Tournament.objects.get(pk=session.round.tournament_id)
    return table_news._news(tournament, (str(session.round.number), str(session.table)))


def test_a_hand_is_news_at_its_table_and_at_no_other(tables):
    before = [told(session) for session in tables]
    ledger.enter(tables[1].pk, WASHOUT, hand=1, device_key="a", by="table 2")
    after = [told(session) for session in tables]
    assert [old != new for old, new in zip(before, after, strict=True)] == [
        False,
        True,
        False,
    ]


def test_what_is_about_no_table_is_news_at_all_of_them(tables):
    ledger.enter(tables[1].pk, WASHOUT, hand=1, device_key="a", by="table 2")
    before = [told(session) for session in tables]
    tournament = tables[0].round.tournament
    tournament.record("settings_changed", by="director")
    assert len({*before, *map(told, tables)}) == 3
    assert len(set(map(told, tables))) == 1


def test_a_call_for_a_referee_is_news_at_its_table(tables):
    before = [told(session) for session in tables]
    referee_calls.call(tables[2].pk, by="table 3")
    assert [told(session) for session in tables[:2]] == before[:2]
    assert told(tables[2]) != before[2]


def clock_in(news: str) -> str:
    """Without the revision."""
    return news.split(" ", 1)[1]


def test_the_clock_comes_with_the_news(tables, noon):
    round_ = Round.objects.get(pk=tables[0].round_id)
    assert 'hx-swap-oob="true"' in told(tables[0])
    assert "+5 minutes" not in told(tables[0])
    round_end.extend_table(
        tables[0].pk, minutes=5, by="director", reason="a lamp", now=timezone.now()
    )
    assert "+5 minutes" in told(tables[0])
    assert "+5 minutes" not in told(tables[1])
    own = (round_.ends_at + timedelta(minutes=5)).timestamp()
    assert f'data-until="{own:.6f}"' in told(tables[0])
    clock.pause(round_.pk, by="director", now=timezone.now())
    assert all("clock paused" in told(session) for session in tables)
    round_end.close(round_.pk, by="director", reason="over")
    assert "clock" not in clock_in(told(tables[0])).replace("table-clock", "")


def test_it_reads_the_same_while_time_goes_by(tables):
    """Or every hand would be news at every table."""
    before = told(tables[0])
    with time_machine.travel(timezone.now() + timedelta(minutes=3)):
        ledger.enter(tables[1].pk, WASHOUT, hand=1, device_key="a", by="table 2")
        assert told(tables[0]) == before


def test_all_tables_are_told_by_two_queries(tables, django_assert_num_queries):
    tournament = Tournament.objects.get(pk=tables[0].round.tournament_id)
    with django_assert_num_queries(2):
        for session in tables:
            table_news._news(tournament, ("1", str(session.table)))
