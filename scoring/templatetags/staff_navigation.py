"""Navigation for staff: rooms in four groups, filtered by permissions, the tabs of a
room, and the room of the next step.
"""

from __future__ import annotations

from django import template
from django.template import Context
from django.urls import reverse

from scoring.all_pages.staff_rooms import GROUPS
from scoring.confirming_and_finishing.confirmation_status import disputes_of
from scoring.practice.next_step_of_staff import Step, next_step
from tournaments.access.roles_and_permissions import Can
from tournaments.models import Tournament

register = template.Library()

ROOM_OF_STEP = {
    Step.CLOSE: "hall",
    Step.START: "hall",
    Step.CUT: "stages",
    Step.CHECK_IN: "evening",
    Step.DRAW: "seating",
    Step.WAIT: "seating",
    Step.CONFIRM: "seating",
    Step.STUCK: "seating",
    Step.OVER: "finish",
}


@register.inclusion_tag("director/_nav.html", takes_context=True)
def desk_nav(context: Context, here: str = "") -> dict[str, object]:
    """Return the rooms the user may open, the current room, the room of the next step,
    and the number of open disputes. Public pages have the permissions as `can`.
    """
    tournament, request = context["tournament"], context["request"]
    can: Can = context.get("can") or request.can
    groups = []
    for title, rooms in GROUPS:
        shown = [room for room in rooms if room.shown(tournament, can)]
        links = [(r, reverse(r.to, args=[tournament.slug])) for r in shown]
        groups.append((title, links))
    short = [one for _, links in groups for one in links if one[0].short]
    following = _next_room(tournament) if can.setup else ""
    return {
        **{name: context.get(name) for name in ("request", "user", "csrf_token")},
        "tournament": tournament,
        "here": next(
            (r.here for _, ls in groups for r, _ in ls if r.holds(here)), here
        ),
        "groups": [group for group in groups if group[1]],
        "short": short,
        "next": following,
        "next_is_short": following in [room.here for room, _ in short],
        "disputes": _waiting(tournament) if can.rule else 0,
    }


@register.inclusion_tag("director/_room_tabs.html", takes_context=True)
def room_tabs(context: Context) -> dict[str, object]:
    """Return the tabs of the current room; no tabs on a page without tabs."""
    tournament, request = context["tournament"], context["request"]
    match = request.resolver_match
    page = match.url_name if match and match.namespace == "director" else ""
    for _words, rooms in GROUPS:
        for room in rooms:
            tabs = [tab for tab in room.tabs if tab.shown(tournament, request.can)]
            if len(tabs) > 1 and page in [tab.page for tab in tabs]:
                args = [tournament.slug]
                links = [
                    (tab, reverse(f"director:{tab.page}", args=args)) for tab in tabs
                ]
                return {"room": room, "tabs": links, "page": page}
    return {"tabs": []}


def _next_room(tournament: Tournament) -> str:
    """Return the key of the room for the next step; "" if the tournament is finished or
    archived.
    """
    if tournament.is_finished or tournament.archived_at:
        return ""
    if not tournament.players.exists():
        return "players"
    return ROOM_OF_STEP[next_step(tournament).step]


def _waiting(tournament: Tournament) -> int:
    return disputes_of(tournament).filter(settled_at=None).count()
