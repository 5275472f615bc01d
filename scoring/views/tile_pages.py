"""What the pages share on which a hand is entered by its tiles: its form, the page, and
the answer while tiles come in.

The page is a plain form of notation. `static/tile_picker.js` fills it by taps, and
the answer of a preview says meanwhile what the tiles are worth.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import SimpleLazyObject

from rules.ledger_entries import Raw
from rules.ruleset_and_table_state import Position
from scoring.entry.tiles import picker
from scoring.entry.tiles.tile_forms import tile_form
from scoring.ledger import late_hands
from scoring.ledger.book import Book
from scoring.ledger.drafts import Preview
from scoring.models import LedgerEntry
from scoring.pages.tables.table import names_of, news_of_form, seats_of, table_page
from scoring.pages.tables.tile_reports import reports
from scoring.rulesets.shared.tile_form import TileForm
from tournaments.models import Session
from tournaments.web.request_types_and_form_faults import AccountRequest, TableRequest

Previewing = Callable[[Raw], Preview]


@dataclass(frozen=True)
class Mending:
    """The page's words and addresses where it is not about the next hand: a hand is
    corrected, or put in between others. `points_*` lead to the form of points."""

    title: str
    save: str
    here: str
    preview_url: str
    points_url: str
    points_words: str
    help: str = ""


def position_now(session: Session) -> Position:
    """Where the table stands. It is read only if somebody looks: what a hand is worth
    depends on it, what the hand is does not."""
    return cast(Position, SimpleLazyObject(lambda: Book(session).state.position))


def position_before(book: Book, line: LedgerEntry) -> Position:
    """Where the table stood before the hand of a line."""
    for live, replayed in zip(book.live, book.state.lines, strict=True):
        if live.hand == line.hand and live.settles_hand:
            return replayed.before
    return book.state.position


def sent_form(
    request: AccountRequest, session: Session, position: Position
) -> TileForm:
    return tile_form(
        session.rules,
        request.POST,
        names=names_of(session),
        position=position,
    )


def previewed(
    request: AccountRequest, session: Session, form: TileForm, previewing: Previewing
) -> HttpResponse:
    """The fragment that says what the tiles are worth, and what saving would do."""
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


def page(
    request: TableRequest,
    session: Session,
    form: TileForm,
    *,
    previewing: Previewing | None = None,
    mending: Mending | None = None,
    status: int = 200,
) -> HttpResponse:
    """The page, or for htmx the part with the form; with `previewing` also what a form
    that was sent would do."""
    book = Book.as_now(session)
    context = table_page(book) | entering(request, session, form)
    if form.is_bound and not mending:
        sent = {"hand": form["hand"].value()}
        context |= news_of_form(book, sent, context["stage"])
    if mending:
        position, seats = form.position, seats_of(session)
        context["mending"] = mending
        context["here"], context["preview_url"] = mending.here, mending.preview_url
        context["now_winds"] = [
            (seats[seat], position.winds[seat]) for seat in position.seats
        ]
        context["word_needed"] = None
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


def entering(
    request: TableRequest, session: Session, form: TileForm
) -> dict[str, object]:
    """What the part with the form needs besides the table's page."""
    return {
        "gives_word": late_hands.gives_word(request.visitor, session),
        "form": form,
        "rows": list(picker.rows(form.rules)),
        "here": address_at(session, "tiles"),
        "preview_url": address_at(session, "preview_tiles"),
    }


def address_at(session: Session, name: str, *more: int) -> str:
    """The address of a page of the table."""
    round_ = session.round
    at = [round_.tournament.slug, round_.number, session.table, *more]
    return reverse(f"table:{name}", args=at)


def gone_to(request: AccountRequest, address: str) -> HttpResponseBase:
    if not request.htmx:
        return redirect(address)
    response = HttpResponse()
    response["HX-Redirect"] = address
    return response
