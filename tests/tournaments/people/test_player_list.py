"""The player list: search, sorting, changes of several players, and adding known
people.
"""

from __future__ import annotations

import pytest

from scoring.director import printed_lists
from scoring.tournament_log import log_in_words_and_groups
from tests.tournaments.pages import count_queries, page, says, text_of
from tournaments.models import Person
from tournaments.people import player_changes, register_players
from tournaments.people.register_players import PlayerRow
from tournaments.tournament_setup import create_and_change_tournament


@pytest.fixture
def people(tournament):
    """Register three players in addition to players 1 to 8: an Åsa from Sweden, a Bo
    without a known country, and a house player. Return the tournament.
    """
    rows = [
        PlayerRow("Ömark", "Åsa", country="Sweden", ema_number="09000123"),
        PlayerRow("Aal", "Bo", country="Atlantis", club="Wind Club"),
    ]
    register_players.register(tournament, rows, by="director")
    house = Person.objects.create(last_name="House")
    tournament.players.create(person=house, number=11, is_filler=True)
    return tournament


def numbers(client, tournament, **query) -> list[int]:
    response = client.get(page("players", tournament.slug, **query))
    assert response.status_code == 200
    return [line.player.number for line in response.context["lines"]]


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({"q": "asa"}, [9]),
        ({"q": "%C3%96m"}, [9]),
        ({"q": "000123"}, [9]),
        ({"q": "bo aal"}, [10]),
        ({"q": "wind"}, [10]),
        ({"q": "team+2"}, [2, 5, 6, 7, 8]),
        ({"q": "nobody"}, []),
        ({"show": "no_country"}, [10]),
        ({"show": "no_team"}, [9, 10]),
        ({"show": "nonsense", "sort": "nonsense"}, [*range(1, 12)]),
        ({"sort": "-number"}, [*range(11, 0, -1)]),
        ({"sort": "ema", "q": "a"}, [9, *range(1, 9), 10]),
    ],
)
def test_it_is_searched_filtered_and_sorted(people, director_client, asked, found):
    assert numbers(director_client, people, **asked) == found


def test_a_public_name_that_differs_is_beside_the_name(people, director_client):
    address = page("players", people.slug)
    assert "Public name: " not in text_of(director_client.get(address))
    people.players.filter(number=9).update(shown_as="initials")
    people.players.filter(number=10).update(shown_as="number")
    shown = director_client.get(address)
    assert says(shown, "Public name: Å. Ö.")
    assert says(shown, "Public name: Player 10")
    queries = count_queries(director_client, address)
    people.players.filter(number__lte=8).update(shown_as="initials")
    assert count_queries(director_client, address) == queries


@pytest.mark.parametrize("name", ["players", "hall"])
def test_before_the_seating_a_page_tells_of_tables_that_are_not_full(
    people, director_client, name
):
    hint = (
        "With 10 players: 2 house players fill the last table, or 2 players sit out in "
        "each round. You choose this when you generate the seating."
    )
    address = page(name, people.slug)
    assert says(director_client.get(address), hint)
    people.players.filter(number__gt=8).delete()
    assert "players sit out" not in text_of(director_client.get(address))


def test_sorting_by_name_goes_by_family_names(people, director_client):
    shown = numbers(director_client, people, sort="name")
    assert shown == [*range(1, 9), 10, 11, 9]
    response = director_client.get(page("players", people.slug, sort="name"))
    assert 'aria-sort="ascending"' in text_of(response)
    assert "Atlantis <small" in text_of(response)


def several(client, tournament, change: str, *numbers: int, **more):
    data = {"change": change, "player": numbers, **more}
    return client.post(page("players_several", tournament.slug), data, follow=True)


def test_several_are_given_a_team_a_club_a_country(people, director_client):
    asked = several(director_client, people, "team", 1, 9, 11)
    assert says(asked, "Set the team of 2 players")
    for field, value, kept in (
        ("team", "Lanterns", "Lanterns"),
        ("club", "Wind Club", "Wind Club"),
        ("country", "Schweden", "Sweden"),
    ):
        done = several(
            director_client, people, field, 1, 9, 10, 11, value=value, sure="yes"
        )
        assert says(done, "updated.")
        for number in (1, 9, 10):
            player = people.players.get(number=number)
            of = player.team.name if field == "team" else getattr(player.person, field)
            assert of == kept
    said = log_in_words_and_groups.of_event(people.log.first())
    assert said == "Players 1, 10: country “Sweden”. Before: Atlantis, Denmark."
    assert people.players.get(number=11).team is None
    again = several(director_client, people, "team", 1, value="Lanterns", sure="yes")
    assert again.status_code == 422
    several(director_client, people, "team", 1, value="", sure="yes")
    assert people.players.get(number=1).team is None


def test_several_are_withdrawn_and_come_back(people, director_client, running_round):
    asked = several(director_client, people, "withdraw", 9, 10)
    assert says(asked, "Withdraw 2 players")
    refused = several(director_client, people, "withdraw", 9, reason="", sure="yes")
    assert refused.status_code == 422
    several(director_client, people, "withdraw", 1, 9, reason="ill", sure="yes")
    assert people.players.get(number=9).last_round == 1
    said = log_in_words_and_groups.of_event(people.log.first())
    assert said == "Players 1, 9 withdrew after round 1."
    assert numbers(director_client, people, show="withdrawn") == [1, 9]


