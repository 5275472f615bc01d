"""Entering and correcting a hand by its tiles; the entry is the ledger's as any other.

The page is a plain form of notation. `static/tile_picker.js` fills it by taps, and
the answer of `preview` says meanwhile what the tiles are worth.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from rules.faults import RuleError
from rules.table import Position
from scoring import conflicts, corrections, late_hands, ledger, words
from scoring.book import Book
from scoring.draft_lines import Preview
from scoring.models import LateHand, LedgerEntry
from scoring.table_page import names_of, table_page, winds_at
from scoring.tile_entry import picker
from scoring.tile_entry.forms import TileForm
from scoring.tile_entry.reading import hands_in
from scoring.tile_entry.reports import has_seen, reports
from scoring.tile_entry.rulesets import FORMS, tile_form
from scoring.tile_entry.told import hands_told
from scoring.verbs import HandConflict, Raw, Receipt
from scoring.views.at_table import address_of, at_table, at_table_or_its_device
from tournaments.models import Session
from tournaments.web import AccountRequest, TableRequest, new_device_key

Previewing = Callable[[Raw], Preview]


@require_http_methods(["GET", "HEAD", "POST"])
@at_table_or_its_device
def tiles(request: TableRequest, session: Session) -> HttpResponseBase:
    """The page; POST enters the hand."""
    book = Book(session)
    previewing = partial(ledger.preview, session)
    if request.method != "POST":
        return _page(request, session, _new_form(book))
    form = _sent(request, session, book.state.position)
    if "preview" in request.POST:
        return _page(request, session, form, previewing=previewing)
    if form.is_valid() and has_seen(form):
        try:
            entered = late_hands.enter_or_hold(
                session, form.raw(), request.visitor, form.cleaned_data
            )
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
            return _gone_to(request, _after(session, entered))
    return _page(request, session, form, previewing=previewing, status=422)


def _after(session: Session, entered: Receipt | LateHand) -> str:
    """The table's page, with the receipt of what was saved."""
    address = address_of(session)
    if isinstance(entered, LateHand):
        return address
    return f"{address}?saved={entered.entry.sequence}"


@require_POST
@at_table_or_its_device
def preview(request: TableRequest, session: Session) -> HttpResponseBase:
    """What the tiles are worth so far, and what saving would do."""
    form = _sent(request, session, Book(session).state.position)
    return _previewed(request, session, form, partial(ledger.preview, session))


@require_http_methods(["GET", "HEAD", "POST"])
@at_table
def correct(request: TableRequest, session: Session, sequence: int) -> HttpResponseBase:
    """Correct a hand by its tiles; it opens with those it has."""
    line, book = _line(session, sequence)
    if line not in book.live:
        return redirect(f"{_address_of_correction(session, line)}?by=points")
    previewing = partial(corrections.preview_correction, line)
    if request.method != "POST":
        return _page(request, session, _filled(book, line), line=line)
    form = _sent(request, session, _position(book, line), correcting=True)
    if "preview" in request.POST:
        return _page(request, session, form, previewing=previewing, line=line)
    if form.is_valid() and has_seen(form):
        try:
            corrections.correct(
                line.pk,
                form.raw(),
                device_key=form.cleaned_data["device_key"],
                by=request.visitor.by,
                reason=form.cleaned_data["reason"],
            )
        except RuleError as error:
            form.add_faults(error)
        else:
            done = _("Hand %(hand)s is corrected.")
            messages.success(request, done % {"hand": line.hand})
            return _gone_to(request, address_of(session))
    return _page(request, session, form, previewing=previewing, line=line, status=422)


@require_POST
@at_table
def preview_correction(
    request: TableRequest, session: Session, sequence: int
) -> HttpResponseBase:
    """What the tiles are worth so far, and what the correction would change."""
    line, book = _line(session, sequence)
    form = _sent(request, session, _position(book, line), correcting=True)
    return _previewed(
        request, session, form, partial(corrections.preview_correction, line)
    )


def address_of_tiles(session: Session, line: LedgerEntry) -> str:
    """Where a line is corrected by its tiles."""
    return _address(session, line, "")


def _line(session: Session, sequence: int) -> tuple[LedgerEntry, Book]:
    book = Book(session)
    for line in book.lines:
        if line.sequence == sequence and line.settles_hand:
            return line, book
    raise Http404


def _position(book: Book, line: LedgerEntry) -> Position:
    """Where the table stood before the hand of a line."""
    for live, replayed in zip(book.live, book.state.lines, strict=True):
        if live.hand == line.hand and live.settles_hand:
            return replayed.before
    return book.state.position


