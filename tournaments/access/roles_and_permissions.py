"""Permissions of each role in a tournament, and the roles of accounts.

All permission checks use one table. `manage.py print_roles` writes it to docs/roles.md,
and the staff page shows it. This module only reads.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum

from django.contrib.auth.models import User
from django.db.models import Case, IntegerField, Q, QuerySet, Value, When
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.models import ClubTournament, Membership, Role, Tournament


class Ability(Enum):
    """A permission, such as changing players. Its name in lower case is used in
    templates as `request.can`."""

    OWN = "own"
    HELPERS = "helpers"
    SETUP = "setup"
    PLAYERS = "players"
    DRAW = "draw"
    ROUNDS = "rounds"
    LOG = "log"
    RULE = "rule"
    LINKS = "links"
    ENTER = "enter"
    CHECK_IN = "check_in"
    LOOK = "look"
    SCREENS = "screens"


_OWNER = frozenset({Role.OWNER})
_DIRECTORS = _OWNER | {Role.DIRECTOR}
_REFEREES = _DIRECTORS | {Role.REFEREE}
_SCORERS = _REFEREES | {Role.SCORER}
_SCREENS = _SCORERS | {Role.SCREEN}

#: Roles with each permission. This is the only place that defines them.
TABLE: Mapping[Ability, frozenset[Role]] = {
    Ability.OWN: _OWNER,
    Ability.HELPERS: _DIRECTORS,
    Ability.SETUP: _DIRECTORS,
    Ability.PLAYERS: _DIRECTORS,
    Ability.DRAW: _DIRECTORS,
    Ability.ROUNDS: _DIRECTORS,
    Ability.LOG: _DIRECTORS,
    Ability.RULE: _REFEREES,
    Ability.LINKS: _REFEREES,
    Ability.ENTER: _SCORERS,
    Ability.CHECK_IN: _SCORERS,
    Ability.LOOK: _SCORERS,
    Ability.SCREENS: _SCREENS,
}

WORDS: Mapping[Ability, Promise] = {
    Ability.OWN: _(
        "Add owners, remove owners and directors, transfer or delete the tournament"
    ),
    Ability.HELPERS: _("Invite staff, create accounts, change roles"),
    Ability.SETUP: _(
        "Change rules, settings and schedule; copy, archive and publish the tournament"
    ),
    Ability.PLAYERS: _("Manage players and player links"),
    Ability.DRAW: _("Seating and wind draws"),
    Ability.ROUNDS: _(
        "Publish seating; start, close and reopen rounds; finish the tournament, "
        "export results"
    ),
    Ability.LOG: _("Read the log"),
    Ability.RULE: _(
        "Rulings, penalties, late hands, conflicts and disputes; confirm results; "
        "reseat tables; seat new players; add extra time; answer referee calls"
    ),
    Ability.LINKS: _("Table cards and links"),
    Ability.ENTER: _(
        "Enter, correct and remove hands and paper totals at every table; call a "
        "referee"
    ),
    Ability.CHECK_IN: _("Check players in"),
    Ability.LOOK: _("See the control room and unpublished pages"),
    Ability.SCREENS: _("Open hall screens"),
}


def may(role: Role | None, ability: Ability) -> bool:
    """Return whether the role has the permission; None means no role."""
    return role in TABLE[ability]


def roles_that(ability: Ability) -> frozenset[Role]:
    """Return the roles with the permission."""
    return TABLE[ability]


def highest(roles: Iterable[Role]) -> Role | None:
    """Return the role with the most permissions, or None if there are no roles."""
    return min(roles, key=list(Role).index, default=None)


def has_ability(user: User, ability: Ability, tournament: str = "pk") -> Q:
    """Return a query condition: the account has the permission in a tournament, by its
    role there or in the tournament's club.

    `tournament` is the field with the tournament. Superusers are not considered.
    """
    roles = roles_that(ability)
    own = user.memberships.filter(role__in=roles).values("tournament")
    by_club = ClubTournament.objects.filter(
        club__staff__user=user, club__staff__role__in=roles
    )
    return Q(**{f"{tournament}__in": own}) | Q(
        **{f"{tournament}__in": by_club.values("tournament")}
    )


@dataclass(frozen=True)
class Can:
    """The permissions of a role, for templates (`request.can.rounds`)."""

    role: Role | None

    def __getattr__(self, name: str) -> bool:
        try:
            return may(self.role, Ability(name))
        except ValueError:
            raise AttributeError(name) from None


def may_give(giver: Role, role: Role) -> bool:
    """Return whether an account with the role `giver` may give others the role `role`.

    Owners may give any role, directors any except owner.
    """
    needed = Ability.OWN if role is Role.OWNER else Ability.HELPERS
    return may(giver, needed)


def may_take(giver: Role, role: Role) -> bool:
    """Return whether an account with the role `giver` may remove others' role `role`.

    Owners may remove any role, directors any except owner and director.
    """
    directs = role in (Role.OWNER, Role.DIRECTOR)
    return may(giver, Ability.OWN if directs else Ability.HELPERS)


def helpers_of(tournament: Tournament) -> QuerySet[Membership]:
    """Return all accounts with a role, in descending order of permissions."""
    ranks = [When(role=role, then=Value(rank)) for rank, role in enumerate(Role)]
    rank = Case(*ranks, output_field=IntegerField())
    return tournament.memberships.select_related("user").order_by(
        rank, "user__username"
    )


def removed_helpers(tournament: Tournament) -> dict[str, Role]:
    """Return the roles removed from accounts that have no role now, by username, latest
    removal first.

    Deactivated accounts are left out.
    """
    events = tournament.log.filter(kind="role_removed").order_by("-revision")
    with_role = set(tournament.memberships.values_list("user__username", flat=True))
    removed: dict[str, Role] = {}
    for data in events.values_list("data", flat=True):
        if (name := data["account"]) not in with_role:
            # Old log entries contain no role.
            removed.setdefault(name, Role(data.get("role", Role.REFEREE)))
    accounts = User.objects.filter(username__in=removed, is_active=True)
    active = set(accounts.values_list("username", flat=True))
    return {name: role for name, role in removed.items() if name in active}
