"""Referee calls: the button on a table's page, and the answers in the control room."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.http import (
    Http404,
    HttpResponse,
    HttpResponseBadRequest,
    HttpResponseBase,
)
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from rules.faults import RuleError
from scoring.table.table_page_access import address_of, at_table_or_its_device
from tournaments.access.roles_and_permissions import Ability
from tournaments.director.page_roles_and_health_notice import for_helpers
from tournaments.models import CallSubject, Game, RefereeCall, Tournament
from tournaments.refusals import sentence
from tournaments.rounds import referee_calls
from tournaments.rounds.referee_calls import open_calls
from tournaments.web.form_fields_and_types import Context
from tournaments.web.request_types_and_form_faults import AccountRequest, TableRequest


@dataclass(frozen=True)
class Waiting:
    """A referee call and its age in minutes."""

    call: RefereeCall
    minutes: int


def calls_of(tournament: Tournament) -> Context:
    """Return the open calls. `calls_seen`: identifies everything that is shown."""
    now = timezone.now()
    calls = [
        Waiting(call, max(0, int((now - call.called_at).total_seconds() // 60)))
        for call in open_calls(tournament)
    ]
    seen = (
        f"{one.call.pk}{one.call.about}-{one.call.answered_by}-{one.minutes}"
        for one in calls
    )
    return {"calls": calls, "calls_seen": ".".join(seen) or "none"}


@require_POST
@at_table_or_its_device
def call(request: TableRequest, game: Game) -> HttpResponseBase:
    """Call a referee, or cancel the call numbered `ended`.

    Render the call button, with errors if there are any. `about`: a value of
    CallSubject; any other value gives a 400 response.
    """
    ended = _number(request.POST.get("ended", ""))
    about = request.POST.get("about", "")
    if about not in CallSubject.values:
        return HttpResponseBadRequest()
    try:
        if ended:
            referee_calls.end(game.pk, ended, by=request.visitor.by)
        else:
            subject = CallSubject(about)
            referee_calls.call(game.pk, by=request.visitor.by, about=subject)
    except RuleError as error:
        return _call_button(request, game, [sentence(fault) for fault in error.faults])
    return _call_button(request, game, [])


@for_helpers(Ability.LOOK)
@require_safe
def waiting(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Render the open calls. Return 204 if `seen` shows that nothing has changed."""
    context = {"tournament": tournament, **calls_of(tournament)}
    if not request.htmx:
        return redirect("director:hall", tournament.slug)
    if request.GET.get("seen") == context["calls_seen"]:
        return HttpResponse(status=204)
    return render(request, "director/_calls.html", context)


@for_helpers(Ability.RULE)
@require_POST
def answer(
    request: AccountRequest, tournament: Tournament, number: int, table: int
) -> HttpResponse:
    """Answer a call: "done" (`answer`) ends the call, any other answer shows that a
    referee is coming. Raises Http404 for an unknown table.
    """
    game = Game.objects.filter(
        round__tournament=tournament, round__number=number, table=table
    ).first()
    if game is None:
        raise Http404
    by = request.user.get_username()
    called = _number(request.POST.get("call", ""))
    errors = []
    try:
        if request.POST.get("answer") == "done":
            referee_calls.end(game.pk, called, by=by)
        else:
            referee_calls.answer(game.pk, called, by=by)
    except RuleError as error:
        errors = [sentence(fault) for fault in error.faults]
    if not request.htmx:
        for text in errors:
            messages.error(request, text)
        return redirect(reverse("director:hall", args=[tournament.slug]))
    context = {"tournament": tournament, "errors": errors, **calls_of(tournament)}
    status = 422 if errors else 200
    return render(request, "director/_calls.html", context, status=status)


def _call_button(
    request: TableRequest, game: Game, errors: list[str]
) -> HttpResponseBase:
    """Render the button, with errors if there are any.

    Without htmx, redirect to the page.
    """
    if not request.htmx:
        for text in errors:
            messages.error(request, text)
        return redirect(address_of(game))
    context = {
        "tournament": game.round.tournament,
        "round": game.round,
        "game": game,
        "call": referee_calls.open_call(game),
        "may_call": not errors,
        "errors": errors,
    }
    status = 422 if errors else 200
    return render(request, "table/_call.html", context, status=status)


def _number(text: str) -> int:
    """Return the number of a call. Return 0, which no call has, for any other text."""
    return int(text) if text.isdecimal() and len(text) < 16 else 0
