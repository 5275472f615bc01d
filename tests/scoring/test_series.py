"""Series: the tournaments that count, live and final standings, and which visitors
may see them.
"""

from __future__ import annotations

import io
from datetime import date
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from openpyxl import load_workbook

from scoring.confirming_and_finishing import finish_reopen_and_publish_results
from scoring.models import Season, SeasonPlace, SeriesLog
from scoring.series import change_series
from scoring.series.season_standings import board_of
from tests.scoring.absences import played
from tournaments.clubs import change_clubs
from tournaments.models import (
    EventDescription,
    Person,
    Player,
    RoundState,
    ShownAs,
    Tournament,
)
from tournaments.people import register_players
from tournaments.persons import merge_and_undo, pages_over_tournaments
from tournaments.refusals import Refused
from tournaments.tournament_setup import create_and_change_tournament

pytestmark = pytest.mark.django_db

PLACE_POINTS = {
    "title": "Autumn",
    "unit": "game",
    "value": "game_place_points",
    "place_points": "4 2 1 0.5",
    "total": "sum",
    "missing": "skipped",
}


@pytest.fixture
def season(director) -> Season:
    return change_series.create_series("Evenings", "Autumn", "mcr", by=director)


@pytest.fixture
def second(tournament, director) -> Tournament:
    """Return another public tournament with the same persons and no rounds."""
    plan = create_and_change_tournament.Plan(
        title="Summer Cup",
        ruleset="mcr",
        planned_rounds=1,
        minutes=100,
        end_policy="finish_hand",
        is_public=True,
    )
    other = create_and_change_tournament.create_tournament(plan, director=director)
    for player in tournament.players.all():
        Player.objects.create(
            tournament=other, person=player.person, number=player.number
        )
    return other


def finish(tournament: Tournament) -> None:
    tournament.planned_rounds = tournament.rounds.count()
    tournament.save()
    finish_reopen_and_publish_results.finish(
        tournament, by="director", now=timezone.now()
    )


def count(season: Season, *tournaments: Tournament, **values: object) -> None:
    if values:
        change_series.change_season(season, values, by="director")
    for one in tournaments:
        change_series.add_tournament(season, one, by="director")
    season.refresh_from_db()


def points(season: Season, **given: bool) -> dict[str, tuple[int | None, float]]:
    board = board_of(season, **given)
    return {row.person.name: (row.place, float(row.points)) for row in board.rows}


def page(season: Season, name: str = "public:season", *more: str) -> str:
    return reverse(name, args=[season.series.slug, season.slug, *more])


