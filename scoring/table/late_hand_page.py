"""Late hands: a referee decides about a hand, or the table withdraws it."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from rules.faults import RuleError
from rules.hands_after_gong import FactToConfirm, fact_for, fact_to_confirm
from scoring.corrections import correct_and_undo
from scoring.ledger import decide_late_hand, enter_hand, late_hands
from scoring.ledger.table_ledger import TableLedger
from scoring.models import LateHand
from scoring.table.entry_effects_and_receipts import effect_of
from scoring.table.table_page_access import address_of, at_table, at_table_or_its_device
from scoring.table.table_page_contents import names_of
from scoring.wording import ledger_entry_wording
from tournaments.access.roles_and_permissions import Ability
from tournaments.models import Game
from tournaments.refusals import sentence
from tournaments.web.list_wording import joined_sentences
from tournaments.web.request_types_and_form_faults import (
    TableRequest,
    faults_in,
    focus_first_fault,
)

CHOOSE_WHETHER = gettext_lazy("Choose whether the hand counts.")


class DecisionForm(forms.Form):
    """A referee's decision.

    `word`: "counts", "refused", or "over" to refuse the hand and record that no hand
    was in progress at the gong. A refusal needs a reason.
    """

    word = forms.ChoiceField(
        choices=[("counts", ""), ("refused", ""), ("over", "")],
        error_messages=dict.fromkeys(("required", "invalid_choice"), CHOOSE_WHETHER),
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason (if the hand does not count)"),
        max_length=500,
        required=False,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@at_table(Ability.RULE)
def late_hand(request: TableRequest, game: Game, late: int) -> HttpResponseBase:
    """Render a late hand and its effect. POST saves the referee's decision."""
    hand = _late_hand(game, late)
    if request.method != "POST":
        return _page(request, game, hand, DecisionForm())
    form = DecisionForm(request.POST)
    if form.is_valid():
        word = form.cleaned_data["word"]
        with faults_in(form):
            _decide(
                word, hand, by=request.visitor.by, reason=form.cleaned_data["reason"]
            )
            messages.success(request, _done_in_words(word, hand, game))
            return redirect(_return_address(request, game))
    focus_first_fault(form)
    return _page(request, game, hand, form, status=422)


def _decide(word: str, hand: LateHand, *, by: str, reason: str) -> None:
    """Save the decision on a hand that waits, or that counts because the table
    confirmed it. Raises RuleError if the decision was made before, the reason is
    missing, or the hand no longer fits the ledger.
    """
    over = word == "over"
    if hand.line_id and not hand.decision and word != "counts":
        correct_and_undo.take_out(hand.pk, by=by, reason=reason, ends_play=over)
        return
    counts = word == "counts"
    decide_late_hand.decide(
        hand.pk, counts=counts, by=by, reason=reason, ends_play=over
    )


@require_POST
@at_table_or_its_device
def take_back(request: TableRequest, game: Game, late: int) -> HttpResponseBase:
    """Withdraw a late hand that was entered by mistake. Redirect to the table page."""
    hand = _late_hand(game, late)
    try:
        decide_late_hand.take_back(hand.pk, by=request.visitor.by)
    except RuleError as error:
        messages.error(request, joined_sentences(map(sentence, error.faults)))
    else:
        messages.success(request, _("Undone."))
    return redirect(address_of(game))


def _done_in_words(word: str, hand: LateHand, game: Game) -> str:
    sentences = {
        "counts": _("Table %(table)s: hand %(hand)s counts."),
        "refused": _("Table %(table)s: hand %(hand)s does not count."),
        "over": _(
            "Table %(table)s: hand %(hand)s does not count, and the game is over."
        ),
    }
    return sentences[word] % {"table": game.table, "hand": hand.hand}


def _is_from_hall(request: TableRequest) -> bool:
    sent = request.POST if request.method == "POST" else request.GET
    return sent.get("from") == "hall"


def _return_address(request: TableRequest, game: Game) -> str:
    """Return the address to redirect to: the control room if the referee came from
    there, otherwise the table.
    """
    if not _is_from_hall(request):
        return address_of(game)
    tournament = game.round.tournament
    hall = reverse("director:hall", args=[tournament.slug])
    return f"{hall}#needs-head" if late_hands.waiting_in(tournament).exists() else hall


def _may_end(game: Game, late: LateHand) -> bool:
    """Return whether the hand would be the last one, so that play may be over without
    it.
    """
    ledger = TableLedger(game)
    if late.line_id:
        return fact_for(game.round.end_policy) is FactToConfirm.BEGUN and (
            ledger.last_entered == late.line
        )
    last = fact_to_confirm(ledger.state) is FactToConfirm.BEGUN
    return last and not late_hands.others_wait(late)


def _late_hand(game: Game, pk: int) -> LateHand:
    hand = LateHand.objects.filter(game=game, pk=pk).first()
    if hand is None:
        raise Http404
    return hand


def _page(
    request: TableRequest,
    game: Game,
    late: LateHand,
    form: DecisionForm,
    *,
    status: int = 200,
) -> HttpResponse:
    round_ = game.round
    entry = game.rules.read_entry(late.offered)
    context: dict[str, object] = {
        "tournament": round_.tournament,
        "round": round_,
        "game": game,
        "late": late,
        "words": ledger_entry_wording.of_entry(entry, names_of(game)),
        "form": form,
        "from_hall": _is_from_hall(request),
        "word": fact_for(round_.end_policy),
        "may_end": late.decision == "" and _may_end(game, late),
    }
    is_flagged = bool(late.line_id and not late.decision)
    context["is_flagged"] = is_flagged
    try:
        if is_flagged and late.line:
            ledger = TableLedger(game)
            preview = correct_and_undo.preview_retraction(late.line, ledger=ledger)
        else:
            preview = enter_hand.preview(game, late.offered, before_gong=True)
    except RuleError as error:
        context["cannot_follow"] = [sentence(fault) for fault in error.faults]
    else:
        context["effect"] = effect_of(preview, game)
    return render(request, "table/late_hand.html", context, status=status)
