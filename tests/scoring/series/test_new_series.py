"""A new series: its rules, the tournaments of its years, and its deletion."""

from __future__ import annotations

import re
from datetime import date

import pytest
from django.urls import reverse

from scoring.models import Season, Series
from scoring.series import change_series
from scoring.series.season_wording import how_points_count, usual_formula_in_words
from scoring.series.tournaments_of_years import years_of
from tournaments.clubs import change_clubs
from tournaments.clubs.club_log_in_words import lines_of
from tournaments.models import Club, EventDescription, Tournament
from tournaments.refusals import Refused
from tournaments.tournament_setup import create_and_change_tournament

pytestmark = pytest.mark.django_db


def made(director, title: str, day: date | None = None, ruleset: str = "riichi"):
    plan = create_and_change_tournament.Plan(
        title=title,
        ruleset=ruleset,
        planned_rounds=1,
        minutes=60,
        end_policy="finish_hand",
        is_public=True,
    )
    tournament = create_and_change_tournament.create_tournament(plan, director=director)
    if day is not None:
        EventDescription.objects.create(tournament=tournament, starts_on=day)
    return tournament


@pytest.fixture
def club(director) -> Club:
    """Return a club with riichi tournaments of 2 years and one of MCR."""
    club = change_clubs.create_club("Riverbend", owner=director, by="owner")
    for title, day, ruleset in (
        ("Summer 2026", date(2026, 6, 20), "riichi"),
        ("Winter 2026", date(2026, 1, 17), "riichi"),
        ("Winter 2025", date(2025, 1, 18), "riichi"),
        ("Green Cup", date(2026, 3, 1), "mcr"),
    ):
        tournament = made(director, title, day, ruleset)
        change_clubs.add_tournament(club, tournament, by=director)
    return club


@pytest.fixture
def season(director, club) -> Season:
    season = change_series.create_series("Championship", "2026", "riichi", by=director)
    change_series.assign_club(season.series, club, by="director")
    return season


def address(season: Season, name: str = "director:season") -> str:
    return reverse(name, args=[season.series.slug, season.slug])


def test_a_series_starts_with_the_usual_rules(club, director, director_client):
    """Of the club, or of the account's tournaments."""
    new = reverse("director:series_new")
    here = f"{new}?club={club.slug}"
    for name in ("Green 2", "Green 3", "Green 4"):
        made(director, name, ruleset="mcr")
    for path, ruleset in ((here, "riichi"), (new, "mcr")):
        shown = director_client.get(path).content.decode()
        assert f'<option value="{ruleset}" selected>' in shown
    sent = {"title": "Championship", "season": "2026", "ruleset": "riichi"}
    answer = director_client.post(here, sent, follow=True).content.decode()
    assert "Series created. Add the tournaments, then publish the series." in answer
    assert '<p class="meta">Riichi</p>' in answer


def test_a_series_without_tournaments_changes_its_rules(season, director_client):
    act = address(season, "director:season_act")
    for key in ("", "0", "²", "9" * 5000):
        wrong = director_client.post(act, {"do": "remove", "key": key})
        assert wrong.status_code == 404
    Season.objects.update(awards=["most_yakuman"])
    director_client.post(act, {"do": "rules", "ruleset": "hong_kong"})
    shown = director_client.get(address(season)).content.decode()
    assert "No other tournaments with these rules (Hong Kong" in shown
    assert Season.objects.get().awards == []
    with pytest.raises(Refused, match="one of the rulesets"):
        change_series.choose_ruleset(season.series, "chess", by="director")
    director_client.post(act, {"do": "rules", "ruleset": "mcr"})
    shown = director_client.get(address(season)).content.decode()
    assert "Green Cup" in shown
    assert "Change the rules of the series (MCR)" in shown
    director_client.post(
        act, {"do": "add", "key": Tournament.objects.get(ruleset="mcr").pk}
    )
    shown = director_client.get(address(season)).content.decode()
    assert "Change the rules of the series" not in shown
    with pytest.raises(Refused, match="has tournaments"):
        change_series.choose_ruleset(season.series, "riichi", by="director")


