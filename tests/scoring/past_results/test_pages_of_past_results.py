"""Public pages of tournaments of which only the results are recorded: places are shown,
and nothing that the list does not state.
"""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from scoring.standings.live_and_official_standings import official_of
from scoring.standings.who_sees_hidden_results import EVERYTHING
from tests.scoring.past_results.test_past_results import HEAD, imported, row
from tournaments.models import Person, Tournament
from tournaments.persons.pages_over_tournaments import switch

pytestmark = pytest.mark.django_db

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
