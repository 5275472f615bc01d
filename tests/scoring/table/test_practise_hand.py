"""The try-out of hand entry before a round starts.

It is available at every table link, and saves nothing.
"""

from __future__ import annotations

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.scoring.table.test_table_links import close, second_round
from tests.scoring.table_device import HTMX, text
from tournaments.access import table_links
from tournaments.rounds import publish_seating

pytestmark = pytest.mark.django_db

HAND = {"winner": "E", "source": "S", "points": 12, "hand": 1, "device_key": "practice"}


def everything() -> dict[str, list[tuple[object, ...]]]:
    """Return all rows of each table of the database, by model."""
    return {
        model._meta.label: list(model._base_manager.order_by("pk").values_list())
        for model in apps.get_models()
        if model._meta.managed and not model._meta.proxy
    }


def waiting(tournament, *, published: bool) -> tuple[Client, str]:
    """Return a device that opened the link of table 1 in round 2, which has not
    started, and the address of the table's page.
    """
    round_ = second_round(tournament)
    if published:
        publish_seating.publish(round_.pk, by="director")
    game = table_links.games_with_links().get(round=round_, table=1)
    client = Client()
    client.get(reverse("table:link", args=[table_links.token_of(game)]))
    return client, reverse("table:session", args=[tournament.slug, 2, 1])


@pytest.mark.parametrize("published", [True, False])
def test_a_link_offers_it_before_the_round_and_nothing_is_written(
    tournament, published
):
    device, table = waiting(tournament, published=published)
    practice = f"{table}practise/"
    assert practice in text(device.get(table))
    before = everything()
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert "Practise one hand" in text(device.get(practice))
        done = text(device.get(practice, HAND))
        refused = text(device.get(practice, {**HAND, "points": 3}))
    assert "Robin Ash wins 12 fan from Sam Birch." in done
    assert "nothing was saved" in done
    assert "wins 3 fan" not in refused
    assert 'class="errors' in refused
    written = [each["sql"] for each in queries if not each["sql"].startswith("SELECT")]
    assert written == []
    assert device.post(practice, HAND).status_code == 405
    assert everything() == before


def test_it_ends_when_the_round_starts(tournament, game, at):
    device, table = waiting(tournament, published=True)
    assert device.get(f"{table}practise/", **HTMX).status_code == 204
    playing = Client()
    now = table_links.games_with_links().get(pk=game.pk)
    playing.get(reverse("table:link", args=[table_links.token_of(now)]))
    assert playing.get(at("practise"), **HTMX)["HX-Redirect"] == at()
    assert playing.get(at("practise")).status_code == 302


def test_a_card_offers_it_while_there_is_no_round(game, tournament):
    tournament = type(tournament).objects.get(pk=tournament.pk)
    key = table_links.sign_of(tournament, 1)
    place = [tournament.slug, 1, key]
    there = reverse("table:sign_practise", args=place)
    sign = reverse("table:sign", args=place)
    assert Client().get(there)["Location"] == sign
    close(game)
    assert there in text(Client().get(sign))
    before = everything()
    assert "Robin Ash" in text(Client().get(there))
    assert "nothing was saved" in text(Client().get(there, HAND))
    assert everything() == before
    wrong = reverse("table:sign_practise", args=[tournament.slug, 2, key])
    assert Client().get(wrong).status_code != 200


def test_a_hand_without_its_number_is_the_first(tournament):
    device, table = waiting(tournament, published=True)
    page = text(device.get(f"{table}practise/", {"winner": "E"}))
    assert "Save hand 1" in page
