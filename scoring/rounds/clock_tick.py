"""Do what is due by the clock in every tournament; called every second.

Safe to call by anybody, at any time and at once: each thing happens once. What fails
for one round keeps no other from its time, and is tried again after pauses that grow.
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
from tournaments.rounds.clock_failures import Deed
from tournaments.upkeep.outage_detection import Outage, OutageLog, in_words, outage_of

log = logging.getLogger(__name__)
_outages = OutageLog(log)


def sweep(now: datetime) -> int:
    """End, start and warn whatever is due; how many things happened. Ends come first:
    nothing else may be late for their sake, but they for nothing.

    Raises what the database says if it is away.
    """
    waiting = clock_failures.waiting(now)
    happened = sum(
        _done(deed, do, now) for deed, do in _due(now) if deed not in waiting
    )
    return happened + _send_messages(now)


def _due(now: datetime) -> Iterator[tuple[Deed, Callable[[], bool]]]:
    """What is due, and how it is done; each kind is looked for when it is its turn."""
    for pk, version in list(round_deadlines.due_ends(now)):
        end = partial(end_and_close_round.end_if_due, pk, version=version, now=now)
        yield Deed(ClockTask.END, pk, version), end
    for session, table, pk, version in list(round_deadlines.due_tables(now)):
        end = partial(end_and_close_round.end_table_if_due, session, now=now)
        yield Deed(ClockTask.END_TABLE, pk, version, table), end
    for pk, version in list(round_deadlines.due_starts(now)):
        start = partial(round_deadlines.start_if_due, pk, version=version, now=now)
        yield Deed(ClockTask.START, pk, version), start
    for pk, version in list(round_deadlines.due_marks(now)):
        warn = partial(round_deadlines.warn_if_due, pk, version=version, now=now)
        yield Deed(ClockTask.WARN, pk, version), warn


def _done(deed: Deed, do: Callable[[], bool], now: datetime) -> bool:
    """Whether `do` did something. What it raises is noted as a fault of the clock."""
    try:
        happened = do()
    except Exception as error:
        _failed(deed, error, now)
        return False
    if happened:
        clock_failures.forget(deed)
        _outages.worked()
    return happened


def _failed(deed: Deed, error: Exception, now: datetime) -> None:
    outage = outage_of(error)
    if outage is not None:
        if outage is Outage.AWAY:
            raise error
        # Nothing is wrong with the round: it is tried with the next tick.
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


#: What was logged last of messages that could not be handed over.
_push_error = ""
