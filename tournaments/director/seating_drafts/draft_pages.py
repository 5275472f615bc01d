"""The pages of seating drafts: list, progress and result."""

from __future__ import annotations

from django import forms
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRedirect

from rules.winds import WINDS
from tournaments.access.roles_and_permissions import Ability
from tournaments.director.missed_round_wording import missed_round_in_words
from tournaments.director.page_roles_and_health_notice import for_helpers
from tournaments.director.seating_drafts import (
    draft_report_and_edits_wording,
    draft_verdicts_and_origin,
)
from tournaments.director.seating_drafts.draft_files import csv_of, plan_from, published
from tournaments.director.seating_drafts.draft_tables_and_players import (
    DrawnPlan,
    draws_of,
    people_of,
)
from tournaments.director.seating_drafts.draft_verdicts_and_origin import (
    verdicts,
    wind_shares,
)
from tournaments.director.seating_drafts.heat_map import heat_map
from tournaments.director.seating_drafts.repair_choices import repair_choices
from tournaments.director.seating_drafts.repeat_opponents import ahead, rematches
from tournaments.languages import page_language
from tournaments.models import (
    HIDDEN_STATES,
    NOT_BEGUN,
    Draw,
    DrawState,
    NeverMeet,
    RoundState,
    Tournament,
)
from tournaments.people.player_list_and_kept_apart import registered
from tournaments.people.presence_in_rounds import reached
from tournaments.rounds.outdated_seating_marks import Marker
from tournaments.rounds.rounds_with_hidden_results import seating_reveals_warning
from tournaments.rounds.seat_rounds_and_exchange_seats import first_round_to_draw
from tournaments.rounds.seating_files import SEATING
from tournaments.rounds.stages.stage_settings import stages_of
from tournaments.rounds.tournament_table_sizes import unfilled_tables_in_words
from tournaments.seating.seating_request import RANKED
from tournaments.seating_drafts import seating_jobs, submit_draft
from tournaments.seating_drafts.draft_actions_and_forms import ThrowForm
from tournaments.seating_drafts.draft_state_and_judgement import judged_now
from tournaments.seating_drafts.seating_forms import (
    ImportPlanForm,
    RepairForm,
    last_request,
)
from tournaments.web.request_types_and_form_faults import (
    AccountRequest,
    refusals_to,
    refused,
)

PAGE = require_http_methods(["GET", "HEAD", "POST"])

#: States of a draft that may have a plan.
DRAWN = (DrawState.DRAFT, DrawState.CONFIRMED, DrawState.DISCARDED)


