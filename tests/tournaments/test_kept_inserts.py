"""Inserts whose SQL is made once write what Django writes."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from scoring.models import Sheet
from tournaments.models import LogEvent
from tournaments.models.kept_inserts import KeptInsert

pytestmark = pytest.mark.django_db


def event(tournament, revision, **data):
    return LogEvent(
        tournament=tournament, revision=revision, by="K%s", kind="x", data=data
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
        sheet = Sheet(
            session=session,
            sequence=hand - 1,
            hands_played=hand - 1,
            hand=hand,
            prevailing="E",
            dealer="S",
            is_last_hand=False,
        )
        kept.write([sheet])
        assert [(row.hand, row.over) for row in Sheet.objects.all()] == [(hand, "")]


def test_what_the_database_refuses_is_refused(seated_round):
    kept = KeptInsert(LogEvent)
    kept.write([event(seated_round.tournament, 900)])

    with pytest.raises(IntegrityError), transaction.atomic():
        kept.write([event(seated_round.tournament, 900)])
