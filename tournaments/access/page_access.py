"""Access to the pages of a tournament, and the key of a browser's session.

People without permission get a 404, which reveals nothing.
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
from django.db.models import Case, CharField, Exists, OuterRef, Q, Value, When
from django.db.models.expressions import Combinable
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from tournaments.access.authors_in_words import author_in_words
from tournaments.access.live_access import everybody, helper, in_hall, let_in
from tournaments.access.roles_and_permissions import Ability, Can, highest, may
from tournaments.access.table_links import (
    Claim,
    TableAccess,
    access_of,
    games_with_links,
    read_claim,
)
from tournaments.models import (
    ClubStaff,
    Game,
    LogEvent,
    Membership,
    Role,
    Tournament,
    not_in_bin,
)
from tournaments.tournament_time import time_zone_and_years

#: Cookie of a table device. It is sent to the pages of that table only.
DEVICE_COOKIE = "table"
DEVICE_SALT = "tournaments.table_device"

#: Cookie with a device's mark, which distinguishes the devices at one table. A device
#: keeps it for all tables, so that its mark does not change when it returns.
MARK_COOKIE = "device"
MARK_SALT = "tournaments.device_mark"
#: Letters that cannot be confused with winds or digits.
MARK_LETTERS = "ABCDFGHJKLMPRTUVXYZ"

#: Lifetime of the cookies. The database decides whether a device has access; this only
#: removes old cookies.
DEVICE_FORGETS = timedelta(days=7)

_DEVICE = "table "
_MARKED = ", device "


def device_name(table: int, mark: str = "") -> str:
    """Return the name of a table device for the log.

    The name contains a space, so it differs from every username.
    """
    name = f"{_DEVICE}{table}"
    return f"{name}{_MARKED}{mark}" if mark else name


def is_device_name(by: str) -> bool:
    return by.startswith(_DEVICE)


def named_by_device(field: str) -> Q:
    """Return a query condition for rows whose `field` is the name of a table device."""
    return Q(**{f"{field}__startswith": _DEVICE})


@dataclass(frozen=True)
class Visitor:
    """The visitor of a table's page.

    `by` is the name for the log. `mark` distinguishes devices at the table; "" for a
    device that got no mark. `role` is the role of a visitor with an account.
    """

    by: str
    is_device: bool = False
    mark: str = ""
    role: Role | None = None

    @property
    def is_referee(self) -> bool:
        """Return whether the visitor may make a referee's decisions here."""
        return may(self.role, Ability.RULE)

    def calls(self, by: str) -> str:
        """Return the author `by` as shown to this visitor, in the visitor's language.

        Devices of the visitor's table are “this device” and “the other device”.
        """
        table_name, marked, mark = by.partition(_MARKED)
        if not (self.mark and marked and table_name == self.by.partition(_MARKED)[0]):
            return author_in_words(by)
        text = _("this device (%(mark)s)")
        if mark != self.mark:
            text = _("the other device (%(mark)s)")
        return text % {"mark": mark}


@dataclass(frozen=True)
class DeviceAt:
    """A device that opened a link: its table, and its current access to the table."""

    game: Game
    access: TableAccess
    claim: Claim
    mark: str = ""

    @property
    def visitor(self) -> Visitor:
        name = device_name(self.game.table, self.mark)
        return Visitor(name, is_device=True, mark=self.mark)


class _Asking(HttpRequest):
    can: Can


def role_in(tournament: Tournament, user: User | AnonymousUser) -> Role | None:
    """Return the account's role in the tournament, or None if the account has no role.

    This is the higher of the account's roles in the tournament and in the tournament's
    club. Superusers own every tournament.
    """
    if not isinstance(user, User):
        return None
    if user.is_superuser:
        return Role.OWNER
    own = Membership.objects.filter(user=user, tournament=tournament)
    by_club = ClubStaff.objects.filter(user=user, club__tournaments=tournament.pk)
    held = own.values_list("role").union(by_club.values_list("role"))
    return highest(Role(role) for (role,) in held)


def only_shows_screens(user: User) -> bool:
    """Return whether the account is used only for hall screens.

    Such an account is signed in where anyone can reach it, so it must not create
    tournaments.
    """
    if user.is_superuser:
        return False
    real = user.memberships.filter(tournament__is_practice=False)
    roles = set(real.values_list("role", flat=True))
    return roles == {Role.SCREEN.value} and not user.club_roles.exists()


