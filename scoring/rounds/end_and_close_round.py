"""End the time of rounds and tables, undo an end, and close rounds.

Each change of the clock and of the ledgers is one transaction.
"""

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
from scoring.ledger.table_ledger import TableLedger
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
    Game,
    Round,
    RoundState,
)
from tournaments.refusals import Refused, refusal
from tournaments.rounds import round_clock
from tournaments.rounds.round_deadlines import CLOCK
from tournaments.rounds.round_row import change, forget_own_ends, locked, set_clock

#: Time within which an end can be undone.
SECOND_THOUGHTS = timedelta(minutes=1)


def end_if_due(round_id: int, *, version: int, now: datetime) -> bool:
    """End the time of a running round whose deadline has passed, and add the gong at
    its tables. Return whether the round was ended. It is not ended before its deadline,
    or if the clock version is not `version`.
    """
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
def end_table_if_due(game_id: int, *, now: datetime) -> bool:
    """End the extra time of a table and add the gong there.

    Return whether the extra time was ended. It is not ended before it is over, or after
    the round was closed.
    """
    game = Game.objects.select_for_update().get(pk=game_id)
    round_ = locked(game.round_id, *RoundState)
    own = Extension.objects.filter(game=game, ends_at__lte=now).first()
    if own is None or own.ends_at is None or round_.ended_at is None:
        return False
    if not round_.is_open:  # a director was faster
        return False
    own.extra, own.ends_at = own.ends_at - round_.ended_at, None
    own.save()
    change(round_, "table_time_up", CLOCK, data={"table": game.table})
    append_gongs([TableLedger.locked(game_id)], by=CLOCK)
    return True


def end_now(
    round_id: int,
    *,
    by: str,
    reason: str,
    now: datetime,
    version: int | None = None,
) -> Round:
    """End the time of a round before its deadline, and add the gong at its tables
    without extra time. Return the round. Raises Refused if the round is not running or
    paused, or the clock version is not `version`.
    """
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
    """Undo an end within a minute and return the round.

    The clock continues from the time it showed, and play resumes. Raises Refused after
    that minute, if the time had run out, or if the clock version is not `version`.
    """
    why = stored_reasons.from_form(reason)
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
                _("The round was ended more than a minute ago. Add minutes instead."),
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
        take_back_gongs(TableLedger.all_locked(round_), by=by, reason=why)
    return round_


def seconds_to_undo_end(round_: Round, now: datetime) -> float:
    """Return the number of seconds in which the end can still be undone; 0 if it
    cannot.
    """
    if round_.left_at_end is None or round_.ended_at is None:
        return 0
    if round_.state != RoundState.TIME_UP or now < round_.ended_at:
        # The end is in the future: the server's clock was changed by an unknown time.
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
    """Close a round and return it. Its results become official, its players are free,
    and the next round may start automatically.

    Games in progress are ended by ruling. Games in progress, and any other open matter
    at a table, require a reason. Raises Refused, with the tables, if the reason is
    missing, or if the clock version is not `version`.
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
            ledgers = TableLedger.all_locked(round_)
            append_ends([ledger for ledger in ledgers if ledger.game in playing], by=by)
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
        Extension.objects.filter(game__round=round_).update(ends_at=None)
        round_clock.arrange_start(round_.tournament, now=now)
        _record_matters(round_, matters, by=by, reason=reason)
    return round_


def _refuse_without_reason(matters: Sequence[Matter]) -> None:
    if faults := [matter.fault for matter in matters if matter.games]:
        raise Refused(*faults)


def _record_matters(
    round_: Round, matters: Sequence[Matter], *, by: str, reason: str
) -> None:
    """Log the matters that were open at tables when the round was closed."""
    for matter in matters:
        if matter.logged:
            round_.record(matter.event, by=by, reason=reason, tables=matter.logged)


def _keep_own_ends(round_: Round, ended_at: datetime) -> None:
    """Set when the extra time of tables ends. `ended_at`: end of the round's time."""
    for own in Extension.objects.filter(game__round=round_):
        own.ends_at = ended_at + own.extra
        own.save(update_fields=["ends_at"])


def _ring(round_: Round, *, by: str) -> None:
    """Add the gong at every table of the round without extra time."""
    ledgers = TableLedger.all_locked(round_)
    append_gongs([ledger for ledger in ledgers if not ledger.game.has_own_time], by=by)
