"""Permissions to see and change clubs. This module only reads."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import Exists, OuterRef, Q, QuerySet

from tournaments.access.roles_and_permissions import Ability, may
from tournaments.models import Club, ClubStaff, Role


def role_in_club(club: Club, user: User | AnonymousUser) -> Role | None:
    """Return the account's role in the club, or None if the account has no role.
    Superusers own every club."""
    if not isinstance(user, User):
        return None
    if user.is_superuser:
        return Role.OWNER
    row = ClubStaff.objects.filter(club=club, user=user).first()
    return Role(row.role) if row else None


def may_see(club: Club, user: User | AnonymousUser) -> bool:
    """Return whether the visitor may see the club's page."""
    return club.is_public or may(role_in_club(club, user), Ability.LOOK)


def seen_by(user: User | AnonymousUser) -> QuerySet[Club]:
    """Return the clubs whose pages the visitor may see."""
    if not isinstance(user, User):
        return Club.objects.filter(is_public=True)
    if user.is_superuser:
        return Club.objects.all()
    own = ClubStaff.objects.filter(club=OuterRef("pk"), user=user)
    return Club.objects.filter(Q(is_public=True) | Exists(own))


def listed_on_home() -> tuple[tuple[str, str], ...]:
    """Return the address and title of at most 2 public clubs. If there is one club, the
    home page links to this club; if there are 2 clubs, it links to the list."""
    shown = Club.objects.filter(is_public=True).values_list("slug", "title")
    return tuple(shown[:2])


def clubs_with(user: User, ability: Ability) -> QuerySet[Club]:
    """Return the clubs in which the account has the permission `ability`."""
    if user.is_superuser:
        return Club.objects.all()
    own = ClubStaff.objects.filter(club=OuterRef("pk"), user=user)
    roles = [role for role in Role if may(role, ability)]
    return Club.objects.filter(Exists(own.filter(role__in=roles)))
