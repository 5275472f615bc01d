"""A club with a finished tournament, for the tests of its pages and members."""

from __future__ import annotations

import pytest
from django.utils import timezone

from scoring.confirming_and_finishing import finish_reopen_and_publish_results
from scoring.series import change_series
from scoring.statistics import store_figures
from tests.scoring.absences import played
from tournaments.clubs import change_clubs
from tournaments.models import Club, Person, Tournament
from tournaments.persons import pages_over_tournaments


@pytest.fixture
def club(tournament, director) -> Club:
    """Return a public club with a finished tournament and a series with a ranking.

    Only player 1 won, and has a name that occurs nowhere else.
    """
    person = tournament.players.get(number=1).person_id
    Person.objects.filter(pk=person).update(first_name="Quill", last_name="Zephyrwood")
    played(tournament, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    played(tournament, 2, (1, 6, 3, 8), (2, 5, 4, 7))
    Tournament.objects.update(planned_rounds=2)
    tournament.refresh_from_db()
    finish_reopen_and_publish_results.finish(
        tournament, by="director", now=timezone.now()
    )
    made = change_clubs.create_club("Evening Club", owner=director, by="owner")
    change_clubs.add_tournament(made, tournament, by=director)
    season = change_series.create_series("Evenings", "Autumn", "mcr", by=director)
    change_series.add_tournament(season, tournament, by="director")
    change_series.choose_ranking(season.series, "ema", by="director")
    change_series.show_series(season.series, True, by="director")
    change_series.assign_club(season.series, made, by="director")
    change_clubs.show_club(made, True, by="director")
    store_figures.renew_outdated()
    return made


@pytest.fixture
def pages_are_on(db) -> None:
    pages_over_tournaments.switch(is_on=True, needs_consent=False, by="owner")
