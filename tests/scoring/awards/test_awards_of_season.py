"""The awards and records of a season: sums over its tournaments, with names as persons
chose them.
"""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from scoring.awards.awards_of_season import awards_of_season
from scoring.awards.choose_awards import choose_season_awards
from scoring.models import FinalStandings, Season
from scoring.series import change_series
from scoring.statistics.store_figures import renew_outdated
from tests.scoring.absences import played
from tests.scoring.test_series import count, finish, page, season, second
from tournaments.models import Person, ShownAs
from tournaments.persons import pages_over_tournaments
from tournaments.privacy.anonymise_player import take_name_out
from tournaments.refusals import Refused

__all__ = ["season", "second"]
pytestmark = pytest.mark.django_db
SCORES = {"E": 90, "S": 0, "W": -20, "N": -70}


@pytest.fixture
def counted(tournament, second, season) -> Season:
    """Return a season of two finished tournaments.

    Players 1 and 5 won their tables in the first, and player 1 won again in the second.
    """
    played(tournament, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    finish(tournament)
    played(second, 1, (1, 2, 3, 4), scores=SCORES)
    finish(second)
    count(season, tournament, second)
    chosen = ["most_firsts", "best_place"]
    choose_season_awards(season, chosen, least_games=None, by="director")
    season.refresh_from_db()
    while renew_outdated():
        pass
    return season


def winners(season: Season) -> dict[str, tuple[float, list[str]]]:
    listed = awards_of_season(season)
    return {
        one.award.key: (
            float(one.value),
            [listed.people[holder.name].name for holder in one.holders],
        )
        for one in (*listed.awards, *listed.records)
    }


def test_figures_of_all_tournaments_add_up(counted):
    assert winners(counted) == {
        "most_firsts": (2, ["Player 01"]),
        # Player 5 has one game only; three quarters of two games are needed.
        "best_place": (1, ["Player 01"]),
        "highest_score": (90, ["Player 01"]),
    }
    choose_season_awards(counted, ["best_place"], least_games=1, by="director")
    counted.refresh_from_db()
    assert winners(counted)["best_place"] == (1, ["Player 01", "Player 05"])


def test_hidden_and_uncounted_tournaments_are_left_out(counted, second):
    FinalStandings.objects.filter(tournament=second).update(held_back=True)
    assert winners(counted)["highest_score"] == (40, ["Player 01", "Player 05"])
    listed = awards_of_season(counted)
    assert (listed.counted, listed.tournaments) == (1, 2)


def test_kept_awards_follow_an_anonymised_winner(counted, second, keeping):
    """The person played in two tournaments. In the second, the player becomes another
    person, and the stored figures stay the same."""
    assert winners(counted)["highest_score"] == (90, ["Player 01"])
    take_name_out(second.players.get(number=1), by="director", reason="asked")
    [number] = second.players.filter(number=1).values_list("person", flat=True)
    assert winners(counted)["highest_score"] == (90, [f"Player {number}"])


def test_wrong_awards_are_refused(season):
    for keys, least in ((["most_ippatsu"], None), ([], 0), ([], 1000)):
        with pytest.raises(Refused):
            choose_season_awards(season, keys, least_games=least, by="director")


def test_the_page_has_the_names_that_persons_chose(counted, tournament):
    person = tournament.players.get(number=1).person
    Person.objects.filter(pk=person.pk).update(last_name="Secretname")
    tournament.players.filter(number=1).update(shown_as=ShownAs.NUMBER)
    address = page(counted, "public:season_awards")
    assert Client().get(address).status_code == 404
    change_series.show_series(counted.series, True, by="director")
    pages_over_tournaments.switch(is_on=True, needs_consent=False, by="owner")
    text = Client().get(address).content.decode()
    assert "Secretname" not in text
    assert f"Player {person.pk}" in text
    assert "Most first places at the table" in text
    assert "Counts 2 of 2 tournaments" in text


def test_editors_choose_awards(season, director_client):
    act = page(season, "director:season_act")
    sent = {"do": "award", "keys": ["most_wins", "biggest_win"], "least_games": "20"}
    director_client.post(act, sent)
    season.refresh_from_db()
    assert (season.awards, season.award_games) == (["biggest_win", "most_wins"], 20)
    wrong = director_client.post(act, sent | {"least_games": "x"}, follow=True)
    assert "Enter a whole number of games" in wrong.content.decode()
    wrong = director_client.post(act, sent | {"keys": ["x"]}, follow=True)
    assert "Choose awards from the list." in wrong.content.decode()
    edit = director_client.get(reverse("director:season", args=_of(season)))
    assert "2 awards chosen" in edit.content.decode()
    assert season.series.log.filter(kind="awards_chosen").count() == 1


def _of(season: Season) -> list[str]:
    return [season.series.slug, season.slug]
