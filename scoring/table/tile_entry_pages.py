"""Enter the next hand by its tiles. Also the form, page and preview that all pages for
tiles share.

The page is a plain form of tile notation. `static/tile-picker.js` fills it in from
taps, and previews show the hand value.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import cast

from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from rules.faults import RuleError
from rules.ledger_entries import Raw
from rules.ruleset_and_table_state import Position
from scoring.corrections import conflicting_hands
from scoring.entry_forms import tile_picker
from scoring.entry_forms.form_by_ruleset import tile_form
from scoring.entry_forms.tile_hand_values import shown_hands_of
from scoring.ledger import enter_hand, enter_late_hand, late_hands, riichi_sticks_laid
from scoring.ledger.ledger_transaction import HandConflict, Receipt
from scoring.ledger.replay_with_unsaved_entry import Preview
from scoring.ledger.table_ledger import TableLedger
from scoring.models import Conflict, LateHand, LedgerEntry
from scoring.rulesets.any_ruleset.hand_by_tiles_form import TileForm
from scoring.rulesets.presenter_registry import presenter_of
from scoring.table.table_page_access import address_of, at_table_or_its_device, left_out
from scoring.table.table_page_contents import (
    names_of,
    news_of_form,
    table_page,
)
from scoring.table.tile_hand_reports import UnseenDifferences, inspect_with, reports
from scoring.wording import ledger_entry_wording
from tournaments.access.page_access import Visitor
from tournaments.models import Game
from tournaments.web.request_types_and_form_faults import (
    AccountRequest,
    TableRequest,
    new_device_key,
)

Previewing = Callable[[Raw], Preview]


@dataclass(frozen=True)
class CorrectionPage:
    """Texts and addresses of a page that corrects or inserts a hand.

    `points_*`: for the form by value.
    """

    title: str
    save: str
    here: str
    preview_url: str
    points_url: str
    points_words: str
    help: str = ""


def position_now(game: Game) -> Position:
    """Return the table's current position.

    It is only read from the database when used, because only the hand value depends on
    it.
    """
    return cast(Position, SimpleLazyObject(lambda: TableLedger(game).state.position))


def position_before(ledger: TableLedger, line: LedgerEntry) -> Position:
    """Return the table's position before the hand of an entry; the current position if
    the hand has no outcome that counts.
    """
    for live, replayed in zip(ledger.live, ledger.state.lines, strict=True):
        if live.hand == line.hand and live.settles_hand:
            return replayed.before
    return ledger.state.position


def sent_form(request: AccountRequest, game: Game, position: Position) -> TileForm:
    return tile_form(
        game.rules,
        request.POST,
        names=names_of(game),
        position=position,
    )


def previewed(
    request: AccountRequest, game: Game, form: TileForm, previewing: Previewing
) -> HttpResponse:
    """Render the hand value by tiles and the effect of saving.

    Status 422 with faults.
    """
    report = reports(form, previewing, game)
    wrong = report.faults or any(hand.faults for hand in report.hands)
    context = {
        "tournament": game.round.tournament,
        "form": form,
        "renewed": True,
        "reports": report,
        **report.context,
    }
    status = 422 if wrong else 200
    return render(request, "table/_tiles_preview.html", context, status=status)


def page(
    request: TableRequest,
    game: Game,
    form: TileForm,
    *,
    previewing: Previewing | None = None,
    mending: CorrectionPage | None = None,
    status: int = 200,
) -> HttpResponse:
    """Render the page, or for htmx only the form part.

    `previewing`: also show the effect of the submitted form; `mending`: the page
    corrects or inserts a hand.
    """
    ledger = TableLedger.as_now(game)
    context = table_page(ledger) | entering(request, game, form)
    if form.is_bound and not mending:
        sent = {"hand": form["hand"].value()}
        context |= news_of_form(ledger, sent, context["stage"])
    if mending:
        position, seats = form.position, game.seats_by_wind()
        context["mending"] = mending
        context["here"], context["preview_url"] = mending.here, mending.preview_url
        context["now_winds"] = [
            (seats[seat], position.winds[seat]) for seat in position.seats
        ]
        context["word_needed"] = None
    if previewing:
        errors = form.errors.copy()
        report = reports(form, previewing, game)
        context |= {"reports": report, **report.context}
        form.errors.update(errors)
    form.focus_first_fault()
    template = "table/_tiles.html" if request.htmx else "table/tiles.html"
    response = render(request, template, context, status=status)
    if status == 422:
        response["HX-Reswap"] = "outerHTML"
    return response


def entering(request: TableRequest, game: Game, form: TileForm) -> dict[str, object]:
    """Return the content of the form part."""
    return {
        "gives_word": late_hands.gives_word(request.visitor, game),
        "form": form,
        "rows": list(tile_picker.rows(form.rules)),
        "here": address_at(game, "tiles"),
        "preview_url": address_at(game, "preview_tiles"),
    }


def address_at(game: Game, name: str, *more: int) -> str:
    """Return the address of one of the table's pages."""
    round_ = game.round
    at = [round_.tournament.slug, round_.number, game.table, *more]
    return reverse(f"table:{name}", args=at)


