"""Carry out everything that is due by the clock in all tournaments. Called every
second.

Several processes may call `sweep` at any time: each action happens once. A failure in
one round does not delay other rounds and is retried after increasing pauses.
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
    """Carry out everything that is due, and return the number of actions.

    Ends of rounds and tables come first, because they are the most urgent. Raises
    database errors if the database is unavailable.
    """
    waiting = clock_failures.waiting(now)
    happened = sum(
        _done(task, action, now) for task, action in _due(now) if task not in waiting
    )
    return happened + _send_messages(now)


def _due(now: datetime) -> Iterator[tuple[DueTask, Callable[[], bool]]]:
    """Yield due tasks with their actions.

    Each kind of task is read from the database only when its turn comes.
    """
    for pk, version in list(round_deadlines.due_ends(now)):
        end = partial(end_and_close_round.end_if_due, pk, version=version, now=now)
        yield DueTask(ClockTask.END, pk, version), end
    for game, table, pk, version in list(round_deadlines.due_tables(now)):
        end = partial(end_and_close_round.end_table_if_due, game, now=now)
        yield DueTask(ClockTask.END_TABLE, pk, version, table), end
    for pk, version in list(round_deadlines.due_starts(now)):
        start = partial(round_deadlines.start_if_due, pk, version=version, now=now)
        yield DueTask(ClockTask.START, pk, version), start
    for pk, version in list(round_deadlines.due_marks(now)):
        warn = partial(round_deadlines.warn_if_due, pk, version=version, now=now)
        yield DueTask(ClockTask.WARN, pk, version), warn


def _done(task: DueTask, action: Callable[[], bool], now: datetime) -> bool:
    """Run `action` and return whether it did something.

    An exception is stored as a clock fault, and the result is False.
    """
    try:
        happened = action()
    except Exception as error:
        _failed(task, error, now)
        return False
    if happened:
        clock_failures.forget(task)
        _outages.worked()
    return happened


def _failed(task: DueTask, error: Exception, now: datetime) -> None:
    outage = outage_of(error)
    if outage is not None:
        if outage is Outage.AWAY:
            raise error
        # Not a fault of the round: the next tick tries again.
        _outages.met(outage, error)
        return
    message = in_words(error)
    try:
        if clock_failures.note(task, message, now):
            log.error("The clock could not do its work: %s", task, exc_info=error)
            clock_failures.log_failure(task, message)
    except Exception as another:
        if outage_of(another) is Outage.AWAY:
            raise
        log.exception("A failure of the clock could not be stored: %s", task)


def _send_messages(now: datetime) -> int:
    global _push_error
    try:
        sent = push_messages.send_due(now)
    except Exception as error:
        message = in_words(error)
        if message != _push_error:
            log.exception("Push messages could not be sent")
        _push_error = message
        return 0
    _push_error = ""
    return sent


#: Last logged error of undelivered messages.
_push_error = ""
