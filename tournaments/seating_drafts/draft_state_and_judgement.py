"""Change the state of a draft safely, and make the quality report of its plan.

Every change contains the state or version of the draft that was shown. If the draft has
changed since, the change fails. A double click, a second director or a late worker
therefore changes nothing. The lock order is: drafts, rounds, tournament.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from django.db.models import F
from django.utils.translation import gettext_noop as _

from tournaments.models import Draw, DrawState
from tournaments.people.player_list_and_kept_apart import never_meet
from tournaments.refusals import Refused, refusal
from tournaments.seating.constraints import SeatingPlayer
from tournaments.seating.judging.plan_judge import judge
from tournaments.seating.judging.quality_report import Report
from tournaments.seating.seating_plan import Plan, as_data, from_data, players_in_plan
from tournaments.seating.seating_request import Request, read_request
from tournaments.seating.uneven.who_plays_or_sits_out import known
from tournaments.seating_drafts.seating_request_data import seating_player_of


def change_state(
    draw: Draw, states: Iterable[DrawState], state: DrawState, **values: object
) -> Draw:
    """Change the state of a draft that is in one of `states`. Return the draft.

    The draft stays locked until the transaction ends. Raises Refused if the draft is in
    another state.
    """
    changed = Draw.objects.filter(pk=draw.pk, state__in=list(states)).update(
        state=state, **values
    )
    current = Draw.objects.select_related("tournament").get(pk=draw.pk)
    if not changed:
        raise wrong_state(current)
    return current


def change_draft(draw: Draw, version: int, **values: object) -> Draw:
    """Save `values` as the next version of the draft. Return the draft.

    Raises Refused if the state is not DRAFT or the draft has changed since `version`.
    """
    changed = Draw.objects.filter(
        pk=draw.pk, state=DrawState.DRAFT, version=version
    ).update(version=F("version") + 1, **values)
    if not changed:
        unchanged(draw, version)
    return Draw.objects.select_related("tournament").get(pk=draw.pk)


def unchanged(draw: Draw, version: int | None) -> Draw:
    """Return the draft, read again from the database.

    Raises Refused if the state is not DRAFT or the draft has changed since `version`.
    If `version` is None, any version is accepted.
    """
    current = Draw.objects.select_related("tournament").get(pk=draw.pk)
    if current.state != DrawState.DRAFT:
        raise wrong_state(current)
    if version not in (None, current.version):
        raise refusal("draft_changed", _("The draft has changed. Reload the page."))
    return current


def wrong_state(draw: Draw) -> Refused:
    return refusal(
        "wrong_state",
        _("Seating draft %(number)s now has the status “%(state)s”. Reload the page."),
        number=draw.number,
        state=draw.get_state_display(),
    )


def request_of(draw: Draw) -> Request:
    """Return the seating request of the draft."""
    return read_request(draw.request)


def plan_of(draw: Draw) -> Plan:
    """Return the current plan of the draft, with manual changes."""
    return from_data(draw.plan)


def draft_fields(
    plan: Plan, fillers: Iterable[int], report: Report
) -> dict[str, object]:
    """Return the field values of a newly generated draft.

    `drawn` contains the generated plan. Later manual changes do not change it.
    """
    drawn = {
        "plan": as_data(plan),
        "fillers": list(fillers),
        "report": report.as_data(),
    }
    return {**drawn, "drawn": drawn}


def judged(request: Request, plan: Plan, fillers: Sequence[int]) -> Report:
    """Return the quality report of the played rounds followed by `plan`."""
    people = known(request, fillers)
    return judge((*request.played, *plan), people, request.demands)


def judged_now(draw: Draw, plan: Plan, fillers: Iterable[int]) -> Report:
    """Return the quality report of a draft's plan after manual changes.

    The report includes players added later and the current pairs to keep apart.
    """
    request = request_of(draw)
    never = {*request.demands.never, *never_meet(draw.tournament)}
    demands = replace(request.demands, never=tuple(sorted(never)))
    people = players_in(draw, plan, fillers)
    return judge((*request.played, *plan), people, demands)


def players_in(
    draw: Draw, plan: Plan, fillers: Iterable[int]
) -> tuple[SeatingPlayer, ...]:
    """Return all players of a draft.

    These are the players of the request, players added manually, house players, and
    players of earlier rounds who have left.
    """
    request = request_of(draw)
    house = sorted(set(fillers))
    late = {*players_in_plan(plan)} - {
        *house,
        *(one.number for one in request.entrants),
    }
    newcomers = draw.tournament.players.filter(number__in=late).order_by("number")
    came = map(seating_player_of, newcomers.select_related("person", "team"))
    return known(replace(request, entrants=(*request.entrants, *came)), house)
