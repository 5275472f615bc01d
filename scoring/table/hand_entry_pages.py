"""The page to enter hands at a table, with a preview before saving; and the short
response that updates only what one hand changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.functional import SimpleLazyObject
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from rules.faults import RuleError
from rules.hands_after_gong import fact_to_confirm
from rules.winds import Wind
from scoring.corrections import conflicting_hands
from scoring.entry_forms.form_by_ruleset import HandForm, hand_form
from scoring.ledger import enter_hand, enter_late_hand, late_hands, riichi_sticks_laid
from scoring.ledger.ledger_transaction import HandConflict, Receipt
from scoring.ledger.table_ledger import TableLedger
from scoring.models import Conflict, LateHand
from scoring.rulesets.presenter_registry import presenter_of
from scoring.table.after_last_hand import end_of_play
from scoring.table.change_notice_cards import Card, dismissed_cards_of, first_card
from scoring.table.entry_effects_and_receipts import receipt_of
from scoring.table.score_sheet import last_line
from scoring.table.table_diagram import drawn_table, last_values, table_before_hand
from scoring.table.table_page_access import (
    address_of,
    at_table_or_its_device,
    left_out,
    preview_of,
    previewed,
)
from scoring.table.table_page_contents import (
    entry_part,
    names_of,
    news_of_form,
    sheet_and_entry_part,
    table_page,
    undo_of,
)
from scoring.table.tile_entry_pages import choice_between, conflict_in_words
from tournaments.models import Game
from tournaments.web.request_types_and_form_faults import TableRequest, new_device_key


def is_incremental(receipt: Receipt, shown: str) -> bool:
    """Return whether the saved entry is just one more hand in a game with a table
    diagram, and the page already shows all earlier ledger entries. `shown`: number of
    entries on the page.
    """
    ledger, line = receipt.ledger, receipt.entry
    if receipt.repeated or line.supersedes_id or ledger.live[-1] != line:
        return False
    if not presenter_of(ledger.rules.id).points_form.keys:
        return False
    return shown == str(len(ledger.lines) - 1) and _is_simple(receipt)


def changes_after_hand(ledger: TableLedger) -> dict[str, object]:
    """Return the changes of the page after the last hand: the table's state, the hand's
    row, and the changed values of the next hand's form.
    """
    form = presenter_of(ledger.rules.id).points_form
    return {
        **sheet_and_entry_part(ledger),
        "last_line": last_line(ledger),
        "drawn": table_before_hand(ledger, riichi_sticks_laid.laid(ledger)),
        "device_key": new_device_key(),
        "centre": form.centre,
        "lays": form.laid,
        "often": form.often_after(ledger.rules, last_values(ledger)),
        "often_keys": form.often_keys,
        "carried": form.carried_by(ledger.rules),
    }


def _is_simple(receipt: Receipt) -> bool:
    """Return whether play simply continues with the next hand."""
    state = receipt.state
    before, now = state.lines[-1].before, state.position
    marked = before.dead or now.dead or before.ready or now.ready
    return not (state.over or marked or fact_to_confirm(state))


#: Event that makes the page fetch the score sheet.
RENEW_SHEET = "renew-sheet"
#: Header for events that must wait until the next hand's form is on the page.
AFTER_SWAP = "HX-Trigger-After-Swap"


@require_http_methods(["GET", "HEAD", "POST"])
@at_table_or_its_device
def game(request: TableRequest, game: Game) -> HttpResponseBase:
    """Render the page to enter hands. POST enters the outcome of a hand."""
    if request.method != "POST":
        saved = request.GET.get("saved", "")
        return entry_page(request, TableLedger(game), saved=saved)
    form = _sent(request, game)
    if "after_gong" in request.POST:
        enter_late_hand.leave_out(game, *left_out(form), request.visitor)
        return entry_page(request, TableLedger(game), not_entered=True)
    if "preview" in request.POST:
        shown = preview_of(game, form, partial(enter_hand.preview, game))
        return entry_page(request, TableLedger(game), form, status=200, **shown)
    if form.is_valid():
        try:
            entered = enter_late_hand.enter_or_hold(
                game, form.raw(), request.visitor, form.cleaned_data
            )
        except HandConflict as conflict:
            noted = conflicting_hands.note(
                conflict,
                device_key=form.cleaned_data["device_key"],
                by=request.visitor.by,
            )
            return _conflict(request, conflict, noted, form)
        except RuleError as error:
            form.add_faults(error)
        else:
            return _entered_response(request, game, entered)
    # The table diagram's script moves the focus there without scrolling.
    is_drawn = request.htmx and form.keys
    form.focus_first_fault("data-first-fault" if is_drawn else "autofocus")
    return entry_page(request, TableLedger.as_now(game), form, status=422)


@require_POST
@at_table_or_its_device
def preview(request: TableRequest, game: Game) -> HttpResponseBase:
    """Render the effect of saving while the form is being filled in."""
    form = _sent(request, game)
    previewing = partial(enter_hand.preview, game)
    return previewed(request, game, form, previewing, brief=True)


@require_GET
@at_table_or_its_device
def sheet(request: TableRequest, game: Game) -> HttpResponseBase:
    """Render the parts of the page that change with the table: head, hand entry and
    score sheet.

    `hand`, `stage` and `ahead` describe the form on the page (`news_of_form`). `saved`:
    number of the entry in the displayed receipt; the receipt stays until there is a
    newer entry.
    """
    ledger = TableLedger(game)
    newest = ledger.last_entered
    context = table_page(ledger) | _entering(request, ledger) | {"renewed": True}
    context |= news_of_form(ledger, request.GET, context["stage"])
    if newest and request.GET.get("saved", "") == str(newest.sequence):
        context["receipt"] = receipt_of(ledger, newest.sequence)
    return render(request, "table/_sheet.html", context)


def _sent(request: TableRequest, game: Game) -> HandForm:
    rules = game.rules
    return hand_form(rules, request.POST, names=names_of(game))


def _entered_response(
    request: TableRequest, game: Game, entered: Receipt | LateHand
) -> HttpResponseBase:
    """Return the response to a saved hand, or to a late hand that waits for a
    referee.
    """
    if isinstance(entered, Receipt):
        return _saved(request, entered)
    if not request.htmx:
        return redirect(address_of(game))
    response = entry_page(request, TableLedger.as_now(game))
    response[AFTER_SWAP] = RENEW_SHEET
    return response


def _saved(request: TableRequest, receipt: Receipt) -> HttpResponseBase:
    saved = str(receipt.entry.sequence)
    if not request.htmx:
        return redirect(f"{address_of(receipt.ledger.game)}?saved={saved}")
    if is_incremental(receipt, request.POST.get("lines", "")):
        return _changes_response(request, receipt)
    ledger = receipt.ledger
    entry_context = _entering(request, ledger, is_new=not receipt.repeated)
    part = table_page if ledger.state.over else sheet_and_entry_part
    context = (
        part(ledger)
        | entry_context
        | {"receipt": receipt_of(ledger, receipt.entry.sequence)}
    )
    return render(request, "table/_saved.html", context)


def _changes_response(request: TableRequest, receipt: Receipt) -> HttpResponse:
    """Render the parts that a saved hand changed, for a page that shows all earlier
    entries.
    """
    ledger = receipt.ledger
    context = changes_after_hand(ledger) | undo_of(ledger, is_new=True)
    context["receipt"] = receipt_of(ledger, receipt.entry.sequence)
    context["card"] = _card(request, ledger)
    context["may_correct"] = not request.visitor.is_device
    response = render(request, "table/_went_on.html", context)
    response["HX-Reswap"] = "none show:window:top"
    return response


def _conflict(
    request: TableRequest, conflict: HandConflict, noted: Conflict, form: HandForm
) -> HttpResponse:
    """Render both versions of the hand side by side (409).

    A page with a table diagram also gets its clock.
    """
    game = conflict.existing.game
    ledger = TableLedger.as_now(game)
    choice = choice_between(ledger, noted, request.visitor)
    context = table_page(ledger) | conflict_in_words(game, conflict) | choice
    context["with_clock"] = request.htmx and form.keys
    template = "table/_conflict.html" if request.htmx else "table/conflict.html"
    response = render(request, template, context, status=409)
    response[AFTER_SWAP] = RENEW_SHEET
    return response


def entry_page(
    request: TableRequest,
    ledger: TableLedger,
    form: HandForm | None = None,
    *,
    saved: str = "",
    status: int = 200,
    **more: object,
) -> HttpResponse:
    """Render the page, or for htmx only the hand entry part.

    `saved`: number of the entry whose receipt is shown; `more`: further template
    context.
    """
    part = entry_part if request.htmx else table_page
    context = part(ledger) | _entering(request, ledger, form) | more
    if form:
        sent = {"hand": form["hand"].value()}
        context |= news_of_form(ledger, sent, context["stage"])
    if _is_number(saved):
        context["receipt"] = receipt_of(ledger, int(saved))
    template = "table/_entry.html" if request.htmx else "table/session.html"
    response = render(request, template, context, status=status)
    if status == 422:
        # The page must not scroll to the top: the first faulty field gets the focus.
        response["HX-Reswap"] = "outerHTML"
    return response


def _entering(
    request: TableRequest,
    ledger: TableLedger,
    form: HandForm | None = None,
    *,
    is_new: bool = False,
) -> dict[str, object]:
    """Return the template context to enter the next hand: form, table diagram, end of
    play, notice for this device, who may correct and who confirms late hands, and the
    entry that can be undone. `is_new`: this request has just written that entry.
    """
    laid = riichi_sticks_laid.laid(ledger)
    form = form or _new_form(ledger, laid)
    form.last_values = last_values(ledger)
    is_device = request.visitor.is_device
    return undo_of(ledger, is_new=is_new) | {
        "form": form,
        "drawn": drawn_table(ledger, form, laid) if form.keys else None,
        "end": SimpleLazyObject(partial(end_of_play, ledger, is_device=is_device)),
        "card": _card(request, ledger),
        "may_correct": not is_device,
        "gives_word": late_hands.gives_word(request.visitor, ledger.game),
    }


def _card(request: TableRequest, ledger: TableLedger) -> Card | None:
    """Return the notice for this device on changes by staff; None if there is none, or
    for an account.
    """
    if not request.visitor.is_device:
        return None
    return first_card(ledger, dismissed_cards_of(request))


def _is_number(text: str) -> bool:
    return text.isdecimal() and len(text) < 7


def _new_form(ledger: TableLedger, laid: Sequence[Wind]) -> HandForm:
    return hand_form(
        ledger.rules,
        names=names_of(ledger.game),
        initial={
            "hand": ledger.state.position.hand,
            "seating": len(ledger.seats.steps),
            "device_key": new_device_key(),
            **presenter_of(ledger.rules.id).initial_of_deposits(laid),
        },
    )
