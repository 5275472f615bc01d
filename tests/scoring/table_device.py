"""Requests of a table device, and functions that read its pages."""

from __future__ import annotations

import re

from django.test import Client
from django.urls import reverse

from tests.plain_names import plain_names
from tournaments.access import table_links
from tournaments.models import Game

HTMX = {"HTTP_HX_REQUEST": "true"}


def device_at(game: Game) -> Client:
    """Return a browser without an account that has opened the table link."""
    client = Client()
    now = table_links.games_with_links().get(pk=game.pk)
    client.get(reverse("table:link", args=[table_links.token_of(now)]))
    return client


def win(hand: int, key: str, **values: object) -> dict[str, object]:
    """Return the form data of a win by East on South's discard with 12 points.

    `values` replace fields.
    """
    return {
        "hand": hand,
        "device_key": key,
        "winner": "E",
        "source": "S",
        "points": 12,
        **values,
    }


def at_table(by: str) -> str:
    """Return the name of a device's table, from the device's name in the log."""
    return by.partition(", device ")[0]


def kinds(game) -> list[str]:
    return [line.kind for line in game.ledger.all()]


def text(response) -> str:
    return re.sub(r"\s+", " ", plain_names(response.content.decode()))


def undo_fields(page: str) -> dict[str, str]:
    """Return the data of the undo form on a page, without the reason."""
    form = page[page.index("undo/") :]
    return dict(re.findall(r'name="(device_key|sequence)" value="([^"]*)"', form))
