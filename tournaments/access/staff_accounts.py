"""Change staff accounts and their roles in a tournament, and revoke invitations.

Invitations are revoked individually, or because an account that could see their links
has lost its role.
"""

from __future__ import annotations

import secrets

from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from tournaments.access.roles_and_permissions import (
    Ability,
    may,
    may_give,
    may_take,
    removed_helpers,
)
from tournaments.models import ClubStaff, Invitation, Membership, Role, Tournament
from tournaments.refusals import Refused, refusal


@transaction.atomic
def revoke(invitation: Invitation, *, by: str) -> None:
    """Revoke the invitation. Accounts that accepted it keep their role.

    Revoking it again has no effect.
    """
    # Lock the tournament first, in the same order as accepting an invitation.
    Tournament.objects.select_for_update().get(pk=invitation.tournament_id)
    current = Invitation.objects.get(pk=invitation.pk)
    if current.revoked_at:
        return
    current.revoked_at = timezone.now()
    current.save(update_fields=["revoked_at"])
    invitation.tournament.record(
        "invitation_revoked", by=by, invitation=current.pk, role=current.role
    )


@transaction.atomic
def revoke_all(tournament: Tournament, *, by: str) -> None:
    """Revoke all invitations of the tournament."""
    for invitation in tournament.invitations.filter(revoked_at=None):
        revoke(invitation, by=by)


#: Letters and digits that are not confused when read out or copied from paper.
EASY_SIGNS = "abcdefghjkmnpqrstuvwxyz23456789"


def new_password(groups: int = 3) -> str:
    """Return a password that is easy to copy from a screen: groups of 4 characters."""
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
    """Create an account with a role, and return it.

    `giver` is the role of the account making the change. Raises Refused if the name is
    taken or the giver may not give the role.
    """
    refuse_to_give(giver, role)
    password_hash = kept_password(password)
    with transaction.atomic():
        user = new_account(username, password_hash)
        Membership.objects.create(user=user, tournament=tournament, role=role)
        tournament.record("helper_created", by=by, account=username, role=role)
    return user


def kept_password(password: str) -> str:
    """Return the hash of a password for storage.

    Hashing takes up to a second. Call this before a transaction, so that tables do not
    wait for the result.
    """
    return make_password(password)


@transaction.atomic
def new_account(username: str, password_hash: str) -> User:
    """Create an account without a role, with a password hash, and return it.

    Raises Refused if the name is taken.
    """
    if User.objects.filter(username__iexact=username).exists():
        raise _name_taken(username)
    try:
        with transaction.atomic():
            name = User.normalize_username(username)
            return User.objects.create(username=name, password=password_hash)
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
    """Set the role of an existing account, and return the account.

    `giver` is the role of the account making the change. If the previous role could see
    links of invitations, these are revoked as in `remove`. Raises Refused if there is
    no such account, if the giver may not do this, or if the tournament would have no
    owner left.
    """
    _lock(tournament)
    refuse_to_give(giver, role)
    user = User.objects.filter(username__iexact=username, is_active=True).first()
    if user is None:
        raise refusal(
            "no_such_account",
            _("No account has the user name “%(name)s”."),
            "username",
            name=username,
        )
    membership = tournament.memberships.filter(user=user).first()
    if membership and membership.role != role:
        refuse_to_take(giver, membership, by)
        refuse_without_owner(membership, membership.tournament.memberships.all())
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
    """Restore the role that was removed from an account, and return the account.

    Raises Refused if no role was removed from the account, and as `give_role` does.
    """
    role = removed_helpers(tournament).get(username)
    if role is None:
        message = _("%(name)s has no removed role to restore. Reload the page.")
        raise refusal("not_removed", message, name=username)
    return give_role(tournament, username=username, role=role, by=by, giver=giver)


@transaction.atomic
def remove(
    tournament: Tournament, *, username: str, by: str, giver: Role = Role.OWNER
) -> None:
    """Remove an account's role; the account remains.

    `giver` is the role of the account making the change. If the removed role could see
    the links of invitations, all invitations are revoked. Otherwise the person could
    return by a link under another name. Raises Refused if the account has no role, if
    the giver may not do this, or if the tournament would have no owner left.
    """
    _lock(tournament)
    membership = tournament.memberships.filter(user__username=username).first()
    if membership is None:
        raise refusal(
            "no_role", _("%(name)s no longer has a role here."), name=username
        )
    refuse_to_take(giver, membership, by)
    refuse_without_owner(membership, membership.tournament.memberships.all())
    membership.delete()
    tournament.record("role_removed", by=by, account=username, role=membership.role)
    _void_links_known_to(membership, by)


def _lock(tournament: Tournament) -> None:
    Tournament.objects.select_for_update().get(pk=tournament.pk)


def refuse_to_give(giver: Role, role: Role) -> None:
    """Raise Refused if `giver` may not give the role."""
    if not may_give(giver, role):
        raise refusal("not_to_give", _("Only owners can add owners."), "role")


def refuse_to_take(giver: Role, held: Membership | ClubStaff, by: str) -> None:
    """Raise Refused if `giver` may not remove this role. `by` is the account making the
    change.

    All accounts may give up their own role.
    """
    name = held.user.get_username()
    if name != by and not may_take(giver, Role(held.role)):
        raise refusal(
            "not_to_take",
            _("Only an owner can remove %(name)s, who is an owner or director."),
            "username",
            name=name,
        )


def _void_links_known_to(membership: Membership, by: str) -> None:
    """Revoke all invitations if this role could see their links; not if the account
    gives up its own role."""
    sent_away = membership.user.get_username() != by
    if sent_away and may(Role(membership.role), Ability.HELPERS):
        revoke_all(membership.tournament, by=by)


def refuse_without_owner(
    held: Membership | ClubStaff, roles: QuerySet[Membership] | QuerySet[ClubStaff]
) -> None:
    """Raise Refused if this role is the only role of an owner among `roles`."""
    if held.role == Role.OWNER and roles.filter(role=Role.OWNER).count() == 1:
        raise refusal(
            "last_owner",
            _("%(name)s is the only owner. Add another owner first."),
            "username",
            name=held.user.get_username(),
        )


def _name_taken(username: str) -> Refused:
    return refusal(
        "name_taken",
        _("The account “%(name)s” already exists. Assign a role to it."),
        "username",
        name=username,
    )
