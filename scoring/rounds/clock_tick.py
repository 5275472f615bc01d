"""Do what is due by the clock in all tournaments; called every second.

May be called at any time and by several processes: each action happens once. A failure
in one round does not delay others, and is retried after increasing pauses.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial

from scoring.rounds import end_and_close_round
from tournaments.live import push_messages
from tournaments.models import ClockTask
from tournaments.rounds import clock_failures, round_deadlines
from tournaments.rounds.clock_failures import DueTask
from tournaments.upkeep.outage_detection import Outage, OutageLog, in_words, outage_of

log = logging.getLogger(__name__)
_outages = OutageLog(log)


def sweep(now: datetime) -> int:
    """Do everything that is due. Return the number of actions. Ends come first, as they
    must not wait for anything else. Raises database errors if the database is
    unavailable."""
    waiting = clock_failures.waiting(now)
    happened = sum(
        _done(deed, do, now) for deed, do in _due(now) if deed not in waiting
    )
    return happened + _send_messages(now)


def _due(now: datetime) -> Iterator[tuple[DueTask, Callable[[], bool]]]:
    """Yield what is due with its action; each kind is looked up when reached."""
    for pk, version in list(round_deadlines.due_ends(now)):
        end = partial(end_and_close_round.end_if_due, pk, version=version, now=now)
        yield DueTask(ClockTask.END, pk, version), end
    for session, table, pk, version in list(round_deadlines.due_tables(now)):
        end = partial(end_and_close_round.end_table_if_due, session, now=now)
        yield DueTask(ClockTask.END_TABLE, pk, version, table), end
    for pk, version in list(round_deadlines.due_starts(now)):
        start = partial(round_deadlines.start_if_due, pk, version=version, now=now)
        yield DueTask(ClockTask.START, pk, version), start
    for pk, version in list(round_deadlines.due_marks(now)):
        warn = partial(round_deadlines.warn_if_due, pk, version=version, now=now)
        yield DueTask(ClockTask.WARN, pk, version), warn


def _done(deed: DueTask, do: Callable[[], bool], now: datetime) -> bool:
    """Run `do` and return whether it did something. Exceptions are stored as clock
    faults."""
    try:
        happened = do()
    except Exception as error:
        _failed(deed, error, now)
        return False
    if happened:
        clock_failures.forget(deed)
        _outages.worked()
    return happened


def _failed(deed: DueTask, error: Exception, now: datetime) -> None:
    outage = outage_of(error)
    if outage is not None:
        if outage is Outage.AWAY:
            raise error
        # The round is not at fault: it is tried again at the next tick.
        _outages.met(outage, error)
        return
    words = in_words(error)
    try:
        if clock_failures.note(deed, words, now):
            log.error("The clock could not do its work: %s", deed, exc_info=error)
            clock_failures.tell(deed, words)
    except Exception as another:
        if outage_of(another) is Outage.AWAY:
            raise
        log.exception("What the clock could not do could not be kept: %s", deed)


def _send_messages(now: datetime) -> int:
    global _push_error
    try:
        told = push_messages.send_due(now)
    except Exception as error:
        words = in_words(error)
        if words != _push_error:
            log.exception("Players could not be told")
        _push_error = words
        return 0
    _push_error = ""
    return told


#: Last logged error of undelivered messages.
_push_error = ""
