"""What is printed: rows dealt to sheets, and what stands on them."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from scoring.pages.paper.sheets import LEAST, ROWS, dealt, in_columns
from scoring.views.paper import BY_ROUND, WHOLE
from tests.scoring.results import crowd, paper
from tests.scoring.seated_rounds import FOUR_PLACES
from tests.scoring.two_rounds import close
from tournaments.models import Player, ShownAs


@given(rows=st.lists(st.integers(), max_size=400), most=st.integers(LEAST * 2, 60))
def test_every_row_is_on_one_sheet_in_its_order(rows, most):
    sheets = dealt(rows, most)
    assert [row for sheet in sheets for row in sheet] == rows
    assert all(0 < len(sheet) <= most for sheet in sheets)
    assert len(sheets) == -(-len(rows) // most)
    assert all(len(sheet) >= LEAST for sheet in sheets) or len(rows) < LEAST
    columns = in_columns(rows, 2)
    assert [row for column in columns for row in column] == rows
    assert len(columns[0]) - len(columns[1]) in (0, 1)


def test_as_many_rows_as_a_sheet_has_are_one_sheet():
    assert [len(sheet) for sheet in dealt(range(ROWS))] == [45]
    assert [len(sheet) for sheet in dealt(range(72))] == [45, 27]
    assert [len(sheet) for sheet in dealt(range(47))] == [42, 5]
    assert dealt([]) == []


@pytest.mark.django_db
def test_every_print_says_of_what_and_of_when_it_is(seated_round, director_client):
    tournament = seated_round.tournament
    for table in (1, 2):
        paper(seated_round, table, FOUR_PLACES)
    close(seated_round)
    slug = tournament.slug
    addresses = [reverse("director:paper_of_event", args=[slug, p]) for p in WHOLE] + [
        reverse("director:paper_of_round", args=[slug, 1, p]) for p in BY_ROUND
    ]
    index = director_client.get(reverse("director:paper", args=[slug])).content.decode()
    for address in addresses:
        assert address in index
        page = director_client.get(address)
        assert page.status_code == 200
        text = page.content.decode()
        sheets = text.count('class="paper-sheet')
        feet = re.findall(r"as of .*?<span>(\d+) / (\d+)</span>", text, re.S)
        assert [(int(n), int(of)) for n, of in feet] == [
            (n, sheets) for n in range(1, sheets + 1)
        ], address


@pytest.mark.django_db
def test_what_is_asked_for_wrongly_is_not_there(seated_round, director_client):
    slug = seated_round.tournament.slug
    for address in (
        reverse("director:paper_of_event", args=[slug, "names"]),
        reverse("director:paper_of_round", args=[slug, 1, "badges"]),
        reverse("director:paper_of_round", args=[slug, 7, "names"]),
    ):
        assert director_client.get(address).status_code == 404


@pytest.mark.django_db
def test_there_are_no_standings_after_a_round_that_does_not_count(
    seated_round, director_client
):
    """They would be those of the round before, under this one's name."""
    slug = seated_round.tournament.slug
    address = reverse("director:paper_of_round", args=[slug, 1, "standings"])
    index = director_client.get(reverse("director:paper", args=[slug]))
    assert address not in index.content.decode()
    assert director_client.get(address).status_code == 404


@pytest.mark.django_db
def test_diplomas_are_for_whoever_shares_a_place(seated_round, director_client):
    for table in (1, 2):
        paper(seated_round, table, FOUR_PLACES)
    seated_round.state = "closed"
    seated_round.save()
    address = reverse(
        "director:paper_of_event", args=[seated_round.tournament.slug, "diplomas"]
    )
    for places, sheets in (
        ("?places=1", 2),
        ("", 4),
        ("?places=x", 4),
        ("?places=4", 4),
    ):
        page = director_client.get(address + places).content.decode()
        assert page.count('class="paper-sheet') == sheets


@pytest.mark.django_db
def test_the_queries_do_not_grow_with_the_players(
    seated_round, director_client, django_assert_max_num_queries
):
    crowd(seated_round.tournament, 64)
    slug = seated_round.tournament.slug
    for kind in WHOLE:
        with django_assert_max_num_queries(20):
            director_client.get(reverse("director:paper_of_event", args=[slug, kind]))
    for kind in BY_ROUND:
        with django_assert_max_num_queries(20):
            director_client.get(
                reverse("director:paper_of_round", args=[slug, 9, kind])
            )


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["names", "tables", "results", "standings"])
def test_a_list_for_the_wall_has_the_names_for_the_public(
    seated_round, director_client, kind
):
    close(seated_round)
    tournament = seated_round.tournament
    entry = tournament.entries.get(number=1)
    Player.objects.filter(pk=entry.player_id).update(last_name="Aaronson")
    tournament.entries.filter(pk=entry.pk).update(shown_as=ShownAs.NUMBER)
    address = reverse(
        "director:paper_of_round", args=[tournament.slug, seated_round.number, kind]
    )
    printed = director_client.get(address).content.decode()
    assert "Aaronson" not in printed
    assert "Player 1<" in printed