def test_several_are_removed_unless_one_has_a_seat(
    people, director_client, seated_round
):
    refused = several(
        director_client, people, "remove", 1, 9, 10, reason="twice", sure="yes"
    )
    assert refused.status_code == 422
    assert says(
        refused,
        "These players have seats and cannot be removed: 1 Player 01. "
        "Withdraw them instead.",
    )
    several(director_client, people, "remove", 9, 10, reason="twice", sure="yes")
    assert numbers(director_client, people) == [*range(1, 9), 11]
    said = log_in_words_and_groups.of_event(people.log.first())
    assert said == "Players 9 Åsa Ömark, 10 Bo Aal removed."


def test_what_belongs_to_others_is_not_changed(people, director_client, stranger):
    plan = create_and_change_tournament.Plan("Other Cup", "mcr", 1, 60, "finish_hand")
    other = create_and_change_tournament.create_tournament(plan, director=stranger)
    other.players.create(person=people.players.get(number=9).person, number=1)
    refused = several(director_client, people, "club", 1, 9, value="x", sure="yes")
    assert says(refused, "also plays in a tournament that you do not direct")
    assert people.players.get(number=1).person.club == ""


@pytest.mark.parametrize(
    "data",
    [{}, {"change": "team"}, {"change": "x", "player": "1"}, {"player": ["x", "²"]}],
)
def test_nothing_ticked_is_told(people, director_client, data):
    shown = director_client.post(
        page("players_several", people.slug), data, follow=True
    )
    assert says(shown, "Select players in the list first.")


@pytest.fixture
def new_event(director):
    plan = create_and_change_tournament.Plan(
        "Lantern Open", "mcr", 3, 60, "finish_hand"
    )
    return create_and_change_tournament.create_tournament(plan, director=director)


def test_people_of_earlier_events_are_found_and_registered(
    people, new_event, director_client
):
    address = page("players_known", new_event.slug)
    for text, count in (("asa om", 1), ("09000", 1), ("play", 8), ("hou", 0), ("a", 0)):
        found = director_client.get(address, {"known": text}).context["found"]
        assert len(found) == count, text
    shown = director_client.get(address, {"known": "åsa"})
    assert says(shown, "Åsa Ömark, Sweden, EMA 09000123")
    person = people.players.get(number=9).person
    done = director_client.post(address, {"person": person.pk}, follow=True)
    assert says(done, "Åsa Ömark registered as player 1.")
    assert new_event.players.get().person == person
    again = director_client.post(address, {"person": person.pk}, follow=True)
    assert says(again, "is already registered")
    nobody = director_client.get(address, {"known": "åsa"})
    assert says(nobody, "No one found. Players of this tournament are not listed here.")


def test_strangers_private_people_are_not_suggested(
    new_event, stranger, director_client
):
    plan = create_and_change_tournament.Plan("Secret Cup", "mcr", 1, 60, "finish_hand")
    secret = create_and_change_tournament.create_tournament(plan, director=stranger)
    [player] = register_players.register(secret, [PlayerRow("Dahl", "Cleo")], by="x")
    address = page("players_known", new_event.slug)
    assert not director_client.get(address, {"known": "dahl"}).context["found"]
    director_client.post(address, {"person": player.person_id})
    assert not new_event.players.exists()


@pytest.mark.parametrize(
    ("typed", "kept", "field"),
    [
        ({"ema_number": "3000111", "country": "DK"}, ("03000111", "Denmark"), None),
        ({"ema_number": "n/a", "country": "Atlantis"}, ("", "Atlantis"), None),
        ({"ema_number": "123", "country": "DK"}, None, "ema_number"),
    ],
)
def test_what_is_typed_is_checked_as_in_a_list(
    new_event, director_client, typed, kept, field
):
    response = director_client.post(
        page("players", new_event.slug), {"last_name": "Berg", **typed}
    )
    if field:
        assert response.status_code == 422
        assert list(response.context["form"].errors) == [field]
    else:
        person = new_event.players.get().person
        assert (person.ema_number, person.country) == kept


def test_more_players_need_no_more_queries(new_event, director_client):
    def queries() -> int:
        return count_queries(director_client, page("players", new_event.slug))

    rows = [PlayerRow(f"P{n}", team=f"T{n}", country="DK") for n in range(40)]
    register_players.register(new_event, rows[:16], by="director")
    few = queries()
    register_players.register(new_event, rows[16:], by="director")
    assert queries() == few


def test_players_without_seats_are_led_to_the_first_draw(tournament, director_client):
    assert says(
        director_client.get(page("players", tournament.slug)), "Generate seating"
    )


def test_withdrawn_players_come_last_in_every_order(people, director_client):
    player_changes.withdraw(
        people.players.get(number=1), 0, by="director", reason="ill"
    )
    for asked in ({}, {"sort": "-number"}, {"sort": "name"}):
        assert numbers(director_client, people, **asked)[-1] == 1
    substitute = director_client.get(page("players_apart", people.slug))
    assert [one.number for one in substitute.context["players"]][-1] == 1
    assert 11 not in [one.number for one in substitute.context["players"]]
    links = director_client.get(page("player_links", people.slug))
    assert links.context["cards"][-1].player.number == 1
    badges = printed_lists.badges(people, lambda _player: "")
    assert 1 not in [one.player.number for sheet in badges for one in sheet.content]
