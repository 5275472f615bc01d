"""A club secretary brings past results, adds them to the club, and opens a season."""

from __future__ import annotations

import pytest
from django.urls import reverse

from scoring.models import ResultsImport, Season, Series
from tests.scoring.halls import signed_in
from tournaments.clubs import change_clubs
from tournaments.models import Club, Person, PersonPages

pytestmark = pytest.mark.django_db

NAMES = ("Ada Lind", "Bo Vang", "Cleo Holm", "Dan Berg")
LIST = "Tournament;Date;Place;Name\n" + "".join(
    f"Night {year};{year}-05-04;{place};{name}\n"
    for year in (2023, 2024, 2025)
    for place, name in enumerate(NAMES, 1)
)


@pytest.fixture
def secretary(director):
    """Return the owner of the installation and of a club."""
    director.is_superuser = True
    director.save()
    change_clubs.create_club("Heron Mill", owner=director, by="director")
    return director


def imported(client):
    """Import the list as the secretary, with equal names as one player, as the preview
    suggests.
    """
    sent = {"source": "", "text": LIST, "ruleset": "mcr", "is_public": "on"}
    client.post(reverse("director:past_results"), sent)
    results = ResultsImport.objects.get()
    address = reverse("director:past_results_list", args=[results.pk])
    page = client.get(address).content.decode()
    assert "8 new players have the same name as another one in this list." in page
    client.post(address, {"action": "join"})
    page = client.get(address).content.decode()
    assert "4 new players." in page
    assert "same name as another one" not in page
    client.post(address, {"action": "import", "expected": 12})


def test_three_years_and_a_season_in_a_few_steps(secretary):
    client = signed_in(secretary)
    home = client.get(reverse("director:home")).content.decode()
    assert reverse("director:past_results") in home
    imported(client)
    assert Person.objects.count() == 4
    home = client.get(reverse("director:home")).content.decode()
    club = Club.objects.get()
    assert reverse("director:club", args=[club.slug]) in home

    settings = reverse("director:club", args=[club.slug])
    assert "Add all 3 tournaments" in client.get(settings).content.decode()
    act = reverse("director:club_act", args=[club.slug])
    page = client.post(act, {"do": "add_all", "q": "2023"}, follow=True)
    assert "1 tournament added." in page.content.decode()
    client.post(act, {"do": "add_all"})
    assert club.tournaments.count() == 3
    shown = client.get(settings).content.decode()
    assert "0 of 4 players agreed to be named." in shown
    client.post(act, {"do": "turn_on_pages"})
    assert PersonPages.objects.get().is_on
    assert "players agreed" not in client.get(settings).content.decode()

    new = f"{reverse('director:series_new')}?club={club.slug}"
    assert "The series will belong to the club" in client.get(new).content.decode()
    sent = {"title": "Thursdays", "season": "2025", "ruleset": "mcr"}
    client.post(new, sent)
    season = Season.objects.select_related("series__club").get()
    assert season.series.club == club
    act = reverse("director:season_act", args=[season.series.slug, season.slug])
    page = client.post(act, {"do": "add_all", "q": "Night"}, follow=True)
    assert "3 tournaments added." in page.content.decode()
    titles = [row.tournament.title for row in season.tournaments.all()]
    assert titles == ["Night 2023", "Night 2024", "Night 2025"]


def test_a_series_for_a_club_of_others_is_in_no_club(secretary, django_user_model):
    stranger = django_user_model.objects.create_user("stranger", password="x")
    club = Club.objects.get()
    sent = {"title": "Thursdays", "season": "2025", "ruleset": "mcr"}
    new = f"{reverse('director:series_new')}?club={club.slug}"
    signed_in(stranger).post(new, sent)
    assert all(series.club is None for series in Series.objects.all())
