"""Inserts whose SQL is made once write what Django writes."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from scoring.models import Sheet
from tournaments.models import LogEvent
from tournaments.models.kept_inserts import KeptInsert, write_together

pytestmark = pytest.mark.django_db


def event(tournament, revision, **data):
    return LogEvent(
        tournament=tournament, revision=revision, by="K%s", kind="x", data=data
    )


def sheet_of(session, hand):
    return Sheet(
        session=session,
        sequence=hand - 1,
        hands_played=hand - 1,
        hand=hand,
        prevailing="E",
        dealer="S",
        is_last_hand=False,
    )


@pytest.mark.parametrize("number", [0, 1, 3, 9])
def test_rows_are_there_as_they_were_given(seated_round, number):
    tournament = seated_round.tournament
    rows = [event(tournament, 900 + n, n=n, words="東 '%s\"") for n in range(number)]

    with CaptureQueriesContext(connection) as asked:
        KeptInsert(LogEvent).write(rows)

    assert len([q for q in asked if "INSERT" in q["sql"]]) == bool(number)
    told = LogEvent.objects.filter(revision__gte=900).order_by("revision")
    assert list(told) == rows
    assert [(each.data, each.by, each.at) for each in told] == [
        (row.data, row.by, row.at) for row in rows
    ]


def test_a_row_that_is_there_is_renewed(seated_round):
    session = seated_round.sessions.first()
    kept = KeptInsert(Sheet, key="session")

    for hand in (2, 3):
        kept.write([sheet_of(session, hand)])
        assert [(row.hand, row.over) for row in Sheet.objects.all()] == [(hand, "")]


def test_what_the_database_refuses_is_refused(seated_round):
    kept = KeptInsert(LogEvent)
    kept.write([event(seated_round.tournament, 900)])

    with pytest.raises(IntegrityError), transaction.atomic():
        kept.write([event(seated_round.tournament, 900)])


@pytest.mark.parametrize("number", [0, 1, 3])
def test_rows_of_several_models_are_written_together(seated_round, number):
    tournament, session = seated_round.tournament, seated_round.sessions.first()
    KeptInsert(Sheet, key="session").write([sheet_of(session, 2)])
    rows = [event(tournament, 900 + n, n=n) for n in range(number)]
    more = [event(tournament, 950 + n, n=n) for n in range(2)]

    with CaptureQueriesContext(connection) as asked:
        write_together(
            KeptInsert(LogEvent).of(rows),
            KeptInsert(Sheet, key="session").of([sheet_of(session, 5)]),
            KeptInsert(LogEvent).of(more),
        )

    if connection.vendor == "postgresql":
        assert len(asked) == 1
    told = LogEvent.objects.filter(revision__gte=900).order_by("revision")
    assert list(told) == [*rows, *more]
    assert [each.data for each in told] == [row.data for row in [*rows, *more]]
    assert [sheet.hand for sheet in Sheet.objects.all()] == [5]


def test_nothing_of_several_is_written_where_one_is_refused(seated_round):
    tournament, session = seated_round.tournament, seated_round.sessions.first()
    KeptInsert(LogEvent).write([event(tournament, 900)])

    with pytest.raises(IntegrityError), transaction.atomic():
        write_together(
            KeptInsert(Sheet, key="session").of([sheet_of(session, 2)]),
            KeptInsert(LogEvent).of([event(tournament, 901), event(tournament, 900)]),
        )
    assert not Sheet.objects.exists()
    assert not LogEvent.objects.filter(revision=901).exists()


def test_more_than_one_statement_holds_is_written_all_the_same(seated_round):
    session = seated_round.sessions.first()
    rows = [event(seated_round.tournament, 900 + n) for n in range(1300)]

    write_together(
        KeptInsert(Sheet, key="session").of([sheet_of(session, 2)]),
        KeptInsert(LogEvent).of(rows),
    )

    assert Sheet.objects.count() == 1
    told = LogEvent.objects.filter(revision__gte=900).order_by("revision")
    assert list(told) == rows
