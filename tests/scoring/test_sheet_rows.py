"""The lines of a score sheet are rendered once for as long as they read the same."""

from __future__ import annotations

import re

import pytest
from django.template.loader import render_to_string
from django.urls import reverse

from scoring.corrections import corrections
from scoring.pages import kept_rows
from scoring.templatetags import sheet_rows
from tests.scoring.test_public_pages import win
from tournaments.models import Entry


@pytest.fixture
def renderings(monkeypatch):
    counted: list[int] = []

    def count(template, context):
        counted.append(context["row"].line.hand)
        return render_to_string(template, context)

    monkeypatch.setattr(kept_rows, "_kept", {})
    for module in (kept_rows, sheet_rows):
        monkeypatch.setattr(module, "render_to_string", count)
    return counted


def sheet(client, session) -> str:
    at = ["spring-cup", session.round.number, session.table]
    return re.sub(r"\s+", " ", client.get(reverse("public:session", args=at)).text)


def test_only_the_line_that_is_new_is_rendered(client, session, renderings):
    for hand in range(1, 5):
        win(session, hand)
        sheet(client, session)
    assert renderings == [1, 2, 3, 4]


def test_a_line_that_reads_otherwise_is_rendered_again(client, session, renderings):
    """For another name, or because the hand before it was another."""
    for hand in (1, 2):
        win(session, hand)
    before = sheet(client, session)
    player = Entry.objects.get(seats__session=session, seats__wind="E").player
    player.last_name = "Renamed"
    player.save()
    assert sheet(client, session).count("Renamed") > before.count("Renamed")
    assert renderings == [1, 2, 1, 2]
    first = session.ledger.get(hand=1)
    raw = {"kind": "win", "winner": "E", "from": "S", "points": 30}
    corrections.correct(
        first.pk, raw, device_key="again", by="referee", reason="misread"
    )
    assert sheet(client, session) != before
    assert renderings[4:] == [1, 2]
