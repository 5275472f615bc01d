"""The ranking of a series by EMA's method, with explanations and a preview of
weights.
"""

from __future__ import annotations

from collections import OrderedDict
from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from scoring.confirming_and_finishing import finish_reopen_and_publish_results
from scoring.models import FinalStandings, Series
from scoring.series import change_series
from scoring.series import ranking_of_series as module
from scoring.series.ranking_of_series import ranking_of_series
from tests.scoring.absences import played
from tournaments.models import EventDescription, Person, Player, Tournament
from tournaments.persons import pages_over_tournaments
from tournaments.tournament_setup import create_and_change_tournament

pytestmark = pytest.mark.django_db

DAY = date(2026, 6, 30)
TABLES = ((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15, 16))


@pytest.fixture
def people(db) -> list[Person]:
    return Person.objects.bulk_create(
        Person(last_name=f"Person {n:02}", country="DK" if n % 2 else "Italy")
        for n in range(1, 17)
    )


@pytest.fixture
def series(director) -> Series:
    season = change_series.create_series("Region", "2026", "mcr", by=director)
    change_series.choose_ranking(season.series, "ema", by="director")
    return Series.objects.get()


def cup(series, people, director, last_day: date, *, rounds: int = 3, days: int = 1):
    """Return a tournament of the series that ends on `last_day`.

    It is finished if it has rounds.
    """
    plan = create_and_change_tournament.Plan(
        title=f"Cup of {last_day}",
        ruleset="mcr",
        planned_rounds=rounds or 3,
        minutes=100,
        end_policy="finish_hand",
        is_public=True,
    )
    made = create_and_change_tournament.create_tournament(plan, director=director)
    first = date.fromordinal(last_day.toordinal() - days + 1)
    EventDescription.objects.create(tournament=made, starts_on=first, ends_on=last_day)
    for number, person in enumerate(people, 1):
        Player.objects.create(tournament=made, person=person, number=number)
    tables = TABLES[: len(people) // 4]
    for number in range(1, rounds + 1):
        played(made, number, *tables)
    if rounds:
        finish_reopen_and_publish_results.finish(
            made, by="director", now=timezone.now()
        )
    change_series.add_tournament(series.seasons.get(), made, by="director")
    return Tournament.objects.get(pk=made.pk)


def address(series: Series, name: str = "public:ranking", *more: str) -> str:
    return reverse(name, args=[series.slug, *more])


def test_two_results_give_a_place(series, people, director):
    cup(series, people, director, date(2026, 5, 1), days=2)
    assert not ranking_of_series(series, DAY).rows
    cup(series, people, director, date(2025, 6, 30))
    listed = ranking_of_series(series, DAY)
    first = listed.rows[0]
    assert len(listed.rows) == 16
    # Four players share the first place: (1000 × 2 + 1000 × 1) over 3 and filled zeros.
    assert (first.place, first.shared) == (1, True)
    assert first.score == (3000 / 6 + 3000 / 5) / 2
    # The next day, the older result counts half.
    later = ranking_of_series(series, date(2026, 7, 1)).rows[0].reckoning
    assert [one.weight for one in later.live] == [2, 0.5]


def test_too_small_tournaments_are_left_out_with_the_reason(series, people, director):
    cup(series, people[:8], director, date(2026, 5, 1))
    cup(series, people, director, date(2026, 5, 2), rounds=2)
    cup(series, people, director, date(2026, 5, 3))
    hidden = cup(series, people, director, date(2026, 5, 4))
    FinalStandings.objects.filter(tournament=hidden).update(held_back=True)
    listed = ranking_of_series(series, DAY)
    assert [reason for _one, reason in listed.left_out] == [
        "Number of players: 8. At least 16 are needed.",
        "Number of rounds: 2. At least 3 are needed.",
        "The final standings are not public yet.",
    ]
    assert len(listed.tournaments) == 1


def test_a_kept_ranking_shows_reasons_in_the_current_language(
    series, people, director, keeping, monkeypatch
):
    today = timezone.localdate()
    cup(series, people[:8], director, today)
    [(_one, english)] = ranking_of_series(series, today).left_out
    monkeypatch.setattr(module, "_ranked_on", None)
    with override("de"):
        [(_one, german)] = ranking_of_series(series, today).left_out
    assert english == "Number of players: 8. At least 16 are needed."
    assert german != english
    assert "16" in german


def test_only_the_ranking_of_today_is_kept(series, keeping, monkeypatch):
    kept = OrderedDict()
    monkeypatch.setattr(module._kept, "_kept", kept)
    ranking_of_series(series, timezone.localdate() - timedelta(days=1))
    assert not kept
    ranking_of_series(series, timezone.localdate())
    assert len(kept) == 1


def test_the_weight_of_the_next_tournament_is_previewed(series, people, director):
    coming = cup(series, people, director, date(2026, 9, 2), rounds=0, days=2)
    season = series.seasons.get()
    change_series.mark_qualification(season, coming.pk, True, by="director")
    [preview] = ranking_of_series(series, DAY).previews
    assert (preview.days, preview.players, preview.countries) == (2, 16, 2)
    assert preview.weight.total == 3
    assert preview.more_from == 41


def test_the_page_explains_every_score(series, people, director, director_client):
    cup(series, people, director, date(2026, 5, 1), days=2)
    cup(series, people, director, date(2025, 6, 30))
    there = {"day": DAY.isoformat()}
    text = director_client.get(address(series), there).content.decode()
    assert "is not EMA's list" in text
    assert "550.00" in text
    for number in range(1, 17):
        answer = director_client.get(address(series), {**there, "how": number})
        assert "Calculation of the score" in answer.content.decode()
    explained = director_client.get(address(series), {**there, "how": 1})
    explanation = explained.context["explained"]
    assert (explanation.part_a, explanation.part_b) == (
        "3,000 ÷ 6 = 500.00",
        "3,000 ÷ 5 = 600.00",
    )
    assert [one.parts for one in explanation.results] == ["2 days", "1 day"]


@pytest.mark.parametrize("query", ["?how=x", "?how=99", "?how=0", "?how=99999999"])
def test_an_unknown_row_is_not_explained(series, director_client, query):
    assert director_client.get(address(series) + query).status_code == 200


@pytest.mark.parametrize("day", ["x", "2026-02-30", "0001-01-01"])
def test_an_impossible_day_is_not_found(series, director_client, day):
    assert director_client.get(address(series), {"day": day}).status_code == 404


def test_files_say_that_it_is_not_the_list_of_ema(
    series, people, director, director_client
):
    cup(series, people, director, date(2026, 5, 1))
    cup(series, people, director, date(2026, 5, 2))
    file = address(series, "public:ranking_file", "csv")
    text = director_client.get(file, {"day": DAY.isoformat()}).content.decode()
    assert "(not an official EMA ranking)" in text
    assert len(text.splitlines()) == 17
    assert Client().get(file).status_code == 404
    pages_over_tournaments.switch(is_on=True, needs_consent=False, by="owner")
    change_series.show_series(series, True, by="director")
    assert Client().get(file).status_code == 200
    change_series.choose_ranking(series, "", by="director")
    assert Client().get(file).status_code == 404


def test_queries_do_not_grow_with_players(
    series, people, director, django_assert_max_num_queries
):
    cup(series, people, director, date(2026, 5, 1))
    cup(series, people, director, date(2026, 5, 2))
    with django_assert_max_num_queries(12):
        ranking_of_series(series, DAY)
