"""The players' pages of a director: register, paste, correct, withdraw."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from pages import count_queries, page, says

from tournaments.people import registration
from tournaments.setup import tournament_setup


def test_a_player_is_registered_with_the_next_number(tournament, director_client):
    response = director_client.post(
        page("players", tournament.slug),
        {"first_name": "Player", "last_name": "09", "team": "Team 3"},
        follow=True,
    )
    entry = tournament.entries.get(number=9)
    assert (str(entry), entry.team.name) == ("Player 09", "Team 3")
    assert says(response, "Player 09 is registered with number 9.")


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
    assert tournament.entries.count() == 8


def test_a_person_registered_already_is_named(tournament, director_client):
    typed = {"last_name": "09", "ema_number": "100"}
    director_client.post(page("players", tournament.slug), typed)
    response = director_client.post(page("players", tournament.slug), typed)
    assert response.status_code == 422
    assert response.context["form"].errors["ema_number"] == [
        "09 (EMA number 100) is registered already."
    ]


@pytest.mark.parametrize(
    "text",
    [
        "last_name,first_name\n09,Player\n10,Player\n",
        "last_name\tfirst_name\r\n09\tPlayer\r\n10\tPlayer",
        "first_name;last_name;team\nPlayer;09;Team 1\nPlayer;10;Team 3\n",
    ],
)
def test_many_players_are_pasted(tournament, director_client, text):
    response = director_client.post(
        page("players_paste", tournament.slug), {"text": text}, follow=True
    )
    assert says(response, "2 players are registered.")
    added = tournament.entries.filter(number__gt=8)
    assert [str(entry) for entry in added] == ["Player 09", "Player 10"]


def test_a_file_of_players_is_read(tournament, director_client):
    file = SimpleUploadedFile("players.csv", "\ufefflast_name\nŁoś\n".encode())
    director_client.post(page("players_paste", tournament.slug), {"file": file})
    assert str(tournament.entries.get(number=9)) == "Łoś"


@pytest.mark.parametrize(
    ("sent", "field", "sentence"),
    [
        ({"text": "last_name,number\n09,1\n"}, "text", "Number 1 is given twice."),
        ({"text": "last_name,number\n09,9\n,x\n"}, "text", "line 3: last_name is"),
        ({"text": " \n "}, "text", "Paste lines here or choose a file."),
        ({}, "text", "Paste lines here or choose a file."),
        ({"file": b"last_name\n\xff\xfe\n"}, "file", "not text in UTF-8"),
        ({"file": b""}, "file", "This file is empty."),
    ],
)
def test_a_list_with_a_fault_registers_nobody(
    tournament, director_client, sent, field, sentence
):
    if "file" in sent:
        sent = {"file": SimpleUploadedFile("players.csv", sent["file"])}
    response = director_client.post(page("players_paste", tournament.slug), sent)
    assert response.status_code == 422
    form = response.context["form"]
    assert sentence in " ".join(form.errors[field])
    assert form["text"].value() == sent.get("text")
    assert tournament.entries.count() == 8


def test_a_list_with_many_faults_tells_the_first(tournament, director_client):
    text = "last_name,number\n" + "x,none\n" * 100
    response = director_client.post(
        page("players_paste", tournament.slug), {"text": text}
    )
    errors = response.context["form"].errors["text"]
    assert len(errors) == 21
    assert errors[-1] == "… and 80 more."


def test_a_list_that_is_too_long_is_refused(tournament, director_client):
    file = SimpleUploadedFile("players.csv", b"x" * (2 * 1024 * 1024 + 1))
    response = director_client.post(
        page("players_paste", tournament.slug), {"file": file}
    )
    assert response.status_code == 422
    assert response.context["form"].errors["file"]


def test_a_player_withdraws_with_a_reason(tournament, director_client):
    address = page("withdraw", tournament.slug, 8)
    assert says(director_client.get(address), "Withdraw Player 08")
    assert director_client.post(address, {"reason": " "}).status_code == 422

    response = director_client.post(address, {"reason": "ill"}, follow=True)

    assert says(response, "Player 08 is withdrawn.")
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

    assert says(response, "What is known about the player is saved.")
    entry = tournament.entries.get(number=8)
    assert (str(entry), entry.team.name) == ("Player 8b", "Team 9")
    log = director_client.get(page("log", tournament.slug))
    assert says(log, "Player 8 was corrected: ")
    assert says(log, "last name from “08” to “8b”")
    assert says(log, "team from “Team 2” to “Team 9”")


def test_a_player_without_a_team_is_in_none(tournament, director_client):
    director_client.post(page("player", tournament.slug, 8), PERSON | {"team": ""})
    assert tournament.entries.get(number=8).team is None


def test_a_player_saved_unchanged_is_no_change(tournament, director_client):
    typed = PERSON | {"team": "Team 2"}
    director_client.post(page("player", tournament.slug, 8), typed)
    assert tournament.log.first().kind == "registered"


def test_a_person_of_other_directors_keeps_the_name(
    tournament, director_client, owner_client, stranger
):
    other = tournament_setup.create_tournament(
        tournament_setup.Plan("Other Cup", "mcr", 1, 60, "finish_hand"),
        director=stranger,
    )
    player = tournament.entries.get(number=8).player
    other.entries.create(player=player, number=1)
    address = page("player", tournament.slug, 8)

    response = director_client.post(address, PERSON | {"last_name": "8b"})
    assert response.status_code == 422
    assert says(response, "also plays in a tournament that you do not direct")
    team_only = director_client.post(address, PERSON | {"team": "Team 9"})
    assert team_only.status_code == 302

    owner_client.post(address, PERSON | {"last_name": "8b", "team": "Team 9"})
    player.refresh_from_db()
    assert player.last_name == "8b"


def test_an_ema_number_belongs_to_one_person(tournament, director_client):
    registration.register(
        tournament, [registration.PlayerRow("09", ema_number="100")], by="director"
    )
    response = director_client.post(
        page("player", tournament.slug, 8), PERSON | {"ema_number": "100"}
    )
    assert response.status_code == 422
    assert response.context["form"].errors["ema_number"] == ["09 has this EMA number."]


def test_more_players_need_no_more_queries(tournament, director_client):
    address = page("players", tournament.slug)
    few = count_queries(director_client, address)
    rows = [
        registration.PlayerRow(last_name=f"More {n}", team=f"T{n}") for n in range(100)
    ]
    registration.register(tournament, rows, by="director")
    assert count_queries(director_client, address) == few
