"""What each role may do in a tournament: one table for every check of a permission.
`manage.py print_roles` writes it as docs/roles.md, and the helpers' page shows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.models import Role


class Ability(Enum):
    """One thing that somebody may do; its name is what templates ask `request.can`."""

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

#: Who may do what. Nothing else in the program says so.
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
        "Make somebody an owner, take the role of an owner or a director away, give "
        "the event away, put it into the bin and delete it"
    ),
    Ability.HELPERS: _(
        "Invite helpers, make accounts for them, change and take away their roles"
    ),
    Ability.SETUP: _(
        "Change the event, its rules, its settings and its plan of the day; copy it, "
        "put it away, show it to everybody"
    ),
    Ability.PLAYERS: _(
        "Register, import, change, withdraw and substitute players; give them links"
    ),
    Ability.DRAW: _("Draw and change seats and winds"),
    Ability.ROUNDS: _(
        "Show seats; start, pause, end, close and reopen rounds; finish the event and "
        "take its results home"
    ),
    Ability.LOG: _("Read the log"),
    Ability.RULE: _(
        "Give rulings and penalties; decide late hands, two versions of a hand and "
        "disputes; confirm results; seat a table as it really sat; give one table "
        "more time; answer calls"
    ),
    Ability.LINKS: _("Print the cards of the tables and replace a table’s link"),
    Ability.ENTER: _(
        "Enter, correct and take out hands, and totals from paper, at every table; "
        "call a referee"
    ),
    Ability.CHECK_IN: _("Check players in"),
    Ability.LOOK: _(
        "See the control room, and the event’s pages before everybody sees them"
    ),
    Ability.SCREENS: _("Open the hall’s screens"),
}


def may(role: Role | None, ability: Ability) -> bool:
    """Whether somebody of that role, or of none, may do it."""
    return role in TABLE[ability]


def roles_that(ability: Ability) -> frozenset[Role]:
    """The roles that may do it."""
    return TABLE[ability]


@dataclass(frozen=True)
class Can:
    """What somebody of a role may do, for templates: `request.can.rounds`."""

    role: Role | None

    def __getattr__(self, name: str) -> bool:
        try:
            return may(self.role, Ability(name))
        except ValueError:
            raise AttributeError(name) from None


def may_give(giver: Role, role: Role) -> bool:
    """Whether somebody of the role `giver` may make another account a `role`: an owner
    any, a director any but an owner."""
    needed = Ability.OWN if role is Role.OWNER else Ability.HELPERS
    return may(giver, needed)


def may_take(giver: Role, role: Role) -> bool:
    """Whether somebody of the role `giver` may take the role from another account: an
    owner any, a director those who do not direct."""
    directs = role in (Role.OWNER, Role.DIRECTOR)
    return may(giver, Ability.OWN if directs else Ability.HELPERS)
