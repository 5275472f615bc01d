"""End, extend and close rounds, for the clock and the ledgers in one transaction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime

from django.db import transaction

from rules.table import Ending
from scoring.ledger import end_of_time, late_hands
from scoring.ledger.book import Book
from scoring.models import Sheet
from scoring.signoff.blockers import Matter, open_matters
from tournaments.models import OPEN_STATES, Round, Session
from tournaments.refusals import Refused
from tournaments.rounds import clock, deadlines, extra_time, publishing
from tournaments.rounds.deadlines import CLOCK
from tournaments.rounds.rows import locked


def end_if_due(round_id: int, *, version: int, now: datetime) -> bool:
    """Ring the gong for a round whose deadline has passed, once; whether it rang."""
    with _tables_locked(round_id):
        round_ = deadlines.end_if_due(round_id, version=version, now=now)
        if round_:
            _ring(round_, by=CLOCK)
    return round_ is not None


def end_table_if_due(session_id: int, *, now: datetime) -> bool:
    """Ring the gong for a table whose own time has passed, once; whether it rang."""
    with transaction.atomic():
        Session.objects.select_for_update().get(pk=session_id)
        session = deadlines.end_table_if_due(session_id, now=now)
        if session:
            end_of_time.append_gongs([Book.locked(session_id)], by=CLOCK)
    return session is not None


def end_now(
    round_id: int,
    *,
    by: str,
    reason: str,
    now: datetime,
    version: int | None = None,
) -> Round:
    """Ring the gong at every table before its time. Raises Refused as `clock.end_now`
    does."""
    with _tables_locked(round_id):
        round_ = clock.end_now(round_id, by=by, reason=reason, now=now, version=version)
        _ring(round_, by=by)
    return round_


def undo_end(
    round_id: int,
    *,
    by: str,
    reason: str,
    now: datetime,
    version: int | None = None,
) -> Round:
    """Take back a gong that a director rang by mistake. Raises Refused as
    `clock.undo_end` does."""
    with _tables_locked(round_id):
        round_ = clock.undo_end(
            round_id, by=by, reason=reason, now=now, version=version
        )
        _take_back(Book.all_locked(round_), by=by, reason=reason)
    return round_


def extend(
    round_id: int,
    *,
    minutes: int,
    by: str,
    reason: str,
    now: datetime,
    version: int | None = None,
) -> Round:
    """Give every table more time; where time was up, play goes on. Raises Refused as
    `extra_time.extend` does."""
    with _tables_locked(round_id):
        round_ = extra_time.extend(
            round_id, minutes=minutes, by=by, reason=reason, now=now, version=version
        )
        _take_back(Book.all_locked(round_), by=by, reason=reason)
    return round_


def extend_table(
    session_id: int,
    *,
    minutes: int,
    by: str,
    reason: str,
    now: datetime,
    version: int | None = None,
) -> Session:
    """Give one table more time; where its time was up, play goes on. Raises Refused
    as `extra_time.extend_table` does."""
    with transaction.atomic():
        session = extra_time.extend_table(
            session_id, minutes=minutes, by=by, reason=reason, now=now, version=version
        )
        _take_back([Book.locked(session_id)], by=by, reason=reason)
    return session


def close(
    round_id: int, *, by: str, reason: str = "", version: int | None = None
) -> Round:
    """Close a round. Tables still playing end by ruling, which needs a reason; so
    does whatever else is open at a table.

    Raises Refused, naming those tables, if there is none; and if the clock is another
    than `version`: who closes a round must know of the time that was given to it.
    """
    with _tables_locked(round_id):
        clock.refuse_other_clock(locked(round_id, *OPEN_STATES), version)
        playing = tables_still_playing(round_id)
        matters = _open_matters(round_id, playing)
        if not reason.strip():
            _refuse_without_reason(matters)
        _end_play(round_id, playing, by=by)
        round_ = publishing.close(round_id, by=by, reason=reason)
        for matter in matters:
            if matter.logged:
                round_.tournament.record(
                    matter.event,
                    by=by,
                    reason=reason,
                    round=round_.number,
                    tables=matter.logged,
                )
    return round_


def tables_still_playing(round_id: int) -> list[Session]:
    """The sessions of a round whose play is not over."""
    over = Sheet.objects.exclude(over="").values("session")
    return list(Session.objects.filter(round=round_id).exclude(pk__in=over))


def _open_matters(round_id: int, playing: Sequence[Session]) -> list[Matter]:
    round_ = Round.objects.select_related("tournament").get(pk=round_id)
    return list(open_matters(round_, playing))


def _refuse_without_reason(matters: Sequence[Matter]) -> None:
    if faults := [matter.fault for matter in matters if matter.sessions]:
        raise Refused(*faults)


@contextmanager
def _tables_locked(round_id: int) -> Iterator[None]:
    """One transaction, in which no hand is entered at a table of the round.

    Tables are locked before the round and the tournament, as an entry does it.
    """
    with transaction.atomic():
        list(Session.objects.filter(round=round_id).select_for_update().order_by("pk"))
        yield


def _ring(round_: Round, *, by: str) -> None:
    """The gong at every table of the round that has no time of its own."""
    books = Book.all_locked(round_)
    end_of_time.append_gongs(
        [book for book in books if not book.session.has_own_time], by=by
    )


def _end_play(round_id: int, playing: Sequence[Session], *, by: str) -> None:
    if playing:
        round_ = Round.objects.select_related("tournament").get(pk=round_id)
        books = [book for book in Book.all_locked(round_) if book.session in playing]
        end_of_time.append_ends(books, Ending.RULING, key="close", by=by)


def _take_back(books: Sequence[Book], *, by: str, reason: str) -> None:
    for book in books:
        end_of_time.take_back_gong(book, by=by, reason=reason)
    late_hands.enter_what_waits([book.session for book in books], by=by)
