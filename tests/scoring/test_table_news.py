"""What the stream tells the pages of a table: a change there, or one for everybody."""

from __future__ import annotations

import pytest

from scoring import ledger, table_news
from tests.scoring.halls import hall_of
from tournaments import referee_calls
from tournaments.models import Tournament

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


def test_all_tables_are_told_by_one_query(tables, django_assert_num_queries):
    tournament = Tournament.objects.get(pk=tables[0].round.tournament_id)
    with django_assert_num_queries(1):
        for session in tables:
            table_news._news(tournament, ("1", str(session.table)))
