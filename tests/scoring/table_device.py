"""What a device at a table sends, and what its pages say."""

from __future__ import annotations

import re

from django.test import Client
from django.urls import reverse

from tournaments.access import table_links
from tournaments.models import Session

HTMX = {"HTTP_HX_REQUEST": "true"}


def device_at(session: Session) -> Client:
    """A browser without an account that opened the table's link."""
    client = Client()
    now = table_links.sessions_with_links().get(pk=session.pk)
    client.get(reverse("table:link", args=[table_links.token_of(now)]))
    return client


def win(hand: int, key: str, **values: object) -> dict[str, object]:
    """The form of a won hand."""
    return {
        "hand": hand,
        "device_key": key,
        "winner": "E",
        "source": "S",
        "points": 12,
        **values,
    }


def at_table(by: str) -> str:
    """The table of a device, by its name in the log."""
    return by.partition(", device ")[0]


def kinds(session) -> list[str]:
    return [line.kind for line in session.ledger.all()]


def text(response) -> str:
    return re.sub(r"\s+", " ", response.content.decode())


def undo_fields(page: str) -> dict[str, str]:
    """What the page's undo button sends, but for the reason."""
    form = page[page.index("undo/") :]
    return dict(re.findall(r'name="(device_key|sequence)" value="([^"]*)"', form))