def redirect_to(request: AccountRequest, address: str) -> HttpResponseBase:
    if not request.htmx:
        return redirect(address)
    response = HttpResponse()
    response["HX-Redirect"] = address
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@at_table_or_its_device
def tiles(request: TableRequest, game: Game) -> HttpResponseBase:
    """Render the page; POST enters the hand."""
    previewing = partial(enter_hand.preview, game)
    if request.method != "POST":
        return page(request, game, _new_form(TableLedger(game)))
    form = sent_form(request, game, position_now(game))
    if "after_gong" in request.POST:
        enter_late_hand.leave_out(game, *left_out(form), request.visitor)
        return redirect_to(request, address_of(game))
    if "preview" in request.POST:
        return page(request, game, form, previewing=previewing)
    if form.is_valid():
        try:
            entered = enter_late_hand.enter_or_hold(
                game,
                form.raw(),
                request.visitor,
                form.cleaned_data,
                inspect=inspect_with(form),
            )
        except UnseenDifferences:
            return page(request, game, form, previewing=previewing, status=422)
        except HandConflict as conflict:
            noted = conflicting_hands.note(
                conflict,
                device_key=form.cleaned_data["device_key"],
                by=request.visitor.by,
            )
            return _conflict(request, game, conflict, noted)
        except RuleError as error:
            form.add_faults(error)
        else:
            return redirect_to(request, _address_after_saving(game, entered))
    return page(request, game, form, previewing=previewing, status=422)


@require_POST
@at_table_or_its_device
def preview(request: TableRequest, game: Game) -> HttpResponseBase:
    """Render the hand value of the tiles so far, and the effect of saving."""
    form = sent_form(request, game, position_now(game))
    return previewed(request, game, form, partial(enter_hand.preview, game))


@require_GET
@at_table_or_its_device
def renew(request: TableRequest, game: Game) -> HttpResponseBase:
    """Render the current page after a change at the table.

    `hand`, `stage` and `ahead` describe the form on the page (`news_of_form`).
    """
    ledger = TableLedger(game)
    context = table_page(ledger) | entering(request, game, _new_form(ledger))
    context |= news_of_form(ledger, request.GET, context["stage"]) | {"renewed": True}
    return render(request, "table/_tiles_renewed.html", context)


def _new_form(ledger: TableLedger) -> TileForm:
    position = ledger.state.position
    return tile_form(
        ledger.rules,
        names=names_of(ledger.game),
        position=position,
        initial={
            "hand": position.hand,
            "seating": len(ledger.seats.steps),
            "device_key": new_device_key(),
            **presenter_of(ledger.rules.id).initial_of_deposits(
                riichi_sticks_laid.laid(ledger)
            ),
        },
    )


def _address_after_saving(game: Game, entered: Receipt | LateHand) -> str:
    """Return the address of the table's page after saving.

    For a hand that was saved, the page shows its receipt.
    """
    address = address_of(game)
    if isinstance(entered, LateHand):
        return address
    return f"{address}?saved={entered.entry.sequence}"


def _conflict(
    request: TableRequest, game: Game, conflict: HandConflict, noted: Conflict
) -> HttpResponse:
    """Render both versions of the hand (409)."""
    ledger = TableLedger.as_now(game)
    choice = choice_between(ledger, noted, request.visitor)
    context = table_page(ledger) | conflict_in_words(game, conflict) | choice
    if not request.htmx:
        return render(request, "table/conflict.html", context, status=409)
    context["alone"] = True
    return render(request, "table/_conflict.html", context, status=409)


def choice_between(
    ledger: TableLedger, noted: Conflict, visitor: Visitor
) -> dict[str, object]:
    """Return whether the conflict is open, and whether `visitor` may choose."""
    return {
        "is_decided": bool(noted.choice),
        "may_choose": conflicting_hands.may_choose(ledger, noted, visitor),
    }


def conflict_in_words(game: Game, conflict: HandConflict) -> dict[str, object]:
    """Return both versions as text, with their tiles if known."""
    existing = conflict.existing
    ledger, names = TableLedger(existing.game), names_of(game)
    position, offered = position_before(ledger, existing), conflict.offered
    return {
        "existing": existing,
        "existing_words": ledger_entry_wording.of_entry(
            ledger.entry_of(existing), names
        ),
        "existing_hands": shown_hands_of(existing.raw, position, ledger.rules, names),
        "offered_words": ledger_entry_wording.of_entry(
            ledger.rules.read_entry(offered), names
        ),
        "offered_hands": shown_hands_of(offered, position, ledger.rules, names),
    }
