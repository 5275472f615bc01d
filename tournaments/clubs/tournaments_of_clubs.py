"""Tournaments of clubs, and the tournaments that an account may add to a club. This
module only reads.
"""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet

from tournaments.access.roles_and_permissions import Ability, has_ability
from tournaments.models import Club, ClubTournament, Tournament

#: Number of tournaments offered for a club.
OFFERED = 12


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
