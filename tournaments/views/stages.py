"""The director's page of the stages of an event."""

from __future__ import annotations

from zlib import crc32

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from rules.faults import RuleError
from tournaments.access.abilities import Ability
from tournaments.draws.request_data import seated_plan
from tournaments.models import Tournament
from tournaments.refusals import sentence
from tournaments.rounds.by_standing.marks import Marker
from tournaments.rounds.stages.outlook import outlook
from tournaments.rounds.stages.stage_forms import StageForm, stage_forms, starters
from tournaments.rounds.stages.stage_list import (
    StagePlan,
    as_stages,
    plan_of,
    set_stages,
    stages_of,
)
from tournaments.views.roles import for_helpers
from tournaments.web.requests import AccountRequest

HERE = "director:stages"


@for_helpers(Ability.SETUP)
@require_http_methods(["GET", "HEAD", "POST"])
def stages(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Every stage, to be changed; POST stores them all. ?as= offers a format to begin
    with, which is not stored."""
    if request.method == "POST":
        filled = stage_forms((), request.POST)
        if filled.is_valid() and _stored(request, tournament, filled):
            return redirect(HERE, tournament.slug)
        return _page(request, tournament, filled, status=422)
    plans = [plan_of(stage) for stage in stages_of(tournament)]
    starter = starters(tournament).get(request.GET.get("as", ""))
    if starter and not plans:
        return _page(request, tournament, stage_forms(starter[1]), starter=starter)
    return _page(request, tournament, stage_forms(plans))


def _stored(
    request: AccountRequest,
    tournament: Tournament,
    filled: forms.BaseFormSet[StageForm],
) -> bool:
    """Whether these are the stages now; each fault is put beside its stage."""
    kept = [
        form
        for form in filled.forms
        if form.has_changed() and form not in filled.deleted_forms
    ]
    if request.POST.get("seen") != _mark(tournament):
        filled.non_form_errors().append(_("The stages have changed. Reload the page."))
        return False
    try:
        plans = [form.plan() for form in kept]
        set_stages(tournament, plans, by=request.user.get_username())
    except RuleError as error:
        for fault in error.faults:
            place = fault.field.partition(".")[2]
            if place.isdecimal():
                kept[int(place) - 1].add_error(None, sentence(fault))
            else:
                filled.non_form_errors().append(sentence(fault))
        return False
    if plans:
        messages.success(request, _("Stages saved."))
    else:
        messages.success(request, _("The tournament has no separate stages."))
    return True


def _mark(tournament: Tournament) -> str:
    """Changes whenever the stages do."""
    plans = [plan_of(stage) for stage in stages_of(tournament)]
    return f"{crc32(repr(plans).encode()):08x}"


def _page(
    request: AccountRequest,
    tournament: Tournament,
    filled: forms.BaseFormSet[StageForm],
    *,
    starter: tuple[Promise, list[StagePlan]] | None = None,
    status: int = 200,
) -> HttpResponse:
    there = stages_of(tournament)
    shown = as_stages(tournament, starter[1]) if starter else there
    seated = tournament.rounds.order_by("number").values_list("number", flat=True)
    context = {
        "tournament": tournament,
        "stages": there,
        "marks": [
            mark
            for mark in Marker(tournament).of_cuts(there).values()
            if mark.is_changed
        ],
        "forms": filled,
        "offered": starter[0] if starter else "",
        "outlook": outlook(tournament, shown, seated_plan(tournament, seated))
        if shown
        else None,
        "starters": [] if there else starters(tournament).items(),
        "seen": request.POST.get("seen") or _mark(tournament),
    }
    return render(request, "director/stages.html", context, status=status)
