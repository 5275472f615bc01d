"""Enter the hands of a paper score sheet whose totals were entered before, and choose
whether hands or totals count.
"""

from __future__ import annotations

from functools import partial

from django import forms
from django.contrib import messages
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from rules.faults import RuleError
from scoring.corrections import paper_sheets
from scoring.corrections.paper_sheets import Stands
from scoring.entry_forms.form_by_ruleset import hand_form
from scoring.entry_forms.rulings_false_wins_and_endings import (
    FalseWinForm,
    FineForm,
    Ruling,
    rulings_by,
)
from scoring.ledger.ledger_transaction import HandConflict
from scoring.ledger.table_ledger import TableLedger
from scoring.rulesets.any_ruleset.hand_and_ruling_forms import (
    AtTable,
    EntryForm,
    HandForm,
    reason_field,
)
from scoring.table.ruling_pages import empty_ruling, sent_ruling
from scoring.table.table_page_access import address_of, at_table, previewed
from scoring.table.table_page_contents import names_of
from scoring.wording import ledger_entry_wording
from tournaments.access.roles_and_permissions import Ability
from tournaments.models import Game
from tournaments.web.request_types_and_form_faults import (
    AccountRequest,
    faults_in,
    new_device_key,
)


class SettleForm(EntryForm):
    """Form to choose whether hands or totals count, with the reason."""

    stands = forms.ChoiceField(
        label=_("Which scores count?"),
        choices=[
            (Stands.TOTALS.value, _("The totals count")),
            (Stands.HANDS.value, _("The hands count (undo the totals)")),
        ],
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose which scores count.")},
    )
    reason = reason_field()


#: Rulings that a score sheet can contain.
ON_A_SHEET = (FineForm.key, FalseWinForm.key)


@require_http_methods(["GET", "HEAD", "POST"])
@at_table(Ability.ENTER)
def sheet(request: AccountRequest, game: Game) -> HttpResponseBase:
    """Render the copied hands beside the totals.

    POST copies one more hand, or the ruling named by `kind`.
    """
    if request.method != "POST":
        return _page(request, game)
    form = _sent(request, game)
    if form.is_valid():
        try:
            paper_sheets.copy_hand(
                game.pk,
                form.raw(),
                device_key=form.cleaned_data["device_key"],
                by=request.user.get_username(),
                hand=form.cleaned_data.get("hand"),
                reason=form.cleaned_data.get("reason", ""),
            )
        except HandConflict:
            form.add_error(
                None, gettext("Another device has entered this hand differently.")
            )
        except RuleError as error:
            form.add_faults(error)
        else:
            return redirect(address_of(game, "paper"))
    form.focus_first_fault()
    return _page(request, game, form, status=422)


@require_POST
@at_table(Ability.ENTER)
def preview(request: AccountRequest, game: Game) -> HttpResponseBase:
    """Render how the hand would change the scores by the hands."""
    form = _sent(request, game)
    return previewed(request, game, form, partial(paper_sheets.preview_hand, game))


@require_POST
@at_table(Ability.RULE)
def settle(request: AccountRequest, game: Game) -> HttpResponseBase:
    """Choose whether the hands or the totals count, and redirect to the table page.

    If the form is invalid, render the page again with the errors.
    """
    form = SettleForm(request.POST, prefix="settle")
    if form.is_valid():
        with faults_in(form):
            paper_sheets.settle(
                game.pk,
                paper_sheets.Stands(form.cleaned_data["stands"]),
                device_key=form.cleaned_data["device_key"],
                by=request.user.get_username(),
                reason=form.cleaned_data["reason"],
            )
            messages.success(request, gettext("Decision saved."))
            return redirect(address_of(game))
    return _page(request, game, settling=form, status=422)


def _sent(request: AccountRequest, game: Game) -> AtTable:
    """Return the submitted form: a ruling if `kind` names a ruling that a sheet can
    contain, otherwise a hand.
    """
    if request.POST.get("kind") in ON_A_SHEET:
        ruling = sent_ruling(request, game)
        if ruling:
            return ruling
    rules = game.rules
    return hand_form(rules, request.POST, names=names_of(game))


def _page(
    request: AccountRequest,
    game: Game,
    sent: AtTable | None = None,
    *,
    settling: SettleForm | None = None,
    status: int = 200,
) -> HttpResponse:
    ledger = TableLedger(game)
    state = ledger.by_hands()
    position = state.position
    seats, names = game.seats_by_wind(), names_of(game)
    differences = paper_sheets.differences(ledger)
    context: dict[str, object] = {
        "tournament": game.round.tournament,
        "round": game.round,
        "game": game,
        "totals": ledger.totals,
        "state": state,
        "ending": ledger_entry_wording.of_ending(state.over) if state.over else "",
        "now_winds": [(seats[seat], position.winds[seat]) for seat in position.seats],
        "differences": [
            (seats[difference.seat], difference) for difference in differences
        ],
        "differ": any(difference.more for difference in differences),
        "copied": [
            (line.before.hand, ledger_entry_wording.of_entry(line.entry, names), line)
            for line in state.lines
        ],
        "form": sent if isinstance(sent, HandForm) else _new_form(ledger),
        "rulings": _rulings(ledger, sent),
        "settling": settling
        or SettleForm(prefix="settle", initial={"device_key": new_device_key()}),
    }
    return render(request, "table/paper.html", context, status=status)


def _rulings(ledger: TableLedger, sent: AtTable | None) -> list[Ruling]:
    keys = [key for key in ON_A_SHEET if key in rulings_by(ledger.rules)]
    shown = {key: empty_ruling(key, ledger) for key in keys}
    if isinstance(sent, Ruling):
        shown[sent.key] = sent
    return list(shown.values())


def _new_form(ledger: TableLedger) -> HandForm:
    return hand_form(
        ledger.rules,
        names=names_of(ledger.game),
        initial={
            "hand": ledger.by_hands().position.hand,
            "device_key": new_device_key(),
        },
    )
