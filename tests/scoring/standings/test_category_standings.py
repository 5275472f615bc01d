"""Standings of categories: separate places on public pages, in files, and after an
import of the folder.
"""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring import tournament_folder
from scoring.awards.choose_awards import choose_awards
from scoring.confirming_and_finishing.finish_reopen_and_publish_results import finish
from scoring.exports.export_catalogue_and_log import EXPORTS
from scoring.models import TournamentAwards
from scoring.public.public_fragments import FRAGMENTS
from scoring.tournament_folder.import_tournament import import_files
from tests.scoring.absences import played
from tournaments.models import Player
from tournaments.people.categories import number_of

pytestmark = pytest.mark.django_db
JUNIOR = f"category-{number_of('Junior')}"


@pytest.fixture
def juniors(tournament):
    """Return a tournament after one round.

    Players 1 and 5 share first place overall, and 2 and 6 share third. Players 2, 5, 6
    and 8 are juniors.
    """
    played(tournament, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    Player.objects.filter(tournament=tournament, number__in=(2, 5, 6, 8)).update(
        categories="Junior; Local"
    )
    tournament.planned_rounds = 1
    tournament.save()
    return tournament


def shown(client, tournament, view):
    address = reverse("public:standings_view", args=[tournament.slug, view])
    return client.get(address)


def places(html):
    """Return (player number, place) of each row on a page."""
    rows = html.split('<tr data-row="')[1:]
    return [
        (row.partition('"')[0], row.partition("<b>")[2].partition("</b>")[0])
        for row in rows
    ]


def test_a_category_has_its_own_places(client, juniors):
    page = shown(client, juniors, JUNIOR).content.decode()
    expected = [("5", "1"), ("2", "2="), ("6", "2="), ("8", "4")]
    assert places(page) == expected
    assert ">Local</bdi>" in page or ">Local</a>" in page
    live = FRAGMENTS["standings"].render(
        juniors, ("7", "0", "1", str(number_of("junior")))
    )
    assert places(live) == expected
    official = shown(client, juniors, f"{JUNIOR}-official").content.decode()
    assert places(official) == expected
    everyone = client.get(reverse("public:standings", args=[juniors.slug]))
    assert f"{JUNIOR}/" in everyone.content.decode()
    assert shown(client, juniors, "category-1").status_code == 404


def test_categories_are_those_of_now_after_the_end(client, juniors):
    finish(juniors, by="director", now=timezone.now())
    Player.objects.filter(tournament=juniors, number=2).update(categories="")
    page = shown(client, juniors, JUNIOR).content.decode()
    assert places(page) == [("5", "1"), ("6", "2"), ("8", "3")]


def test_hidden_results_stay_hidden_in_a_category(client, juniors):
    finish(juniors, by="director", now=timezone.now(), held_back=True)
    page = shown(client, juniors, JUNIOR).content.decode()
    assert places(page) == []
    assert "will be published at the prize giving" in page


def test_files_and_the_api_have_categories(client, juniors):
    for key in ("players", "standings"):
        columns = EXPORTS[key].columns(juniors)
        assert "categories" in [column.key for column in columns if not column.private]
    answer = client.get(f"/api/v1/events/{juniors.slug}/standings").json()
    by_number = {row["number"]: row["categories"] for row in answer["rows"]}
    assert by_number[5] == "Junior; Local"
    assert by_number[1] == ""


def test_a_folder_brings_categories_and_awards_back(juniors):
    choose_awards(
        juniors, ["highest_score"], least_games=3, category_places=2, by="director"
    )
    files = tournament_folder.files_of(juniors)
    again = import_files(files, director=None).tournament
    assert again.players.get(number=5).categories == "Junior; Local"
    chosen = TournamentAwards.objects.get(tournament=again)
    assert (chosen.keys, chosen.least_games, chosen.category_places) == (
        ["highest_score"],
        3,
        2,
    )
    assert tournament_folder.files_of(again) == files
