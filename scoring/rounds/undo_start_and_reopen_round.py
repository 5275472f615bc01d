"""Undo the start of a round, reset its clock, or reopen it.

Each change of the clock and of the ledgers is one transaction.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils.translation import gettext_noop as _

from scoring.ledger.table_ledger import TableLedger
from scoring.models import LaidDeposit, LedgerEntry
from scoring.rounds.time_up_signal import (
    append_gongs,
    tables_locked,
    take_back_ends,
    take_back_gongs,
)
from scoring.wording.stored_reasons import Reason
from tournaments.models import CLOCK_STATES, NOT_BEGUN, Extension, Round, RoundState
from tournaments.refusals import refusal
from tournaments.rounds.round_clock import refuse_other_clock
from tournaments.rounds.round_row import (
    bind_players,
    change,
    forget_own_ends,
    locked,
    refuse_players_elsewhere,
    set_clock,
)


def undo_start(
    round_id: int,
    *,
    by: str,
    now: datetime,
    reason: str = "",
    version: int | None = None,
) -> Round:
    """Undo the start of a round without entries, and return the round. The seating
    stays published, the players are free, and riichi sticks are removed. A director
    must start the round again.

    Raises Refused if a table has entries (then use `set_back`), the round is not
    running or paused, or the clock version is not `version`.
    """
    with tables_locked(round_id):
        round_ = locked(round_id, *CLOCK_STATES)
        refuse_other_clock(round_, version)
        if has_entries(round_):
            raise refusal(
                "has_entries",
                _(
                    "A table of round %(number)s already has entries. Reset the clock "
                    "instead."
                ),
                number=round_.number,
            )
        round_.seats.update(playing=None)
        Extension.objects.filter(game__round=round_).delete()
        LaidDeposit.objects.filter(game__round=round_).delete()
        return change(
            round_,
            "start_undone",
            by,
            reason,
            state=RoundState.PUBLISHED,
            started_at=None,
            ends_at=None,
            mark_at=None,
            remaining=None,
            step=None,
            stepped_at=None,
        )


def set_back(
    round_id: int,
    *,
    by: str,
    reason: str,
    now: datetime,
    version: int | None = None,
) -> Round:
    """Reset the clock of a started round to its full time, pause the clock, and return
    the round. Entries are kept. Raises Refused if the round is not running or paused,
    or the clock version is not `version`.
    """
    with tables_locked(round_id):
        round_ = locked(round_id, *CLOCK_STATES)
        refuse_other_clock(round_, version)
        forget_own_ends(round_)
        whole = timedelta(minutes=round_.minutes)
        round_ = set_clock(
            round_,
            "clock_set_back",
            by,
            reason,
            left=whole,
            running=False,
            now=now,
            step=None,
            stepped_at=None,
        )
        take_back_gongs(TableLedger.all_locked(round_), by=by, reason=Reason(reason))
    return round_


def reopen(
    round_id: int,
    *,
    by: str,
    reason: str,
    now: datetime,
    version: int | None = None,
) -> Round:
    """Reopen a closed round in its state after the gong, and return the round. Games
    that closing had ended resume. Results are unofficial until the round is closed
    again. Countdowns of later rounds are cancelled.

    Raises Refused if the round is not closed, a player sits in another round now, or
    the clock version is not `version`.
    """
    with tables_locked(round_id):
        round_ = locked(round_id, RoundState.CLOSED)
        refuse_other_clock(round_, version)
        refuse_players_elsewhere(round_)
        bind_players(round_)
        round_ = change(
            round_,
            "round_reopened",
            by,
            reason,
            state=RoundState.TIME_UP,
            ended_at=round_.ended_at or now,
        )
        _play_on(round_, by=by, reason=reason)
        _call_off_starts(round_, by=by, reason=reason)
    return round_


def has_entries(round_: Round) -> bool:
    """Return whether a table of the round has entries."""
    return LedgerEntry.objects.filter(game__round=round_).exists()


def _play_on(round_: Round, *, by: str, reason: str) -> None:
    """Resume games that closing had ended.

    Add a missing gong, because a round may be closed before its time is over.
    """
    take_back_ends(TableLedger.all_locked(round_), by=by, reason=reason)
    append_gongs(TableLedger.all_locked(round_), by=by)


def _call_off_starts(round_: Round, *, by: str, reason: str) -> None:
    later = round_.tournament.rounds.filter(
        number__gt=round_.number, starts_at__isnull=False, state__in=NOT_BEGUN
    )
    for pk in later.order_by("pk").values_list("pk", flat=True):
        waiting = locked(pk, *NOT_BEGUN)
        change(waiting, "start_called_off", by, reason, starts_at=None)