@for_helpers(Ability.DRAW)
@require_safe
def draws(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Render all drafts, latest first."""
    drawn = list(draws_of(tournament))
    marks = Marker(tournament).of_draws(drawn)
    context = {
        "tournament": tournament,
        "draws": [(draw, marks.get(draw.pk)) for draw in drawn],
        "seated": tournament.rounds.exists(),
        "players": 0 if drawn else registered(tournament),
        "may_repair": tournament.rounds.filter(state__in=NOT_BEGUN).exists(),
    }
    return render(request, "director/draws.html", context)


@for_helpers(Ability.DRAW)
@PAGE
def import_plan(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Render the form. POST imports a plan as a draft with a quality report."""
    context: dict[str, object] = {
        "tournament": tournament,
        "columns": SEATING,
    }
    if request.method != "POST":
        first_round = first_round_to_draw(tournament)
        context["form"] = ImportPlanForm(initial={"first_round": first_round})
        return render(request, "director/draw_import.html", context)
    form = ImportPlanForm(request.POST, request.FILES)
    if form.is_valid():
        with refusals_to(form.add_plan_faults):
            draw = submit_draft.import_plan(
                tournament,
                plan_from(form.content, form.cleaned_data["first_round"]),
                first_round=form.cleaned_data["first_round"],
                demands=last_request(tournament).demands,
                reason=form.cleaned_data["reason"],
                by=request.user.get_username(),
            )
            return redirect("director:draw", tournament.slug, draw.number)
    context["form"] = form
    return refused(request, "director/draw_import.html", context)


@for_helpers(Ability.DRAW)
@PAGE
def repair(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Render the form. POST starts a repair of the seating of the remaining rounds,
    after players have left or joined."""
    if request.method != "POST":
        fewest = tournament.rules.fewest_players
        form = RepairForm(
            demands=last_request(tournament).demands,
            fewest=fewest,
            size=tournament.rules.players,
        )
        context = _repair_context(tournament, form)
        return render(request, "director/draw_repair.html", context)
    form = RepairForm(
        request.POST,
        fewest=tournament.rules.fewest_players,
        size=tournament.rules.players,
    )
    if form.is_valid():
        with refusals_to(form.add_engine_faults):
            draw = submit_draft.repair(
                tournament,
                demands=form.demands(),
                seed=form.cleaned_data["seed"],
                by=request.user.get_username(),
                with_choices=True,
            )
            return redirect("director:draw", tournament.slug, draw.number)
    context = _repair_context(tournament, form)
    return refused(request, "director/draw_repair.html", context)


@for_helpers(Ability.DRAW)
@require_safe
def draw(request: AccountRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Render a draft: its progress, or round ?round= of its plan."""
    draw = draw_numbered(tournament, number)
    if not draw.is_at_work and request.htmx:
        # The search has finished: reload the whole page to show its result.
        address = reverse("director:draw", args=[tournament.slug, number])
        return HttpResponseClientRedirect(address)
    context: dict[str, object] = {
        "tournament": tournament,
        "draw": draw,
        "mark": Marker(tournament).of_draw(draw),
    }
    if draw.is_at_work:
        context |= _progress(draw)
        template = "_draw_progress.html" if request.htmx else "draw.html"
        return render(request, f"director/{template}", context)
    if draw.state == DrawState.PROMISED:
        context["form"] = ThrowForm()
    elif draw.state == DrawState.FAILED:
        context["faults"] = draft_report_and_edits_wording.faults(draw)
    elif draw.plan:
        context |= plan_context(draw, _round_in_address(request, draw))
        if draw.state == DrawState.DRAFT:
            context["choices"], context["choices_at_work"] = repair_choices(draw)
            context["confirming_asks"] = context["mark"] or _replaces_seating(draw)
        if draw.state != DrawState.DISCARDED and draw.method in RANKED:
            context["told_by_seats"] = seating_reveals_warning(
                tournament, draw.first_round
            )
    return render(request, "director/draw.html", context)


@for_helpers(Ability.DRAW)
@require_safe
def draw_json(
    request: AccountRequest, tournament: Tournament, number: int
) -> HttpResponse:
    """Return the draft as a JSON file in English, which anyone can use to verify the
    draft."""
    draw = _drawn(tournament, number)
    page_language.use_for_programs()
    response = JsonResponse(published(draw), json_dumps_params={"indent": 1})
    return _attached(response, draw, "json")


@for_helpers(Ability.DRAW)
@require_safe
def draw_csv(
    request: AccountRequest, tournament: Tournament, number: int
) -> HttpResponse:
    """Return the plan of a draft as a CSV file."""
    draw = _drawn(tournament, number)
    text = csv_of(DrawnPlan(draw, people_of(tournament)))
    response = HttpResponse(text, content_type="text/csv; charset=utf-8")
    return _attached(response, draw, "csv")


def draw_numbered(tournament: Tournament, number: int) -> Draw:
    draws = tournament.draws.select_related("tournament")
    return get_object_or_404(draws, number=number)


def _replaces_seating(draw: Draw) -> bool:
    """Return whether confirming the draft replaces seating or exceeds the planned
    rounds.

    If true, the page first shows the director what changes.
    """
    is_seated = draw.tournament.rounds.filter(number__in=draw.round_numbers).exists()
    return is_seated or draw.last_round > draw.tournament.planned_rounds


def _repair_context(tournament: Tournament, form: forms.Form) -> dict[str, object]:
    """Return the context of the repair page, including how missed rounds count."""
    missed = missed_round_in_words(tournament)
    return {**demands_context(tournament, form), "missed": missed}


def demands_context(tournament: Tournament, form: forms.Form) -> dict[str, object]:
    """Return the context of a page with constraints. `players` is the number of players
    in the next round."""
    never = NeverMeet.objects.filter(tournament=tournament)
    registered = tournament.players.filter(is_filler=False)
    comes_next = reached(tournament).comes_next
    players = sum(player.plays(comes_next) for player in registered)
    if "uneven" in form.fields:
        hint = unfilled_tables_in_words(players, tournament.rules)
        form.fields["uneven"].help_text = hint
        if hint:
            form.initial["uneven"] = ""
    return {
        "tournament": tournament,
        "form": form,
        "never": never.select_related("one__person", "other__person"),
        "players": players,
        "players_url": reverse("director:players", args=[tournament.slug]),
    }


def plan_context(draw: Draw, round_: int) -> dict[str, object]:
    """Return the context of a draft's page, with the plan of one round."""
    plan = DrawnPlan(draw, people_of(draw.tournament))
    judged = judged_now(draw, plan.drawn, draw.fillers)
    stages = stages_of(draw.tournament)
    again = rematches(plan, stages)
    wind_times, shares = wind_shares(judged)
    return {
        "round": plan.round(round_),
        "round_numbers": draw.round_numbers,
        "faulty_rounds": plan.faulty_rounds(),
        "may_change": draw.state == DrawState.DRAFT,
        "lines": plan.lines(),
        "winds": [wind.value for wind in WINDS],
        "wind_times": wind_times,
        "wind_shares": shares,
        "verdicts": verdicts(judged, again),
        "notes": draft_report_and_edits_wording.notes(draw),
        "findings": draft_report_and_edits_wording.findings(judged, again),
        "kept_apart": draft_report_and_edits_wording.kept_apart(draw, judged),
        "ahead": ahead(plan, stages),
        "repaired": draft_report_and_edits_wording.repaired(plan),
        "figures": list(draft_report_and_edits_wording.figures(judged, again)),
        "heat_map": heat_map(plan.whole, plan.everybody, label="meetings"),
        "edits": draft_report_and_edits_wording.edits(draw),
        "source": draft_verdicts_and_origin.in_words(draw.source),
        "seconds": draw.seconds(timezone.now()),
        **_showing(draw),
    }


def _progress(draw: Draw) -> dict[str, object]:
    return {
        "progress": draw.progress,
        "stage": draft_report_and_edits_wording.stage(draw),
        "seconds": draw.seconds(timezone.now()),
        "may_be_lost": seating_jobs.may_be_lost(draw),
    }


def _showing(draw: Draw) -> dict[str, object]:
    """Return the rounds of a confirmed draft and the actions that can publish or hide
    them; empty for other drafts."""
    if draw.state != DrawState.CONFIRMED:
        return {}
    rounds = list(draw.seated_rounds.order_by("number"))
    states = {round_.state for round_ in rounds}
    return {
        "seated_rounds": rounds,
        "only_state": RoundState(rounds[0].state) if len(states) == 1 else None,
        "may_show": RoundState.DRAFT in states,
        "may_publish": bool(states.intersection(HIDDEN_STATES)),
        "may_unpublish": bool(states & {RoundState.HALL, RoundState.PUBLISHED}),
        "may_reopen": states <= {RoundState.DRAFT},
    }


def _round_in_address(request: AccountRequest, draw: Draw) -> int:
    """Return the round in ?round=, by default the draft's first round. Raises Http404
    if the draft does not contain the round."""
    number = request.GET.get("round", str(draw.first_round))
    if not (
        number.isdecimal() and len(number) < 4 and int(number) in draw.round_numbers
    ):
        raise Http404(_("This draft does not contain that round."))
    return int(number)


def _drawn(tournament: Tournament, number: int) -> Draw:
    draw = draw_numbered(tournament, number)
    if draw.state not in DRAWN or not draw.plan:
        raise Http404(_("No seating has been generated yet."))
    return draw


def _attached(response: HttpResponse, draw: Draw, kind: str) -> HttpResponse:
    name = f"{draw.tournament.slug}-draw-{draw.number}.{kind}"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
