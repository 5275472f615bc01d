"""Compare-and-set of a draw's state, and the judgement of its plan.

Every change of a draw names the state or version it was looked at in; a double click, a
second director or a late worker then changes nothing. Locks are taken in the order
draws, rounds, tournament.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from django.db.models import F
from django.utils.translation import gettext_noop as _

from tournaments.models import Draw, DrawState
from tournaments.people.player_list_and_kept_apart import never_meet
from tournaments.refusals import Refused, refusal
from tournaments.seating.constraints import Entrant
from tournaments.seating.judging.plan_judge import judge
from tournaments.seating.judging.quality_report import Report
from tournaments.seating.seating_plan import Plan, as_data, everybody, from_data
from tournaments.seating.seating_request import Request, read_request
from tournaments.seating.uneven.who_plays_or_sits_out import known
from tournaments.seating_drafts.seating_request_data import entrant_of


def change_state(
    draw: Draw, states: Iterable[DrawState], state: DrawState, **values: object
) -> Draw:
    """The draw as it is afterwards, if it was in one of `states`; it stays locked
    until the transaction ends. Raises Refused otherwise."""
    changed = Draw.objects.filter(pk=draw.pk, state__in=list(states)).update(
        state=state, **values
    )
    current = Draw.objects.select_related("tournament").get(pk=draw.pk)
    if not changed:
        raise wrong_state(current)
    return current


def change_draft(draw: Draw, version: int, **values: object) -> Draw:
    """The draft with `values` as its next version. Raises Refused if it is no
    draft any more, or has changed since `version`."""
    changed = Draw.objects.filter(
        pk=draw.pk, state=DrawState.DRAFT, version=version
    ).update(version=F("version") + 1, **values)
    if not changed:
        unchanged(draw, version)
    return Draw.objects.select_related("tournament").get(pk=draw.pk)


def unchanged(draw: Draw, version: int | None) -> Draw:
    """The draft as the database has it. Raises Refused if it is no draft any more, or
    has changed since `version` (None: any version will do)."""
    current = Draw.objects.select_related("tournament").get(pk=draw.pk)
    if current.state != DrawState.DRAFT:
        raise wrong_state(current)
    if version not in (None, current.version):
        raise refusal("draft_changed", _("The draft has changed. Reload the page."))
    return current


def wrong_state(draw: Draw) -> Refused:
    return refusal(
        "wrong_state",
        _("Seating draft %(number)s is now “%(state)s”. Reload the page."),
        number=draw.number,
        state=draw.get_state_display(),
    )


def request_of(draw: Draw) -> Request:
    """What was to be drawn."""
    return read_request(draw.request)


def plan_of(draw: Draw) -> Plan:
    """The plan as it is now, with what was changed by hand."""
    return from_data(draw.plan)


def as_drawn(plan: Plan, fillers: Iterable[int], report: Report) -> dict[str, object]:
    """The fields of a draw that has just been made. `drawn` keeps the plan as it came
    from the engine, whatever is changed by hand later."""
    drawn = {
        "plan": as_data(plan),
        "fillers": list(fillers),
        "report": report.as_data(),
    }
    return {**drawn, "drawn": drawn}


def judged(request: Request, plan: Plan, fillers: Sequence[int]) -> Report:
    """The report of the rounds played before and of `plan` after them."""
    people = known(request, fillers)
    return judge((*request.played, *plan), people, request.demands)


def judged_now(draw: Draw, plan: Plan, fillers: Iterable[int]) -> Report:
    """The report of a draft's plan that was changed by hand. It counts players who were
    put in later, and the pairs that may never meet as they are kept now."""
    request = request_of(draw)
    never = {*request.demands.never, *never_meet(draw.tournament)}
    demands = replace(request.demands, never=tuple(sorted(never)))
    people = people_in(draw, plan, fillers)
    return judge((*request.played, *plan), people, demands)


def people_in(draw: Draw, plan: Plan, fillers: Iterable[int]) -> tuple[Entrant, ...]:
    """The players whom the draw was made for, those put into the plan by hand, house
    players, and those who played before and are gone."""
    request = request_of(draw)
    house = sorted(set(fillers))
    late = {*everybody(plan)} - {*house, *(one.number for one in request.entrants)}
    newcomers = draw.tournament.entries.filter(number__in=late).order_by("number")
    came = map(entrant_of, newcomers.select_related("player", "team"))
    return known(replace(request, entrants=(*request.entrants, *came)), house)
