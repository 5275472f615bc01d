"""Navigation for staff: pages grouped into rooms and rooms into four groups, filtered
by permissions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.access.roles_and_permissions import Can
from tournaments.models import Tournament

Shown = Callable[[Tournament, Can], bool]


@dataclass(frozen=True)
class Tab:
    """A page of a room: its URL name and its label."""

    page: str
    label: Promise
    shown: Shown = lambda _tournament, _can: True


@dataclass(frozen=True)
class Room:
    """A page or group of pages for staff.

    `here`: key of the page. `shown`: returns whether users with these permissions see
    the room. `to`: URL name of the page. `short`: label in the bottom bar of a phone,
    or "". `tabs`: the pages of the room, main page first.
    """

    here: str
    icon: str
    label: Promise
    shown: Shown
    to: str
    short: Promise | str = ""
    tabs: Sequence[Tab] = ()

    def holds(self, here: str) -> bool:
        """Return whether the page with this key is in this room."""
        return here == self.here or here in [tab.page for tab in self.tabs]


def _room(
    here: str,
    icon: str,
    label: Promise,
    shown: Shown,
    *tabs: Tab,
    to: str = "",
    short: Promise | str = "",
) -> Room:
    """Return a room. The URL name follows from the key, unless `to` is set."""
    return Room(here, f"i-{icon}", label, shown, to or f"director:{here}", short, tabs)


def _looks(_tournament: Tournament, can: Can) -> bool:
    return can.look


def _sets_up(_tournament: Tournament, can: Can) -> bool:
    return can.setup


def _directs(_tournament: Tournament, can: Can) -> bool:
    return can.rounds


def _is_league(tournament: Tournament, _can: Can) -> bool:
    return tournament.is_league


GROUPS: Sequence[tuple[Promise, Sequence[Room]]] = (
    (
        _("Tournament day"),
        (
            _room("hall", "tables", _("Control room"), _looks, short=_("Control room")),
            _room(
                "evening",
                "arrived",
                _("Match day"),
                lambda event, can: event.is_league and can.check_in,
                to="director:tonight",
                short=_("Match day"),
            ),
            _room(
                "check_in",
                "arrived",
                _("Check-in"),
                lambda event, can: can.check_in and not event.is_league,
                short=_("Check-in"),
            ),
            _room("disputes", "alert", _("Disputes"), lambda _event, can: can.rule),
            _room("log", "log", _("Log"), lambda _event, can: can.log),
        ),
    ),
    (
        _("Prepare"),
        (
            _room(
                "players",
                "people",
                _("Players"),
                _sets_up,
                Tab("players", _("Player list")),
                Tab("registration", _("Registration")),
                Tab("teams", _("Teams")),
                Tab("player_messages", _("Messages")),
                short=_("Players"),
            ),
            _room(
                "stages",
                "split",
                _("Stages"),
                _sets_up,
                Tab("stages", _("Stages")),
                Tab("league", _("League"), _is_league),
            ),
            _room(
                "seating",
                "seat",
                _("Seating"),
                _sets_up,
                Tab("seating", _("Rounds")),
                Tab("draws", _("Drafts")),
                short=_("Seating"),
            ),
            _room("plan", "plan", _("Schedule"), _sets_up),
        ),
    ),
    (
        pgettext_lazy("show the seating", "Show"),
        (
            _room("hall_screen", "screen", _("Screens"), _directs),
            _room(
                "hall_seats",
                "screen",
                _("Hall screen"),
                lambda _event, can: not can.rounds,
                to="hall:seats",
            ),
            _room(
                "paper",
                "print",
                _("Paper and files"),
                _directs,
                Tab("paper", _("Paper")),
                Tab("files", _("Files")),
            ),
            _room(
                "standings",
                "standings",
                _("Standings"),
                _looks,
                to="public:standings",
            ),
        ),
    ),
    (
        _("Manage"),
        (
            _room(
                "settings",
                "gear",
                _("Settings"),
                _sets_up,
                Tab("settings", _("Settings")),
                Tab("event", _("Details")),
                Tab("rules", _("Rules")),
                Tab("notifications", _("Notifications")),
                Tab("mirror", _("Mirror")),
            ),
            _room("helpers", "key", _("Staff"), _sets_up),
            _room(
                "finish",
                "cup",
                _("Finish"),
                lambda event, can: can.rounds and not event.is_finished,
            ),
            _room(
                "finish",
                "cup",
                _("Final results"),
                lambda event, can: can.rounds and event.is_finished,
            ),
        ),
    ),
)
