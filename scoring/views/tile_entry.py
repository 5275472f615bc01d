"""Entering the next hand by its tiles; the entry is the ledger's as any other."""

from __future__ import annotations

from functools import partial

from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from rules.faults import RuleError
from scoring.corrections import conflicts
from scoring.entry.tiles.hands_of_entry import shown_hands_of
from scoring.entry.tiles.tile_forms import tile_form
from scoring.ledger import deposits, late_hand_entry
from scoring.ledger import entering as ledger
from scoring.ledger.book import Book
from scoring.ledger.writing import HandConflict, Receipt
from scoring.models import LateHand
from scoring.pages.tables.table import names_of, news_of_form, table_page
from scoring.pages.tables.tile_reports import NotSeen, inspect_with
from scoring.rulesets.registry import presenter_of
from scoring.rulesets.shared.tile_form import TileForm
from scoring.views.at_table import address_of, at_table_or_its_device, left_out
from scoring.views.tile_pages import (
    entering,
    gone_to,
    page,
    position_before,
    position_now,
    previewed,
    sent_form,
)
from scoring.wording import ledger_words
from tournaments.models import Session
from tournaments.web.request_types_and_form_faults import (
    AccountRequest,
    TableRequest,
    new_device_key,
)


@require_http_methods(["GET", "HEAD", "POST"])
@at_table_or_its_device
def tiles(request: TableRequest, session: Session) -> HttpResponseBase:
    """The page; POST enters the hand."""
    previewing = partial(ledger.preview, session)
    if request.method != "POST":
        return page(request, session, _new_form(Book(session)))
    form = sent_form(request, session, position_now(session))
    if "after_gong" in request.POST:
        late_hand_entry.leave_out(session, *left_out(form), request.visitor)
        return gone_to(request, address_of(session))
    if "preview" in request.POST:
        return page(request, session, form, previewing=previewing)
    if form.is_valid():
        try:
            entered = late_hand_entry.enter_or_hold(
                session,
                form.raw(),
                request.visitor,
                form.cleaned_data,
                inspect=inspect_with(form),
            )
        except NotSeen:
            return page(request, session, form, previewing=previewing, status=422)
        except HandConflict as conflict:
            conflicts.note(
                conflict,
                device_key=form.cleaned_data["device_key"],
                by=request.visitor.by,
            )
            return _conflict(request, session, conflict)
        except RuleError as error:
            form.add_faults(error)
        else:
            return gone_to(request, _after(session, entered))
    return page(request, session, form, previewing=previewing, status=422)


@require_POST
@at_table_or_its_device
def preview(request: TableRequest, session: Session) -> HttpResponseBase:
    """What the tiles are worth so far, and what saving would do."""
    form = sent_form(request, session, position_now(session))
    return previewed(request, session, form, partial(ledger.preview, session))


@require_GET
@at_table_or_its_device
def renew(request: TableRequest, session: Session) -> HttpResponseBase:
    """The whole page as the table is now, when anything has changed there.

    `hand`, `stage` and `ahead` tell of the form on the page (`news_of_form`).
    """
    book = Book(session)
    context = table_page(book) | entering(request, session, _new_form(book))
    context |= news_of_form(book, request.GET, context["stage"]) | {"renewed": True}
    return render(request, "table/_tiles_renewed.html", context)


def _new_form(book: Book) -> TileForm:
    position = book.state.position
    return tile_form(
        book.rules,
        names=names_of(book.session),
        position=position,
        initial={
            "hand": position.hand,
            "seating": len(book.seats.steps),
            "device_key": new_device_key(),
            **presenter_of(book.rules.id).initial_of_deposits(deposits.laid(book)),
        },
    )


def _after(session: Session, entered: Receipt | LateHand) -> str:
    """The table's page, with the receipt of what was saved."""
    address = address_of(session)
    if isinstance(entered, LateHand):
        return address
    return f"{address}?saved={entered.entry.sequence}"


def _conflict(
    request: AccountRequest, session: Session, conflict: HandConflict
) -> HttpResponse:
    """Both versions of the hand (409)."""
    context = table_page(Book.as_now(session)) | conflict_in_words(session, conflict)
    if not request.htmx:
        return render(request, "table/conflict.html", context, status=409)
    context["alone"] = True
    return render(request, "table/_conflict.html", context, status=409)


def conflict_in_words(session: Session, conflict: HandConflict) -> dict[str, object]:
    """Both versions in words, and their tiles, where they have any."""
    existing = conflict.existing
    book, names = Book(existing.session), names_of(session)
    position, offered = position_before(book, existing), conflict.offered
    return {
        "existing": existing,
        "existing_words": ledger_words.of_entry(book.entry_of(existing), names),
        "existing_hands": shown_hands_of(existing.raw, position, book.rules, names),
        "offered_words": ledger_words.of_entry(book.rules.read_entry(offered), names),
        "offered_hands": shown_hands_of(offered, position, book.rules, names),
    }
