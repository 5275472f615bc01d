"""The director's pages of players: register, edit, withdraw."""

from __future__ import annotations

import pytest

from tests.tournaments.pages import count_queries, page, says
from tournaments.people import register_players
from tournaments.tournament_setup import create_and_change_tournament


def test_a_player_is_registered_with_the_next_number(tournament, director_client):
    response = director_client.post(
        page("players", tournament.slug),
        {"first_name": "Player", "last_name": "09", "team": "Team 3"},
        follow=True,
    )
    player = tournament.players.get(number=9)
    assert (str(player), player.team.name) == ("Player 09", "Team 3")
    assert says(response, "Player 09 registered as player 9.")


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"last_name": ""}, "last_name"),
        ({"last_name": "09", "number": "8"}, "number"),
        ({"last_name": "09", "number": "0"}, "number"),
        ({"last_name": "09", "number": "x"}, "number"),
        ({"last_name": "0" * 101}, "last_name"),
        ({"last_name": "a\x00b"}, "last_name"),
    ],
)
def test_what_is_wrong_with_a_player_stands_beside_the_field(
    tournament, director_client, typed, field
):
    response = director_client.post(page("players", tournament.slug), typed)
    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]
    assert tournament.players.count() == 8


def test_a_person_registered_already_is_named(tournament, director_client):
    typed = {"last_name": "09", "ema_number": "03000100"}
    director_client.post(page("players", tournament.slug), typed)
    response = director_client.post(page("players", tournament.slug), typed)
    assert response.status_code == 422
    assert response.context["form"].errors["ema_number"] == [
        "09 (EMA number 03000100) is already registered."
    ]


def test_a_player_withdraws_with_a_reason(tournament, director_client):
    address = page("withdraw", tournament.slug, 8)
    assert says(director_client.get(address), "Withdraw Player 08")
    assert director_client.post(address, {"reason": " "}).status_code == 422

    response = director_client.post(address, {"reason": "ill"}, follow=True)

    assert says(response, "Player 08 withdrawn.")
    assert tournament.log.first().reason == "ill"
    assert director_client.get(address).status_code == 404


PERSON = {"first_name": "Player", "last_name": "08", "country": "Italy"}


def test_a_player_is_corrected_and_the_log_says_what(tournament, director_client):
    address = page("player", tournament.slug, 8)
    form = director_client.get(address).context["form"]
    assert {name: form[name].value() for name in PERSON} == PERSON
    assert form["team"].value() == "Team 2"

    typed = PERSON | {"last_name": "8b", "team": "Team 9"}
    response = director_client.post(address, typed, follow=True)

    assert says(response, "Player saved.")
    player = tournament.players.get(number=8)
    assert (str(player), player.team.name) == ("Player 8b", "Team 9")
    log = director_client.get(page("log", tournament.slug))
    assert says(log, "Player 8 Player 8b edited: ")
    assert says(log, "last name from “08” to “8b”")
    assert says(log, "team from “Team 2” to “Team 9”")


def test_a_player_without_a_team_is_in_none(tournament, director_client):
    director_client.post(page("player", tournament.slug, 8), PERSON | {"team": ""})
    assert tournament.players.get(number=8).team is None


def test_a_player_saved_unchanged_is_no_change(tournament, director_client):
    typed = PERSON | {"team": "Team 2"}
    director_client.post(page("player", tournament.slug, 8), typed)
    assert tournament.log.first().kind == "registered"


def test_a_person_of_other_directors_keeps_the_name(
    tournament, director_client, owner_client, stranger
):
    other = create_and_change_tournament.create_tournament(
        create_and_change_tournament.Plan("Other Cup", "mcr", 1, 60, "finish_hand"),
        director=stranger,
    )
    person = tournament.players.get(number=8).person
    other.players.create(person=person, number=1)
    address = page("player", tournament.slug, 8)

    response = director_client.post(address, PERSON | {"last_name": "8b"})
    assert response.status_code == 422
    assert says(response, "also plays in a tournament that you do not direct")
    team_only = director_client.post(address, PERSON | {"team": "Team 9"})
    assert team_only.status_code == 302

    owner_client.post(address, PERSON | {"last_name": "8b", "team": "Team 9"})
    person.refresh_from_db()
    assert person.last_name == "8b"


def test_an_ema_number_belongs_to_one_person(tournament, director_client):
    register_players.register(
        tournament,
        [register_players.PlayerRow("09", ema_number="03000100")],
        by="director",
    )
    response = director_client.post(
        page("player", tournament.slug, 8), PERSON | {"ema_number": "03000100"}
    )
    assert response.status_code == 422
    assert response.context["form"].errors["ema_number"] == [
        "09 already has this EMA number."
    ]


def test_more_players_need_no_more_queries(tournament, director_client):
    address = page("players", tournament.slug)
    few = count_queries(director_client, address)
    rows = [
        register_players.PlayerRow(last_name=f"More {n}", team=f"T{n}")
        for n in range(100)
    ]
    register_players.register(tournament, rows, by="director")
    assert count_queries(director_client, address) == few


def test_the_public_name_is_among_the_usual_fields(tournament, director_client):
    player = tournament.players.get(number=1)
    address = page("player", tournament.slug, 1)
    form = director_client.get(address).context["form"]
    assert "shown_as" in [field.name for field in form.usual]
    assert not form.special_is_given
    typed = {"first_name": "Player", "last_name": "01", "shown_as": "number"}
    director_client.post(address, typed)
    player.refresh_from_db()
    assert player.shown_as == "number"
    form = director_client.get(address).context["form"]
    assert form["shown_as"].value() == "number"
    assert not form.special_is_given


def test_the_page_to_anonymise_links_to_the_public_name(tournament, director_client):
    address = page("player", tournament.slug, 1)
    response = director_client.get(page("player_nameless", tournament.slug, 1))
    assert f'href="{address}#id_shown_as"' in response.content.decode()
    assert 'id="id_shown_as"' in director_client.get(address).content.decode()


def test_the_fee_is_marked_on_the_players_page(tournament, director_client):
    address = page("player", tournament.slug, 3)
    form = director_client.get(address).context["form"]
    assert "fee_paid" in [field.name for field in form.usual]
    person = {name: form[name].value() for name in form.fields if form[name].value()}
    director_client.post(address, person | {"fee_paid": "on"}, follow=True)
    assert tournament.players.get(number=3).fee_paid
    assert tournament.log.first().kind == "fee_paid"
    listed = director_client.get(page("players", tournament.slug))
    assert says(listed, "fee paid")
    # Another director has marked the fee since this page was opened.
    old = {"club": "Dragon", "initial-fee_paid": "False"}
    director_client.post(address, person | old)
    player = tournament.players.get(number=3)
    assert (player.person.club, player.fee_paid) == ("Dragon", True)
    director_client.post(address, person | {"initial-fee_paid": "True"})
    assert not tournament.players.get(number=3).fee_paid


def test_registration_says_how_to_get_paid_buttons(tournament, director_client):
    response = director_client.get(page("registration", tournament.slug))
    assert says(response, "Enter a fee in the registration settings")