def role_by(user: User, tournament: str) -> Combinable:
    """Return the same role as `role_in`, as an expression for a query.

    `tournament` is the field in which the rows refer to their tournament.
    """
    if user.is_superuser:
        return Value(Role.OWNER)
    key = OuterRef(tournament)
    own = Membership.objects.filter(user=user, tournament=key)
    by_club = ClubStaff.objects.filter(user=user, club__tournaments=key)
    held = (
        When(
            Exists(own.filter(role=role)) | Exists(by_club.filter(role=role)),
            then=Value(role.value),
        )
        for role in Role
    )
    return Case(*held, default=None, output_field=CharField(null=True))


def hidden_still(tournament: Tournament, *, beside_button: bool = False) -> str:
    """Return a note that only staff can see the tournament; "" if the tournament is
    public.

    `beside_button`: the page has the button that makes the tournament public.
    """
    if tournament.is_public:
        return ""
    if beside_button and not tournament.is_practice:
        return _(
            "Only staff can see this tournament until you press “Make the tournament "
            "public”."
        )
    return _("Only staff can see this tournament. Make it public in the settings.")


def visible_tournament(request: HttpRequest, slug: str) -> Tournament:
    """Return the tournament if it is public or the account may see it.

    Raises Http404 otherwise.
    """
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
    """Return the tournament for an account that has the ability in this tournament.

    Templates read further permissions from `request.can`. With `binned`, only
    tournaments in the bin are found, otherwise only tournaments outside the bin. Raises
    Http404 if there is no tournament or the account has no role, and PermissionDenied
    for staff without the ability.
    """
    condition = ~not_in_bin() if binned else not_in_bin()
    tournament = get_object_or_404(Tournament, condition, slug=slug)
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
    """Return the tournament whose hall link has this key.

    Raises Http404 otherwise, without revealing the reason.
    """
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
    """Return the device's access to the table in the address.

    None if the device has not opened a link to this table. The access may be revoked or
    over.
    """
    cookie = request.get_signed_cookie(DEVICE_COOKIE, default=None, salt=DEVICE_SALT)
    claim = read_claim(cookie) if cookie else None
    if claim is None:
        return None
    game = games_with_links().filter(pk=claim.game).first()
    if game is None or not _is_at(game, slug, number, table):
        return None
    return DeviceAt(game, access_of(game, claim), claim, _mark_of(request))


def _is_at(game: Game, slug: str, number: int, table: int) -> bool:
    round_ = game.round
    return (round_.tournament.slug, round_.number, game.table) == (
        slug,
        number,
        table,
    )


def let_device_in(
    request: HttpRequest, response: HttpResponseBase, claim: Claim, path: str
) -> None:
    """Set the cookies of a table device for the pages below `path`.

    A device without a mark gets a new mark.
    """
    _keep(response, DEVICE_COOKIE, str(claim), salt=DEVICE_SALT, path=path)
    mark = _mark_of(request) or _new_mark(_marks_used(claim))
    _keep(response, MARK_COOKIE, mark, salt=MARK_SALT, path=tables())


def tables() -> str:
    """Return the path above all table pages, where their service worker is."""
    return reverse("table:worker").rpartition("/")[0] + "/"


def _mark_of(request: HttpRequest) -> str:
    return request.get_signed_cookie(MARK_COOKIE, default="", salt=MARK_SALT) or ""


def _marks_used(claim: Claim) -> set[str]:
    """Return the marks of devices that have made entries in the same tournament."""
    written = LogEvent.objects.filter(
        tournament__rounds__games=claim.game, by__contains=_MARKED
    )
    names = written.order_by().values_list("by", flat=True).distinct()
    return {name.partition(_MARKED)[2] for name in names}


def _new_mark(taken: Collection[str]) -> str:
    """Return a new mark: a letter and two digits, such as K47. Avoids marks in `taken`
    if possible."""
    marks = [f"{letter}{n}" for letter in MARK_LETTERS for n in range(10, 100)]
    return secrets.choice([mark for mark in marks if mark not in taken] or marks)


def _keep(
    response: HttpResponseBase, name: str, value: str, *, salt: str, path: str
) -> None:
    """Set a signed cookie for the pages below `path`."""
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
    """Return the session key from the cookies; "" if there is none or it has impossible
    characters, which PostgreSQL might reject."""
    key = cookies.get(settings.SESSION_COOKIE_NAME, "")
    return key if key.isascii() and key.isalnum() else ""
