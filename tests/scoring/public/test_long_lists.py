"""Long lists on public pages are divided.

A page has only as many elements as a slow phone can show immediately, and links to the
rest.
"""

from __future__ import annotations

import re

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring.public.public_fragments import FRAGMENTS
from tests.scoring.standings_events import event_of
from tournaments.models import Player, Round, RoundState, Tournament
from tournaments.people import register_players

MOST_ELEMENTS = 3_000


def html_of(client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200, address
    return response.content.decode()


def tables(html: str) -> list[int]:
    return [int(n) for n in re.findall(r'<tr data-row="(\d+)" id="table-', html)]


def address(event: Tournament, name: str, *args: int) -> str:
    return reverse(f"public:{name}", args=[event.slug, *args])


#: Pages of a tournament of 7 rounds.
PAGES = [
    ("tournament", (), ""),
    ("standings", (), ""),
    ("teams", (), ""),
    ("round", (7,), ""),
    ("round", (6,), "?page=10"),
    ("session", (7, 3), ""),
    ("seating", (), ""),
    ("seating", (), "?by=table"),
    ("seating_players", (), ""),
    ("player", (7,), ""),
    ("files", (), ""),
]


def test_with_a_thousand_players_a_page_has_few_elements(client, thousand):
    elements = {}
    for name, args, query in PAGES:
        page = address(thousand, name, *args) + query
        elements[page] = len(re.findall(r"<[a-z]", html_of(client, page)))
    assert len(elements) == len(PAGES)
    assert {page: n for page, n in elements.items() if n >= MOST_ELEMENTS} == {}


def test_before_an_event_of_a_thousand_its_home_names_some(client, tournament):
    some = 1_000 - tournament.players.count()
    rows = [register_players.PlayerRow(last_name=f"Quill {n:04}") for n in range(some)]
    register_players.register(tournament, rows, by="director")
    html = html_of(client, address(tournament, "tournament"))
    assert len(re.findall(r"<[a-z]", html)) < MOST_ELEMENTS
    assert "1000 players" in html
    assert "All 1000 players" in html


@pytest.fixture
def thousand(db) -> Tournament:
    return event_of(1_000, 7)


@pytest.fixture
def event(db) -> Tournament:
    """Return a tournament of 240 players at 60 tables.

    Two thirds of the tables have started the second round, and half of these are
    finished.
    """
    return event_of(240, 2)


def test_a_round_comes_a_hundred_players_at_a_time(client, event):
    here = address(event, "round", 2)
    html = html_of(client, here)
    assert tables(html) == list(range(1, 26))
    assert 'data-first="0" data-all="60" data-page="25"' in html
    assert html.count('class="wall') > 60
    assert 'href="?page=3#table-57" data-at="56"' in html
    assert tables(html_of(client, f"{here}?page=3")) == list(range(51, 61))
    for query in ("page=4", "page=0", "page=x"):
        assert client.get(f"{here}?{query}").status_code == 404
    shown = FRAGMENTS["round"].render(event, ("2", "3", "0"))
    assert tables(shown) == list(range(51, 61))


def test_a_large_round_has_an_index_of_numbers(client, db):
    html = html_of(client, address(event_of(440, 1), "round", 1))
    assert 'class="walls numbers"' in html
    assert re.search(r'data-at="109" aria-label="Table 110: [^"]+">110</a>', html)


def test_a_name_leads_to_its_table(client, event):
    seat = event.rounds.get(number=2).games.get(table=57).seats.get(wind="E")
    here = address(event, "round", 2)
    only = client.get(here, {"find": f"{seat.player.number:04}"})
    assert (only.status_code, only.url) == (302, "?page=3#table-57")
    several = html_of(client, f"{here}?find=wren")
    assert (
        several.count("#table-")
        == Player.objects.filter(tournament=event, person__first_name="Wren").count()
    )
    assert "No player" in html_of(client, f"{here}?find=zzz")


def test_those_that_play_or_have_finished_are_shown_alone(client, event):
    here = address(event, "round", 2)
    html = html_of(client, here)
    over = [n for n in range(1, 61) if (n - 1) % 3 == 1]
    assert tables(html_of(client, f"{here}?show=over")) == over
    playing = html_of(client, f"{here}?show=playing&page=2")
    assert tables(playing) == [n for n in range(1, 61) if n not in over][25:]
    assert 'href="?page=1#table-1"' in playing
    assert "data-at" not in playing
    assert tables(html_of(client, f"{here}?show=anything")) == tables(html)
    # A list that has become shorter shows its last part.
    shown = FRAGMENTS["round"].render(event, ("2", "7", "2"))
    assert tables(shown) == over
    Round.objects.update(state=RoundState.CLOSED, ends_at=None, ended_at=timezone.now())
    assert "show=playing" not in html_of(client, here)


def test_seats_by_name_come_a_hundred_at_a_time_under_their_letters(client, event):
    here = address(event, "seating")
    html = html_of(client, here)
    assert html.count('class="sitter"') == 100
    letters = re.findall(r'<a href="([^"]+)" data-at="(\d+)">(\w)</a>', html)
    assert [letter for _address, _at, letter in letters] == list("CFKMNR")
    for way, at, letter in letters:
        page, _hash, anchor = way.partition("#")
        there = html_of(client, here + page)
        assert f'<h2 id="{anchor}">{letter}</h2>' in there
        first = int(re.search(r'data-first="(\d+)"', there)[1])
        assert first <= int(at) < first + 100
    assert html_of(client, f"{here}?page=3").count('class="sitter"') == 40
    found = html_of(client, f"{here}?q=cloudberry")
    assert found.count('class="sitter"') == 40
    assert 'class="letters"' not in found


def test_seats_by_table_and_of_all_rounds_come_in_pages(client, event):
    by_table = html_of(client, address(event, "seating") + "?by=table&page=3")
    assert by_table.count("table-card") == 10
    assert '<a href="?by=table&amp;page=2"' in by_table
    everybody = html_of(client, address(event, "seating_players") + "?page=5")
    assert everybody.count('<tr id="p') == 40
