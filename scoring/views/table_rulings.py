"""False wins, penalties, totals from paper, and the end of play at a table."""

from __future__ import annotations

from functools import partial

from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from rules.entries import Penalty, PlayEnded
from rules.faults import RuleError
from scoring import ledger
from scoring.book import Book
from scoring.forms import RULINGS, Ruling, rulings_by
from scoring.table_page import names_of
from scoring.views.at_table import address_of, at_table, previewed
from tournaments.models import Session
from tournaments.web import AccountRequest, new_device_key


@require_http_methods(["GET", "HEAD", "POST"])
@at_table
def ruling(request: AccountRequest, session: Session) -> HttpResponseBase:
    """Every ruling that can be given now; POST gives the one named by `kind`."""
    shown = _possible(session)
    if request.method == "POST":
        form = _sent(request, session)
        if form and form.is_valid():
            try:
                line = _enter(request, session, form).entry
            except RuleError as error:
                form.add_faults(error)
            else:
                return redirect(f"{address_of(session)}?saved={line.sequence}")
        if form:
            form.focus_first_fault()
            shown[form.kind] = form
    context = {
        "tournament": session.round.tournament,
        "round": session.round,
        "session": session,
        "rulings": shown.values(),
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "table/ruling.html", context, status=status)


@require_POST
@at_table
def preview(request: AccountRequest, session: Session) -> HttpResponseBase:
    """What the ruling would do, while its form is being filled."""
    form = _sent(request, session)
    if form is None:
        return HttpResponse(status=422)
    return previewed(request, session, form, partial(ledger.preview, session))


def _sent(request: AccountRequest, session: Session) -> Ruling | None:
    """The form that was sent; None if it names no ruling."""
    kind = request.POST.get("kind", "")
    rules = session.round.tournament.rules
    if kind not in rulings_by(rules):
        return None
    names = names_of(session)
    return RULINGS[kind](request.POST, names=names, rules=rules, prefix=kind)


def _possible(session: Session) -> dict[str, Ruling]:
    """Empty forms of the rulings that the table's state allows, by kind."""
    book = Book(session)
    state, rules = book.state, book.rules
    kinds = rulings_by(rules) if session.round.is_open else [Penalty.kind]
    if state.over or state.hands_left is None:
        kinds = [kind for kind in kinds if kind != PlayEnded.kind]
    names = names_of(session)
    return {
        kind: RULINGS[kind](
            names=names,
            rules=rules,
            initial={"device_key": new_device_key()},
            prefix=kind,
        )
        for kind in kinds
    }


def _enter(request: AccountRequest, session: Session, form: Ruling) -> ledger.Receipt:
    return ledger.enter(
        session.pk,
        form.raw(),
        device_key=form.cleaned_data["device_key"],
        by=request.user.get_username(),
        reason=form.cleaned_data["reason"],
    )
