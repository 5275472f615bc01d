"""What Celery's log says while the broker is away: a sentence a minute.

Celery would write a traceback for each of beat's ticks, and each worker one more for
each attempt to reach the broker again.
"""

from __future__ import annotations

import logging

from tournaments.upkeep.outages.outages import Outage, OutageLog, outage_of

away = OutageLog(logging.getLogger(__name__))


class OnceAMinute(logging.Filter):
    """Keeps away what Celery says of a broker that does not answer, and says it in its
    own words; `away.worked` is called where the broker did."""

    def filter(self, record: logging.LogRecord) -> bool:
        if not record.name.startswith("celery."):
            return True
        error = _error_of(record)
        if error is None or outage_of(error) is not Outage.BROKER:
            return True
        away.met(Outage.BROKER, error)
        return False


def _error_of(record: logging.LogRecord) -> BaseException | None:
    """The exception that a line of a log tells of."""
    if record.exc_info and record.exc_info[1]:
        return record.exc_info[1]
    told = record.args if isinstance(record.args, tuple) else ()
    return next((each for each in told if isinstance(each, BaseException)), None)
