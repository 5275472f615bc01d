"""Invitations that count no more: switched off, or known to somebody who is no
director any more.

Accounts of the people who help to run a tournament, and their roles in it.
"""

from __future__ import annotations

import secrets

from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from tournaments.access.roles_and_permissions import (
    Ability,
    may,
    may_give,
    may_take,
    removed_helpers,
)
from tournaments.models import Invitation, Membership, Role, Tournament
from tournaments.refusals import Refused, refusal


@transaction.atomic
def revoke(invitation: Invitation, *, by: str) -> None:
    """Let nobody else in by it; who came by it stays. Revoked twice, it is once."""
    # Locked as whoever accepts it locks: the event first.
    Tournament.objects.select_for_update().get(pk=invitation.tournament_id)
    found = Invitation.objects.get(pk=invitation.pk)
    if found.revoked_at:
        return
    found.revoked_at = timezone.now()
    found.save(update_fields=["revoked_at"])
    invitation.tournament.record(
        "invitation_revoked", by=by, invitation=found.pk, role=found.role
    )


@transaction.atomic
def revoke_all(tournament: Tournament, *, by: str) -> None:
    """Let nobody else in by any invitation of the event."""
    for invitation in tournament.invitations.filter(revoked_at=None):
        revoke(invitation, by=by)


#: Letters and digits nobody confuses when they are read out or copied by hand.
EASY_SIGNS = "abcdefghjkmnpqrstuvwxyz23456789"


def new_password(groups: int = 3) -> str:
    """A password easy to copy from a screen: groups of four."""
    letters = [secrets.choice(EASY_SIGNS) for _place in range(4 * groups)]
    return "-".join("".join(letters[4 * at : 4 * at + 4]) for at in range(groups))


def create_account(
    tournament: Tournament,
    *,
    username: str,
    password: str,
    role: Role,
    by: str,
    giver: Role = Role.OWNER,
) -> User:
    """A new account with a role. Raises Refused if the name is taken, or that role is
    not for a `giver` to give."""
    refuse_to_give(giver, role)
    kept = kept_password(password)
    with transaction.atomic():
        user = new_account(username, kept)
        Membership.objects.create(user=user, tournament=tournament, role=role)
        tournament.record("helper_created", by=by, account=username, role=role)
    return user


def kept_password(password: str) -> str:
    """What an account keeps of its password. It takes up to a second, so it is made
    before a transaction: all tables would wait."""
    return make_password(password)


@transaction.atomic
def new_account(username: str, kept: str) -> User:
    """An account without any role, which keeps that of its password. Raises Refused if
    the name is taken."""
    if User.objects.filter(username__iexact=username).exists():
        raise _name_taken(username)
    try:
        with transaction.atomic():
            name = User.normalize_username(username)
            return User.objects.create(username=name, password=kept)
    except IntegrityError as error:
        raise _name_taken(username) from error


@transaction.atomic
def give_role(
    tournament: Tournament,
    *,
    username: str,
    role: Role,
    by: str,
    giver: Role = Role.OWNER,
) -> User:
    """Give an account that exists a role, or another one than it had. `giver`: the role
    of whoever does. Invitations go with a role that saw their links, as in `remove`.

    Raises Refused if there is no such account, if that is not for a `giver` to do, or
    nobody would own the tournament any more.
    """
    _lock(tournament)
    refuse_to_give(giver, role)
    user = User.objects.filter(username__iexact=username, is_active=True).first()
    if user is None:
        raise refusal(
            "no_such_account",
            _("No account is called “%(name)s”."),
            "username",
            name=username,
        )
    membership = tournament.memberships.filter(user=user).first()
    if membership and membership.role != role:
        _refuse_to_take(giver, membership, by)
        _refuse_without_owner(membership)
    Membership.objects.update_or_create(
        user=user, tournament=tournament, defaults={"role": role}
    )
    tournament.record("role_given", by=by, account=user.get_username(), role=role)
    if membership and not may(role, Ability.HELPERS):
        _void_links_known_to(membership, by)
    return user


@transaction.atomic
def take_back(
    tournament: Tournament, *, username: str, by: str, giver: Role = Role.OWNER
) -> User:
    """Give somebody whose role was taken away the role they had.

    Raises Refused if nobody of that name was removed, or as `give_role` does.
    """
    role = removed_helpers(tournament).get(username)
    if role is None:
        raise refusal("not_removed", _("%(name)s was not removed."), name=username)
    return give_role(tournament, username=username, role=role, by=by, giver=giver)


@transaction.atomic
def remove(
    tournament: Tournament, *, username: str, by: str, giver: Role = Role.OWNER
) -> None:
    """Take an account's role away; the account itself stays. `giver`: the role of
    whoever does. If that role saw the links of invitations, none of them counts any
    more: somebody who is sent away does not come back by one under another name.

    Raises Refused if it has none, if that is not for a `giver` to do, or nobody would
    own the tournament any more.
    """
    _lock(tournament)
    membership = tournament.memberships.filter(user__username=username).first()
    if membership is None:
        raise refusal(
            "no_role", _("%(name)s no longer has a role here."), name=username
        )
    _refuse_to_take(giver, membership, by)
    _refuse_without_owner(membership)
    membership.delete()
    tournament.record("role_removed", by=by, account=username, role=membership.role)
    _void_links_known_to(membership, by)


def _lock(tournament: Tournament) -> None:
    Tournament.objects.select_for_update().get(pk=tournament.pk)


def refuse_to_give(giver: Role, role: Role) -> None:
    """Raises Refused if the role is not for a `giver` to give."""
    if not may_give(giver, role):
        raise refusal("not_to_give", _("Only owners can add owners."), "role")


def _refuse_to_take(giver: Role, membership: Membership, by: str) -> None:
    """Everybody may give up their own role."""
    name = membership.user.get_username()
    if name != by and not may_take(giver, Role(membership.role)):
        raise refusal(
            "not_to_take",
            _("Only owners can remove owners and directors: %(name)s."),
            "username",
            name=name,
        )


def _void_links_known_to(membership: Membership, by: str) -> None:
    """Void the invitations whose links this role saw; not for somebody who gives up
    their own role."""
    sent_away = membership.user.get_username() != by
    if sent_away and may(Role(membership.role), Ability.HELPERS):
        revoke_all(membership.tournament, by=by)


def _refuse_without_owner(membership: Membership) -> None:
    owners = membership.tournament.memberships.filter(role=Role.OWNER)
    if membership.role == Role.OWNER and owners.count() == 1:
        raise refusal(
            "last_owner",
            _("%(name)s is the only owner. Add another owner first."),
            "username",
            name=membership.user.get_username(),
        )


def _name_taken(username: str) -> Refused:
    return refusal(
        "name_taken",
        _("The account “%(name)s” already exists. Assign a role to it below."),
        "username",
        name=username,
    )
