"""Queries whose SQL is made once give what Django gives."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tournaments.models import Session, Tournament
from tournaments.models.kept_queries import KeptQuery, remember

pytestmark = pytest.mark.django_db


def of_round(number):
    rows = Session.objects.select_related("round__tournament", "extension")
    return rows.filter(round__number=number).order_by("-table")


def test_rows_are_those_of_the_query_whatever_the_values(seated_round):
    kept = KeptQuery(of_round, int)

    for number in (seated_round.number, 99, seated_round.number):
        assert kept.rows(number) == list(of_round(number))
    assert kept.row(99) is None


def test_what_the_query_follows_comes_along(seated_round):
    [session, *_others] = KeptQuery(of_round, int).rows(seated_round.number)

    with CaptureQueriesContext(connection) as asked:
        assert session.round.tournament.options == seated_round.tournament.options
        assert not hasattr(session, "extension")
    assert not asked.captured_queries


def test_words_are_values_too(seated_round):
    slug = seated_round.tournament.slug
    kept = KeptQuery(lambda slug: Tournament.objects.filter(slug=slug), str)

    assert kept.row(slug) == seated_round.tournament
    assert kept.row("' OR 1=1 --") is None


def test_a_row_remembers_what_was_read_with_it(seated_round):
    session = seated_round.sessions.first()
    seats = list(session.seats.select_related("entry__player"))

    remember(session, "seats", seats)
    with CaptureQueriesContext(connection) as asked:
        assert list(session.seats.all()) == seats
    assert not asked.captured_queries


@pytest.mark.skipif(connection.vendor != "postgresql", reason="Only PostgreSQL plans.")
def test_the_server_plans_a_query_once(seated_round):
    kept = KeptQuery(of_round, int)
    times = 20

    for number in range(times):
        kept.rows(number)

    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT generic_plans + custom_plans FROM pg_prepared_statements "
            "WHERE statement LIKE '%ORDER BY%tournaments_session%DESC%'"
        )
        [(planned,)] = cursor.fetchall()
    assert times - 10 < planned <= times
