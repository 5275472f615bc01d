"""Public pages of tournaments with results only: they show places, and nothing that the
imported list lacks.
"""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from django.urls import reverse

from rules.faults import RuleError
from scoring.exports.federation_workbook_and_layouts import (
    check,
    layouts,
    report_of,
    written,
)
from scoring.hall.standings_on_screen import _second_figure
from scoring.models import FinalPlace, Season, ValueKind
from scoring.series import change_series
from scoring.series.season_standings import board_of
from scoring.standings.criteria_columns import deciding
from scoring.standings.live_and_official_standings import official_of
from scoring.standings.who_sees_hidden_results import EVERYTHING
from scoring.tournament_folder import files_of, open_files
from scoring.tournament_folder.import_tournament import import_files
from tests.scoring.past_results.test_past_results import HEAD, imported, row
from tournaments.models import Person, Tournament
from tournaments.persons.pages_over_tournaments import switch

pytestmark = pytest.mark.django_db

#: A figure that the list does not state.
DASH = '<span aria-label="not known" role="img">–</span>'
NAMES = ("Ada Lind", "Bo Vang", "Cai Moor", "Dan Brook")


def past(points=("12,5", "9", "9", "4"), **more: object) -> Tournament:
    """Return an imported tournament with these points."""
    imported(
        HEAD
        + "".join(
            row(place, name, points=own, **more)
            for place, (name, own) in enumerate(zip(NAMES, points, strict=True), 1)
        )
    )
    return Tournament.objects.get()


def page(client, name: str, *numbers: int) -> str:
    address = reverse(f"public:{name}", args=[Tournament.objects.get().slug, *numbers])
    return client.get(address).content.decode()


def places(text: str) -> list[str]:
    return re.findall(r'<td class="rank"[^>]*><b>(\d+=?)</b>', text)


def headings(text: str) -> list[str]:
    cells = re.findall(r'<th scope="col"[^>]*>(.*?)</th>', text)
    return [re.sub("<[^>]+>", "", cell) for cell in cells]


@pytest.mark.parametrize("name", ["tournament", "standings"])
def test_places_of_the_list_are_shown(client, name):
    past()
    assert places(page(client, name)) == ["1", "2", "3", "4"]


def test_players_with_equal_figures_are_all_listed(client):
    """The list ranks players by figures that it does not contain."""
    past(points=("9", "9", "9", "9"))
    assert places(page(client, "standings")) == ["1", "2", "3", "4"]


def test_a_gap_without_a_difference_is_unknown():
    past(points=("12", "9", "9", "4"))
    rows = official_of(Tournament.objects.get(), visible=EVERYTHING).by_number
    assert (rows[3].gap, rows[4].gap.amount) == (None, 5)


@pytest.mark.parametrize("name", ["tournament", "standings"])
def test_figures_that_the_list_does_not_state_have_no_column(client, name):
    past()
    assert "Table points" in headings(page(client, name))
    assert "Score" not in headings(page(client, name))


@pytest.mark.parametrize("name", ["tournament", "standings"])
def test_a_list_of_places_has_no_columns_of_figures(client, name):
    past(points=("", "", "", ""))
    shown = page(client, name)
    assert places(shown) == ["1", "2", "3", "4"]
    assert not {"Table points", "Score", "Gap"} & set(headings(shown))


def test_files_of_games_are_not_offered(client):
    past()
    offered = page(client, "files")
    assert "/standings.csv" in offered
    assert not [one for one in ("seating", "hands", "results") if f"/{one}." in offered]
    assert "Overlay for a video stream" not in offered


def test_files_leave_unknown_figures_empty(client):
    past()
    slug = Tournament.objects.get().slug
    address = reverse("public:file", args=[slug, "standings", "csv"])
    head, first, *_others = b"".join(client.get(address)).decode("utf-8").splitlines()
    cells = dict(zip(head.split(","), first.split(","), strict=True))
    assert (cells["table_points"], cells["score"], cells["firsts"]) == ("12.5", "", "")


