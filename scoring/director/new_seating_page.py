"""The page that generates a seating: the settings, and the standings used for it."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from tournaments.access.roles_and_permissions import Ability
from tournaments.director.page_roles_and_health_notice import for_helpers
from tournaments.director.seating_drafts.draft_pages import demands_context
from tournaments.models import Tournament
from tournaments.rounds.match_days import day_at, days_of
from tournaments.rounds.rounds_with_hidden_results import seating_reveals_warning
from tournaments.rounds.seat_rounds_and_exchange_seats import first_round_to_draw
from tournaments.rounds.stages.stage_settings import stage_at, stages_of
from tournaments.seating.seating_request import RANKED, Method
from tournaments.seating_drafts import submit_draft
from tournaments.seating_drafts.seating_forms import NewDrawForm, last_request
from tournaments.web.request_types_and_form_faults import (
    AccountRequest,
    refusals_to,
    refused,
)


@for_helpers(Ability.DRAW)
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Request a seating, which a worker generates.

    GET renders the form; ?method= preselects a method.
    """
    if request.method != "POST":
        wanted = request.GET.get("method", "")
        form = _empty(tournament, wanted)
        form.ask_seeding(tournament, request.user)
        context = _context(tournament, form)
        return render(request, "director/draw_new.html", context)
    form = NewDrawForm(
        request.POST,
        fewest=tournament.rules.fewest_players,
        size=tournament.rules.players,
    )
    form.ask_seeding(tournament, request.user)
    if form.is_valid():
        with refusals_to(form.add_engine_faults):
            draw = submit_draft.submit(
                tournament,
                method=form.cleaned_data["method"],
                first_round=form.cleaned_data["first_round"],
                rounds=form.cleaned_data["rounds"],
                demands=form.demands(),
                options=form.options(),
                standing=form.cleaned_data["standing"],
                seeding=form.chosen_seeding(tournament, request.user),
                seed=form.cleaned_data["seed"],
                promise=form.cleaned_data["promise"],
                by=request.user.get_username(),
            )
            return redirect("director:draw", tournament.slug, draw.number)
    context = _context(tournament, form)
    return refused(request, "director/draw_new.html", context)


def _context(tournament: Tournament, form: NewDrawForm) -> dict[str, object]:
    first_round = _first_round(tournament, form)
    return demands_context(tournament, form) | {
        "basis": form.ask_standing(tournament, first_round),
        "one_round": sorted(method.value for method in RANKED),
        "told_by_seats": seating_reveals_warning(
            tournament, first_round_to_draw(tournament)
        ),
    }


def _empty(tournament: Tournament, wanted: str) -> NewDrawForm:
    """Return the form with the last settings.

    It covers the rounds of the stage (in a league, of the match day) that have no
    seating; for methods that use the standings, only the first of them. `wanted`: the
    method to preselect.
    """
    last = last_request(tournament)
    first_round = first_round_to_draw(tournament)
    stage = stage_at(stages_of(tournament), first_round)
    method = Method(stage.method) if stage and stage.method else last.method
    if wanted in set(Method) - {Method.REPAIR}:
        method = Method(wanted)
    last_round = stage.last_round if stage else tournament.planned_rounds
    if day := day_at(days_of(tournament), first_round):
        last_round = min(last_round, day.last_round)
    return NewDrawForm(
        demands=last.demands,
        fewest=tournament.rules.fewest_players,
        size=tournament.rules.players,
        initial={
            "method": method,
            "first_round": first_round,
            "rounds": 1 if method in RANKED else max(last_round - first_round + 1, 1),
            "block": last.options.block,
            "order": last.options.order,
            "interval": last.options.interval,
        },
    )


def _first_round(tournament: Tournament, form: NewDrawForm) -> int:
    """Return the first round named in the form; without it, the next round to seat."""
    named = form["first_round"].value()
    try:
        return int(named)
    except (TypeError, ValueError):
        return first_round_to_draw(tournament)
