"""What the clock does every second, for every tournament.

Safe to call by anybody, at any time and at once: each thing happens once. What fails
for one round is logged and keeps no other from its time.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import datetime
from functools import partial
from typing import Protocol

from scoring import round_end
from tournaments import due, push

log = logging.getLogger(__name__)


class Due(Protocol):
    def __call__(self, now: datetime) -> Iterable[tuple[int, int]]: ...


class ByVersion(Protocol):
    def __call__(self, pk: int, /, *, version: int, now: datetime) -> bool: ...


def sweep(now: datetime) -> int:
    """End, start and warn whatever is due; how many things happened. Ends come first:
    nothing else may be late for their sake, but they for nothing."""
    happened = _swept(due.due_ends, round_end.end_if_due, now)
    for pk in list(due.due_tables(now)):
        happened += _done(partial(round_end.end_table_if_due, pk, now=now))
    happened += _swept(due.due_starts, due.start_if_due, now)
    happened += _swept(due.due_marks, due.warn_if_due, now)
    return happened + _done(partial(push.send_due, now))


def _swept(found: Due, verb: ByVersion, now: datetime) -> int:
    return sum(
        _done(partial(verb, pk, version=version, now=now))
        for pk, version in list(found(now))
    )


def _done(verb: partial[bool] | partial[int]) -> int:
    try:
        return verb()
    except Exception:
        log.exception("The clock could not do its work: %s", verb)
        return False
