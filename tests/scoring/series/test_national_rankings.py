"""The ranking of a series by the methods of the United Kingdom and of Austria."""

from __future__ import annotations

from datetime import UTC, date, datetime
from html import unescape

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.clubs.club_page import club_page
from scoring.models import Season, Series
from scoring.series import change_series
from scoring.series.ranking_of_series import ranking_of_series
from tests.scoring.past_results.test_past_results import HEAD, imported, row
from tournaments.clubs import change_clubs
from tournaments.models import (
    Club,
    EventDescription,
    MatchDay,
    Round,
    RoundState,
    Tournament,
)
from tournaments.persons import pages_over_tournaments
from tournaments.refusals import Refused

pytestmark = pytest.mark.django_db

DAY = date(2026, 6, 30)
#: Title, first and last day, and places of players 1 to 8 in the order of the places.
TOURNAMENTS = (
    ("Linz", "2019-05-04", "2019-05-06", (1, 2, 3, 4, 5, 6, 7, 8)),
    ("Graz", "2025-05-04", "2025-05-05", (1, 2, 3, 4, 5, 6, 7, 8)),
    ("Rome", "2025-06-07", "2025-06-07", (2, 1, 3, 4, 5, 6, 7, 8)),
    ("Oslo", "2025-07-07", "2025-07-07", (2, 1, 3, 4, 5, 6, 7, 8)),
    ("Lyon", "2025-08-07", "2025-08-07", (2, 1, 3, 4, 5, 6, 7, 8)),
    ("Bonn", "2026-03-07", "2026-03-07", (2, 3, 1, 4, 5, 6, 7, 8)),
)
ABROAD = {"Rome": "Italy", "Oslo": "Norway", "Lyon": "FRA", "Bonn": "Germany"}


def lists(players: int = 8) -> str:
    return HEAD + "".join(
        row(
            place,
            f"Ada Number{number}",
            title=title,
            day=day,
            last=last,
            number=f"0400{number:04}",
        )
        for title, day, last, order in TOURNAMENTS
        for place, number in enumerate([*order, *range(9, players + 1)], 1)
    )


def in_series(director, players: int = 8) -> Season:
    """Return a public season of all tournaments, of a club in Austria."""
    season = change_series.create_series("Region", "All", "mcr", by=director)
    club = change_clubs.create_club("Danube Club", owner=director, by="owner")
    Club.objects.filter(pk=club.pk).update(country="Austria", is_public=True)
    change_series.assign_club(season.series, club, by="director")
    imported(lists(players))
    for one in Tournament.objects.filter(past_results__isnull=False).order_by("pk"):
        change_series.add_tournament(season, one, by="director")
        country = ABROAD.get(one.title, "AUT" if one.title == "Linz" else "")
        EventDescription.objects.filter(tournament=one).update(country=country)
    change_series.show_series(season.series, True, by="director")
    pages_over_tournaments.switch(is_on=True, needs_consent=False, by="owner")
    return Season.objects.get()


@pytest.fixture
def season(director) -> Season:
    return in_series(director)


def series_by(method: str, first_day: date | None = None) -> Series:
    series = Series.objects.get()
    change_series.choose_ranking(series, method, first_day=first_day, by="director")
    return Series.objects.get()


def address(name: str = "public:ranking", *more: str) -> str:
    return reverse(name, args=[Series.objects.get().slug, *more])


def scores(series: Series, day: date = DAY) -> dict[str, float]:
    return {
        row.person.name.removeprefix("Ada Number"): round(float(row.score), 2)
        for row in ranking_of_series(series, day).rows
    }


def explained(number: int, day: date = DAY):
    page = Client().get(address(), {"how": number, "day": day.isoformat()})
    assert page.status_code == 200
    return page.context["explained"], page.content.decode()