def test_a_person_has_no_score_where_the_list_has_none(client):
    past()
    switch(is_on=True, needs_consent=False, by="owner")
    person = Person.objects.get(last_name="Lind")
    shown = client.get(reverse("persons:person", args=[person.pk])).content.decode()
    row_of_table = shown[shown.index('<td class="number place-cell">') :]
    cells = re.findall(r'<td class="number[^"]*">(.*?)</td>', row_of_table)[:3]
    assert cells[1:] == ["12½", "—"]


def test_a_player_has_place_and_points_without_games(client):
    past()
    shown = page(client, "player", 2)
    assert "Only the result is recorded." in shown
    assert "No games were played." not in shown
    figures = re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", shown)
    assert [(name, re.sub("<[^>]+>", "", value)) for name, value in figures] == [
        ("Place", "2 of 4"),
        ("Table points", "9"),
    ]


def test_places_count_all_players_of_the_tournament(client):
    """The list has only some of the players."""
    past(players=88)
    assert "2 <small>of 88</small>" in page(client, "player", 2)
    assert "88 players" in page(client, "tournament")


def test_a_player_of_a_list_of_places_has_no_figures(client):
    past(points=("", "", "", ""))
    shown = page(client, "player", 2)
    assert re.findall(r"<dt>(.*?)</dt>", shown) == ["Place"]
    assert "place 2 of 4." in shown
    picture = f"/t/{Tournament.objects.get().slug}/players/2/preview.png"
    assert client.get(picture).status_code == 200


SOME = ("12,5", "", "9", "")


def test_a_figure_that_the_list_states_for_some_players_only_is_a_dash(client):
    past(points=SOME)
    assert re.findall(
        r'<td class="number strong" role="cell">(.*?)</td>', page(client, "standings")
    ) == ["12½", DASH, "9", DASH]
    rows = official_of(Tournament.objects.get(), visible=EVERYTHING).by_number
    assert [rows[number].gap for number in (1, 2, 3, 4)] == [None] * 4


def test_a_zero_in_the_list_is_a_zero(client):
    past(points=("12,5", "", "0", ""))
    assert re.findall(
        r'<td class="number strong" role="cell">(.*?)</td>', page(client, "standings")
    ) == ["12½", DASH, "0", DASH]


def test_a_player_without_figures_among_others_has_none(client):
    past(points=SOME)
    switch(is_on=True, needs_consent=False, by="owner")
    assert re.findall(r"<dt>(.*?)</dt>", page(client, "player", 2)) == ["Place"]
    person = Person.objects.get(last_name="Vang")
    shown = client.get(reverse("persons:person", args=[person.pk])).content.decode()
    row_of_table = shown[shown.index('<td class="number place-cell">') :]
    cells = re.findall(r'<td class="number[^"]*">(.*?)</td>', row_of_table)[:3]
    assert cells[1:] == ["—", "—"]


def test_files_leave_figures_of_some_players_empty(client):
    past(points=SOME)
    slug = Tournament.objects.get().slug
    address = reverse("public:file", args=[slug, "standings", "csv"])
    head, *lines = b"".join(client.get(address)).decode("utf-8").splitlines()
    place = head.split(",").index("table_points")
    assert [line.split(",")[place] for line in lines] == ["12.5", "", "9", ""]


def test_the_report_of_a_federation_leaves_missing_figures_empty():
    past(points=SOME)
    report = report_of(Tournament.objects.get())
    assert [(line.table_points, line.score) for line in report.lines] == [
        (Fraction(25, 2), None), (None, None), (9, None), (None, None),
    ]  # fmt: skip
    for layout in layouts().values():
        assert written(report, layout)
    assert list(check(report))


def test_the_report_of_a_federation_counts_players_missing_in_the_list():
    past(players=88)
    report = report_of(Tournament.objects.get())
    assert report.players == 88
    assert [line.base_rank for line in report.lines] == [1000, 989, 977, 966]


