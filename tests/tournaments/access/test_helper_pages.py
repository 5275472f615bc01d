"""The director's staff page: accounts and roles."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.tournaments.pages import STRONG, page, says, text_of
from tournaments.access import staff_accounts
from tournaments.models import Role


def test_a_referee_account_signs_in(tournament, director_client):
    response = director_client.post(
        page("helpers", tournament.slug),
        {"username": "anna", "password": STRONG, "role": "referee"},
        follow=True,
    )
    assert says(response, STRONG)
    device = Client()
    assert device.login(username="anna", password=STRONG)
    assert device.get(page("hall", tournament.slug)).status_code == 200


def test_a_made_password_is_shown_once(tournament, director_client):
    address = page("helpers", tournament.slug)
    made = director_client.post(address, {"username": "anna", "role": "referee"})
    assert made.status_code == 302

    shown = director_client.get(address).context["shown_once"]
    assert Client().login(username="anna", password=shown["password"])

    again = director_client.get(address)
    assert again.context["shown_once"] is None
    assert shown["password"] not in text_of(again)


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"username": ""}, "username"),
        ({"username": "two words"}, "username"),
        ({"username": "Director"}, "username"),
        ({"password": "short"}, "password"),
        ({"password": "helper-anna"}, "password"),
        ({"role": "emperor"}, "role"),
    ],
)
def test_what_is_wrong_with_a_new_account_stands_beside_its_field(
    tournament, director_client, wrong, field
):
    typed = {"username": "helper-anna", "password": STRONG, "role": "referee"}
    response = director_client.post(page("helpers", tournament.slug), typed | wrong)
    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]
    assert User.objects.count() == 1


def test_an_account_is_given_a_role(tournament, stranger, director_client):
    response = director_client.post(
        page("helper_role", tournament.slug),
        {"username": "stranger", "role": "referee"},
        follow=True,
    )
    assert says(response, "stranger now has the role Referee.")
    assert tournament.memberships.get(user=stranger).role == Role.REFEREE


def test_a_role_for_nobody_is_refused_beside_the_name(tournament, director_client):
    response = director_client.post(
        page("helper_role", tournament.slug), {"username": "ghost", "role": "referee"}
    )
    assert response.status_code == 422
    assert response.context["role_form"].errors["username"] == [
        "No account has the user name “ghost”."
    ]


@pytest.mark.parametrize(
    ("name", "shown"),
    [("helper_role", "helpers"), ("helper_remove", "helpers"), ("show", "settings")],
)
def test_what_is_only_sent_to_opened_cold_is_its_page(
    tournament, director_client, name, shown
):
    response = director_client.get(page(name, tournament.slug))
    assert response.headers["Location"] == page(shown, tournament.slug)


def test_a_helper_is_removed_once(tournament, referee, director_client):
    address = page("helper_remove", tournament.slug)
    response = director_client.post(address, {"username": "referee"}, follow=True)
    assert says(response, "referee no longer has a role in Spring Cup.")
    response = director_client.post(address, {"username": "referee"}, follow=True)
    assert says(response, "referee no longer has a role here.")
    assert response.status_code == 200


def test_the_last_owner_stays(tournament, director_client):
    response = director_client.post(
        page("helper_remove", tournament.slug), {"username": "director"}, follow=True
    )
    assert says(response, "director is the only owner")


def test_who_gives_up_directing_is_led_home(tournament, stranger, director_client):
    staff_accounts.give_role(tournament, username="stranger", role=Role.OWNER, by="x")
    response = director_client.post(
        page("helper_remove", tournament.slug), {"username": "director"}
    )
    assert response.headers["Location"] == page("home")


@pytest.mark.parametrize("username", ["", "a\x00b", "two words"])
def test_removing_what_no_account_is_called_is_a_bad_request(
    tournament, director_client, username
):
    response = director_client.post(
        page("helper_remove", tournament.slug), {"username": username}
    )
    assert response.status_code == 400
