"""Practice tournaments made from a tournament."""

from __future__ import annotations

import json
from random import Random

import pytest
from django.urls import reverse

from scoring.practice import make_practice_tournament
from scoring.practice.make_practice_tournament import rehearse
from scoring.practice.practice_players_and_formats import CLUBS
from scoring.tournament_folder import copy_tournament
from tests.scoring.table_device import text
from tournaments.models import Person, Tournament
from tournaments.people import register_players
from tournaments.rounds.stages.stage_settings import StagePlan, set_stages

FINAL = StagePlan("final", 1, cut="top", cut_size=4, carry="nothing")


def settings_of(tournament: Tournament) -> dict[str, object]:
    """Return the settings of a tournament without its title."""
    settings = json.loads(copy_tournament.settings_file(tournament))
    return {key: value for key, value in settings.items() if key != "title"}


@pytest.fixture
def staged(tournament) -> Tournament:
    set_stages(tournament, [StagePlan("qualifying", 2), FINAL], by="director")
    return Tournament.objects.get(pk=tournament.pk)


def test_it_has_the_settings_and_stages_and_nobody_of_the_event(
    staged, director, director_client
):
    response = director_client.post(reverse("director:rehearse", args=[staged.slug]))
    made = Tournament.objects.get(is_practice=True)
    assert response.url == reverse("director:practice_desk", args=[made.slug])
    assert made.title == "Practice: Spring Cup"
    assert settings_of(made) == settings_of(staged)
    assert [stage.kind for stage in made.stages.all()] == ["qualifying", "final"]
    assert not made.is_public
    assert not made.rounds.exists()
    known = set(staged.players.values_list("person", flat=True))
    assert not known & set(made.players.values_list("person", flat=True))
    clubs = Person.objects.filter(players__tournament=made).values_list("club")
    assert {club for (club,) in clubs} <= set(CLUBS)
    assert "Practice tournament: players and results are invented." in text(
        director_client.get(response.url)
    )


def test_invented_people_have_numbers_teams_and_tables(staged, director):
    staged.players.filter(number=3).update(fixed_table=2)
    gone = staged.players.get(number=8)
    register_players.withdraw(gone, by="director", reason="ill")
    made = rehearse(staged, director=director, seed=1)

    def places(tournament: Tournament) -> list[tuple[object, ...]]:
        rows = tournament.players.order_by("number")
        return list(rows.values_list("number", "team__name", "group", "fixed_table"))

    assert places(made) == places(staged)
    assert len(places(made)) == 7


def test_where_nobody_is_registered_yet_there_are_sixteen(tournament, director):
    tournament.players.all().delete()
    assert rehearse(tournament, director=director, seed=1).players.count() == 16


def test_more_people_than_names_are_refused_in_a_sentence(
    tournament, director_client, monkeypatch
):
    monkeypatch.setattr(make_practice_tournament, "MOST_PEOPLE", 7)
    address = reverse("director:rehearse", args=[tournament.slug])
    page = text(director_client.post(address, follow=True))
    assert "Practice tournaments have at most 7 players." in page
    assert not Tournament.objects.filter(is_practice=True).exists()


def test_a_practice_event_offers_no_rehearsal_of_itself(staged, director_client):
    page = reverse("director:event", args=[staged.slug])
    assert "Create practice tournament" in text(director_client.get(page))
    director_client.post(reverse("director:rehearse", args=[staged.slug]))
    made = Tournament.objects.get(is_practice=True)
    page = reverse("director:event", args=[made.slug])
    assert "Create practice tournament" not in text(director_client.get(page))


def test_the_same_seed_invents_the_same_people(staged, director):
    one, other = (
        sorted(map(str, make_practice_tournament._invented(staged, Random(5))))
        for _each in range(2)
    )
    assert one == other