def test_scores_of_some_players_are_no_zeros(client):
    """A score is written by other functions than points."""
    head = HEAD.replace("Points", "Points;Score").replace(";Players;Weight", "")
    rows = (
        ";".join(("Heron Open;2024-05-04;;" + place, name, ";;", points, score)) + "\n"
        for place, name, points, score in (
            ("1", "Ada Lind", "8", "120"),
            ("2", "Bo Vang", "7", ""),
            ("3", "Cai Moor", "", "-30"),
        )
    )
    imported(head + "".join(rows))
    for name in ("tournament", "standings"):
        shown = page(client, name)
        assert {"+120", "−30"} <= set(re.findall(r">([+−]?\d+)</span>", shown))
        assert "0" not in re.findall(r'<td class="number[^>]*>(?:<span[^>]*>)?([^<]*)<',
                                     shown)  # fmt: skip
    assert re.findall(r"<dt>(.*?)</dt>", page(client, "player", 2)) == [
        "Place", "Table points",
    ]  # fmt: skip
    board = official_of(Tournament.objects.get(), visible=EVERYTHING)
    screen = [_second_figure(row, deciding(board)[1], board) for row in board.rows]
    assert [re.sub("<[^>]+>", "", figure) for figure in screen] == ["+120", "–", "−30"]


def test_a_tournament_folder_keeps_which_figures_are_missing(director):
    past(points=SOME)
    tournament = Tournament.objects.get()
    copy = import_files(files_of(tournament), director=director).tournament
    places = FinalPlace.objects.filter(final=copy.pk)
    assert list(places.values_list("unstated", flat=True)) == [
        ["score"], ["table_points", "score"], ["score"], ["table_points", "score"],
    ]  # fmt: skip
    files = dict(files_of(tournament))
    wrong = files["final_standings.csv"].replace(b"table_points score", b"luck")
    with pytest.raises(RuleError) as refused:
        open_files(files | {"final_standings.csv": wrong})
    assert {fault.code for fault in refused.value.faults} == {"unknown_measure"}


def test_a_missing_figure_does_not_count_in_a_season(director):
    season = change_series.create_series("Region", "2024", "mcr", by=director)
    Season.objects.filter(pk=season.pk).update(value=ValueKind.TABLE_POINTS)
    past(points=SOME)
    change_series.add_tournament(
        Season.objects.get(), Tournament.objects.get(), by="director"
    )
    board = board_of(Season.objects.get())
    assert [one.points for one in board.rows] == [Fraction(25, 2), 9]


def test_a_list_without_figures_has_no_values_in_a_season_of_points(director):
    season = change_series.create_series("Region", "2024", "mcr", by=director)
    Season.objects.filter(pk=season.pk).update(value=ValueKind.TABLE_POINTS)
    past(points=("", "", "", ""))
    change_series.add_tournament(
        Season.objects.get(), Tournament.objects.get(), by="director"
    )
    board = board_of(Season.objects.get())
    assert (board.rows, board.units) == ((), ())


def test_a_player_links_to_the_page_over_tournaments_while_it_exists(client):
    past()
    person = Person.objects.get(last_name="Vang")
    link = reverse("persons:person", args=[person.pk])
    assert link not in page(client, "player", 2)
    switch(is_on=True, needs_consent=False, by="owner")
    assert link in page(client, "player", 2)
    switch(is_on=True, needs_consent=True, by="owner")
    assert link not in page(client, "player", 2)


INVENTED = (
    "uma included",
    "1 round",
    "90 minutes",
    "R1",
    "Final results since",
    "Ranked by",
)


@pytest.mark.parametrize("name", ["tournament", "standings"])
def test_pages_say_nothing_that_is_not_recorded(client, name):
    past()
    Tournament.objects.update(ruleset="riichi")
    shown = page(client, name)
    assert [words for words in INVENTED if words in shown] == []
    assert re.findall(r'aria-current="step"|class="todo"', shown) == []


def test_the_navigation_leads_to_recorded_pages_only(client):
    past()
    shown = page(client, "tournament")
    nav = re.sub("<[^>]+>", "", shown[shown.index("<nav") : shown.index("</nav>")])
    assert nav.split() == [
        "Overview",
        "Standings",
        "Files",
        "More",
        "Files",
        "All",
        "tournaments",
    ]
    rules = reverse("public:event_rules", args=[Tournament.objects.get().slug])
    assert client.get(rules).status_code == 404
