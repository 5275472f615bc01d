"""Erasure of a person.

The person gets a lasting number, and data of other persons does not change.
"""

from __future__ import annotations

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from scoring.models import FinalPlace, PlayerFigures, Result, SeasonPlace
from scoring.over_tournaments.tournament_history import history_of
from scoring.series import change_series
from scoring.series.ranking_of_series import ranking_of_series
from scoring.series.rating_of_series import rating_of_series
from scoring.series.season_standings import board_of
from tests.scoring.over_tournaments.test_person_pages import (
    FIRST,
    LAST,
    person_of,
    series_of,
    two,
)
from tournaments.models import NationalNumber, Person, PersonMerge
from tournaments.persons.pages_over_tournaments import choose, switch
from tournaments.privacy.erase_person import erase_person
from tournaments.refusals import Refused

pytestmark = pytest.mark.django_db
__all__ = ["two"]


def everything() -> str:
    """Return every row of every table as one text."""
    return "\n".join(
        f"{model._meta.label} {row!r}"
        for model in apps.get_models()
        for row in model._base_manager.values_list()
    )


def figures(season, today) -> list[object]:
    """Return all places, seasons, rankings and ratings, without names."""
    rating = rating_of_series(season.series)
    ranking = ranking_of_series(season.series, today)
    return [
        list(Result.objects.order_by("pk").values_list()),
        list(
            FinalPlace.objects.order_by("pk").values_list(
                "final", "place", "number", "parts", "score"
            )
        ),
        list(PlayerFigures.objects.order_by("pk").values_list()),
        [(row.place, row.points, row.attended) for row in board_of(season).rows],
        [(row.place, row.rating, row.games) for row in rating.rows],
        [(row.place, row.score) for row in ranking.rows],
        [
            (one.place, one.of)
            for number in range(2, 9)
            for one in history_of(person_of_number(number).pk)
        ],
    ]


def person_of_number(number: int) -> Person:
    return Person.objects.filter(players__number=number).order_by("pk")[0]


def test_figures_stay_and_the_number_lasts(two, director):
    switch(is_on=True, needs_consent=False, by="owner")
    season = series_of(two, director)
    kept = person_of(two[0])
    merged = person_of(two[1])
    NationalNumber.objects.create(person=kept, number="N-77")
    Person.objects.filter(pk=merged.pk).update(ema_number="04999999")
    choose(two[0].players.get(number=1), agrees=True, by="own page")
    PersonMerge.objects.filter(kept=kept).update(reason=f"{LAST} moved")
    today = two[0].created_at.date()
    before = figures(season, today)
    assert erase_person(kept, by="owner", reason=f"asked by {FIRST} {LAST}") == 2
    rows = everything()
    for word in (FIRST, LAST, "N-77", "04999999"):
        assert word not in rows, word
    assert figures(season, today) == before
    shown = [str(row.person.name) for row in board_of(season).rows]
    assert shown.count(f"Player {kept.pk}") == 1
    assert two[1].log.filter(kind="name_taken_out", by="owner").exists()
    kept.refresh_from_db()
    assert str(kept) == f"Anonymous {kept.pk}"
    assert two[0].players.get(number=1).public_name == "Player 1"
    # Erasing again changes nothing: the number lasts.
    erase_person(kept, by="owner", reason="asked again")
    assert [str(row.person.name) for row in board_of(season).rows] == shown


def test_a_closed_season_keeps_its_places(two, director):
    season = series_of(two, director)
    change_series.close_season(season, by="director", now=two[0].created_at)
    season.refresh_from_db()
    before = list(SeasonPlace.objects.values_list())
    erase_person(person_of(two[0]), by="owner", reason="asked")
    assert list(SeasonPlace.objects.values_list()) == before
    assert LAST not in str([row.person for row in board_of(season).rows])


def test_a_name_of_earlier_days_goes_too(two):
    """The erasure also removes an earlier name.

    The person was renamed after the first tournament was finished.
    """
    stored = FinalPlace.objects.filter(number=1)
    assert LAST not in stored.values_list("last_name", flat=True)
    erase_person(person_of(two[0]), by="owner", reason="asked")
    assert set(stored.values_list("first_name", "last_name")) == {("", "Player 1")}


def test_what_cannot_be_erased(two):
    kept, merged = person_of(two[0]), person_of(two[1])
    with pytest.raises(Refused, match="reason"):
        erase_person(kept, by="owner", reason="  ")
    with pytest.raises(Refused, match="Erase the record that was kept"):
        erase_person(merged, by="owner", reason="asked")
    two[1].mirrored_at = two[1].created_at
    two[1].save(update_fields=["mirrored_at"])
    with pytest.raises(Refused, match="is a mirror"):
        erase_person(kept, by="owner", reason="asked")
    assert LAST in everything()


def test_the_page_of_the_owner(two, client, director):
    kept = person_of(two[0])
    address = reverse("director:person_erase", args=[kept.pk])
    client.force_login(director)
    assert client.get(address).status_code == 403
    owner = Client()
    owner.force_login(User.objects.create_superuser("owner"))
    listed = owner.get(reverse("director:persons"), {"find": "vesperwood"})
    assert address in listed.content.decode()
    nobody = owner.get(reverse("director:persons"), {"find": "nobody like this"})
    assert "No person with this name" in nobody.content.decode()
    page = owner.get(address).content.decode()
    assert "Heron Mill Cup" in page
    assert owner.post(address, {"reason": "asked"}).status_code == 422
    assert owner.post(address, {"reason": "asked", "sure": "on"}).status_code == 302
    assert LAST not in everything()
    gone = reverse("director:person_erase", args=[person_of(two[1]).pk])
    assert owner.get(gone).status_code == 404
