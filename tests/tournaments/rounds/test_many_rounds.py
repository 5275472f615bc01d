"""Tournaments with more than 99 rounds, such as leagues that run all year."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from tests.scoring.table_device import text
from tournaments.models import Tournament
from tournaments.rounds import publish_seating
from tournaments.rounds.seat_rounds_and_exchange_seats import TableRow, seat_rounds
from tournaments.seating.files.pasted_tables import MOST_ROUNDS

pytestmark = pytest.mark.django_db

TABLES = ((1, (1, 2, 3, 4)), (2, (5, 6, 7, 8)))


@pytest.fixture
def year(tournament):
    """Return a tournament with 120 rounds, all published."""
    Tournament.objects.filter(pk=tournament.pk).update(planned_rounds=120)
    tournament.refresh_from_db()
    rows = [
        TableRow(number, table, players)
        for number in range(1, 121)
        for table, players in TABLES
    ]
    for round_ in seat_rounds(tournament, rows, by="director"):
        publish_seating.publish(round_.pk, by="director")
    return tournament


def test_the_highest_number_is_held_by_the_database(tournament):
    events = Tournament.objects.filter(pk=tournament.pk)
    events.update(planned_rounds=MOST_ROUNDS)
    with pytest.raises(IntegrityError), transaction.atomic():
        events.update(planned_rounds=MOST_ROUNDS + 1)


def test_rounds_after_99_have_pages_and_come_in_order(year, client, director_client):
    numbers = list(year.rounds.order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, 121))
    page = client.get(reverse("public:round", args=[year.slug, 120]))
    assert page.status_code == 200
    assert "Round 120" in text(page)
    hall = director_client.get(
        reverse("director:hall", args=[year.slug]) + "?round=101"
    )
    assert hall.status_code == 200
    assert "Round 101" in text(hall)
    for name in ("director:paper", "director:seating"):
        assert director_client.get(reverse(name, args=[year.slug])).status_code == 200


def test_settings_take_300_rounds(director_client, tournament):
    address = reverse("director:settings", args=[tournament.slug])
    page = director_client.get(address).content.decode()
    assert f'max="{MOST_ROUNDS}"' in page