def test_table_points_of_two_tournaments_add_up(tournament, second, season):
    played(tournament, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    finish(tournament)
    played(second, 1, (2, 1, 3, 4), (5, 6, 7, 8))
    finish(second)
    count(season, tournament, second)
    found = points(season)
    assert found["Player 05"] == (1, 8.0)
    assert found["Player 01"] == (2, 6.0)
    assert found["Player 02"] == (2, 6.0)
    board = board_of(season)
    assert [unit.title for unit in board.units] == ["Spring Cup", "Summer Cup"]
    assert not board.provisional


def test_units_are_in_order_of_dates(tournament, second, season):
    """Not in the order in which they were added."""
    played(tournament, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    played(second, 1, (2, 1, 3, 4), (5, 6, 7, 8))
    for one, day in ((tournament, date(2026, 6, 1)), (second, date(2026, 1, 17))):
        EventDescription.objects.update_or_create(
            tournament=one, defaults={"starts_on": day}
        )
    count(season, tournament, second)
    assert [unit.title for unit in board_of(season).units] == [
        "Summer Cup",
        "Spring Cup",
    ]


def test_a_visitor_sees_club_titles_and_pages_of_players(tournament, season, director):
    """Names of players without a page are no links; all points have the same number
    of decimals."""
    played(tournament, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    finish(tournament)
    club = change_clubs.create_club("Heron Mill", owner=director, by="owner")
    change_series.assign_club(season.series, club, by="director")
    change_series.show_series(season.series, True, by="director")
    pages_over_tournaments.switch(is_on=True, needs_consent=False, by="owner")
    count(season, tournament)
    hidden, named = (tournament.players.get(number=number) for number in (1, 2))
    pages_over_tournaments.choose(hidden, agrees=False, by="player")
    change_series.deduct_points(
        season, named.person, Fraction(1, 2), "late", by="director"
    )
    address = reverse("clubs:club", args=[club.slug])
    text = Client().get(page(season)).content.decode()
    assert "Evenings" in text.partition("</h1>")[0].partition("<h1>")[2]
    assert address not in text
    change_clubs.show_club(club, True, by="director")
    text = Client().get(page(season)).content.decode()
    assert f'href="{address}"' in text
    title = text.partition('class="unit-title"')[2].partition("</th>")[0]
    assert "Spring Cup" in title
    assert reverse("persons:person", args=[named.person_id]) in text
    assert reverse("persons:person", args=[hidden.person_id]) not in text
    for points_shown in ("4.0", "1.5"):
        assert f'<td class="number strong" role="cell">{points_shown}</td>' in text
    text = Client().get(address).content.decode()
    assert reverse("persons:person", args=[named.person_id]) in text


def test_a_tournament_in_progress_counts_provisionally(tournament, second, season):
    played(tournament, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    finish(tournament)
    played(second, 1, (2, 1, 3, 4), (5, 6, 7, 8))
    count(season, tournament, second)
    board = board_of(season)
    assert [unit.title for unit in board.provisional] == ["Summer Cup"]
    assert points(season)["Player 02"] == (2, 6.0)
    assert points(season, only_official=True)["Player 02"][1] == 2.0
    with pytest.raises(Refused, match="provisional"):
        change_series.close_season(season, by="director", now=timezone.now())


def test_the_language_in_the_address_is_kept(tournament, season, director_client):
    client = director_client
    played(tournament, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    count(season, tournament)
    here = page(season)
    shown = client.get(here, {"lang": "fr"}).content.decode()
    for address in (f"{here}?lang=fr", "?view=official&amp;lang=fr"):
        assert f'"{address}"' in shown
    assert "?lang=" not in client.get(here).content.decode().partition("<footer")[0]


def test_base_ranks_share_a_place_and_divide_by_the_best(tournament, season):
    played(tournament, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    finish(tournament)
    formula = {"total": "mean", "best": 2, "missing": "zero"}
    count(season, tournament, value="base_rank", formula=formula)
    found = points(season)
    assert found["Player 01"] == found["Player 05"] == (1, 500.0)
    assert found["Player 04"][1] == pytest.approx(143 / 2)


def test_each_game_counts_with_points_for_its_place(tournament, season):
    played(tournament, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    played(tournament, 2, (1, 5, 2, 6), (3, 7, 4, 8))
    finish(tournament)
    count(
        season,
        tournament,
        unit="game",
        value="game_place_points",
        place_points=["3", "2", "-1", "-3"],
        formula={"presence": "1"},
    )
    found = points(season)
    assert found["Player 01"] == (1, 8.0)
    assert found["Player 08"][1] == -4.0
    assert len(board_of(season).units) == 2


def test_tournaments_that_are_not_public_do_not_count(tournament, season):
    played(tournament, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    count(season, tournament)
    assert board_of(season).rows
    Tournament.objects.filter(pk=tournament.pk).update(is_public=False)
    assert not board_of(season).rows


def test_hidden_rounds_do_not_count(tournament, season):
    played(tournament, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    played(tournament, 2, (1, 5, 2, 6), (3, 7, 4, 8))
    Tournament.objects.filter(pk=tournament.pk).update(secret_rounds=2)
    count(season, tournament)
    assert points(season)["Player 01"][1] == 4.0


def test_a_closed_season_keeps_its_champion(tournament, second, season):
    played(tournament, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    finish(tournament)
    count(season, tournament)
    person = tournament.players.get(number=5).person
    change_series.deduct_points(season, person, Fraction(1), "late", by="director")
    change_series.close_season(season, by="director", now=timezone.now())
    season.refresh_from_db()
    assert [row.person.name for row in board_of(season).champions] == ["Player 01"]
    with pytest.raises(Refused, match="closed"):
        change_series.add_tournament(season, second, by="director")
    finish_reopen_and_publish_results.reopen(tournament, by="director", reason="error")
    assert points(season)["Player 01"] == (1, 4.0)
    with pytest.raises(Refused, match="Enter a reason"):
        change_series.reopen_season(season, by="director", reason=" ")
    change_series.reopen_season(season, by="director", reason="wrong table")
    assert not SeasonPlace.objects.exists()
    assert SeriesLog.objects.filter(kind="season_reopened").exists()


def test_a_chosen_public_name_holds_in_every_list(tournament, season, director_client):
    played(tournament, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    finish(tournament)
    person = tournament.players.get(number=1).person
    Person.objects.filter(pk=person.pk).update(last_name="Secretname")
    tournament.players.filter(number=1).update(shown_as=ShownAs.NUMBER)
    count(season, tournament)
    change_series.show_series(season.series, True, by="director")
    pages_over_tournaments.switch(is_on=True, needs_consent=False, by="owner")
    change_series.close_season(season, by="director", now=timezone.now())
    season.refresh_from_db()
    for address in (page(season), page(season, "public:season_file", "csv")):
        answer = Client().get(address)
        assert answer.status_code == 200
        text = answer.content.decode()
        assert "Secretname" not in text
        assert f"Player {person.pk}" in text
    assert "Secretname" not in director_client.get(page(season)).content.decode()


def test_only_editors_see_a_series_until_the_installation_publishes_it(
    season, director_client, stranger_client
):
    change_series.show_series(season.series, True, by="director")
    assert director_client.get(page(season)).status_code == 200
    assert stranger_client.get(page(season)).status_code == 404
    pages_over_tournaments.switch(is_on=True, needs_consent=False, by="owner")
    assert stranger_client.get(page(season)).status_code == 200
    assert stranger_client.get(page(season, "director:season")).status_code == 404
    change_series.show_series(season.series, False, by="director")
    assert stranger_client.get(page(season)).status_code == 404


def test_an_editor_makes_a_series_and_chooses_its_formula(tournament, director_client):
    played(tournament, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    data = {"title": "Thursdays", "season": "Autumn", "ruleset": "mcr"}
    director_client.post(reverse("director:series_new"), data)
    season = Season.objects.get()
    edit = page(season, "director:season")
    assert "Spring Cup" in director_client.get(edit).content.decode()
    act = page(season, "director:season_act")
    director_client.post(act, {"do": "add", "key": tournament.pk})
    answer = director_client.post(edit, PLACE_POINTS | {"presence": "1"})
    assert answer.status_code == 302
    answer = director_client.get(page(season))
    assert "leads" in answer.context["headline"] or "lead" in answer.context["headline"]
    assert "Provisional: 1 closed round" in answer.content.decode()
    person = tournament.players.get(number=1).person
    deduction = {"person": person.pk, "points": "0.5", "reason": "late"}
    answer = director_client.post(page(season, "director:season_deduct"), deduction)
    assert answer.status_code == 302
    assert points(Season.objects.get())["Player 01"] == (2, 4.5)


@pytest.mark.parametrize(
    ("sent", "says"),
    [
        ({"value": "base_rank"}, "A game has no base rank"),
        ({"place_points": ""}, "Enter the points, such as"),
        ({"place_points": "4 two"}, "Enter up to 40 numbers"),
        ({"place_points": "NaN"}, "Enter up to 40 numbers"),
        ({"missing": "deducted"}, "Enter the points to deduct."),
        ({"best": "-1"}, "greater than or equal to 0"),
        ({"title": ""}, "required"),
    ],
)
def test_a_wrong_formula_is_refused_with_a_sentence(
    season, director_client, sent, says
):
    edit = page(season, "director:season")
    answer = director_client.post(edit, PLACE_POINTS | sent)
    assert answer.status_code == 422
    assert says in answer.content.decode()


@pytest.mark.parametrize(
    "sent", [{"do": "add", "key": "x"}, {"do": "add", "key": "9" * 30}, {"do": "add"}]
)
def test_a_wrong_key_is_not_found(season, director_client, sent):
    act = page(season, "director:season_act")
    assert director_client.post(act, sent).status_code == 404


def test_standings_are_files_too(tournament, season, director_client):
    played(tournament, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    count(season, tournament)
    answer = director_client.get(page(season, "public:season_file", "xlsx"))
    sheet = load_workbook(io.BytesIO(answer.content)).active
    rows = list(sheet.iter_rows(values_only=True))
    assert rows[0][:5] == ("Place", "Player", "Country", "Club", "Points")
    assert rows[1][0] == 1
    assert len(rows) == 9
    text = director_client.get(page(season, "public:season_file", "csv")).content
    assert text.decode().startswith("\ufeffPlace,Player,")
    missing = director_client.get(page(season, "public:season_file", "pdf"))
    assert missing.status_code == 404


def test_a_newcomer_of_one_night_is_not_ranked(tournament, second, season):
    played(tournament, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    finish(tournament)
    register_players.register(
        second, [register_players.PlayerRow(last_name="Newcomer")], by="director"
    )
    played(second, 1, (1, 2, 3, 9), (5, 6, 7, 8))
    finish(second)
    count(season, tournament, second, formula={"least": 2})
    board = board_of(season)
    assert {row.person.name for row in board.unranked} == {"Newcomer", "Player 04"}
    assert all(row.place is None for row in board.unranked)
    assert second.rounds.get().state == RoundState.CLOSED


def test_the_last_editor_stays(season, referee, director):
    editor = season.series.editors.get()
    with pytest.raises(Refused, match="at least 1 editor"):
        change_series.remove_editor(season.series, editor.pk, by="director")
    change_series.add_editor(season.series, referee.username, by="director")
    change_series.remove_editor(season.series, editor.pk, by="director")
    assert season.series.editors.get().user == referee
    with pytest.raises(Refused, match="user name"):
        change_series.add_editor(season.series, "nobody", by="referee")


def test_merged_records_are_one_person(tournament, second, season):
    played(tournament, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    other = Person.objects.create(first_name="Player", last_name="1")
    second.players.filter(number=1).update(person=other)
    played(second, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    kept = tournament.players.get(number=1).person
    merge_and_undo.merge(kept, other, by="owner")
    count(season, tournament, second)
    assert points(season)["Player 01"] == (1, 8.0)
    assert len(board_of(season).rows) == 8


def test_a_player_who_did_not_agree_is_a_number_in_public(tournament, season):
    played(tournament, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    count(season, tournament)
    pages_over_tournaments.switch(is_on=True, needs_consent=True, by="owner")
    player = tournament.players.get(number=1)
    pages_over_tournaments.choose(player, agrees=True, by="player")
    names = {row.person.name for row in board_of(season).rows}
    number = tournament.players.get(number=2).person_id
    assert "Player 01" in names
    assert "Player 02" not in names
    assert f"Player {number}" in names
