"""The control room page with all tables and the round control."""

from __future__ import annotations

from collections.abc import Sequence

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from scoring.hall.control_room_tables import HALLS, TOPICS, found_among, round_numbered
from scoring.hall.next_step_of_round import control_of
from scoring.hall.round_buttons import button_context
from scoring.mirror.state_of_mirror import mirror_of
from scoring.rounds import clock_wording
from scoring.rounds.clock_tick import sweep
from scoring.rounds.round_actions import ACTIONS, auto_id, done_in_words
from scoring.table.referee_call_pages import calls_of
from tournaments.access.live_access import helper
from tournaments.access.roles_and_permissions import Ability
from tournaments.director.page_roles_and_health_notice import for_helpers
from tournaments.live import live_stream
from tournaments.models import Game, Round, Tournament
from tournaments.rounds import clock_failures
from tournaments.upkeep import clock_and_worker_heartbeats, machine_clock
from tournaments.web.form_fields_and_types import Context
from tournaments.web.list_wording import joined_sentences
from tournaments.web.request_types_and_form_faults import (
    AccountRequest,
    faults_in,
    focus_first_fault,
)

#: The round control with the other parts of the page that change with the round.
RENEWED = "director/_control_renewed.html"


@for_helpers(Ability.LOOK)
@require_safe
def hall(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Render the control room with the current round, or the round of ?round=. ?q=
    filters tables, ?first=needs sorts tables that need attention first, and ?view=list
    shows a list (default for many tables).
    """
    context = _page(request, tournament, _pinned(request))
    context["mirror"] = mirror_of(tournament)
    context["q"] = request.GET.get("q", "")[:100]
    if context["q"]:
        context["tables"] = found_among(context["tables"], context["q"])
    context["needs_first"] = request.GET.get("first") == "needs"
    context["as_list"] = (
        request.GET.get("view") == "list" if "q" in request.GET else context["many"]
    )
    return _render(request, "director/hall.html", context)


@for_helpers(Ability.LOOK)
@require_safe
def control(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Render the clock and its actions, with the links and the navigation of the page.

    Return a 204 response if the page already shows this state, so that typing is not
    disturbed.
    """
    context = _control(request, tournament, _pinned(request))
    if request.GET.get("seen") == context["seen"]:
        return HttpResponse(status=204)
    return _render(request, RENEWED, context)


@for_helpers(Ability.ROUNDS)
@require_http_methods(["GET", "HEAD", "POST"])
def act(
    request: AccountRequest, tournament: Tournament, number: int, action: str
) -> HttpResponse:
    """Apply an action to a round and show the result.

    GET redirects to the control room.
    """
    if request.method != "POST":
        return redirect(address(tournament, number))
    round_ = round_numbered(tournament, number)
    form = ACTIONS[action].form(request.POST, auto_id=auto_id(action))
    if form.is_valid():
        by = request.user.get_username()
        with faults_in(form):
            round_ = ACTIONS[action].change(round_, form.cleaned_data, by)
            message = done_in_words(action, round_)
            if action == "close":
                message = _with_reopen_link(tournament, round_, message)
            return _done(request, tournament, message)
    return _refused(request, tournament, number, action, form)


@for_helpers(Ability.ROUNDS)
@require_POST
def try_again(
    request: AccountRequest, tournament: Tournament, number: int
) -> HttpResponse:
    """Retry now what the clock failed to do for a round, and show the result."""
    round_, now = round_numbered(tournament, number), timezone.now()
    clock_failures.retry_now(round_, now)
    sweep(now)
    if faults := clock_failures.faults_of(tournament).filter(round=round_):
        message = joined_sentences(map(clock_wording.of_fault, faults))
        return _done(request, tournament, message, level=messages.WARNING)
    message = _("The clock of round %(number)s was updated.")
    return _done(request, tournament, message % {"number": number})


def _done(
    request: AccountRequest,
    tournament: Tournament,
    message: str,
    level: int = messages.SUCCESS,
) -> HttpResponse:
    pinned = _pinned(request)
    if not request.htmx:
        messages.add_message(request, level, message)
        return redirect(address(tournament, pinned))
    context = _control(request, tournament, pinned)
    if level == messages.SUCCESS:
        context["notice"] = message
    return _render(request, RENEWED, context)


def _with_reopen_link(
    tournament: Tournament, round_: Round, message: str
) -> SafeString:
    """Return the message that a round is closed, with a link that reopens it.

    The link is needed because the page may already show the next round.
    """
    link = f"{address(tournament, round_.number)}&open=reopen"
    return format_html('{} <a href="{}">{}</a>', message, link, _("Reopen round"))


def _refused(
    request: AccountRequest,
    tournament: Tournament,
    number: int,
    action: str,
    form: forms.Form,
) -> HttpResponse:
    """Render the current state with the errors beside the form, or at the top if the
    form is no longer shown.
    """
    template, view = (
        (RENEWED, _control) if request.htmx else ("director/hall.html", _page)
    )
    context = view(request, tournament, _pinned(request))
    focus_first_fault(form)
    shown = context["round"] and context["round"].number == number
    if shown and action in context["forms"]:
        context["forms"][action] = form
    else:
        context["errors"] = [e for errors in form.errors.values() for e in errors]
    return _render(request, template, context, status=422)


def _page(
    request: AccountRequest, tournament: Tournament, number: int | None
) -> Context:
    numbers, may_rule = () if number is None else (number,), request.can.rule
    shown = HALLS[may_rule].context(tournament, *numbers)
    tables = [table.game for table in shown["tables"]]
    return {
        **shown,
        **_control(request, tournament, number, tables),
        **calls_of(tournament),
        "away": clock_and_worker_heartbeats.away(machine_clock.read()),
        "live_url": live_stream.url(
            TOPICS[may_rule],
            tournament,
            *map(str, numbers),
            # The stream ends when the user may no longer rule.
            reader=helper(
                tournament,
                request.user.pk,
                Ability.RULE if may_rule else Ability.LOOK,
            ),
        ),
    }


def _control(
    request: AccountRequest,
    tournament: Tournament,
    number: int | None,
    tables: Sequence[Game] | None = None,
) -> Context:
    may_control = request.can.rounds
    return control_of(tournament, number, may_control=may_control, tables=tables)


def _render(
    request: AccountRequest, template: str, context: Context, status: int = 200
) -> HttpResponse:
    return render(
        request, template, {**context, **button_context(context)}, status=status
    )


def _pinned(request: AccountRequest) -> int | None:
    number = request.GET.get("round")
    if number is None:
        return None
    if not (number.isdecimal() and len(number) < 6):
        raise Http404(_("Enter a round number."))
    return int(number)


def address(tournament: Tournament, number: int | None) -> str:
    """Return the URL of the control room for a round, or for the current round without
    a number.
    """
    hall = reverse("director:hall", args=[tournament.slug])
    return hall if number is None else f"{hall}?round={number}"
