"""Who may do what in a tournament. Strangers learn nothing: they get a 404."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser, User
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from tournaments.models import Membership, Role, Tournament


def role_in(tournament: Tournament, user: User | AnonymousUser) -> Role | None:
    """The account's role; the installation's first director directs everything."""
    if not isinstance(user, User):
        return None
    if user.is_superuser:
        return Role.DIRECTOR
    membership = Membership.objects.filter(user=user, tournament=tournament).first()
    return Role(membership.role) if membership else None


def visible_tournament(request: HttpRequest, slug: str) -> Tournament:
    """The tournament, if it is public or the account has a role in it. Else 404."""
    tournament = get_object_or_404(Tournament, slug=slug)
    if not tournament.is_public and role_in(tournament, request.user) is None:
        raise Http404
    return tournament


def directed_tournament(request: HttpRequest, slug: str) -> Tournament:
    """The tournament, for its directors. 404 for strangers, 403 for referees."""
    return _tournament_for(request, slug, {Role.DIRECTOR})


def refereed_tournament(request: HttpRequest, slug: str) -> Tournament:
    """The tournament, for its directors and referees. 404 for strangers."""
    return _tournament_for(request, slug, {Role.DIRECTOR, Role.REFEREE})


def _tournament_for(request: HttpRequest, slug: str, roles: set[Role]) -> Tournament:
    tournament = get_object_or_404(Tournament, slug=slug)
    role = role_in(tournament, request.user)
    if role is None:
        raise Http404
    if role not in roles:
        raise PermissionDenied
    return tournament
