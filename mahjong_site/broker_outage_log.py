"""Reconnect to the broker soon after an outage, and shorten the log of its outages.

While the broker is down or its disk is full, Celery would log a traceback for each of
beat's ticks and each worker's attempts. This module logs one line a minute instead.
"""

from __future__ import annotations

import logging
from typing import Any

import kombu

from tournaments.upkeep.outage_detection import Outage, OutageLog, outage_of

away = OutageLog(logging.getLogger(__name__))
NOT_OURS = (Outage.BROKER, Outage.FULL, Outage.READ_ONLY)

#: Seconds between two attempts to reach a broker that is down. Kombu waits up to 30,
#: which would delay the end of a round as long.
BETWEEN_ATTEMPTS = {"interval_start": 0.2, "interval_step": 0.2, "interval_max": 0.4}


class OnceAMinute(logging.Filter):
    """Log filter for outages of the broker, when it is down or its disk is full.

    Replaces Celery's messages with one message a minute. Calls `away.worked` when the
    broker works again.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        if not record.name.startswith("celery."):
            return True
        error = _error_of(record)
        outage = outage_of(error)
        if error is None or outage not in NOT_OURS:
            return True
        away.met(outage, error)
        return False


def _error_of(record: logging.LogRecord) -> BaseException | None:
    """Return the exception in a log record, or None if the record has no exception."""
    if record.exc_info and record.exc_info[1]:
        return record.exc_info[1]
    values = record.args if isinstance(record.args, tuple) else ()
    return next((value for value in values if isinstance(value, BaseException)), None)


class Connection(kombu.Connection):
    """Connection to any broker that tries to reconnect soon."""

    def ensure_connection(  # type: ignore[override]
        self, *args: Any, **kwargs: Any
    ) -> kombu.Connection:
        connected = super().ensure_connection(*args, **BETWEEN_ATTEMPTS | kwargs)
        away.worked()
        return connected
