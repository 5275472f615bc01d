"""Decide on a change of the server's clock: a round keeps either its remaining time, or
its start and end times.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils.translation import gettext_noop as _

from scoring.ledger.table_ledger import TableLedger
from scoring.rounds.time_up_signal import tables_locked, take_back_gongs
from scoring.wording.stored_reasons import CLOCK_WAS_MOVED
from tournaments.models import CLOCK_STATES, Round, RoundState
from tournaments.refusals import refusal
from tournaments.rounds.round_clock import refuse_other_clock
from tournaments.rounds.round_row import (
    change,
    forget_own_ends,
    locked,
    set_clock,
)

#: States in which a change of the server's clock can be undecided.
STATES = (RoundState.PUBLISHED, *CLOCK_STATES, RoundState.TIME_UP)


def due_without_step(round_: Round) -> datetime | None:
    """Return when the round would start or end without the change of the server's
    clock. Return None if no change awaits a decision or nothing is due.
    """
    if not round_.step or round_.left_at_end is not None:
        return None
    due = round_.starts_at or round_.ends_at
    if round_.state == RoundState.TIME_UP:
        due = round_.ended_at
    return due + round_.step if due else None


def is_undecided(round_: Round, now: datetime) -> bool:
    """Return whether a director can still decide on a change of the server's clock."""
    if round_.state == RoundState.PAUSED:
        return bool(round_.step)
    due = due_without_step(round_)
    return due is not None and (round_.state != RoundState.TIME_UP or due > now)


def keep_time(
    round_id: int, *, by: str, now: datetime, version: int | None = None
) -> Round:
    """Restore the remaining time that a round had before the server's clock was
    changed, and return the round. A round that the change has ended resumes; a round
    whose time is over ends.

    Raises Refused if there is nothing to decide, or the clock version is not `version`.
    """
    with tables_locked(round_id):
        round_ = _undecided(round_id, version, now)
        step = round_.step or timedelta()
        data = {"seconds": step.total_seconds()}
        due = due_without_step(round_)
        if round_.starts_at and due:
            at = max(due, now)
            return change(
                round_,
                "time_kept",
                by,
                data=data,
                starts_at=at,
                step=None,
                stepped_at=None,
            )
        left = due - now if due else (round_.remaining or timedelta()) + step
        running = round_.state != RoundState.PAUSED
        forget_own_ends(round_)
        round_ = set_clock(
            round_,
            "time_kept",
            by,
            data=data,
            left=max(left, timedelta()),
            running=running,
            now=now,
            step=None,
            stepped_at=None,
        )
        if left > timedelta():
            ledgers = TableLedger.all_locked(round_)
            take_back_gongs(ledgers, by=by, reason=CLOCK_WAS_MOVED)
    return round_


def accept_step(
    round_id: int, *, by: str, now: datetime, version: int | None = None
) -> Round:
    """Keep the start and end times of a round under the changed clock, and return the
    round. Raises Refused as `keep_time` does.
    """
    with tables_locked(round_id):
        round_ = _undecided(round_id, version, now)
        return change(round_, "step_accepted", by, step=None, stepped_at=None)


def _undecided(round_id: int, version: int | None, now: datetime) -> Round:
    round_ = locked(round_id, *STATES)
    refuse_other_clock(round_, version)
    if not is_undecided(round_, now):
        raise refusal(
            "no_step",
            _(
                "The change of the server's clock no longer needs a decision. "
                "Reload the page."
            ),
        )
    return round_
