"""A false win that does not end its hand, entered at the table as its hands are."""

from __future__ import annotations

from functools import partial

from django.http import Http404, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST

from scoring.entry.rulings import FalseWinForm
from scoring.ledger import entering
from scoring.pages.tables.table import names_of
from scoring.rulesets.shared.entry_forms import false_win_ends_hand
from scoring.views.at_table import at_table_or_its_device, entered, previewed
from tournaments.models import Session
from tournaments.web.request_types_and_form_faults import TableRequest, new_device_key


@require_http_methods(["GET", "HEAD", "POST"])
@at_table_or_its_device
def false_win(request: TableRequest, session: Session) -> HttpResponseBase:
    """The form; POST enters the false win."""
    form, status = _false_win_form(request, session), 200
    if request.method == "POST":
        status = 422
        if form.is_valid() and (saved := entered(request, session, form)):
            return saved
        form.focus_first_fault()
    round_ = session.round
    context = {
        "tournament": round_.tournament,
        "round": round_,
        "session": session,
        "form": form,
    }
    return render(request, "table/false_win.html", context, status=status)


@require_POST
@at_table_or_its_device
def preview(request: TableRequest, session: Session) -> HttpResponseBase:
    """Who pays whom for it, while its form is being filled."""
    form = _false_win_form(request, session)
    return previewed(request, session, form, partial(entering.preview, session))


def _false_win_form(request: TableRequest, session: Session) -> FalseWinForm:
    """Raises Http404 where a false win is the outcome of its hand: there the form of
    the hand asks for it."""
    rules = session.rules
    if false_win_ends_hand(rules):
        raise Http404
    sent = request.POST if request.method == "POST" else None
    initial = {"device_key": new_device_key()}
    return FalseWinForm(sent, names=names_of(session), rules=rules, initial=initial)
