"""Players with the same name are shown with their numbers: at the table, in the control
room, in the hall, on public pages, on paper and in files.
"""

from __future__ import annotations

import csv

import pytest

from tests.scoring.public.test_public_pages import text
from tournaments.models import Person, Tournament
from tournaments.people.namesakes import mark_namesakes


def rename(tournament: Tournament, number: int, first: str, last: str) -> None:
    person = Person.objects.get(players__tournament=tournament, players__number=number)
    person.first_name, person.last_name = first, last
    person.save()
    mark_namesakes(tournament)


@pytest.fixture
def namesakes(seated_round) -> Tournament:
    """Return the tournament after renaming four players.

    Two are both called Wei Li; Anna and Albert Berg only share the short name A. Berg.
    """
    tournament = seated_round.tournament
    rename(tournament, 3, "Wei", "Li")
    rename(tournament, 6, "Wei", "Li")
    rename(tournament, 4, "Anna", "Berg")
    rename(tournament, 7, "Albert", "Berg")
    tournament.is_public = True
    tournament.save()
    return tournament


@pytest.mark.parametrize(
    "address",
    [
        "/t/spring-cup/rounds/1/",
        "/t/spring-cup/rounds/1/tables/1/",
        "/t/spring-cup/players/3/",
        "/t/spring-cup/standings/",
        "/table/spring-cup/1/1/",
    ],
)
def test_pages_tell_namesakes_apart(namesakes, director_client, address):
    shown = text(director_client.get(address))
    assert "Wei Li (3)" in shown
    assert "Anna Berg" in shown
    assert "Anna Berg (" not in shown


def test_short_names_in_the_control_room_are_told_apart(namesakes, director_client):
    shown = text(director_client.get("/director/spring-cup/"))
    assert "W. Li (3)" in shown
    assert "W. Li (6)" in shown
    assert "Anna Berg" in shown
    assert "Albert Berg" in shown
    assert "A. Berg" not in shown


def test_files_tell_namesakes_apart(namesakes, director_client):
    answer = director_client.get("/director/spring-cup/files/seating.csv")
    content = b"".join(answer) if answer.streaming else answer.content
    rows = list(csv.reader(content.decode("utf-8-sig").splitlines()))
    cells = {cell for row in rows for cell in row}
    assert {"Wei Li (3)", "Wei Li (6)", "Anna Berg", "Albert Berg"} <= cells
