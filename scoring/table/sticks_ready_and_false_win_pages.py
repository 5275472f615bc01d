"""Deposits laid on the table while a hand is played, told by
static/diagram-riichi-sticks.js.

A false win that does not end its hand, entered at the table as its hands are.

A player declares ready: entered at the table as its hands are.
"""

from __future__ import annotations

from functools import partial

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from rules.faults import RuleError
from rules.winds import WINDS, Wind
from scoring.entry_forms.rulings_false_wins_and_endings import FalseWinForm
from scoring.ledger import enter_hand, riichi_sticks_laid
from scoring.ledger.table_ledger import Book
from scoring.rulesets.any_ruleset.hand_and_ruling_forms import (
    Ruling,
    false_win_ends_hand,
)
from scoring.rulesets.presenter_registry import presenter_of
from scoring.table.table_page_access import (
    address_of,
    at_table_or_its_device,
    entered,
    previewed,
)
from scoring.table.table_page_contents import names_of
from tournaments.models import Session
from tournaments.refusals import sentence
from tournaments.web.request_types_and_form_faults import TableRequest, new_device_key


class DepositForm(forms.Form):
    """Whose deposit, in which hand, and whether it lies there now."""

    seat = forms.ChoiceField(choices=[(wind.value, wind.value) for wind in WINDS])
    hand = forms.IntegerField(min_value=1, max_value=9999)
    seating = forms.IntegerField(required=False)
    lies = forms.BooleanField(required=False)


@require_POST
@at_table_or_its_device
def deposit(request: TableRequest, session: Session) -> HttpResponseBase:
    """Lay a deposit or take it up. Answers in JSON: the `hand` that is played and whose
    deposits lie there (`laid`); with 422 also why it was `refused`, in sentences."""
    form = DepositForm(request.POST)
    if not form.is_valid():
        said = [
            f"{name}: {text}" for name, texts in form.errors.items() for text in texts
        ]
        return _standing(Book(session), said)
    given = form.cleaned_data
    change = riichi_sticks_laid.lay if given["lies"] else riichi_sticks_laid.take_up
    try:
        book = change(
            session.pk,
            Wind(given["seat"]),
            hand=given["hand"],
            seating=given["seating"],
            by=request.visitor.by,
        )
    except RuleError as error:
        return _standing(Book.as_now(session), [*map(sentence, error.faults)])
    return _standing(book)


def _standing(book: Book, refused: list[str] | None = None) -> JsonResponse:
    standing = {"hand": book.state.position.hand, "laid": riichi_sticks_laid.laid(book)}
    if refused:
        return JsonResponse({**standing, "refused": refused}, status=422)
    return JsonResponse(standing)


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
    return previewed(request, session, form, partial(enter_hand.preview, session))


def _false_win_form(request: TableRequest, session: Session) -> FalseWinForm:
    """Raises Http404 where a false win is the outcome of its hand: there the form of
    the hand asks for it."""
    rules = session.rules
    if false_win_ends_hand(rules):
        raise Http404
    sent = request.POST if request.method == "POST" else None
    initial = {"device_key": new_device_key()}
    return FalseWinForm(sent, names=names_of(session), rules=rules, initial=initial)


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
                None,
                _("That hand is over. The current hand is hand %(hand)s.")
                % {"hand": hand},
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
