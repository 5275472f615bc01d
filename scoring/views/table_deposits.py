"""Deposits laid on the table while a hand is played, told by static/drawn-sticks.js."""

from __future__ import annotations

from django import forms
from django.http import HttpResponseBase, JsonResponse
from django.views.decorators.http import require_POST

from rules.faults import RuleError
from rules.winds import WINDS, Wind
from scoring.ledger import deposits
from scoring.ledger.book import Book
from scoring.views.at_table import at_table_or_its_device
from tournaments.models import Session
from tournaments.refusals import sentence
from tournaments.web.request_types_and_form_faults import TableRequest


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
    change = deposits.lay if given["lies"] else deposits.take_up
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
    standing = {"hand": book.state.position.hand, "laid": deposits.laid(book)}
    if refused:
        return JsonResponse({**standing, "refused": refused}, status=422)
    return JsonResponse(standing)
