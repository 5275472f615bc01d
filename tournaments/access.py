"""Who may do what in a tournament. Strangers learn nothing: they get a 404."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.contrib.auth.models import AnonymousUser, User
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404

from tournaments import event_time
from tournaments.models import Membership, Role, Session, Tournament
from tournaments.table_links import Door, door, sessions_with_links
from tournaments.table_tokens import Claim, read_claim

#: What a device at a table keeps. It is sent to the pages of that table only.
DEVICE_COOKIE = "table"
DEVICE_SALT = "tournaments.table_device"

#: The database says when a device is out; this only tidies up after it.
DEVICE_FORGETS = timedelta(days=7)


def device_name(table: int) -> str:
    """What the log calls a device at a table; no account has a space in its name."""
    return f"table {table}"


def is_device_name(by: str) -> bool:
    return by.startswith("table ")


@dataclass(frozen=True)
class Visitor:
    """Who is at a table's page. `by`: as the log names them."""

    by: str
    is_device: bool = False


@dataclass(frozen=True)
class DeviceAt:
    """A device that came in by a link: to which table, and what it may do there
    now."""

    session: Session
    door: Door
    claim: Claim

    @property
    def visitor(self) -> Visitor:
        return Visitor(device_name(self.session.table), is_device=True)


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
    event_time.follow(tournament)
    return tournament


def directed_tournament(request: HttpRequest, slug: str) -> Tournament:
    """The tournament, for its directors. 404 for strangers, 403 for referees."""
    return _tournament_for(request, slug, {Role.DIRECTOR})


def refereed_tournament(request: HttpRequest, slug: str) -> Tournament:
    """The tournament, for its directors and referees. 404 for strangers."""
    return _tournament_for(request, slug, {Role.DIRECTOR, Role.REFEREE})


def device_at(
    request: HttpRequest, slug: str, number: int, table: int
) -> DeviceAt | None:
    """The table in the address, if this device came to it by a link, whatever that
    link is worth now."""
    words = request.get_signed_cookie(DEVICE_COOKIE, default=None, salt=DEVICE_SALT)
    claim = read_claim(words) if words else None
    if claim is None:
        return None
    session = (
        sessions_with_links()
        .filter(
            pk=claim.session,
            table=table,
            round__number=number,
            round__tournament__slug=slug,
        )
        .first()
    )
    return DeviceAt(session, door(session, claim), claim) if session else None


def let_device_in(response: HttpResponseBase, claim: Claim, path: str) -> None:
    """Let the device open the table whose pages are below `path`."""
    response.set_signed_cookie(
        DEVICE_COOKIE,
        str(claim),
        salt=DEVICE_SALT,
        max_age=DEVICE_FORGETS,
        path=path,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _tournament_for(request: HttpRequest, slug: str, roles: set[Role]) -> Tournament:
    tournament = get_object_or_404(Tournament, slug=slug)
    role = role_in(tournament, request.user)
    if role is None:
        raise Http404
    if role not in roles:
        raise PermissionDenied
    event_time.follow(tournament)
    return tournament
