"""The director's page of the plan of the day."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.shortcuts import render as render_page
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from rules.faults import RuleError
from tournaments.access.abilities import Ability
from tournaments.events.schedule import day_plan
from tournaments.events.schedule.day_plan_forms import (
    ItemForm,
    PatternForm,
    ZoneForm,
    lines_of,
)
from tournaments.events.schedule.templates import made
from tournaments.events.schedule.time_zone import choose_time_zone
from tournaments.models import RoundState, Tournament
from tournaments.refusals import sentence
from tournaments.rounds import clock
from tournaments.views.roles import for_helpers
from tournaments.web.requests import AccountRequest, faults_in

PAGE = require_http_methods(["GET", "HEAD", "POST"])
HERE = "director:plan"


@for_helpers(Ability.SETUP)
@PAGE
def plan(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Every line of the plan, to be changed; POST stores them all."""
    if request.method != "POST":
        return _page(request, tournament)
    lines = lines_of((), tournament.planned_rounds, request.POST)
    if lines.is_valid() and _stored(request, tournament, lines):
        messages.success(request, _("Schedule saved."))
        _tell_start(request, tournament)
        return redirect(HERE, tournament.slug)
    return _page(request, tournament, lines=lines)


@for_helpers(Ability.SETUP)
@PAGE
def make(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """A new plan from a few numbers, in the place of the old one."""
    if request.method != "POST":
        return redirect(HERE, tournament.slug)
    form = PatternForm.for_tournament(tournament, request.POST)
    if form.is_valid():
        items = made(form.pattern(tournament.planned_rounds), tournament.zone)
        with faults_in(form):
            day_plan.write(
                tournament,
                items,
                by=request.user.get_username(),
                now=timezone.now(),
                seen=request.POST.get("seen", ""),
            )
            messages.success(request, _("Schedule created. Adjust it as needed."))
            _tell_start(request, tournament)
            return redirect(HERE, tournament.slug)
    return _page(request, tournament, pattern=form)


@for_helpers(Ability.SETUP)
@PAGE
def zone(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """In which zone the event's pages tell the time."""
    if request.method != "POST":
        return redirect(HERE, tournament.slug)
    form = ZoneForm(request.POST)
    if form.is_valid():
        name = form.cleaned_data["time_zone"]
        by = request.user.get_username()
        with faults_in(form):
            which = form.cleaned_data["which"]
            choose_time_zone(tournament, name, by=by, now=timezone.now(), which=which)
            words = _("The tournament's pages now use the time zone %(zone)s.")
            messages.success(request, words % {"zone": name})
            _tell_start(request, tournament)
            return redirect(HERE, tournament.slug)
    return _page(request, tournament, zone=form)


def _tell_start(request: HttpRequest, tournament: Tournament) -> None:
    """Say when the published round that comes next starts by itself; that it does not,
    if its time in the plan has passed."""
    published = tournament.rounds.filter(state=RoundState.PUBLISHED)
    round_ = published.order_by("number").first()
    if round_ is None:
        return
    if round_.starts_at:
        at = timezone.localtime(round_.starts_at, tournament.zone)
        words = _("Round %(number)s starts on %(day)s at %(time)s.")
        told = {"day": date_format(at, "l j F"), "time": date_format(at, "H:i")}
        messages.info(request, words % {"number": round_.number, **told})
    elif clock.missed_start(round_, timezone.now()):
        words = _(
            "The scheduled start of round %(number)s has passed. Start it manually."
        )
        messages.warning(request, words % {"number": round_.number})


def _stored(
    request: AccountRequest, tournament: Tournament, lines: forms.BaseFormSet[ItemForm]
) -> bool:
    """Whether the lines are the plan now; each fault is put beside its line."""
    kept = [
        form
        for form in lines.forms
        if form.has_changed() and form not in lines.deleted_forms
    ]
    try:
        day_plan.write(
            tournament,
            [form.item() for form in kept],
            by=request.user.get_username(),
            now=timezone.now(),
            seen=request.POST.get("seen", ""),
        )
    except RuleError as error:
        for fault in error.faults:
            place, _dot, field = fault.field.partition(".")
            if place:
                kept[int(place)].add_error(field, sentence(fault))
            else:
                lines.non_form_errors().append(sentence(fault))
        return False
    return True


def _page(
    request: HttpRequest,
    tournament: Tournament,
    *,
    lines: forms.BaseFormSet[ItemForm] | None = None,
    pattern: PatternForm | None = None,
    zone: ZoneForm | None = None,
) -> HttpResponse:
    """The page; with a form that was refused (422) the plan that was looked at, so
    that what others changed meanwhile is not overwritten unseen."""
    refused = lines or pattern or zone
    items = day_plan.items_of(tournament)
    context: dict[str, object] = {
        "tournament": tournament,
        "items": items,
        "lines": lines or lines_of(items, tournament.planned_rounds),
        "pattern": pattern or PatternForm.for_tournament(tournament),
        "zone": zone or ZoneForm(initial={"time_zone": tournament.time_zone}),
        "seen": request.POST.get("seen") or day_plan.mark_of(items),
    }
    status = 422 if refused else 200
    return render_page(request, "director/plan.html", context, status=status)
