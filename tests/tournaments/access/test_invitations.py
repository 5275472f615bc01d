"""Invitations: joining the staff by a link, and invalid links."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournaments.pages import STRONG, count_queries, page, says
from tournaments.access import (
    staff_accounts,
    staff_invitations,
    wrong_password_limit,
)
from tournaments.models import Delivery, Invitation, Role
from tournaments.refusals import Refused
from tournaments.tournament_setup import archive_and_bin


@pytest.fixture(autouse=True)
def _counts_of_its_own():
    wrong_password_limit.forget_all()


@pytest.fixture
def invitation(tournament) -> Invitation:
    """Return an invitation for scorekeepers."""
    return invited(tournament, Role.SCORER)


def invited(tournament, role: Role, **more) -> Invitation:
    return staff_invitations.invite(
        tournament, role, by="director", giver=Role.OWNER, **more
    )


def link_of(invitation: Invitation) -> str:
    return reverse("director:invitation", args=[staff_invitations.token_of(invitation)])


def role_of(tournament, name: str) -> str:
    return tournament.memberships.get(user__username=name).role


def test_a_director_makes_a_link_and_somebody_new_helps_by_it(
    tournament, director_client
):
    response = director_client.post(
        page("helper_invite", tournament.slug),
        {"role": "scorer", "most_uses": "1", "days": "7"},
        follow=True,
    )
    [card] = response.context["invitations"]
    assert says(response, card.address)
    phone = Client()
    link = link_of(card.invitation)
    assert says(phone.get(link), "Check players in")
    typed = {"username": "wren", "password1": STRONG, "password2": STRONG}
    response = phone.post(link, typed, follow=True)
    assert says(response, "You joined Spring Cup: Scorekeeper.")
    assert role_of(tournament, "wren") == Role.SCORER
    used = tournament.log.first()
    assert (used.kind, used.by, used.origin) == (
        "invitation_used",
        "wren",
        "invitation",
    )
    assert Client().get(link).status_code == 410


def test_whoever_is_signed_in_helps_by_that_account(
    invitation, tournament, stranger_client
):
    link = link_of(invitation)
    assert says(stranger_client.get(link), "Signed in as")
    assert stranger_client.post(link).status_code == 302
    assert role_of(tournament, "stranger") == Role.SCORER


def test_a_wrong_form_keeps_what_was_typed_and_uses_nothing_up(invitation, client):
    response = client.post(link_of(invitation), {"username": "wren"})
    assert response.status_code == 422
    assert says(response, 'value="wren"')
    assert not User.objects.filter(username="wren").exists()
    invitation.refresh_from_db()
    assert invitation.uses == 0


def test_who_may_more_already_keeps_that(invitation, tournament, referee, stranger):
    assert staff_invitations.accept(invitation, referee) == Role.REFEREE
    assert role_of(tournament, "referee") == Role.REFEREE
    higher = invited(tournament, Role.DIRECTOR)
    assert staff_invitations.accept(higher, referee) == Role.DIRECTOR
    invitation.refresh_from_db()
    assert invitation.uses == 0


@pytest.mark.parametrize(
    "closed",
    [
        {"expires_at": timezone.now() - timedelta(seconds=1)},
        {"most_uses": 1, "uses": 1},
        {"revoked_at": timezone.now()},
    ],
)
def test_a_link_that_counts_no_more_opens_nothing(
    invitation, tournament, stranger, stranger_client, closed
):
    Invitation.objects.filter(pk=invitation.pk).update(**closed)
    invitation.refresh_from_db()
    with pytest.raises(Refused):
        staff_invitations.accept(invitation, stranger)
    for send in (stranger_client.get, stranger_client.post):
        assert send(link_of(invitation)).status_code == 410
    assert not tournament.memberships.filter(user=stranger).exists()


def test_a_link_is_switched_off(invitation, tournament, director_client, client):
    address = page("helper_uninvite", tournament.slug, invitation.pk)
    for _twice in range(2):
        assert director_client.post(address).status_code == 302
    assert client.get(link_of(invitation)).status_code == 410
    assert tournament.log.filter(kind="invitation_revoked").count() == 1


def test_an_old_link_does_not_bring_back_who_was_removed(
    invitation, tournament, stranger, stranger_client, director_client
):
    staff_invitations.accept(invitation, stranger)
    staff_accounts.remove(tournament, username="stranger", by="director")
    response = stranger_client.post(link_of(invitation))
    assert response.status_code == 422
    assert says(response, "Ask a director to restore it")
    opened = stranger_client.get(link_of(invitation))
    assert says(opened, "Ask a director to restore it")
    for one in (response, opened):
        assert b"Join Spring Cup</button>" not in one.content
        assert says(one, "Sign in with another account")

    shown = director_client.get(page("helpers", tournament.slug))
    assert shown.context["removed"] == {"stranger": Role.SCORER}
    director_client.post(
        page("helper_take_back", tournament.slug), {"username": "stranger"}
    )
    assert role_of(tournament, "stranger") == Role.SCORER


def test_a_director_invites_no_owner(tournament, stranger, stranger_client):
    staff_accounts.give_role(
        tournament, username="stranger", role=Role.DIRECTOR, by="x"
    )
    response = stranger_client.post(
        page("helper_invite", tournament.slug), {"role": "owner", "days": "7"}
    )
    assert response.status_code == 422
    assert "role" in response.context["invitation_form"].errors
    with pytest.raises(Refused):
        staff_invitations.invite(tournament, Role.OWNER, by="x", giver=Role.DIRECTOR)


def test_the_database_counts_the_uses(invitation):
    with pytest.raises(IntegrityError), transaction.atomic():
        Invitation.objects.filter(pk=invitation.pk).update(most_uses=1, uses=2)


def test_the_page_of_the_helpers_asks_as_much_for_many(
    tournament, stranger, director_client
):
    address = page("helpers", tournament.slug)
    invited(tournament, Role.SCREEN)
    staff_accounts.give_role(tournament, username="stranger", role=Role.SCREEN, by="x")
    staff_accounts.remove(tournament, username="stranger", by="x")
    few = count_queries(director_client, address)
    for number in range(20):
        invited(tournament, Role.SCREEN)
        name = f"helper-{number}"
        staff_accounts.create_account(
            tournament, username=name, password="x", role=Role.SCORER, by="x"
        )
        if number % 2:
            staff_accounts.remove(tournament, username=name, by="x")
    assert count_queries(director_client, address) == few


@pytest.mark.parametrize("sent_away", ["removed", "scorer"])
def test_a_director_sent_away_comes_back_by_no_link_they_knew(
    invitation, tournament, stranger, director_client, client, sent_away
):
    staff_accounts.give_role(
        tournament, username="stranger", role=Role.DIRECTOR, by="x"
    )
    theirs = staff_invitations.invite(
        tournament, Role.DIRECTOR, by="stranger", giver=Role.DIRECTOR
    )
    if sent_away == "removed":
        address, said = page("helper_remove", tournament.slug), {}
    else:
        address, said = page("helper_role", tournament.slug), {"role": "scorer"}
    response = director_client.post(
        address, said | {"username": "stranger"}, follow=True
    )
    assert says(response, "All invitations were revoked")
    for known in (invitation, theirs):
        assert client.get(link_of(known)).status_code == 410
    assert tournament.log.filter(kind="invitation_revoked", by="director").count() == 2


def test_links_stay_when_those_go_who_saw_none_of_them_or_go_themselves(
    invitation, tournament, stranger, referee, client
):
    staff_accounts.give_role(
        tournament, username="stranger", role=Role.DIRECTOR, by="x"
    )
    staff_accounts.remove(tournament, username="referee", by="director")
    staff_accounts.remove(tournament, username="stranger", by="stranger")
    assert client.get(link_of(invitation)).status_code == 200


def test_a_link_switched_off_at_that_moment_stays_so(invitation, stranger, monkeypatch):
    def meanwhile(found, _user):
        Invitation.objects.filter(pk=found.pk).update(revoked_at=timezone.now())

    monkeypatch.setattr(staff_invitations, "_refuse_removed", meanwhile)
    staff_invitations.accept(invitation, stranger)
    invitation.refresh_from_db()
    assert (invitation.uses, invitation.revoked_at is None) == (1, False)


@pytest.mark.django_db(transaction=True)
def test_used_and_switched_off_at_once(invitation, stranger, at_once):
    """Using an invitation and switching it off at the same time works in either order,
    without a deadlock.
    """

    def use() -> str:
        try:
            return staff_invitations.accept(invitation, stranger)
        except Refused:
            return "refused"

    used, _off = at_once(use, lambda: staff_accounts.revoke(invitation, by="director"))
    assert used in ("refused", Role.SCORER)
    invitation.refresh_from_db()
    assert invitation.revoked_at is not None
    assert invitation.uses == (used == Role.SCORER)


def test_nobody_joins_an_archived_event(invitation, tournament, stranger, client):
    archive_and_bin.archive(tournament, by="director")
    assert client.get(link_of(invitation)).status_code == 410
    with pytest.raises(Refused):
        staff_invitations.accept(invitation, stranger)
    archive_and_bin.restore_from_archive(tournament, by="director")
    assert client.get(link_of(invitation)).status_code == 200


@pytest.mark.django_db(transaction=True)
def test_no_table_waits_while_a_password_is_made(tournament, invitation, monkeypatch):
    waited = []

    def slowly(password: str) -> str:
        waited.append(connection.in_atomic_block)
        return make_password(password)

    monkeypatch.setattr("django.contrib.auth.models.make_password", slowly)
    monkeypatch.setattr(staff_accounts, "make_password", slowly, raising=False)
    user = staff_invitations.accept_as_new(invitation, username="wren", password=STRONG)
    assert user.check_password(STRONG)
    staff_accounts.create_account(
        tournament, username="robin", password=STRONG, role=Role.SCORER, by="x"
    )
    assert waited == [False, False]


def test_an_invitation_by_mail_is_for_one_person(tournament, director_client, settings):
    settings.EMAIL_HOST, settings.ALLOWED_HOSTS = "mail.example", ["hall.example"]
    typed = {"email": "wren@hall.example", "role": "scorer", "days": "7"}
    sent = director_client.post(
        page("helper_invite", tournament.slug),
        typed,
        follow=True,
        headers={"host": "hall.example"},
    )
    assert says(sent, "Invitation created and sent.")
    invitation, mail = Invitation.objects.get(), Delivery.objects.get()
    assert (invitation.most_uses, mail.target) == (1, "wren@hall.example")
    assert f"http://hall.example{link_of(invitation)}" in mail.body
    assert "Your role: Scorekeeper." in mail.body
    assert mail.tournament == tournament


def test_invitations_are_mailed_only_with_a_mail_server_and_a_public_address(
    tournament, director_client, settings
):
    staff = page("helpers", tournament.slug)
    public = {"headers": {"host": "hall.example"}}
    settings.ALLOWED_HOSTS = ["hall.example", "localhost"]
    assert not says(director_client.get(staff, **public), "Invite by link or email")
    settings.EMAIL_HOST = "mail.example"
    assert says(director_client.get(staff, **public), "Invite by link or email")
    here = {"headers": {"host": "localhost"}}
    assert not says(director_client.get(staff, **here), "Invite by link or email")
    typed = {"email": "wren@hall.example", "role": "scorer", "days": "7"}
    director_client.post(page("helper_invite", tournament.slug), typed, **here)
    assert not Delivery.objects.exists()


def test_no_one_can_mail_invitations_without_limit(
    tournament, director_client, settings, monkeypatch
):
    settings.EMAIL_HOST, settings.ALLOWED_HOSTS = "mail.example", ["hall.example"]
    limit = wrong_password_limit.Limit("invitation-mails", 1, 3600)
    monkeypatch.setattr(staff_invitations, "MAILS", limit)
    typed = {"email": "wren@hall.example", "role": "scorer", "days": "7"}
    address = page("helper_invite", tournament.slug)
    answers = [
        director_client.post(address, typed, headers={"host": "hall.example"})
        for _each in range(2)
    ]
    assert [answer.status_code for answer in answers] == [302, 422]
    assert (Invitation.objects.count(), Delivery.objects.count()) == (1, 1)
