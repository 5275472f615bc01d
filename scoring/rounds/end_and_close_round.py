"""End the time of rounds and tables, take an end back, and close rounds: the clock and
the ledgers in one transaction."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from scoring.confirming_and_finishing.tables_still_playing import (
    still_playing,
    tables_of,
)
from scoring.confirming_and_finishing.why_round_cannot_close import Matter, open_matters
from scoring.ledger.table_ledger import Book
from scoring.rounds.time_up_signal import (
    append_ends,
    append_gongs,
    tables_locked,
    take_back_gongs,
)
from scoring.wording import stored_reasons
from tournaments.models import (
    CLOCK_STATES,
    OPEN_STATES,
    Extension,
    Round,
    RoundState,
    Session,
)
from tournaments.refusals import Refused, refusal
from tournaments.rounds import round_clock
from tournaments.rounds.round_deadlines import CLOCK
from tournaments.rounds.round_row import change, forget_own_ends, locked, set_clock

#: How long an end by mistake can be taken back.
SECOND_THOUGHTS = timedelta(minutes=1)


def end_if_due(round_id: int, *, version: int, now: datetime) -> bool:
    """End the time of a running round whose deadline has passed, once, and ring the
    gong at its tables. False if it is not due, or if the clock has changed since
    `version`."""
    with tables_locked(round_id):
        ended = Round.objects.filter(
            pk=round_id,
            state=RoundState.RUNNING,
            clock_version=version,
            ends_at__lte=now,
        ).update(
            state=RoundState.TIME_UP,
            ended_at=F("ends_at"),
            ends_at=None,
            mark_at=None,
            clock_version=F("clock_version") + 1,
        )
        if not ended:
            return False
        round_ = Round.objects.select_related("tournament").get(pk=round_id)
        if round_.ended_at:
            _keep_own_ends(round_, round_.ended_at)
        round_.record("time_up", by=CLOCK)
        _ring(round_, by=CLOCK)
    return True


@transaction.atomic
def end_table_if_due(session_id: int, *, now: datetime) -> bool:
    """End the time that a table had beyond its round's, once, and ring the gong there;
    False if it is not due."""
    session = Session.objects.select_for_update().get(pk=session_id)
    round_ = locked(session.round_id, *RoundState)
    own = Extension.objects.filter(session=session, ends_at__lte=now).first()
    if own is None or own.ends_at is None or round_.ended_at is None:
        return False
    if not round_.is_open:  # a director was faster
        return False
    own.extra, own.ends_at = own.ends_at - round_.ended_at, None
    own.save()
    change(round_, "table_time_up", CLOCK, data={"table": session.table})
    append_gongs([Book.locked(session_id)], by=CLOCK)
    return True


def end_now(
    round_id: int,
    *,
    by: str,
    reason: str,
    now: datetime,
    version: int | None = None,
) -> Round:
    """End the time of a round before its deadline, and ring the gong at every table.
    Raises Refused if the clock is another than `version`."""
    with tables_locked(round_id):
        round_ = locked(round_id, *CLOCK_STATES)
        round_clock.refuse_other_clock(round_, version)
        round_ = change(
            round_,
            "time_up",
            by,
            reason,
            state=RoundState.TIME_UP,
            left_at_end=round_.time_left(now) or None,
            ended_at=min(now, round_.ends_at or now),
            ends_at=None,
            mark_at=None,
            remaining=None,
        )
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
    """Take back an end by mistake, within a minute of it: the clock runs on from what
    it showed, and so does play. Raises Refused later, if time had really run out, and
    if the clock is another than `version`."""
    why = stored_reasons.given(reason)
    with tables_locked(round_id):
        round_ = locked(round_id, RoundState.TIME_UP)
        round_clock.refuse_other_clock(round_, version)
        if round_.left_at_end is None or round_.ended_at is None:
            raise refusal(
                "time_was_up",
                _("Round %(number)s had no time left. Add minutes instead."),
                number=round_.number,
            )
        if not timedelta() <= now - round_.ended_at <= SECOND_THOUGHTS:
            raise refusal(
                "too_late_to_undo",
                _("That was more than a minute ago. Add minutes instead."),
            )
        left = round_.left_at_end
        forget_own_ends(round_)
        round_ = set_clock(
            round_,
            "end_undone",
            by,
            why.text,
            left=left,
            running=True,
            now=now,
            data=why.in_log,
        )
        take_back_gongs(Book.all_locked(round_), by=by, reason=why)
    return round_


def seconds_to_undo_end(round_: Round, now: datetime) -> float:
    """How long an end can still be taken back; 0 if it cannot."""
    if round_.left_at_end is None or round_.ended_at is None:
        return 0
    if round_.state != RoundState.TIME_UP or now < round_.ended_at:
        # An end of the future: the server's clock was moved, nobody knows how far yet.
        return 0
    return max(0, (round_.ended_at + SECOND_THOUGHTS - now).total_seconds())


def close(
    round_id: int,
    *,
    by: str,
    reason: str = "",
    now: datetime | None = None,
    version: int | None = None,
) -> Round:
    """Close a round: its players are free, its results are final, and the next one may
    start by itself. Tables still playing end by ruling, which needs a reason; so does
    whatever else is open at a table.

    Raises Refused, naming those tables, if there is none; and if the clock is another
    than `version`: who closes a round must know of the time that was given to it.
    """
    now = now or timezone.now()
    with tables_locked(round_id):
        round_ = locked(round_id, *OPEN_STATES)
        round_clock.refuse_other_clock(round_, version)
        tables = tables_of(round_)
        matters = list(open_matters(round_, tables))
        if not reason.strip():
            _refuse_without_reason(matters)
        if playing := still_playing(tables):
            books = Book.all_locked(round_)
            append_ends([book for book in books if book.session in playing], by=by)
        round_ = change(
            round_,
            "round_closed",
            by,
            reason,
            state=RoundState.CLOSED,
            ended_at=round_.ended_at or now,
            ends_at=None,
            mark_at=None,
            remaining=None,
        )
        round_.seats.update(playing=None)
        Extension.objects.filter(session__round=round_).update(ends_at=None)
        round_clock.arrange_start(round_.tournament, now=now)
        _record_matters(round_, matters, by=by, reason=reason)
    return round_


def _refuse_without_reason(matters: Sequence[Matter]) -> None:
    if faults := [matter.fault for matter in matters if matter.sessions]:
        raise Refused(*faults)


def _record_matters(
    round_: Round, matters: Sequence[Matter], *, by: str, reason: str
) -> None:
    """Log what was open at the tables when the round was closed."""
    for matter in matters:
        if matter.logged:
            round_.record(matter.event, by=by, reason=reason, tables=matter.logged)


def _keep_own_ends(round_: Round, ended_at: datetime) -> None:
    """Give the tables that have time of their own their own deadline."""
    for own in Extension.objects.filter(session__round=round_):
        own.ends_at = ended_at + own.extra
        own.save(update_fields=["ends_at"])


def _ring(round_: Round, *, by: str) -> None:
    """The gong at every table of the round that has no time of its own."""
    books = Book.all_locked(round_)
    append_gongs([book for book in books if not book.session.has_own_time], by=by)
