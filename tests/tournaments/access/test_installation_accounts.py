"""Accounts on the owner's page: deactivate, activate and sign out.

Also the page with
the sessions of the current account.
"""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from tests.tournaments.pages import page, says
from tournaments.access import deactivate_and_sign_out, live_access, staff_invitations
from tournaments.models import AccountAct, Role
from tournaments.refusals import Refused

ACCOUNTS = "/installation/accounts/"


def signed_in(name: str) -> Client:
    client = Client()
    assert client.login(username=name, password=f"{name}-pass-1")
    return client


def follows(client: Client, user: User, tournament) -> bool:
    """Return whether a stream that the account opened in this browser continues."""
    where = live_access.helper(tournament, user.pk)
    reader = live_access.Reader(
        where.kind, where.tournament, where.key, client.session.session_key or ""
    )
    return reader in live_access.who_may([reader])


def switched(client: Client, account: User, **sent: str):
    address = reverse("director:account_switch", args=[account.pk])
    return client.post(address, sent, follow=True)


def test_a_deactivated_account_is_out_at_its_next_request(
    owner_client, director, director_client, tournament
):
    """A deactivated account loses its pages, streams, password and invitations at its
    next request.
    """
    invitation = staff_invitations.invite(
        tournament,
        Role.REFEREE,
        most_uses=None,
        expires_at=None,
        by="director",
        giver=Role.OWNER,
    )
    hall = page("hall", tournament.slug)
    assert director_client.get(hall).status_code == 200
    assert follows(director_client, director, tournament)

    assert says(switched(owner_client, director), "Enter a reason")
    assert director_client.get(hall).status_code == 200
    told = switched(owner_client, director, reason="Left the club")
    assert says(told, "director deactivated.")
    assert says(told, "Left the club")

    assert director_client.get(hall).status_code == 302
    assert not follows(director_client, director, tournament)
    assert not Client().login(username="director", password="director-pass-1")
    sent = {"login": "director", "password": "director-pass-1"}
    assert Client().post(reverse("account_login"), sent).status_code < 500
    invitation.refresh_from_db()
    assert invitation.revoked_at

    switched(owner_client, director, reason="Is back", active="1")
    assert director_client.get(hall).status_code == 302
    assert signed_in("director").get(hall).status_code == 200
    kinds = list(AccountAct.objects.values_list("kind", "by", "account", "reason"))
    assert kinds == [
        ("activated", "owner", "director", "Is back"),
        ("deactivated", "owner", "director", "Left the club"),
    ]


def test_the_last_owner_stays_and_one_of_two_may_go(owner_client, owner):
    assert says(
        switched(owner_client, owner, reason="Enough"),
        "owner is the only owner of this installation and must stay active.",
    )
    second = User.objects.create_superuser("second", password="second-pass-1")
    deactivate_and_sign_out.deactivate(owner, reason="Enough", by="second")
    with pytest.raises(Refused):
        deactivate_and_sign_out.deactivate(second, reason="Enough", by="owner")
    assert owner_client.get(ACCOUNTS).status_code == 302

    call_command("let_in", "Owner")
    assert signed_in("owner").get(ACCOUNTS).status_code == 200
    with pytest.raises(CommandError, match="No account has the user name"):
        call_command("let_in", "nobody")


def test_sessions_are_ended_by_the_owner_and_by_oneself(owner_client, director):
    here, lost, other = signed_in("director"), signed_in("director"), Client()
    own = reverse("director:own_sessions")
    assert says(here.get(own), "on 1 other device")
    assert says(here.post(own, follow=True), "Signed out on 1 device.")
    assert here.get(own).status_code == 200
    assert lost.get(own).status_code == 302
    assert says(owner_client.get(ACCOUNTS), "signed in on 1 device")

    address = reverse("director:account_sign_out", args=[director.pk])
    assert other.post(address).status_code == 302
    assert here.post(address).status_code == 403
    assert here.get(own).status_code == 200
    owner_client.post(address)
    assert here.get(own).status_code == 302
    assert owner_client.get(ACCOUNTS).status_code == 200
    assert AccountAct.objects.filter(kind="signed_out").count() == 2


def test_what_was_done_to_accounts_is_neither_changed_nor_deleted(owner, director):
    deactivate_and_sign_out.deactivate(director, reason="Left", by="owner")
    for change in (
        lambda: AccountAct.objects.update(reason="other"),
        lambda: AccountAct.objects.all().delete(),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            change()


def test_the_list_asks_as_much_for_a_hundred_accounts(
    owner_client, django_assert_max_num_queries
):
    User.objects.bulk_create(User(username=f"helper-{n}") for n in range(100))
    with django_assert_max_num_queries(8):
        assert says(owner_client.get(ACCOUNTS), "helper-99")
