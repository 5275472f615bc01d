"""What Celery's log says while the broker is away or its disk full: a sentence a
minute.

Celery would write a traceback for each of beat's ticks, and each worker one more for
each attempt to reach the broker again.
"""

from __future__ import annotations

import logging

from tournaments.upkeep.outage_detection import Outage, OutageLog, outage_of

away = OutageLog(logging.getLogger(__name__))
NOT_OURS = (Outage.BROKER, Outage.FULL, Outage.READ_ONLY)


class OnceAMinute(logging.Filter):
    """Keeps away what Celery says of a broker that does not answer or whose files find
    no room, and says it in its own words; `away.worked` is called where it did."""

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
    """The exception that a line of a log tells of."""
    if record.exc_info and record.exc_info[1]:
        return record.exc_info[1]
    told = record.args if isinstance(record.args, tuple) else ()
    return next((each for each in told if isinstance(each, BaseException)), None)
