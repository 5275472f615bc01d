"""Lists that a process keeps until results change, and their pages."""

from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.models import Season, ValueKind
from scoring.public import ranking_pages, rating_pages, series_pages
from scoring.series import (
    change_series,
    ranking_of_series,
    rating_of_series,
    season_standings,
)
from scoring.standings import kept_until_changes
from scoring.standings.kept_until_changes import KeptUntilChanges
from tests.scoring.absences import played
from tests.scoring.past_results.test_past_results import HEAD, imported, row
from tournaments.models import Person, Player, Tournament
from tournaments.persons import pages_over_tournaments

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(director) -> Season:
    """Return a public season with a ranking: two past tournaments of 16 players."""
    season = change_series.create_series("Region", "All", "mcr", by=director)
    change_series.change_season(season, {"value": ValueKind.BASE_RANK}, by="director")
    day = timezone.now().date() - timedelta(days=30)
    lines = [
        row(
            place,
            f"Ada Number{place}",
            title=title,
            day=day.isoformat(),
            last="",
            number=f"0400{place:04}",
        )
        for title in ("Heron Open", "Winter Cup")
        for place in range(1, 17)
    ]
    imported(HEAD + "".join(lines))
    for one in Tournament.objects.filter(past_results__isnull=False):
        change_series.add_tournament(season, one, by="director")
    change_series.choose_ranking(season.series, "ema", by="director")
    change_series.show_series(season.series, True, by="director")
    pages_over_tournaments.switch(is_on=True, needs_consent=False, by="owner")
    return Season.objects.get()


def pages(season: Season) -> list[str]:
    slug = season.series.slug
    return [
        Client().get(address).content.decode()
        for address in (
            reverse("public:ranking", args=[slug]),
            reverse("public:season", args=[slug, season.slug]),
        )
    ]


def test_a_value_is_kept_until_what_it_is_made_of_changes(keeping, monkeypatch):
    kept, made = KeptUntilChanges[int](), iter(range(10))

    def get(key, made_of):
        return kept.get(key, made_of, lambda: next(made))

    assert [get("a", 1), get("a", 1), get("a", 2), get("b", 1)] == [0, 0, 1, 2]
    assert [get("c", 1), get("a", 2)] == [3, 4]
    within = SimpleNamespace(in_atomic_block=True)
    monkeypatch.setattr(kept_until_changes, "connection", within)
    assert [get("a", 2), get("a", 2)] == [5, 6]


def test_kept_lists_show_the_current_choice_of_names(
    keeping, season, tournament, monkeypatch
):
    """The choice was made in a tournament that is not in the series, so that the lists
    are still those computed before."""
    assert all("Ada Number3" in page for page in pages(season))
    monkeypatch.setattr(ranking_of_series, "_ranked_on", None)
    monkeypatch.setattr(season_standings, "_counted", None)
    assert all("Ada Number3" in page for page in pages(season))
    person = Person.objects.get(last_name="Number3")
    player = Player.objects.create(tournament=tournament, person=person, number=99)
    pages_over_tournaments.choose(player, agrees=False, by="own page")
    assert not any("Number3" in page for page in pages(season))


def test_kept_lists_follow_changed_and_hidden_tournaments(keeping, season, monkeypatch):
    pages(season)
    computed = []
    rank = ranking_of_series._ranked_on

    def counted(*values):
        computed.append(values)
        return rank(*values)

    monkeypatch.setattr(ranking_of_series, "_ranked_on", counted)
    first = Tournament.objects.filter(title="Heron Open")
    pages(season)
    assert not computed
    first.update(revision=F("revision") + 1)
    pages(season)
    assert len(computed) == 1
    first.update(is_public=False)
    ranking, standings = pages(season)
    assert "Number1" not in ranking
    assert "Heron Open" not in standings


def test_long_lists_have_pages(season, monkeypatch):
    monkeypatch.setattr(ranking_pages, "A_PAGE", 10)
    monkeypatch.setattr(series_pages, "A_PAGE", 10)
    for page in pages(season):
        assert "Ada Number10" in page
        assert "Ada Number11" not in page
        assert "?page=2" in page
    address = reverse("public:ranking", args=[season.series.slug])
    second = Client().get(address, {"page": 2}).content.decode()
    assert "Ada Number11" in second
    assert "Ada Number10" not in second
    opened = Client().get(address, {"how": 12})
    assert opened.context["open"] == 12
    assert opened.context["page"].number == 2
    assert opened.context["explained"] is not None
    season_page = reverse("public:season", args=[season.series.slug, season.slug])
    assert "Ada Number16" in Client().get(season_page, {"page": 2}).content.decode()


def test_a_live_season_stays_on_its_page(tournament, director, monkeypatch):
    season = change_series.create_series("Evenings", "2026", "mcr", by=director)
    change_series.add_tournament(season, tournament, by="director")
    change_series.show_series(season.series, True, by="director")
    pages_over_tournaments.switch(is_on=True, needs_consent=False, by="owner")
    played(tournament, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    monkeypatch.setattr(series_pages, "A_PAGE", 5)
    address = reverse("public:season", args=[season.series.slug, season.slug])
    for asked, shown in ({}, 1), ({"page": 2}, 2), ({"page": 9}, 2):
        page = Client().get(address, asked).content.decode()
        assert f'hx-get="{address}?page={shown}"' in page
    page = Client().get(address, {"page": 2, "lang": "de"}).content.decode()
    assert f'hx-get="{address}?page=2&amp;lang=de"' in page


def test_ratings_have_pages(tournament, director, monkeypatch):
    season = change_series.create_series("Evenings", "2026", "mcr", by=director)
    change_series.add_tournament(season, tournament, by="director")
    change_series.choose_rating(season.series, "elo", by="director")
    played(tournament, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    monkeypatch.setattr(rating_of_series, "LEAST_GAMES", 1)
    monkeypatch.setattr(rating_pages, "A_PAGE", 5)
    change_series.show_series(season.series, True, by="director")
    pages_over_tournaments.switch(is_on=True, needs_consent=False, by="owner")
    address = reverse("public:rating", args=[season.series.slug])
    shown = [
        {row.key for row, _rating, _change in page.context["ranked"]}
        for page in (Client().get(address, {"page": number}) for number in (1, 2))
    ]
    assert [len(keys) for keys in shown] == [5, 3]
    assert not shown[0] & shown[1]
