"""Downloads of a tournament: a zip of its folder, and a workbook without formulas."""

from __future__ import annotations

import io

import pytest
from django.urls import reverse
from openpyxl import load_workbook

from rules.ledger_entries import Follow
from scoring import tournament_folder
from scoring.corrections import reseat_players
from scoring.table.score_sheet import game_page
from tests.scoring.absences import played
from tests.scoring.seated_rounds import win
from tournaments.models import Person

pytestmark = pytest.mark.django_db


def workbook(client, tournament):
    url = reverse("director:event_workbook", args=[tournament.slug])
    answer = client.get(url)
    assert answer["Content-Disposition"].endswith('.xlsx"')
    return load_workbook(io.BytesIO(answer.getvalue()))


def test_the_zip_is_the_event_folder(tournament, director_client):
    played(tournament, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    url = reverse("director:event_zip", args=[tournament.slug])
    answer = director_client.get(url)
    assert answer["Content-Type"] == "application/zip"
    assert tournament_folder.from_zip(answer.content) == tournament_folder.files_of(
        tournament
    )


def test_cells_have_types_and_no_text_is_a_formula(tournament, director_client):
    played(tournament, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    people = Person.objects.filter(players__tournament=tournament)
    evil = ("=1+1", "#N/A", "-20", "+1", "@SUM(A1)", "\x07bell", "=cmd|' /C'!A0", "1")
    for person, name in zip(people.order_by("pk"), evil, strict=True):
        Person.objects.filter(pk=person.pk).update(
            first_name="", last_name=name, country=name
        )
    book = workbook(director_client, tournament)
    assert book.sheetnames == [
        "Players",
        "Seating",
        "Standings (provisional)",
        "Teams (provisional)",
        "Results",
        "Hands",
    ]
    for sheet in book:
        for row in sheet.iter_rows():
            assert {cell.data_type for cell in row} <= {"s", "n", "b", "d"}
    names = [cell.value for cell in book["Players"]["C"][1:]]
    assert names == [name.replace("\x07", "") for name in evil]
    assert [cell.value for cell in book["Players"]["A"][1:]] == list(range(1, 9))
    places = [cell.value for cell in book["Standings (provisional)"]["A"][1:]]
    assert places == [1, 1, 3, 3, 5, 5, 7, 7]


def test_hands_are_told_with_their_points(game, director_client):
    win(game, 1)
    win(game, 2, winner="S", discarder="E")
    sheet = workbook(director_client, game.round.tournament)["Hands"]
    rows = list(sheet.iter_rows(min_row=2, values_only=True))
    assert [row[2] for row in rows] == [1, 2]
    assert rows[0][5:9] == (32, -16, -8, -8)


def test_a_reseat_names_whom_it_named_though_they_moved_again(game, director_client):
    for seats in ({"E": "S", "S": "E"}, {"S": "W", "W": "S"}):
        reseat_players.reseat(
            game.pk,
            reseat_players.raw_of(seats, Follow.PLAYERS),
            device_key=f"r{seats}",
            by="director",
            reason="wrong seats",
        )
    sheet = workbook(director_client, game.round.tournament)["Hands"]
    told = [row[4] for row in sheet.iter_rows(min_row=2, values_only=True)]
    page = game_page(game.round.tournament, 1, game.table)
    assert len(told) == 2
    assert told == [line.text for line in page["lines"]]
