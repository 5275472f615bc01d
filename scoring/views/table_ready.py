"""A player declares ready: entered at the table as its hands are."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.ledger.book import Book
from scoring.pages.tables.table import names_of
from scoring.rulesets.registry import presenter_of
from scoring.rulesets.shared.ruling_form import Ruling
from scoring.views.at_table import address_of, at_table_or_its_device, entered
from tournaments.models import Session
from tournaments.web.request_types_and_form_faults import TableRequest, new_device_key


@require_http_methods(["GET", "HEAD", "POST"])
@at_table_or_its_device
def ready(request: TableRequest, session: Session) -> HttpResponseBase:
    """The form; POST enters the declaration, for the hand that its page was of. Where
    nobody declares anything it leads back to the table."""
    form, status = _ready_form(request, session), 200
    if form is None:
        messages.info(request, _("These rules have no ready declaration."))
        return redirect(address_of(session))
    hand = Book(session).state.position.hand
    if request.method == "POST":
        status = 422
        if form.is_valid() and request.POST.get("hand") != str(hand):
            form.add_error(
                None, _("That hand is over. The current hand is hand %s.") % hand
            )
        elif form.is_valid() and (saved := entered(request, session, form)):
            return saved
        form.focus_first_fault()
    round_ = session.round
    context = {
        "tournament": round_.tournament,
        "round": round_,
        "session": session,
        "form": form,
        "hand": hand,
    }
    return render(request, "table/ready.html", context, status=status)


def _ready_form(request: TableRequest, session: Session) -> Ruling | None:
    """None where nobody declares anything."""
    rules = session.rules
    presenter = presenter_of(rules.id)
    if presenter.declaration is None or not presenter.asks_declarations(rules):
        return None
    sent = request.POST if request.method == "POST" else None
    initial = {"device_key": new_device_key()}
    return presenter.declaration(
        sent, names=names_of(session), rules=rules, initial=initial
    )
