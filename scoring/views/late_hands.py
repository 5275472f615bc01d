"""Hands that wait for a referee's word after time: the word, and taking one back."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from rules.faults import RuleError
from scoring import late_hands, ledger, words
from scoring.models import LateHand
from scoring.table_page import effect_of, names_of
from scoring.views.at_table import address_of, at_table, at_table_or_its_device
from tournaments.models import Session
from tournaments.refusals import sentence
from tournaments.web import TableRequest, add_faults

SAY_WHETHER = gettext_lazy("Say whether the hand counts.")


class WordForm(forms.Form):
    """`word` is "counts" or "refused"; a refusal needs its reason."""

    word = forms.ChoiceField(
        choices=[("counts", ""), ("refused", "")],
        error_messages=dict.fromkeys(("required", "invalid_choice"), SAY_WHETHER),
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason, if it does not count"),
        max_length=500,
        required=False,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@at_table
def late_hand(request: TableRequest, session: Session, late: int) -> HttpResponseBase:
    """A hand that waits, what it would change, and the referee's word."""
    hand = _of(session, late)
    if request.method != "POST":
        return _page(request, session, hand, WordForm())
    form = WordForm(request.POST)
    if form.is_valid():
        counts = form.cleaned_data["word"] == "counts"
        try:
            late_hands.decide(
                hand.pk,
                counts=counts,
                by=request.visitor.by,
                reason=form.cleaned_data["reason"],
            )
        except RuleError as error:
            add_faults(form, error)
        else:
            done = _("Hand %(hand)s counts.") if counts else _("It does not count.")
            messages.success(request, done % {"hand": hand.hand} if counts else done)
            return redirect(address_of(session))
    return _page(request, session, hand, form, status=422)


@require_POST
@at_table_or_its_device
def take_back(request: TableRequest, session: Session, late: int) -> HttpResponseBase:
    """Take back a hand that waits: it was entered by mistake."""
    hand = _of(session, late)
    try:
        late_hands.take_back(hand.pk, by=request.visitor.by)
    except RuleError as error:
        messages.error(request, " ".join(map(sentence, error.faults)))
    else:
        messages.success(request, _("It is taken back."))
    return redirect(address_of(session))


def _of(session: Session, pk: int) -> LateHand:
    hand = LateHand.objects.filter(session=session, pk=pk).first()
    if hand is None:
        raise Http404
    return hand


def _page(
    request: TableRequest,
    session: Session,
    late: LateHand,
    form: WordForm,
    *,
    status: int = 200,
) -> HttpResponse:
    round_ = session.round
    entry = round_.tournament.rules.read_entry(late.offered)
    context: dict[str, Any] = {
        "tournament": round_.tournament,
        "round": round_,
        "session": session,
        "late": late,
        "words": words.of_entry(entry, names_of(session)),
        "form": form,
    }
    try:
        preview = ledger.preview(session, late.offered, before_gong=True)
    except RuleError as error:
        context["cannot_follow"] = [sentence(fault) for fault in error.faults]
    else:
        context["effect"] = effect_of(preview, session)
    return render(request, "table/late_hand.html", context, status=status)
