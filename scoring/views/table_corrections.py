"""Undo, and corrections of anything entered before, with a reason."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from rules.faults import RuleError
from scoring import forms, ledger, words
from scoring.book import Book
from scoring.models import LedgerEntry
from scoring.table_page import effect_of, seats_of
from scoring.views.table_entry import at_table, names_of
from tournaments.models import Session
from tournaments.refusals import sentence
from tournaments.web import AccountRequest, add_faults, new_device_key


@require_POST
@at_table
def undo(request: AccountRequest, session: Session) -> HttpResponseBase:
    """Take back the last thing entered."""
    form = forms.UndoForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("This page is too old to undo from: look again."))
        return redirect(_table_address(session))
    try:
        ledger.undo(
            session.pk,
            device_key=form.cleaned_data["device_key"],
            by=request.user.get_username(),
            reason=form.cleaned_data["reason"] or _("undone at the table"),
        )
    except RuleError as error:
        for fault in error.faults:
            messages.error(request, sentence(fault))
    else:
        messages.success(request, _("The last entry was taken back."))
    return redirect(_table_address(session))


@require_http_methods(["GET", "HEAD", "POST"])
@at_table
def correct(
    request: AccountRequest, session: Session, sequence: int
) -> HttpResponseBase:
    """Correct the outcome of a hand, or take back a penalty or ruling."""
    line = _line(session, sequence)
    form = _correction_form(request, session, line)
    if request.method == "POST" and form.is_valid():
        try:
            ledger.correct(
                line.pk,
                form.raw(),
                device_key=form.cleaned_data["device_key"],
                by=request.user.get_username(),
                reason=form.cleaned_data["reason"],
            )
        except RuleError as error:
            add_faults(form, error, forms.HAND_FIELDS)
        else:
            messages.success(
                request, _("Hand %(hand)s is corrected.") % {"hand": line.hand}
            )
            return redirect(_table_address(session))
    status = 422 if request.method == "POST" else 200
    return _correction_page(request, session, line, form, status=status)


@require_POST
@at_table
def preview(
    request: AccountRequest, session: Session, sequence: int
) -> HttpResponseBase:
    """What the correction would change, up to the newest hand."""
    line = _line(session, sequence)
    form = forms.CorrectionForm(request.POST, names=names_of(session))
    context: dict[str, object] = {"incomplete": True}
    form.is_valid()
    form.errors.pop("reason", None)
    if not form.errors:
        try:
            after = ledger.preview_correction(line, form.raw())
        except RuleError as error:
            add_faults(form, error, forms.HAND_FIELDS)
        else:
            before = Book(session).state
            context = {"effect": effect_of(before, after, seats_of(session))}
    if form.errors and form.data.get("points"):
        said = [text for errors in form.errors.values() for text in errors]
        context = {"faults": said}
    status = 422 if "faults" in context else 200
    return render(request, "table/_preview.html", context, status=status)


@require_POST
@at_table
def retract(
    request: AccountRequest, session: Session, sequence: int
) -> HttpResponseBase:
    """Take back one entry, with a reason."""
    line = _line(session, sequence)
    form = forms.ReasonForm(request.POST, prefix="retract")
    if form.is_valid():
        try:
            ledger.retract(
                line.pk,
                device_key=form.cleaned_data["device_key"],
                by=request.user.get_username(),
                reason=form.cleaned_data["reason"],
            )
        except RuleError as error:
            add_faults(form, error)
        else:
            messages.success(request, _("The entry was taken back."))
            return redirect(_table_address(session))
    correction = _correction_form(None, session, line)
    return _correction_page(
        request, session, line, correction, retraction=form, status=422
    )


def _correction_form(
    request: AccountRequest | None, session: Session, line: LedgerEntry
) -> forms.CorrectionForm:
    names = names_of(session)
    if request and request.method == "POST":
        return forms.CorrectionForm(request.POST, names=names)
    initial = {"hand": line.hand, "device_key": new_device_key()}
    if line.settles_hand:
        initial |= forms.initial_of(line.raw)
    return forms.CorrectionForm(names=names, initial=initial)


def _correction_page(
    request: AccountRequest,
    session: Session,
    line: LedgerEntry,
    form: forms.CorrectionForm,
    *,
    retraction: forms.ReasonForm | None = None,
    status: int = 200,
) -> HttpResponseBase:
    book = Book(session)
    last = max((other.hand for other in book.live if other.settles_hand), default=0)
    context = {
        "tournament": session.round.tournament,
        "round": session.round,
        "session": session,
        "line": line,
        "is_live": line in book.live,
        "words": words.of_entry(book.entry_of(line), names_of(session)),
        "form": form,
        "retraction": retraction
        or forms.ReasonForm(prefix="retract", initial={"device_key": new_device_key()}),
        "may_retract": not line.settles_hand or line.hand == last,
    }
    return render(request, "table/correct.html", context, status=status)


def _line(session: Session, sequence: int) -> LedgerEntry:
    """The line of that number; retractions say nothing that could be corrected."""
    line = session.ledger.filter(sequence=sequence).exclude(kind="retraction").first()
    if line is None:
        raise Http404
    line.session = session
    return line


def _table_address(session: Session) -> str:
    round_ = session.round
    return reverse(
        "table:session", args=[round_.tournament.slug, round_.number, session.table]
    )
