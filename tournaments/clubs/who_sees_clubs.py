"""Permissions to see and change clubs. This module only reads."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import Exists, OuterRef, Q, QuerySet

from tournaments.access.roles_and_permissions import Ability, has_ability, may
from tournaments.models import Club, ClubStaff, ClubTournament, Role, Tournament

#: Number of tournaments offered for a club.
OFFERED = 12


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


def club_of(tournament: Tournament) -> Club | None:
    """Return the club that owns a tournament, with its staff; None if it belongs to no
    club.
    """
    clubs = Club.objects.filter(tournaments=tournament.pk)
    return clubs.prefetch_related("staff__user").first()


def public_club_of(tournament: Tournament) -> tuple[str, str] | None:
    """Return the address and title of the public club that owns a tournament."""
    clubs = Club.objects.filter(tournaments=tournament.pk, is_public=True)
    return clubs.values_list("slug", "title").first()


def offered_to(
    user: User, search: str = "", *, key: int | None = None
) -> list[Tournament]:
    """Return at most `OFFERED` tournaments that the account may add to a club, newest
    first: tournaments that it owns and that belong to no club.

    The title must contain all words of `search`. With `key`, only the tournament with
    this primary key is returned.
    """
    tournaments = all_offered_to(user, search)
    if key is not None:
        tournaments = tournaments.filter(pk=key)
    return list(tournaments[:OFFERED])


def all_offered_to(user: User, search: str = "") -> QuerySet[Tournament]:
    """Return the query for the tournaments of `offered_to`, without its limit."""
    owned = Q() if user.is_superuser else has_ability(user, Ability.OWN)
    tournaments = (
        Tournament.objects.not_in_bin()
        .filter(owned, is_practice=False, in_club=None)
        .select_related("description")
    )
    for word in search.split():
        tournaments = tournaments.filter(title__icontains=word)
    return tournaments


def tournaments_of(club: Club) -> QuerySet[Tournament]:
    """Return the tournaments of a club that are not in the bin, newest first."""
    keys = ClubTournament.objects.filter(club=club).values("tournament")
    return Tournament.objects.not_in_bin().filter(pk__in=keys)


def public_tournaments_of(club: Club) -> QuerySet[Tournament]:
    """Return the tournaments of a club that the public can see."""
    return tournaments_of(club).filter(is_public=True, is_practice=False)
