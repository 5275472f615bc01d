"""Who may see a page of a tournament. Strangers learn nothing: they get a 404.

The key of a browser's session, as its cookie brings it.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import cast

from django.conf import settings
from django.contrib.auth.models import AnonymousUser, User
from django.core.exceptions import PermissionDenied
from django.db.models import OuterRef, Q, Subquery, Value
from django.db.models.expressions import Combinable
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from tournaments.access.live_access import everybody, helper, in_hall, let_in
from tournaments.access.roles_and_permissions import Ability, Can, may
from tournaments.access.table_links import (
    Claim,
    Door,
    door,
    read_claim,
    sessions_with_links,
)
from tournaments.models import (
    LogEvent,
    Membership,
    Role,
    Session,
    Tournament,
    not_in_bin,
)
from tournaments.tournament_time import time_zone_and_years

#: What a device at a table keeps. It is sent to the pages of that table only.
DEVICE_COOKIE = "table"
DEVICE_SALT = "tournaments.table_device"

#: By what people tell the devices of one table apart. A device keeps it for all
#: tables, so that it is the same one when it comes in again.
MARK_COOKIE = "device"
MARK_SALT = "tournaments.device_mark"
#: Letters that are no wind and no figure.
MARK_LETTERS = "ABCDFGHJKLMPRTUVXYZ"

#: The database says when a device is out; this only tidies up after it.
DEVICE_FORGETS = timedelta(days=7)

_DEVICE = "table "
_MARKED = ", device "


def device_name(table: int, mark: str = "") -> str:
    """What the log calls a device at a table; no account has a space in its name."""
    name = f"{_DEVICE}{table}"
    return f"{name}{_MARKED}{mark}" if mark else name


def is_device_name(by: str) -> bool:
    return by.startswith(_DEVICE)


def named_by_device(field: str) -> Q:
    """As `is_device_name`, for rows with such a name in a field."""
    return Q(**{f"{field}__startswith": _DEVICE})


@dataclass(frozen=True)
class Visitor:
    """Who is at a table's page. `by`: as the log names them; `mark`: by what people
    tell a device from others, "" if it came in before devices had one; `role`: of an
    account."""

    by: str
    is_device: bool = False
    mark: str = ""
    role: Role | None = None

    @property
    def is_referee(self) -> bool:
        """Whether what waits for a referee's word may be decided here."""
        return may(self.role, Ability.RULE)

    def calls(self, by: str) -> str:
        """The name of `by` in the log, as this visitor may see it."""
        there, marked, mark = by.partition(_MARKED)
        if not (self.mark and marked and there == self.by.partition(_MARKED)[0]):
            return by
        words = _("this device (%(mark)s)")
        if mark != self.mark:
            words = _("the other device (%(mark)s)")
        return words % {"mark": mark}


@dataclass(frozen=True)
class DeviceAt:
    """A device that came in by a link: to which table, and what it may do there
    now."""

    session: Session
    door: Door
    claim: Claim
    mark: str = ""

    @property
    def visitor(self) -> Visitor:
        name = device_name(self.session.table, self.mark)
        return Visitor(name, is_device=True, mark=self.mark)


class _Asking(HttpRequest):
    can: Can


def role_in(tournament: Tournament, user: User | AnonymousUser) -> Role | None:
    """The account's role; the installation's first director owns everything."""
    if not isinstance(user, User):
        return None
    if user.is_superuser:
        return Role.OWNER
    membership = Membership.objects.filter(user=user, tournament=tournament).first()
    return Role(membership.role) if membership else None


def only_shows_screens(user: User) -> bool:
    """Whether the account is for the hall's screens and for nothing else. It stands
    signed in where anyone can reach it, so it begins no tournament of its own."""
    if user.is_superuser:
        return False
    real = user.memberships.filter(tournament__is_practice=False)
    roles = set(real.values_list("role", flat=True))
    return roles == {Role.SCREEN.value}


def role_by(user: User, tournament: str) -> Combinable:
    """As `role_in`, for a query whose rows lead to their tournament by the name
    `tournament`."""
    if user.is_superuser:
        return Value(Role.OWNER)
    mine = Membership.objects.filter(user=user, tournament=OuterRef(tournament))
    return Subquery(mine.values("role"))


def hidden_still(tournament: Tournament) -> str:
    """That strangers do not see what has just been published; "" if they do."""
    if tournament.is_public:
        return ""
    return _("Only staff can see this tournament. Make it public in the settings.")