def _sent(
    request: AccountRequest,
    session: Session,
    position: Position,
    *,
    correcting: bool = False,
) -> TileForm:
    form = tile_form(
        session.round.tournament.rules,
        request.POST,
        names=names_of(session),
        position=position,
    )
    return _asking_why(form) if correcting else form


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
        },
    )


def _filled(book: Book, line: LedgerEntry) -> TileForm:
    """The form that corrects the line, with what it says now."""
    values = {"hand": line.hand, "device_key": new_device_key()}
    if hands_in(line.raw):
        values |= FORMS[book.rules.id].initial_of(book.raw_of(line), book.rules)
    form = tile_form(
        book.rules,
        names=names_of(book.session),
        position=_position(book, line),
        initial=values,
    )
    return _asking_why(form)


def _asking_why(form: TileForm) -> TileForm:
    form.fields["reason"] = forms.CharField(
        label=_("Reason for the correction"),
        max_length=500,
        error_messages={"required": _("Give the reason for the correction.")},
    )
    return form


def _previewed(
    request: AccountRequest, session: Session, form: TileForm, previewing: Previewing
) -> HttpResponse:
    said = reports(form, previewing, session)
    wrong = said.faults or any(hand.faults for hand in said.hands)
    context = {
        "tournament": session.round.tournament,
        "renewed": True,
        "reports": said,
        **said.context,
    }
    status = 422 if wrong else 200
    return render(request, "table/_tiles_preview.html", context, status=status)


def _page(
    request: TableRequest,
    session: Session,
    form: TileForm,
    *,
    previewing: Previewing | None = None,
    line: LedgerEntry | None = None,
    status: int = 200,
) -> HttpResponse:
    """The page, or for htmx the part with the form; with `previewing` also what a form
    that was sent would do."""
    book = Book.as_now(session)
    context = table_page(book) | {
        "gives_word": late_hands.gives_word(request.visitor, session),
        "form": form,
        "line": line,
        "rows": list(picker.rows(form.rules)),
        "here": _address(session, line, ""),
        "preview_url": _address(session, line, "preview"),
    }
    if line:
        context["now_winds"] = winds_at(line, book)
        context["needs_word"] = False
    if previewing:
        errors = form.errors.copy()
        said = reports(form, previewing, session)
        context |= {"reports": said, **said.context}
        form.errors.update(errors)
    form.focus_first_fault()
    template = "table/_tiles.html" if request.htmx else "table/tiles.html"
    response = render(request, template, context, status=status)
    if status == 422:
        response["HX-Reswap"] = "outerHTML"
    return response


def _address(session: Session, line: LedgerEntry | None, what: str) -> str:
    round_ = session.round
    at: list[Any] = [round_.tournament.slug, round_.number, session.table]
    name = "preview_tiles" if what else "tiles"
    if line:
        at.append(line.sequence)
        name = "preview_tiles_correction" if what else "correct_tiles"
    return reverse(f"table:{name}", args=at)


def _address_of_correction(session: Session, line: LedgerEntry) -> str:
    round_ = session.round
    return reverse(
        "table:correct",
        args=[round_.tournament.slug, round_.number, session.table, line.sequence],
    )


def _gone_to(request: AccountRequest, address: str) -> HttpResponseBase:
    if not request.htmx:
        return redirect(address)
    response = HttpResponse()
    response["HX-Redirect"] = address
    return response


def _conflict(
    request: AccountRequest, session: Session, conflict: HandConflict
) -> HttpResponse:
    """Both versions of the hand (409)."""
    context = table_page(Book.as_now(session)) | told_conflict(session, conflict)
    if not request.htmx:
        return render(request, "table/conflict.html", context, status=409)
    context["alone"] = True
    return render(request, "table/_conflict.html", context, status=409)


def told_conflict(session: Session, conflict: HandConflict) -> dict[str, Any]:
    """Both versions in words, and their tiles, where they have any."""
    existing = conflict.existing
    book, names = Book(existing.session), names_of(session)
    position, offered = _position(book, existing), conflict.offered
    return {
        "existing": existing,
        "existing_words": words.of_entry(book.entry_of(existing), names),
        "existing_hands": hands_told(existing.raw, position, book.rules, names),
        "offered_words": words.of_entry(book.rules.read_entry(offered), names),
        "offered_hands": hands_told(offered, position, book.rules, names),
    }
