"""Where a director or a referee can go within an event: four groups of pages, of which
a reader sees those they may open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django import template
from django.template import Context
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.signoff.status import disputes_of
from tournaments.access.abilities import Can
from tournaments.models import Tournament

register = template.Library()

Shown = Callable[[Tournament, Can], bool]


@dataclass(frozen=True)
class Place:
    """A page: `here` is what it calls itself; `shown`, whether somebody who may so much
    has it in such an event; `to`, the name of its address; `short`, the word for it at
    the bottom of a phone, if it stands there."""

    here: str
    icon: str
    words: Promise
    shown: Shown
    to: str
    short: Promise | str = ""


def _page(
    here: str,
    icon: str,
    words: Promise,
    shown: Shown,
    *,
    to: str = "",
    short: Promise | str = "",
) -> Place:
    """A director's page, whose address has the name the page calls itself."""
    return Place(here, f"i-{icon}", words, shown, to or f"director:{here}", short)


def _looks(_tournament: Tournament, can: Can) -> bool:
    return can.look


def _sets_up(_tournament: Tournament, can: Can) -> bool:
    return can.setup


def _directs(_tournament: Tournament, can: Can) -> bool:
    return can.rounds


GROUPS: Sequence[tuple[Promise, Sequence[Place]]] = (
    (
        _("Run the day"),
        (
            _page(
                "practice",
                "flag",
                _("Practice"),
                lambda event, can: event.is_practice and can.rounds,
                to="director:practice_desk",
            ),
            _page("hall", "tables", _("Control room"), _looks, short=_("Hall")),
            _page(
                "evening",
                "arrived",
                _("Tonight"),
                lambda event, can: event.is_league and can.check_in,
                to="director:tonight",
                short=_("Tonight"),
            ),
            _page(
                "check_in",
                "arrived",
                _("Check-in"),
                lambda event, can: can.check_in and not event.is_league,
                short=_("Check-in"),
            ),
            _page("disputes", "alert", _("Disputes"), lambda _event, can: can.rule),
            _page("log", "log", _("Log"), lambda _event, can: can.log),
        ),
    ),
    (
        _("Prepare"),
        (
            _page("players", "people", _("Players"), _sets_up, short=_("Players")),
            _page("registration", "pen", _("Registration"), _sets_up),
            _page("stages", "split", _("Stages"), _sets_up),
            _page(
                "league",
                "plan",
                _("League"),
                lambda event, can: event.is_league and can.setup,
            ),
            _page("draws", "draw", _("Draws"), _sets_up, short=_("Draws")),
            _page("seating", "seat", _("Seating"), _sets_up),
            _page("plan", "plan", _("Plan of the day"), _sets_up),
        ),
    ),
    (
        _("Show"),
        (
            _page("hall_screen", "screen", _("Screens"), _directs),
            _page(
                "hall_seats",
                "screen",
                _("The screen in the hall"),
                lambda _event, can: not can.rounds,
                to="hall:seats",
            ),
            _page("paper", "print", _("Paper"), _directs),
            _page("files", "log", _("Files"), _directs),
            _page(
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
            _page("event", "flag", _("Details"), _sets_up),
            _page("rules", "book", _("Rules"), _sets_up),
            _page("settings", "gear", _("Settings"), _sets_up),
            _page("helpers", "key", _("Helpers"), _sets_up),
            _page(
                "finish",
                "cup",
                _("Finish"),
                lambda event, can: can.rounds and not event.is_finished,
            ),
            _page(
                "finish",
                "cup",
                _("Final results"),
                lambda event, can: can.rounds and event.is_finished,
            ),
        ),
    ),
)


@register.inclusion_tag("director/_nav.html", takes_context=True)
def desk_nav(context: Context, here: str = "") -> dict[str, object]:
    """The groups with what the reader may open, and how many disputes wait for them."""
    tournament, request = context["tournament"], context["request"]
    groups = []
    for words, places in GROUPS:
        shown = [place for place in places if place.shown(tournament, request.can)]
        links = [(p, reverse(p.to, args=[tournament.slug])) for p in shown]
        groups.append((words, links))
    return {
        **{name: context.get(name) for name in ("request", "user", "csrf_token")},
        "tournament": tournament,
        "here": here,
        "groups": [group for group in groups if group[1]],
        "short": [one for _, links in groups for one in links if one[0].short],
        "disputes": _waiting(tournament) if request.can.rule else 0,
    }


def _waiting(tournament: Tournament) -> int:
    return disputes_of(tournament).filter(settled_at=None).count()
