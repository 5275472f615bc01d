"""The hall: every table at a glance, and the clock in a director's hand."""

from __future__ import annotations

from math import ceil

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from rules.faults import RuleError
from scoring import clock_words
from scoring.hall_calls import calls_of
from scoring.hall_fragments import HALL, chosen_round, round_numbered
from scoring.queries import Context
from scoring.round_control import ACTIONS, auto_id, forms_for, said
from tournaments import clock, live
from tournaments.access import role_in
from tournaments.models import Role, Tournament
from tournaments.round_seats import next_round_number
from tournaments.views.roles import for_directors, for_referees
from tournaments.web import AccountRequest, add_faults


@for_referees
@require_safe
def hall(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """The current round, or the one chosen by ?round=."""
    context = _page(request, tournament, _pinned(request))
    return render(request, "director/hall.html", context)


@for_referees
@require_safe
def control(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """The clock and what can be done to it; nothing (204) while that is what the
    reader has already seen, so that nobody's typing is disturbed."""
    context = _control(request, tournament, _pinned(request))
    if request.GET.get("seen") == context["seen"]:
        return HttpResponse(status=204)
    return render(request, "director/_control.html", context)


@for_directors
@require_http_methods(["GET", "HEAD", "POST"])
def act(
    request: AccountRequest, tournament: Tournament, number: int, action: str
) -> HttpResponse:
    """Do one thing to a round. Opened as a page, it shows the hall."""
    if request.method != "POST":
        return redirect(address(tournament, number))
    round_ = round_numbered(tournament, number)
    form = ACTIONS[action].form(request.POST, auto_id=auto_id(action))
    if form.is_valid():
        by = request.user.get_username()
        try:
            round_ = ACTIONS[action].verb(round_, form.cleaned_data, by)
        except RuleError as error:
            add_faults(form, error)
        else:
            return _done(request, tournament, said(action, round_))
    return _refused(request, tournament, number, action, form)


def _done(request: AccountRequest, tournament: Tournament, words: str) -> HttpResponse:
    pinned = _pinned(request)
    if not request.htmx:
        messages.success(request, words)
        return redirect(address(tournament, pinned))
    context = {**_control(request, tournament, pinned), "notice": words}
    return render(request, "director/_control.html", context)


def _refused(
    request: AccountRequest,
    tournament: Tournament,
    number: int,
    action: str,
    form: forms.Form,
) -> HttpResponse:
    """What the reader looks at as it is now, with what is wrong beside the form;
    at the top if that form is not there any more."""
    template, view = (
        ("director/_control.html", _control)
        if request.htmx
        else ("director/hall.html", _page)
    )
    context = view(request, tournament, _pinned(request))
    shown = context["round"] and context["round"].number == number
    if shown and action in context["forms"]:
        context["forms"][action] = form
    else:
        context["errors"] = [e for errors in form.errors.values() for e in errors]
    return render(request, template, context, status=422)


def _page(
    request: AccountRequest, tournament: Tournament, number: int | None
) -> Context:
    numbers = () if number is None else (number,)
    return {
        **HALL.context(tournament, *numbers),
        **_control(request, tournament, number),
        **calls_of(tournament),
        "live_url": live.url("hall", tournament, *map(str, numbers)),
    }


def _control(
    request: AccountRequest, tournament: Tournament, number: int | None
) -> Context:
    """`seen` names everything the control shows; `pinned` is the number of the
    round that the reader keeps looking at, None to follow the current one."""
    round_, now = chosen_round(tournament, number), timezone.now()
    may_control = role_in(tournament, request.user) is Role.DIRECTOR
    forms = forms_for(round_, now) if round_ else {}
    seen = (round_.pk, round_.clock_version, *forms) if round_ else ("none",)
    return {
        "tournament": tournament,
        "round": round_,
        "forms": forms if may_control else {},
        "may_control": may_control,
        "seen": ".".join(map(str, seen)),
        "undo_ends_in": ceil(clock.seconds_to_undo_end(round_, now)) if round_ else 0,
        "starts": clock_words.starts_by_itself(round_) if round_ else "",
        "not_started": clock_words.why_not_started(round_) if round_ else "",
        "at_the_end": clock_words.at_the_end(tournament),
        "pinned": number,
        "next_round": next_round_number(tournament),
    }


def _pinned(request: AccountRequest) -> int | None:
    number = request.GET.get("round")
    if number is None:
        return None
    if not (number.isdecimal() and len(number) < 6):
        raise Http404(_("A round is named by its number."))
    return int(number)


def address(tournament: Tournament, number: int | None) -> str:
    """The hall, at a round or at the current one."""
    hall = reverse("director:hall", args=[tournament.slug])
    return hall if number is None else f"{hall}?round={number}"
