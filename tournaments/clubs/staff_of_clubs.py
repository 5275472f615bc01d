"""Roles of accounts in a club. A role applies in all tournaments of the club. Each
change is one transaction and is logged."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Case, IntegerField, QuerySet, Value, When
from django.utils.translation import gettext_noop as _

from tournaments.access.roles_and_permissions import Ability, may
from tournaments.access.staff_accounts import (
    refuse_to_give,
    refuse_to_take,
    refuse_without_owner,
)
from tournaments.clubs.change_clubs import locked_club, revoke_invitations
from tournaments.models import CLUB_ROLES, Club, ClubStaff, Role
from tournaments.refusals import refusal

MOST_STAFF = 100


def staff_of(club: Club) -> QuerySet[ClubStaff]:
    """Return all accounts with a role, in descending order of permissions."""
    ranks = [When(role=role, then=Value(rank)) for rank, role in enumerate(Role)]
    rank = Case(*ranks, output_field=IntegerField())
    return club.staff.select_related("user").order_by(rank, "user__username")


@transaction.atomic
def give_club_role(
    club: Club, username: str, role: Role, *, by: str, giver: Role
) -> None:
    """Set the role of an existing account in a club.

    `giver` is the role of the account that makes the change. Raises Refused for an
    unknown account, for a role that clubs do not have, if the giver may not do this, if
    the club would have no owner left, or if it would have too much staff.
    """
    current = locked_club(club)
    if role not in CLUB_ROLES:
        raise refusal("no_club_role", _("Choose one of the roles."), "role")
    refuse_to_give(giver, role)
    name = username.strip()
    user = User.objects.filter(username__iexact=name, is_active=True).first()
    if user is None:
        message = _("No account has the user name “%(name)s”.")
        raise refusal("no_such_account", message, "username", name=name)
    held = current.staff.filter(user=user).select_related("user").first()
    if held is None and current.staff.count() >= MOST_STAFF:
        message = _(
            "A club can have at most %(most)s accounts with a role. Remove a role "
            "first."
        )
        raise refusal("too_many", message, "username", most=MOST_STAFF)
    if held is not None and held.role != role:
        refuse_to_take(giver, held, by)
        refuse_without_owner(held, current.staff.all())
    ClubStaff.objects.update_or_create(
        club=current, user=user, defaults={"role": role.value}
    )
    data = {"account": user.get_username(), "role": role.value}
    current.log.create(by=by, kind="role_given", data=data)
    if held is not None and not may(role, Ability.HELPERS):
        _forget_links(held, by)


@transaction.atomic
def remove_club_role(club: Club, account: int, *, by: str, giver: Role) -> None:
    """Remove an account's role in a club. The account and its roles in tournaments
    remain.

    Has no effect if the account has no role in the club. Raises Refused if an account
    with the role `giver` may not do this, or if the club would have no owner left.
    """
    current = locked_club(club)
    held = current.staff.filter(user=account).select_related("user").first()
    if held is None:
        return
    refuse_to_take(giver, held, by)
    refuse_without_owner(held, current.staff.all())
    held.delete()
    data = {"account": held.user.get_username(), "role": held.role}
    current.log.create(by=by, kind="role_removed", data=data)
    _forget_links(held, by)


def _forget_links(held: ClubStaff, by: str) -> None:
    """Revoke the invitations whose links the role could see, unless the account gives
    up its own role."""
    sent_away = held.user.get_username() != by
    if sent_away and may(Role(held.role), Ability.HELPERS):
        revoke_invitations(held.club, by=by)
