"""The rooms of a tournament: their number, their pages, and the next step."""

from __future__ import annotations

import re

import pytest
from django.utils import timezone

from tests.scoring.hall_pages import address, text_of
from tournaments.models import MatchDay, Membership, Role, RoundState, Tournament

MOST_ROOMS = 14
TABS = [
    ("players", "registration", "teams", "player_messages"),
    ("seating", "draws"),
    ("paper", "files"),
    ("settings", "event", "rules", "notifications", "mirror"),
]


def rooms(page: str) -> str:
    """Return the HTML of the list of all rooms in a page."""
    return page[page.index('id="side-all"') :].partition('class="side-foot"')[0]


def links(html: str) -> list[str]:
    return re.findall(r'<a href="(.*?)"', html)


def marked(page: str) -> list[str]:
    """Return the addresses of the rooms that a page marks as the next step."""
    found = re.findall(r'<a href="([^"]*)"(?:(?!</a>).)*next-step', rooms(page))
    return [one.removeprefix("/director/spring-cup/") for one in found]


@pytest.mark.parametrize("role", [role for role in Role if role != Role.SCREEN])
@pytest.mark.parametrize("kind", ["league", "practice", "finished", ""])
def test_nobody_has_more_rooms_than_fit(
    tournament, director, stranger, director_client, role, kind
):
    if role != Role.OWNER:
        Membership.objects.create(user=stranger, tournament=tournament, role=Role.OWNER)
        Membership.objects.filter(user=director).update(role=role)
    if kind == "league":
        MatchDay.objects.create(
            tournament=tournament, number=1, first_round=1, rounds=3
        )
    if kind == "practice":
        Tournament.objects.update(is_practice=True, is_public=False)
    if kind == "finished":
        Tournament.objects.update(finished_at=timezone.now())
    page = text_of(director_client.get(address("hall", tournament.slug)))
    found = links(rooms(page))
    assert 0 < len(found) <= MOST_ROOMS
    assert len(set(found)) == len(found)


def test_a_room_has_one_name_in_the_menu_and_on_phones(tournament, director_client):
    page = text_of(director_client.get(address("hall", tournament.slug)))
    short = page[page.index('class="side-short"') : page.index('id="side-all"')]
    assert "Control room" in short
    assert "Control room" in rooms(page)


@pytest.mark.parametrize("pages", TABS, ids=lambda pages: pages[0])
def test_pages_of_a_room_lead_to_each_other(tournament, director_client, pages):
    addresses = [address(page, tournament.slug) for page in pages]
    for one in addresses:
        page = text_of(director_client.get(one))
        assert f'<a href="{addresses[0]}" aria-current="page">' in rooms(page)
        row = page.split('<nav class="tabs"')[1].partition("</nav>")[0]
        assert links(row) == addresses
        assert f'href="{one}" aria-current="page"' in row


def test_the_next_step_is_marked(tournament, director_client, referee_client):
    def seen(client=director_client) -> list[str]:
        return marked(text_of(client.get(address("hall", tournament.slug))))

    assert seen() == ["seating/"]
    assert seen(referee_client) == []
    Tournament.objects.update(finished_at=timezone.now())
    assert seen() == []


def test_players_come_first(tournament, director_client):
    tournament.players.all().delete()
    page = text_of(director_client.get(address("hall", tournament.slug)))
    assert marked(page) == ["players/"]


def test_a_seated_round_is_run_in_the_control_room(
    tournament, seated_round, director_client
):
    hall = address("hall", tournament.slug)
    assert marked(text_of(director_client.get(hall))) == [""]
    seated_round.state = RoundState.CLOSED
    seated_round.save()
    Tournament.objects.update(planned_rounds=1)
    assert marked(text_of(director_client.get(hall))) == ["finish/"]
