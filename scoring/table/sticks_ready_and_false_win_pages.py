"""Events within a hand, entered at the table: riichi sticks (sent by
static/diagram-riichi-sticks.js), ready declarations, and false wins that do not end the
hand.
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
from scoring.ledger.table_ledger import TableLedger
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
from tournaments.models import Game
from tournaments.refusals import sentence
from tournaments.web.request_types_and_form_faults import TableRequest, new_device_key


class DepositForm(forms.Form):
    """Form for a riichi stick. `lies`: the stick is on the table now."""

    seat = forms.ChoiceField(choices=[(wind.value, wind.value) for wind in WINDS])
    hand = forms.IntegerField(min_value=1, max_value=9999)
    seating = forms.IntegerField(required=False)
    lies = forms.BooleanField(required=False)


@require_POST
@at_table_or_its_device
def deposit(request: TableRequest, game: Game) -> HttpResponseBase:
    """Lay or remove a riichi stick.

    Returns JSON: the current `hand` and the players with a stick on the table (`laid`).
    If refused (422), also the reasons as sentences (`refused`).
    """
    form = DepositForm(request.POST)
    if not form.is_valid():
        faults = [
            f"{name}: {text}" for name, texts in form.errors.items() for text in texts
        ]
        return _standing(TableLedger(game), faults)
    data = form.cleaned_data
    change = riichi_sticks_laid.lay if data["lies"] else riichi_sticks_laid.take_up
    try:
        ledger = change(
            game.pk,
            Wind(data["seat"]),
            hand=data["hand"],
            seating=data["seating"],
            by=request.visitor.by,
        )
    except RuleError as error:
        return _standing(TableLedger.as_now(game), [*map(sentence, error.faults)])
    return _standing(ledger)


def _standing(ledger: TableLedger, refused: list[str] | None = None) -> JsonResponse:
    standing = {
        "hand": ledger.state.position.hand,
        "laid": riichi_sticks_laid.laid(ledger),
    }
    if refused:
        return JsonResponse({**standing, "refused": refused}, status=422)
    return JsonResponse(standing)


@require_http_methods(["GET", "HEAD", "POST"])
@at_table_or_its_device
def false_win(request: TableRequest, game: Game) -> HttpResponseBase:
    """Render the form for a false win. POST enters the false win."""
    form, status = _false_win_form(request, game), 200
    if request.method == "POST":
        status = 422
        if form.is_valid() and (saved := entered(request, game, form)):
            return saved
        form.focus_first_fault()
    round_ = game.round
    context = {
        "tournament": round_.tournament,
        "round": round_,
        "game": game,
        "form": form,
    }
    return render(request, "table/false_win.html", context, status=status)


@require_POST
@at_table_or_its_device
def preview(request: TableRequest, game: Game) -> HttpResponseBase:
    """Render the payments while the form is being filled in."""
    form = _false_win_form(request, game)
    return previewed(request, game, form, partial(enter_hand.preview, game))


def _false_win_form(request: TableRequest, game: Game) -> FalseWinForm:
    """Return the form for a false win.

    Raises Http404 if false wins end their hand, because the hand form then includes
    them.
    """
    rules = game.rules
    if false_win_ends_hand(rules):
        raise Http404
    sent = request.POST if request.method == "POST" else None
    initial = {"device_key": new_device_key()}
    return FalseWinForm(sent, names=names_of(game), rules=rules, initial=initial)


@require_http_methods(["GET", "HEAD", "POST"])
@at_table_or_its_device
def ready(request: TableRequest, game: Game) -> HttpResponseBase:
    """Render the form for ready declarations.

    POST enters a declaration for the page's hand. Redirects to the table if the rules
    have no declarations.
    """
    form, status = _ready_form(request, game), 200
    if form is None:
        messages.info(request, _("These rules have no ready declaration."))
        return redirect(address_of(game))
    hand = TableLedger(game).state.position.hand
    if request.method == "POST":
        status = 422
        if form.is_valid() and request.POST.get("hand") != str(hand):
            form.add_error(
                None,
                _(
                    "This entry is for an earlier hand. The current hand is hand "
                    "%(hand)s."
                )
                % {"hand": hand},
            )
        elif form.is_valid() and (saved := entered(request, game, form)):
            return saved
        form.focus_first_fault()
    round_ = game.round
    context = {
        "tournament": round_.tournament,
        "round": round_,
        "game": game,
        "form": form,
        "hand": hand,
    }
    return render(request, "table/ready.html", context, status=status)


def _ready_form(request: TableRequest, game: Game) -> Ruling | None:
    """Return the form for declarations; None if the rules have no declarations."""
    rules = game.rules
    presenter = presenter_of(rules.id)
    if presenter.declaration is None or not presenter.asks_declarations(rules):
        return None
    sent = request.POST if request.method == "POST" else None
    initial = {"device_key": new_device_key()}
    return presenter.declaration(
        sent, names=names_of(game), rules=rules, initial=initial
    )
