"""The search over everything finds only results that the person may open."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.scoring.public.test_public_pages import hrefs, text
from tournaments.access.roles_and_permissions import Can
from tournaments.models import Person, Role, ShownAs, Tournament
from tournaments.people.namesakes import mark_namesakes

SEARCH = "/search/"


def found(client, query: str) -> list[str]:
    """Search for a text. Return the addresses of the results."""
    answer = client.get(SEARCH, {"q": query})
    assert answer.status_code == 200
    return [one.address for group in answer.context["groups"] for one in group.results]


def rename(tournament: Tournament, number: int, first: str, last: str) -> None:
    Person.objects.filter(
        players__tournament=tournament, players__number=number
    ).update(first_name=first, last_name=last)
    mark_namesakes(tournament)


@pytest.fixture
def cup(running_round) -> Tournament:
    """Return a public tournament with a running round; its player 3 is Åsa Öberg."""
    tournament = running_round.tournament
    tournament.is_public = True
    tournament.save()
    rename(tournament, 3, "Åsa", "Öberg")
    return tournament


def test_the_home_page_leads_to_everything(client, cup):
    home = client.get("/").content.decode()
    assert f'action="{reverse("director:search")}"' in home
    assert 'type="search"' in home
    slug = cup.slug
    assert found(client, "spring") == [f"/t/{slug}/"]
    assert found(client, "asa ob") == [f"/t/{slug}/players/3/"]
    assert found(client, "table 2") == [f"/t/{slug}/rounds/1/tables/2/"]
    assert found(client, "referees") == ["/referee/"]
    assert not found(client, "")
    shown = text(client.get(SEARCH, {"q": "nothing at all"}))
    assert "Nothing matches “nothing at all”" in shown


def test_owners_reach_the_pages_of_the_installation(admin_client, client):
    for words, address in (("backups", "backups"), ("persons", "persons")):
        assert found(admin_client, words) == [reverse(f"director:{address}")]
        assert not found(client, words)


def test_staff_reach_their_pages_and_settings(director_client, referee_client, cup):
    slug = cup.slug
    assert f"/director/{slug}/check-in/" in found(director_client, "check-in")
    assert f"/director/{slug}/settings/#clock" in found(director_client, "countdown")
    assert f"/director/{slug}/plan/" in found(director_client, "time zone")
    for words in ("private data", "anonymise", "contacts"):
        assert found(director_client, words) == [f"/director/{slug}/players/"]
        assert not found(referee_client, words)
    assert found(director_client, "oberg") == [f"/director/{slug}/players/3/"]
    assert f"/table/{slug}/1/2/" in found(referee_client, "table 2")
    assert not [one for one in found(referee_client, "countdown") if "settings" in one]
    assert found(referee_client, "oberg") == [f"/t/{slug}/players/3/"]


def test_directors_find_the_public_name(director_client, referee_client, cup):
    players = reverse("director:players", args=[cup.slug])
    assert players in found(director_client, "public name")
    assert not found(referee_client, "public name")


def test_every_result_can_be_opened(client, director_client, referee_client, cup):
    for viewer in (client, director_client, referee_client):
        for query in ("spring", "player", "oberg", "table 1", "s", "p", "r", "c"):
            for address in found(viewer, query):
                assert viewer.get(address.partition("#")[0]).status_code in (200, 302)


def test_a_hidden_person_is_found_by_directors_only(
    client, director_client, referee_client, cup
):
    for choice in (ShownAs.INITIALS, ShownAs.NUMBER):
        cup.players.filter(number=3).update(shown_as=choice)
        for viewer in (client, referee_client):
            for query in ("oberg", "asa", "ö", "å. ö"):
                shown = text(viewer.get(SEARCH, {"q": query}))
                assert "Öberg" not in shown.replace(f"“{query}”", "")
                assert not [one for one in found(viewer, query) if "players" in one]
        assert found(director_client, "oberg") == [f"/director/{cup.slug}/players/3/"]


def test_a_tournament_for_staff_and_one_in_the_bin_are_not_found(
    client, director_client, cup
):
    cup.is_public = False
    cup.save()
    for query in ("spring", "oberg", "table 2", "check-in"):
        assert not found(client, query)
    assert found(director_client, "spring")
    Tournament.objects.filter(pk=cup.pk).update(binned_at=cup.created_at)
    assert not [one for one in found(director_client, "spring") if cup.slug in one]


def test_seats_that_are_not_shown_have_no_table(client, seated_round):
    tournament = seated_round.tournament
    tournament.is_public = True
    tournament.save()
    seated_round.state = "draft"
    seated_round.save()
    assert not found(client, "table 1")


def test_the_queries_do_not_grow(client, cup, django_assert_max_num_queries):
    with django_assert_max_num_queries(8):
        client.get(SEARCH, {"q": "player"})


def test_hostile_text_is_shown_as_text(client, cup):
    page = client.get(SEARCH, {"q": "<script>x" + "y" * 5_000}).content.decode()
    assert "<script>x" not in page
    assert "&lt;script&gt;x" in page
    assert hrefs(client.get(SEARCH))
    assert Can(Role.SCREEN).look is False
