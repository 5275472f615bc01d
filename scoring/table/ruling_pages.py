"""Penalties, false wins, paper totals, and the end of play at a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from django.http import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from rules.hands_after_gong import FactToConfirm, fact_to_confirm
from rules.ledger_entries import Penalty
from rules.ruleset_and_table_state import Ending
from scoring.entry_forms.penalty_forms import chosen_from, prices
from scoring.entry_forms.repeated_offences import NextTime, next_times
from scoring.entry_forms.rulings_false_wins_and_endings import (
    WHEN_CLOSED,
    CancelForm,
    FineForm,
    FinishForm,
    PlayEndedForm,
    Ruling,
    rulings_by,
)
from scoring.ledger import enter_hand
from scoring.ledger.table_ledger import TableLedger
from scoring.table.table_page_access import at_table, entered, previewed
from scoring.table.table_page_contents import names_of
from scoring.wording import ledger_entry_wording, stored_reasons
from tournaments.access.roles_and_permissions import Ability
from tournaments.models import Game
from tournaments.web.form_fields_and_types import Cleaned
from tournaments.web.request_types_and_form_faults import (
    AccountRequest,
    TableRequest,
    new_device_key,
)


@require_http_methods(["GET", "HEAD", "POST"])
@at_table(Ability.RULE)
def ruling(request: TableRequest, game: Game) -> HttpResponseBase:
    """Render all rulings that are possible now. POST enters the ruling named by `kind`.

    `offence`, `times` and `offender` in the address choose a penalty of the catalogue.
    With `choose`, the values of that penalty are added to the values typed in the
    submitted form.
    """
    form = sent_ruling(request, game) if request.method == "POST" else None
    if "choose" in request.POST:
        return _page(request, game, request.GET, typed=_typed(form))
    if form and form.is_valid() and (saved := entered(request, game, form)):
        return saved
    if request.method != "POST":
        return _page(request, game, request.GET)
    errors = [] if form else [_("Choose a ruling.")]
    return _page(request, game, _sent_again(request), form=form, errors=errors)


def _page(
    request: AccountRequest,
    game: Game,
    choice: Mapping[str, str],
    *,
    form: Ruling | None = None,
    errors: Sequence[str] = (),
    typed: Mapping[str, object] | None = None,
) -> HttpResponseBase:
    """Render all ruling forms.

    `choice`: penalty chosen from the catalogue; `typed`: earlier input. A refused
    `form` is shown with its errors (422).
    """
    ledger = TableLedger(game)
    chosen = chosen_from(
        ledger.rules, choice.get("offence", ""), choice.get("times", "")
    )
    repeats = _repeats(ledger, chosen)
    repeat = next((e for e in repeats if e.seat == choice.get("offender")), None)
    whose = {"offender": repeat.seat, "times_of": repeat.seat} if repeat else {}
    shown = _possible(ledger, {**chosen, **(typed or {}), **whose})
    if form:
        form.focus_first_fault()
        shown[form.key] = form
    context = {
        "tournament": game.round.tournament,
        "round": game.round,
        "game": game,
        "rulings": shown.values(),
        "chosen": chosen,
        "catalogue": list(prices(ledger.rules, chosen)),
        "repeats": repeats,
        "repeat": repeat,
        "penalties": _penalties(ledger),
        "totals_stand": ledger.totals is not None,
        "errors": errors,
    }
    status = 422 if form or errors else 200
    return render(request, "table/ruling.html", context, status=status)


@require_POST
@at_table(Ability.RULE)
def preview(request: AccountRequest, game: Game) -> HttpResponseBase:
    """Render the effect of the ruling while its form is being filled in."""
    form = sent_ruling(request, game)
    if form is None:
        context = {"faults": [_("Choose a ruling.")]}
        return render(request, "table/_preview.html", context, status=422)
    return previewed(request, game, form, partial(enter_hand.preview, game))


def sent_ruling(request: AccountRequest, game: Game) -> Ruling | None:
    """Return the submitted form; None if `kind` names no ruling."""
    key = request.POST.get("kind", "")
    rules = game.rules
    form_class = rulings_by(rules).get(key)
    if form_class is None:
        return None
    return form_class(request.POST, names=names_of(game), rules=rules, prefix=key)


def empty_ruling(
    key: str, ledger: TableLedger, chosen: dict[str, object] | None = None
) -> Ruling:
    """Return the form of a ruling, with the initial values `chosen`."""
    return rulings_by(ledger.rules)[key](
        names=names_of(ledger.game),
        rules=ledger.rules,
        initial={
            "device_key": new_device_key(),
            "hand": ledger.state.position.hand,
            **(chosen or {}),
        },
        prefix=key,
    )


def _typed(form: Ruling | None) -> Mapping[str, object]:
    return form.typed() if isinstance(form, FineForm) else {}


def _sent_again(request: AccountRequest) -> Mapping[str, str]:
    """Return the catalogue choice in a submitted form, so that the form can be shown
    again.
    """
    names = ("offence", "times", "offender")
    return {name: request.POST.get(f"{FineForm.key}-{name}", "") for name in names}


def _possible(ledger: TableLedger, chosen: dict[str, object]) -> dict[str, Ruling]:
    """Return empty forms of the rulings that the table's state allows, by key."""
    state = ledger.state
    keys = list(rulings_by(ledger.rules))
    if not ledger.game.round.is_open:
        keys = list(WHEN_CLOSED)
    impossible = set()
    if fact_to_confirm(state) is not FactToConfirm.BEGUN:
        impossible.add(PlayEndedForm.key)
    if state.over:
        impossible |= {FinishForm.key, CancelForm.key}
    if state.over is Ending.CANCELLED:
        impossible |= set(keys)
    return {
        key: empty_ruling(key, ledger, chosen if key == FineForm.key else None)
        for key in keys
        if key not in impossible
    }


def _repeats(ledger: TableLedger, chosen: Cleaned) -> list[NextTime]:
    """Return for each player the next repetition of the chosen offence, if the rules
    warn first; otherwise [].
    """
    offence = ledger.rules.catalogue.offence(chosen.get("offence", ""))
    return next_times(ledger, offence) if offence and offence.warned else []


def _penalties(ledger: TableLedger) -> list[tuple[str, str]]:
    """Return the table's penalties and warnings as text, with their reasons, because a
    repeated offence costs more.
    """
    names = names_of(ledger.game)
    return [
        (
            ledger_entry_wording.of_entry(ledger.entry_of(line), names),
            str(stored_reasons.of_line(ledger.as_entered(line))),
        )
        for line in ledger.live
        if line.kind == Penalty.kind
    ]