def test_a_series_without_tournaments_is_deleted(season, club, director_client):
    act = address(season, "director:season_act")
    director_client.post(act, {"do": "add_year", "year": "2026"})
    assert "Remove the tournaments from all its seasons first." in (
        director_client.get(address(season)).content.decode()
    )
    answer = director_client.post(act, {"do": "delete"}, follow=True)
    assert "Remove the tournaments from all seasons" in answer.content.decode()
    for row in season.tournaments.all():
        director_client.post(act, {"do": "remove", "key": row.tournament_id})
    answer = director_client.post(act, {"do": "delete"}, follow=True)
    assert "Series deleted." in answer.content.decode()
    assert answer.request["PATH_INFO"] == reverse("director:club", args=[club.slug])
    assert not Series.objects.exists()
    _entry, sentence = lines_of([club.log.first()])[0]
    assert sentence == "Series deleted: Championship."


def test_a_closed_season_keeps_its_series(season):
    Season.objects.update(closed_at=season.created_at)
    with pytest.raises(Refused):
        change_series.delete_series(season.series, by="director")


@pytest.mark.parametrize(
    ("title", "years"),
    [
        ("2026", [2026]),
        ("Autumn 2026", [2026]),
        ("2025/26", [2025, 2026]),
        ("Season 2025–2026", [2025, 2026]),
        ("Season 2025-26", [2025, 2026]),
        ("Thursdays", []),
        ("12026", []),
    ],
)
def test_the_years_in_a_title(season, title, years):
    season.title = title
    assert years_of(season) == years


def test_the_tournaments_of_the_season_come_first(season, director, director_client):
    """Other clubs' tournaments are not added at once."""
    made(director, "Elsewhere 2026", date(2026, 5, 5))
    shown = director_client.get(address(season)).content.decode()
    assert "Add all 2 tournaments of the club from 2026" in shown
    order = ["Summer 2026", "Winter 2026", "Elsewhere 2026", "Winter 2025"]
    assert [one.title for one in shown_tournaments(director_client, season)] == order
    assert "Add all 4 tournaments" in shown
    act = address(season, "director:season_act")
    answer = director_client.post(act, {"do": "add_year", "year": "2026"}, follow=True)
    assert "2 tournaments added." in answer.content.decode()
    assert titles_in(season) == {"Summer 2026", "Winter 2026"}
    shown = answer.content.decode()
    assert shown.index("Winter 2026") < shown.index("Summer 2026")
    for year in ("", "20x6", "99999"):
        sent = {"do": "add_year", "year": year}
        assert director_client.post(act, sent).status_code == 404


def test_a_season_of_a_coming_year_does_not_offer_other_years_at_once(
    season, director_client
):
    Season.objects.update(title="2027")
    shown = director_client.get(address(season)).content.decode()
    assert "Add all" not in shown
    assert "There are no tournaments of this season yet." in shown
    EventDescription.objects.filter(tournament__title="Winter 2026").update(
        starts_on=date(2027, 1, 9)
    )
    shown = director_client.get(address(season)).content.decode()
    assert "There are no tournaments of this season yet." not in shown
    assert "Add all" not in shown
    found = director_client.get(address(season), {"q": "Winter"}).content.decode()
    assert "Add all 2 tournaments" in found


def test_the_heading_names_series_and_season(season, director_client):
    shown = director_client.get(address(season)).content.decode()
    heading = re.sub("<[^>]+>", "", shown[shown.index("<h1>") : shown.index("</h1>")])
    assert heading == f"{season.series.title} · {season.title}"


def test_the_years_of_chosen_tournaments_count_too(season, director_client):
    Series.objects.update(club=None)
    Season.objects.update(title="Club nights")
    act = address(season, "director:season_act")
    assert "add_year" not in director_client.get(address(season)).content.decode()
    first = Tournament.objects.get(title="Winter 2025")
    director_client.post(act, {"do": "add", "key": first.pk})
    assert years_of(Season.objects.get()) == [2025]
    shown = director_client.get(address(season)).content.decode()
    assert "add_year" not in shown
    assert "Add all 2 tournaments" in shown


def test_the_usual_formula_is_one_sentence(season, director_client):
    assert (
        usual_formula_in_words(season) == "The points of all tournaments are added up."
    )
    text = director_client.get(address(season)).content.decode()
    assert "<details><summary>Change the title or how points count" in text
    assert "Final points</option>" in text
    assert "Table points or final points" not in text
    assert ("Each tournament", "Final points") in list(how_points_count(season))
    season.formula = {"best": 3}
    assert usual_formula_in_words(season) == ""
    answer = director_client.post(address(season), {"title": ""})
    assert "<details open><summary>Change the title" in answer.content.decode()


def shown_tournaments(client, season: Season) -> list[Tournament]:
    return client.get(address(season)).context["offered"]


def titles_in(season: Season) -> set[str]:
    return {row.tournament.title for row in season.tournaments.all()}
