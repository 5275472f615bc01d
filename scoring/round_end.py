"""What the end of a round means for its tables: the gong, and closing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_noop as _

from rules.faults import Fault
from rules.table import Ending
from scoring import confirmations, gong, late_hands
from scoring.book import Book
from scoring.models import Sheet
from tournaments import clock, due, extra_time, rounds
from tournaments.due import CLOCK
from tournaments.models import OPEN_STATES, Round, Session
from tournaments.refusals import Refused
from tournaments.round_rows import locked


def end_if_due(round_id: int, *, version: int, now: datetime) -> bool:
    """Ring the gong for a round whose deadline has passed, once; whether it rang."""
    with _tables_locked(round_id):
        round_ = due.end_if_due(round_id, version=version, now=now)
        if round_:
            _ring(round_, by=CLOCK)
    return round_ is not None


def end_table_if_due(session_id: int, *, now: datetime) -> bool:
    """Ring the gong for a table whose own time has passed, once; whether it rang."""
    with transaction.atomic():
        Session.objects.select_for_update().get(pk=session_id)
        session = due.end_table_if_due(session_id, now=now)
        if session:
            gong.append_gongs([Book.locked(session_id)], by=CLOCK)
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
    do tables without the confirmations that the tournament asks for.

    Raises Refused, naming those tables, if there is none; and if the clock is another
    than `version`: who closes a round must know of the time that was given to it.
    """
    with _tables_locked(round_id):
        clock.refuse_other_clock(locked(round_id, *OPEN_STATES), version)
        playing = tables_still_playing(round_id)
        unconfirmed = _unconfirmed(round_id)
        if not reason.strip():
            _refuse_without_reason(playing, unconfirmed, _with_late_hands(round_id))
        _end_play(round_id, playing, by=by)
        round_ = rounds.close(round_id, by=by, reason=reason)
        if unconfirmed:
            round_.tournament.record(
                "closed_unconfirmed",
                by=by,
                reason=reason,
                round=round_.number,
                tables=[session.table for session in unconfirmed],
            )
    return round_


def tables_still_playing(round_id: int) -> list[Session]:
    """The sessions of a round whose play is not over."""
    over = Sheet.objects.exclude(over="").values("session")
    return list(Session.objects.filter(round=round_id).exclude(pk__in=over))


def _unconfirmed(round_id: int) -> list[Session]:
    round_ = Round.objects.select_related("tournament").filter(pk=round_id).first()
    return confirmations.lacking(round_.tournament, round_id) if round_ else []


def _with_late_hands(round_id: int) -> list[Session]:
    """The tables whose hands wait for a referee's word."""
    late = Session.objects.filter(round=round_id, late_hands__decision="")
    return list(late.distinct())


def _refuse_without_reason(
    playing: Sequence[Session],
    unconfirmed: Sequence[Session],
    late: Sequence[Session],
) -> None:
    faults = []
    if late:
        faults.append(
            _fault(
                "late_hands",
                _(
                    "A hand waits for a referee's word: table %(tables)s. Give a "
                    "reason to close the round without it."
                ),
                late,
            )
        )
    if playing:
        faults.append(
            _fault(
                "still_playing",
                _("Still playing: table %(tables)s. Give a reason to end their play."),
                playing,
            )
        )
    if over := [session for session in unconfirmed if session not in playing]:
        faults.append(
            _fault(
                "not_confirmed",
                _(
                    "Not confirmed, or in dispute: table %(tables)s. Give a reason to "
                    "close the round without that."
                ),
                over,
            )
        )
    if faults:
        raise Refused(*faults)


def _fault(code: str, message: str, sessions: Sequence[Session]) -> Fault:
    tables = ", ".join(str(session.table) for session in sessions)
    return Fault(code, message, "reason", {"tables": tables})


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
    gong.append_gongs([book for book in books if not book.session.has_own_time], by=by)


def _end_play(round_id: int, playing: Sequence[Session], *, by: str) -> None:
    if playing:
        round_ = Round.objects.select_related("tournament").get(pk=round_id)
        books = [book for book in Book.all_locked(round_) if book.session in playing]
        gong.append_ends(books, Ending.RULING, key="close", by=by)


def _take_back(books: Sequence[Book], *, by: str, reason: str) -> None:
    for book in books:
        gong.take_back_gong(book, by=by, reason=reason)
    late_hands.enter_what_waits([book.session for book in books], by=by)
