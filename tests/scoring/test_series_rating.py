"""The rating of a series, always calculated from its games."""

from __future__ import annotations

import pytest
from django.urls import reverse

from scoring.models import Result, Series
from scoring.series import change_series, rating_of_series
from tests.scoring.absences import played
from tournaments.models import Person, Tournament
from tournaments.persons.merge_and_undo import merge
from tournaments.refusals import Refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def series(director, tournament) -> Series:
    season = change_series.create_series("Evenings", "2026", "mcr", by=director)
    change_series.add_tournament(season, tournament, by="director")
    change_series.choose_rating(season.series, "danish_mean", by="director")
    return Series.objects.get()


def ratings(series: Series) -> dict[str, float]:
    listed = rating_of_series.rating_of_series(series)
    return {row.person.name: row.rating for row in listed.rows}


def test_games_are_rated_in_order(tournament, series):
    played(tournament, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    assert ratings(series)["Player 01"] == pytest.approx(40 / 41)
    played(tournament, 2, (1, 2, 3, 4), (5, 6, 7, 8))
    found = ratings(series)
    assert found["Player 01"] == pytest.approx(40 / 41 + (40 - 40 / 41) / 41)
    assert sum(found.values()) == pytest.approx(0)


def test_a_correction_of_an_early_game_changes_later_ratings(tournament, series):
    played(tournament, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    played(tournament, 2, (1, 5, 3, 4), (2, 6, 7, 8))
    before = ratings(series)
    results = Result.objects.filter(seat__round__number=1, seat__game__table=2)
    results.filter(place=1).update(score=100)
    after = ratings(series)
    assert after["Player 05"] > before["Player 05"]
    assert after["Player 01"] > before["Player 01"]


@pytest.mark.parametrize("system", ["danish_mean", "elo", "open_skill"])
def test_every_system_has_a_page(tournament, series, director_client, system):
    played(tournament, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    change_series.choose_rating(series, system, by="director")
    answer = director_client.get(reverse("public:rating", args=[series.slug]))
    text = answer.content.decode()
    assert "Computed from 2 games." in text
    assert "Not ranked: fewer than 10 games" in text
    file = reverse("public:rating_file", args=[series.slug, "csv"])
    assert len(director_client.get(file).content.splitlines()) == 9


def test_hidden_rounds_and_tables_with_a_house_player_are_not_rated(tournament, series):
    played(tournament, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    tournament.players.filter(number=8).update(is_filler=True, team=None)
    assert set(ratings(series)) == {f"Player 0{n}" for n in range(1, 5)}
    Tournament.objects.filter(pk=tournament.pk).update(secret_rounds=3)
    assert not ratings(series)


def test_without_a_system_there_is_no_page(series, director_client):
    change_series.choose_rating(series, "", by="director")
    address = reverse("public:rating", args=[series.slug])
    assert director_client.get(address).status_code == 404
    with pytest.raises(Refused, match="Choose one"):
        change_series.choose_rating(series, "glicko", by="director")


def test_ratings_of_many_tournaments_are_computed_in_the_background(
    tournament, series, director_client, monkeypatch
):
    monkeypatch.setattr(rating_of_series, "MANY", 1)
    played(tournament, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    first = ratings(series)
    assert rating_of_series.renew_ratings() == 1
    assert rating_of_series.renew_ratings() == 0
    monkeypatch.setattr(rating_of_series, "_computed", None)
    assert ratings(series) == first
    monkeypatch.undo()
    monkeypatch.setattr(rating_of_series, "MANY", 1)

    played(tournament, 2, (1, 5, 3, 4), (2, 6, 7, 8))
    tournament.refresh_from_db()
    assert ratings(series) == first
    page = reverse("public:rating", args=[series.slug])
    assert "Results have changed since" in director_client.get(page).content.decode()
    assert rating_of_series.renew_ratings() == 1
    assert "Results have changed since" not in (
        director_client.get(page).content.decode()
    )
    stored = ratings(series)
    monkeypatch.setattr(rating_of_series, "MANY", 40)
    assert ratings(series) == stored != first


def test_stored_ratings_follow_merges_and_hidden_tournaments(
    tournament, series, monkeypatch
):
    monkeypatch.setattr(rating_of_series, "MANY", 1)
    played(tournament, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    rating_of_series.renew_ratings()
    other = Person.objects.create(last_name="Elsewhere")
    one = tournament.players.get(number=1).person
    merge(one, other, by="owner")
    assert rating_of_series.rating_of_series(series).as_of is not None
    rating_of_series.renew_ratings()
    assert rating_of_series.rating_of_series(series).as_of is None
    Tournament.objects.filter(pk=tournament.pk).update(is_public=False)
    assert not ratings(series)
