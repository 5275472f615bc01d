"""Two players who sat down at each other's tables change places."""

from __future__ import annotations

from typing import Unpack

from django.contrib import messages
from django.db.models import Prefetch
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.corrections import table_exchange
from scoring.entry.rulings.exchange import ExchangeForm
from scoring.ledger.named_seats import seats_at_tables
from scoring.views.at_table import address_of, at_table
from scoring.wording.log_words import of_event
from tournaments.access.roles_and_permissions import Ability
from tournaments.models import Session
from tournaments.web.form_fields_and_types import Context, FormArguments, Sent
from tournaments.web.request_types_and_form_faults import (
    AccountRequest,
    add_faults,
    faults_in,
    focus_first_fault,
    refusals_to,
)


@require_http_methods(["GET", "HEAD", "POST"])
@at_table(Ability.RULE)
def exchange(request: AccountRequest, session: Session) -> HttpResponseBase:
    """The question who changes places with whom; POST does it, or with `preview` shows
    what that would do."""
    if request.method != "POST":
        asked = {name: request.GET.get(name) for name in ("who", "whom")}
        return _page(request, session, _form(session, initial=asked))
    form = _form(session, request.POST)
    if "preview" in request.POST:
        return _page(request, session, form, **_shown(form, session))
    if form.is_valid():
        with faults_in(form):
            seats = table_exchange.exchange_players(
                session.pk,
                form.cleaned_data["who"],
                form.cleaned_data["whom"],
                by=request.user.get_username(),
                reason=form.cleaned_data["reason"],
                since_the_start=form.cleaned_data["since"],
            )
            words = _("%(one)s is now at table %(at)s, %(other)s at table %(here)s.")
            one, other = seats
            messages.success(
                request,
                words
                % {
                    "one": one.entry,
                    "at": one.session.table,
                    "other": other.entry,
                    "here": other.session.table,
                },
            )
            return redirect(address_of(session))
    focus_first_fault(form)
    return _page(request, session, form, status=422)


@require_POST
@at_table(Ability.RULE)
def preview(request: AccountRequest, session: Session) -> HttpResponseBase:
    """What it would do, while the form is filled."""
    context = _shown(_form(session, request.POST), session)
    context["tournament"] = session.round.tournament
    status = 422 if "faults" in context else 200
    return render(request, "table/_exchange_preview.html", context, status=status)


def _form(
    session: Session, data: Sent | None = None, **given: Unpack[FormArguments]
) -> ExchangeForm:
    others = (
        Session.objects.filter(round=session.round_id)
        .exclude(pk=session.pk)
        .prefetch_related(Prefetch("seats", seats_at_tables()))
        .order_by("table")
    )
    return ExchangeForm(data, session=session, others=list(others), **given)


def _shown(form: ExchangeForm, session: Session) -> Context:
    """What the form would do, or what is wrong; nothing while players are missing."""
    form.full_clean()
    who, whom = (form.cleaned_data.get(name) for name in ("who", "whom"))
    form.errors.clear()
    if not who or not whom:
        return {}
    with refusals_to(lambda error: add_faults(form, error)):
        return {"shown": table_exchange.preview(session, who, whom)}
    return {"faults": [text for texts in form.errors.values() for text in texts]}


def _page(
    request: AccountRequest,
    session: Session,
    form: ExchangeForm,
    *,
    status: int = 200,
    **shown: object,
) -> HttpResponse:
    round_ = session.round
    done = round_.tournament.log.filter(
        kind="players_exchanged", data__round=round_.number
    )
    context = {
        "tournament": round_.tournament,
        "round": round_,
        "session": session,
        "form": form,
        "done": [(event, of_event(event)) for event in done],
        **shown,
    }
    return render(request, "table/exchange.html", context, status=status)
