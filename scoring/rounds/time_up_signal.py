"""Lock a round's tables, and tell their ledgers that time is up, or is not.

Only for the functions of this folder, which change the round's clock in the same
transaction and record it (an import contract holds it).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from django.db import transaction

from rules.ledger_entries import Gong, PlayEnded
from rules.ruleset_and_table_state import Ending
from scoring.ledger import decide_late_hand
from scoring.ledger.gong_in_ledger import CLOSE, gong_for, gong_key
from scoring.ledger.table_ledger import Book, write_all
from scoring.ledger.unsaved_entry_and_preview import Draft
from scoring.models import LedgerEntry
from scoring.wording.stored_reasons import Reason
from tournaments.models import Session


@contextmanager
def tables_locked(round_id: int) -> Iterator[None]:
    """One transaction, in which no hand is entered at a table of the round.

    Tables are locked before the round and the tournament, as an entry does it.
    """
    with transaction.atomic():
        list(Session.objects.filter(round=round_id).select_for_update().order_by("pk"))
        yield


def append_gongs(books: Iterable[Book], *, by: str) -> None:
    """Tell tables that their time is up; not those that know it or whose play is over,
    and none if time means nothing to the tournament's tables."""
    rung = [
        (book, draft, gong_key(book.session, book.session.round.clock_version))
        for book in books
        if (draft := gong_for(book))
    ]
    write_all(rung, by=by)


def take_back_gongs(books: Sequence[Book], *, by: str, reason: Reason) -> None:
    """Let play go on at tables whose time was up, and enter the hands that waited for
    a word; nothing at a table where no gong rang."""
    for book in books:
        _take_back_gong(book, by=by, reason=reason)
    decide_late_hand.enter_what_waits([book.session for book in books], by=by)


def append_ends(books: Iterable[Book], *, by: str) -> None:
    """End play by ruling at each table where it is not over."""
    ended = [
        (book, book.draft(PlayEnded(Ending.RULING)), _key_of_end(book))
        for book in books
        if book.state.over is None
    ]
    write_all(ended, by=by)


def take_back_ends(books: Iterable[Book], *, by: str, reason: str) -> None:
    """Let play go on where only the closing of the round ended it."""
    for book in books:
        for line in [line for line in book.live if _by_closing(line)]:
            back = Draft.instead_of(line, None, Reason(reason))
            book.write(back, device_key=f"{_key_of_end(book)}/back", by=by)


def _key_of_end(book: Book) -> str:
    """The key of the line by which this closing of the round ends a table's play."""
    return f"{CLOSE}/{book.session.pk}/{book.session.round.clock_version}"


def _by_closing(line: LedgerEntry) -> bool:
    """Whether the line ends play because its round was closed, then or by a change in
    the closed round (`scoring.ledger.gong_in_ledger.end_resumed_play`)."""
    ruling = line.kind == PlayEnded.kind and line.data.get("why") == Ending.RULING
    return ruling and line.device_key.startswith(f"{CLOSE}/")


def _take_back_gong(book: Book, *, by: str, reason: Reason) -> None:
    """Supersede the gong, and with it the ends of play for lack of a hand at that
    moment."""
    key = f"gong-back/{book.session.pk}/{book.session.round.clock_version}"
    gone = [line for line in book.live if line.kind == Gong.kind or _by_time(line)]
    for number, line in enumerate(reversed(gone)):
        back = Draft.instead_of(line, None, reason)
        book.write(back, device_key=f"{key}/{number}", by=by)


def _by_time(line: LedgerEntry) -> bool:
    """Whether the line says that no hand was being played at the gong."""
    return line.kind == PlayEnded.kind and line.data.get("why") == Ending.TIME