class TestUnitedKingdom:
    def test_days_are_results_and_small_tournaments_count(self, season):
        found = scores(series_by("uk"))
        # Places 1, 1, 2, 2, 2 of 8 with 3, 2, 1, 1, 1 days are the best 8 of 9.
        assert found["1"] == 946.38
        assert found["8"] == 0
        assert list(found)[:2] == ["1", "2"]

    def test_the_page_explains_every_day(self, season):
        series_by("uk")
        explanation, page = explained(1)
        assert explanation.part_a.sum == "7,571 ÷ 8 = 946.38"
        lines = {
            one.tournament.tournament.title: (one.days, one.in_a, one.in_b)
            for one in explanation.results
        }
        assert lines["Linz"] == (3, 3, 3)
        assert lines["Bonn"] == (1, 0, 0)
        assert "Each day of a tournament is a result" in page
        assert "by the method of the United Kingdom (2026)" in page
        assert "not the association's list" in page
        assert "EMA" not in page.partition("<main")[2].partition("</main")[0]
        assert page.count("Countries") == 0
        explanation, page = explained(1, date(2019, 12, 31))
        assert explanation.part_b.filled == 5
        assert "5 missing days count as 0." in page

    def test_match_days_of_a_league_count_instead_of_all_days(self, season):
        series = series_by("uk")
        league = Tournament.objects.get(title="Linz")
        Tournament.objects.filter(pk=league.pk).update(is_league=True)
        for number in (1, 2):
            MatchDay.objects.create(
                tournament=league, number=number, first_round=number, rounds=1
            )
        # The second day was not played.
        Round.objects.create(tournament=league, number=1, state=RoundState.CLOSED)
        Round.objects.create(tournament=league, number=2)
        assert ranking_of_series(series, DAY).tournaments[str(league.pk)].days == 1


class TestAustria:
    def test_home_is_the_country_of_the_club(self, season):
        listed = ranking_of_series(series_by("austria"), DAY)
        abroad = {
            one.tournament.title: one.is_abroad for one in listed.tournaments.values()
        }
        assert abroad == {
            "Linz": False,
            "Graz": False,
            **dict.fromkeys(ABROAD, True),
        }

    def test_all_results_at_home_and_the_best_3_abroad_count(self, season):
        found = scores(series_by("austria"))
        assert found["1"] == 1000 + 1000 + 750 + 750 + 750
        assert found["2"] == 750 + 750 + 1000 + 1000 + 1000
        assert (found["5"], found["8"]) == (0, 0)

    def test_editors_can_mark_a_tournament(self, season, director_client):
        series_by("austria")
        page = reverse("director:season", args=[season.series.slug, season.slug])
        text = director_client.get(page).content.decode()
        assert text.count("Played abroad: counts if") == 4
        assert "had to qualify" not in text
        rome = Tournament.objects.get(title="Rome")
        act = reverse("director:season_act", args=[season.series.slug, season.slug])
        there = {"do": "abroad", "key": rome.pk, "abroad": "0"}
        assert director_client.post(act, there).status_code == 302
        text = director_client.get(page).content.decode()
        assert text.count("Played abroad: counts if") == 3
        found = scores(Series.objects.get())
        # Rome now counts at home, and Bonn among the best 3 abroad.
        assert found["1"] == 1000 + 1000 + 750 + 750 + 750 + 500
        change_series.mark_abroad(season, rome.pk, True, by="director")
        assert season.tournaments.get(tournament=rome).is_abroad is True

    def test_without_a_country_editors_must_mark(self, season, director_client):
        series_by("austria")
        page = reverse("director:season", args=[season.series.slug, season.slug])
        notice = "The series has no club with a country."
        assert notice not in director_client.get(page).content.decode()
        Club.objects.update(country="")
        assert notice in director_client.get(page).content.decode()

    def test_an_editors_mark_holds_in_a_season_added_later(self, season):
        series = series_by("austria")
        rome = Tournament.objects.get(title="Rome")
        change_series.mark_abroad(season, rome.pk, False, by="director")
        later = change_series.begin_season(series, "Later", like=season, by="director")
        change_series.add_tournament(later, rome, by="director")
        assert later.tournaments.get().is_abroad is False
        listed = ranking_of_series(series, DAY)
        assert not listed.tournaments[str(rome.pk)].is_abroad

    def test_a_tournament_finished_early_counts_from_that_day(self, season):
        series = series_by("austria")
        graz = Tournament.objects.get(title="Graz")
        EventDescription.objects.filter(tournament=graz).update(
            ends_on=date(2030, 1, 1)
        )
        finished = datetime(2026, 6, 1, 12, tzinfo=UTC)
        Tournament.objects.filter(pk=graz.pk).update(finished_at=finished)
        listed = ranking_of_series(series, DAY)
        assert listed.tournaments[str(graz.pk)].ends_on == date(2026, 6, 1)
        before = ranking_of_series(series, date(2026, 5, 31))
        assert str(graz.pk) not in before.tournaments

    def test_the_page_explains_every_result(self, season):
        series_by("austria")
        explanation, page = explained(1)
        assert (explanation.home, explanation.abroad) == ("1,500", "3,000")
        assert explanation.score == "4,500"
        lines = {
            one.tournament.tournament.title: (one.points, one.counts)
            for one in explanation.results
        }
        assert lines["Rome"] == ("1,000", False)
        assert lines["Graz"] == ("750", True)
        assert "by the method of Austria" in page
        assert "upper half of the field" in page
        assert "EMA" not in page.partition("<main")[2].partition("</main")[0]


