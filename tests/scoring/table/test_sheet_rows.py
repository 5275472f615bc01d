"""Rows of a score sheet and the seats beside it, which the program renders without
templates.
"""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from scoring.corrections import correct_and_undo
from tests.scoring.public.test_public_pages import win
from tests.scoring.table_device import HTMX
from tests.scoring.table_device import win as fields_of
from tournaments.models import Player

MARKUP = "<b>&\"'"


@pytest.fixture
def sheet(client, game):
    def shown() -> str:
        at = ["spring-cup", game.round.number, game.table]
        return re.sub(r"\s+", " ", client.get(reverse("public:session", args=at)).text)

    return shown


def person_at(game, wind: str):
    return Player.objects.get(seats__game=game, seats__wind=wind).person


def test_each_hand_has_its_line_with_payments_and_scores(game, sheet):
    for hand in (1, 2):
        win(game, hand)
    rows = re.findall(r'<tr data-row="[^"]+" class="win">.*?</tr>', sheet())
    assert [re.search(r'<th scope="row">(\d)</th>', row)[1] for row in rows] == [
        "1",
        "2",
    ]
    assert all(row.count("<li>") == 3 for row in rows)
    assert all(row.count('class="number cell ') == 4 for row in rows)


def test_a_line_follows_names_and_corrections(game, sheet):
    win(game, 1)
    before, person = sheet(), person_at(game, "E")
    person.last_name = "Renamed"
    person.save()
    assert sheet().count("Renamed") > before.count("Renamed")
    raw = {"kind": "win", "winner": "E", "from": "S", "points": 30}
    correct_and_undo.correct(
        game.ledger.get().pk, raw, device_key="a", by="referee", reason=MARKUP
    )
    corrected = sheet()
    assert "wins 30 fan" in corrected
    assert "&lt;b&gt;&amp;&quot;&#x27;" in corrected


def test_names_are_text(game, sheet, referee_client, at):
    for wind in "ESWN":
        person = person_at(game, wind)
        person.last_name = f"{MARKUP}{wind}"
        person.save()
    win(game, 1)
    sent = fields_of(2, "key 2", lines=1)
    for page in (
        sheet(),
        referee_client.get(at()).text,
        referee_client.post(at(), sent, **HTMX).text,
    ):
        assert "&lt;b&gt;&amp;" in page
        assert "<b>&" not in page