def visible_tournament(request: HttpRequest, slug: str) -> Tournament:
    """The tournament, if it is public or the account's role lets it look. Else 404."""
    tournament = get_object_or_404(Tournament.objects.not_in_bin(), slug=slug)
    if tournament.is_public:
        reader = everybody(tournament)
    elif not may(role_in(tournament, request.user), Ability.LOOK):
        raise Http404
    else:
        reader = helper(tournament, cast(User, request.user).pk)
    let_in(request, reader)
    time_zone_and_years.follow(tournament)
    return tournament


def tournament_for(
    request: HttpRequest, slug: str, ability: Ability, *, binned: bool = False
) -> Tournament:
    """The tournament, for accounts that have the ability in it; the request knows what
    else they may (`request.can`). 404 for strangers, 403 for helpers without it. What
    lies in the bin is not there, or nothing else is (`binned`)."""
    there = ~not_in_bin() if binned else not_in_bin()
    tournament = get_object_or_404(Tournament, there, slug=slug)
    role = role_in(tournament, request.user)
    if role is None:
        raise Http404
    if not may(role, ability):
        raise PermissionDenied
    cast(_Asking, request).can = Can(role)
    let_in(request, helper(tournament, cast(User, request.user).pk, ability))
    time_zone_and_years.follow(tournament)
    return tournament


def tournament_of_hall(request: HttpRequest, slug: str, key: str) -> Tournament:
    """The tournament whose hall the link with this key is for. A 404 says nothing of
    why."""
    tournament = Tournament.objects.not_in_bin().filter(slug=slug).first()
    expected = tournament.hall_key if tournament else ""
    if not constant_time_compare(key, expected) or tournament is None:
        raise Http404
    let_in(request, in_hall(tournament))
    time_zone_and_years.follow(tournament)
    return tournament


def device_at(
    request: HttpRequest, slug: str, number: int, table: int
) -> DeviceAt | None:
    """The table in the address, if this device came to it by a link, whatever that
    link is worth now."""
    words = request.get_signed_cookie(DEVICE_COOKIE, default=None, salt=DEVICE_SALT)
    claim = read_claim(words) if words else None
    if claim is None:
        return None
    session = sessions_with_links().filter(pk=claim.session).first()
    if session is None or not _is_at(session, slug, number, table):
        return None
    return DeviceAt(session, door(session, claim), claim, _mark_of(request))


def _is_at(session: Session, slug: str, number: int, table: int) -> bool:
    round_ = session.round
    return (round_.tournament.slug, round_.number, session.table) == (
        slug,
        number,
        table,
    )


def let_device_in(
    request: HttpRequest, response: HttpResponseBase, claim: Claim, path: str
) -> None:
    """Let the device open the table whose pages are below `path`, and give it a mark
    if it has none."""
    tables = reverse("table:worker").rpartition("/")[0] + "/"
    _keep(response, DEVICE_COOKIE, str(claim), salt=DEVICE_SALT, path=path)
    mark = _mark_of(request) or _new_mark(_marks_used(claim))
    _keep(response, MARK_COOKIE, mark, salt=MARK_SALT, path=tables)


def _mark_of(request: HttpRequest) -> str:
    return request.get_signed_cookie(MARK_COOKIE, default="", salt=MARK_SALT) or ""


def _marks_used(claim: Claim) -> set[str]:
    """The marks of devices that have entered something in the same tournament."""
    written = LogEvent.objects.filter(
        tournament__rounds__sessions=claim.session, by__contains=_MARKED
    )
    names = written.order_by().values_list("by", flat=True).distinct()
    return {name.partition(_MARKED)[2] for name in names}


def _new_mark(taken: Collection[str]) -> str:
    """A letter and two figures: K47; none that is taken, while there are others."""
    marks = [f"{letter}{n}" for letter in MARK_LETTERS for n in range(10, 100)]
    return secrets.choice([mark for mark in marks if mark not in taken] or marks)


def _keep(
    response: HttpResponseBase, name: str, value: str, *, salt: str, path: str
) -> None:
    """Let the device keep something for the pages below `path`."""
    response.set_signed_cookie(
        name,
        value,
        salt=salt,
        max_age=DEVICE_FORGETS,
        path=path,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def session_key(cookies: Mapping[str, str]) -> str:
    """The key; "" if there is none, or if it cannot be one: PostgreSQL takes no text
    with NUL in it."""
    key = cookies.get(settings.SESSION_COOKIE_NAME, "")
    return key if key.isascii() and key.isalnum() else ""