def test_emas_method_counts_weights_and_leaves_out_small_tournaments(season):
    listed = ranking_of_series(series_by("ema"), DAY)
    assert not listed.tournaments
    # Linz is older than the ranking reads.
    assert len(listed.left_out) == 5


@pytest.mark.parametrize("method", ["uk", "austria"])
class TestEveryMethod:
    def test_earlier_tournaments_than_the_first_day_do_not_count(self, season, method):
        series = series_by(method, date(2025, 5, 5))
        listed = ranking_of_series(series, DAY)
        titles = {one.tournament.title for one in listed.tournaments.values()}
        assert titles == {"Graz", *ABROAD}
        page = Client().get(address()).content.decode()
        assert "ended on or after 5 May 2025 count." in page

    def test_earlier_days_count_only_the_tournaments_until_then(self, season, method):
        listed = ranking_of_series(series_by(method), date(2025, 5, 5))
        titles = {one.tournament.title for one in listed.tournaments.values()}
        assert titles == {"Linz", "Graz"}
        assert not ranking_of_series(series_by(method), date(2018, 1, 1)).rows

    def test_files_have_both_parts(self, season, method):
        series_by(method)
        file = address("public:ranking_file", "csv")
        text = Client().get(file).content.decode()
        assert "not an official ranking" in text
        assert len(text.splitlines()) == 9

    def test_a_club_page_says_whose_list_it_is(self, season, method, director):
        series_by(method)
        [short] = club_page(Club.objects.get(), director)["rankings"]
        assert "not the association's list" in str(short.words.origin)
        page = Client().get(reverse("clubs:club", args=[Club.objects.get().slug]))
        assert str(short.words.origin) in unescape(page.content.decode())

    def test_the_next_tournament_is_previewed_without_a_weight(
        self, season, method, tournament
    ):
        Tournament.objects.filter(pk=tournament.pk).update(is_public=True)
        description, _new = EventDescription.objects.get_or_create(
            tournament=tournament
        )
        description.starts_on, description.ends_on = date(2030, 1, 1), date(2030, 1, 2)
        description.country = "Italy"
        description.save()
        change_series.add_tournament(season, tournament, by="director")
        series_by(method)
        page = Client().get(address()).content.decode()
        expected = {
            "uk": "It has 2 days, which are 2 results for each player.",
            "austria": "Played abroad: counts if",
        }
        assert expected[method] in page
        assert "Weight" not in page


@pytest.mark.parametrize("method", ["ema", "uk", "austria"])
def test_queries_do_not_grow_with_players(director, method):
    def queries(players: int) -> int:
        with transaction.atomic():
            in_series(director, players)
            series_by(method)
            with CaptureQueriesContext(
                connection,
            ) as found:
                page = Client().get(address(), {"how": 1, "day": DAY.isoformat()})
            assert len(page.context["rows"]) == players
            transaction.set_rollback(True)
        return len(found)

    assert queries(16) == queries(40)


class TestChoice:
    def test_the_form_saves_method_and_first_day(self, season, director_client):
        act = reverse("director:season_act", args=[season.series.slug, season.slug])
        sent = {"do": "rank", "ranking": "uk", "first_day": "2025-01-01"}
        director_client.post(act, sent)
        series = Series.objects.get()
        assert (series.ranking, series.ranked_from) == ("uk", date(2025, 1, 1))
        page = reverse("director:season", args=[season.series.slug, season.slug])
        text = director_client.get(page).content.decode()
        assert 'value="uk" checked' in text
        assert "Each day of a tournament counts as 1 result." in text
        director_client.post(act, sent | {"first_day": "soon", "ranking": "ema"})
        assert Series.objects.get().ranking == "uk"
        director_client.post(act, {"do": "rank", "ranking": ""})
        assert Series.objects.get().ranking == ""
        assert Client().get(address()).status_code == 404

    def test_unknown_methods_are_refused(self, season, director_client):
        with pytest.raises(Refused):
            series_by("tenhou")
        with pytest.raises(IntegrityError), transaction.atomic():
            Series.objects.update(ranking="tenhou")
