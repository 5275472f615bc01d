"""A practice event: make one, and the desk from which a director rehearses with it."""

from __future__ import annotations

import secrets
from random import Random

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from scoring.models import BotPlay, Incident
from scoring.practice import bots, next_step
from scoring.practice.after_event import rehearse
from scoring.practice.incidents import happening
from scoring.practice.playing_tables import playing_tables
from scoring.practice.practice_event import make_practice
from scoring.practice.practice_forms import (
    BotsForm,
    IncidentForm,
    PracticeForm,
    ResetForm,
)
from scoring.practice.reset import reset
from tournaments.access.roles_and_permissions import Ability
from tournaments.director.page_roles_and_health_notice import (
    for_beginners_of_events,
    for_helpers,
)
from tournaments.models import Tournament
from tournaments.tournament_setup.archive_and_bin import gone_at
from tournaments.web.request_types_and_form_faults import (
    AccountRequest,
    faults_in,
    faults_shown,
    refused,
)

PAGE = require_http_methods(["GET", "HEAD", "POST"])


@for_beginners_of_events
@PAGE
def new(request: AccountRequest) -> HttpResponse:
    """Make a practice event of one's own; what is not asked for is as usual."""
    template = "director/practice_new.html"
    if request.method != "POST":
        return render(request, template, {"form": PracticeForm()})
    form = PracticeForm(request.POST.dict())
    if not form.is_valid():
        return refused(request, template, {"form": form})
    plan = form.plan(seed=secrets.randbelow(2**31))
    made = make_practice(plan, director=request.user, now=timezone.now())
    return redirect("director:practice_desk", made.slug)


@for_helpers(Ability.SETUP)
@PAGE
def rehearse_event(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Make a practice event after this one. Opened as a page, it shows the event."""
    if request.method != "POST":
        return redirect("director:event", tournament.slug)
    with faults_shown(request):
        seed = secrets.randbelow(2**31)
        made = rehearse(tournament, director=request.user, seed=seed)
        messages.success(
            request,
            _("Practice tournament created. Generate its first seating and play."),
        )
        return redirect("director:practice_desk", made.slug)
    return redirect("director:event", tournament.slug)


@for_helpers(Ability.ROUNDS)
@require_safe
def desk(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """What is practised, and what may be done with it."""
    return render(request, "director/practice.html", _desk(tournament))


@for_helpers(Ability.ROUNDS)
@require_POST
def let_bots_play(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Let bots play (`act` = start), which leads to the hall, or stop them."""
    form = BotsForm(request.POST)
    context = _desk(tournament, bots=form)
    by = request.user.get_username()
    if request.POST.get("act") == "stop":
        bots.stop(tournament, by=by)
        messages.success(request, _("Bots stopped."))
        return redirect("director:practice_desk", tournament.slug)
    if form.is_valid():
        with faults_in(form):
            bots.start(tournament, **form.asked(), by=by)
            messages.success(request, _("Bots started."))
            return redirect("director:hall", tournament.slug)
    return refused(request, "director/practice.html", context)


@for_helpers(Ability.ROUNDS)
@require_POST
def begin_incident(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Let something happen, at a table or in the hall."""
    form = IncidentForm(request.POST)
    context = _desk(tournament, incident=form)
    if form.is_valid():
        data = form.cleaned_data
        with faults_in(form):
            incident = happening.begin(
                tournament,
                data["kind"],
                table=data["table"],
                by=request.user.get_username(),
                chance=Random(),
            )
            messages.success(request, _what_comes(incident))
            return redirect("director:practice_desk", tournament.slug)
    return refused(request, "director/practice.html", context)


@for_helpers(Ability.ROUNDS)
@require_POST
def set_back(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Set the event back to before a round."""
    form = ResetForm(request.POST)
    context = _desk(tournament, reset=form)
    if form.is_valid():
        with faults_in(form):
            by = request.user.get_username()
            reset(tournament, form.cleaned_data["round"], by=by)
            messages.success(
                request, _("The tournament is back at the start of this round.")
            )
            return redirect("director:hall", tournament.slug)
    return refused(request, "director/practice.html", context)


def _what_comes(incident: Incident) -> str:
    """When something that was asked for happens: bots act most of it out."""
    if incident.begun_at:
        return _("Incident started. See below.")
    playing = BotPlay.objects.filter(tournament=incident.tournament_id)
    if playing.filter(is_running=True).exists():
        return _("The incident starts soon. See below.")
    return _("The incident starts when bots play. Start the bots.")


def _desk(tournament: Tournament, **forms: Form) -> dict[str, object]:
    """What the desk shows, with `forms` that were refused; 404 for an event that is no
    practice event."""
    if not tournament.is_practice:
        raise Http404
    play = BotPlay.objects.filter(tournament=tournament).first()
    playing = playing_tables(tournament.pk).count()
    return {
        "tournament": tournament,
        "gone_at": gone_at(tournament),
        "play": play,
        "playing": playing,
        "next": None if playing else next_step.in_words(tournament),
        "incidents": happening.shown(tournament),
        "bots": BotsForm.of(play),
        "incident": IncidentForm(),
        "reset": ResetForm(),
        **forms,
    }
