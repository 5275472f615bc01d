"""Repeat a worker's task while the database is down."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import TypeVar

from django.db import close_old_connections

from tournaments.upkeep.outage_detection import OutageLog, outage_of

#: Seconds between two attempts, and in total.
BETWEEN = 1.0
LONGEST = 600.0

Result = TypeVar("Result")

_log = OutageLog(logging.getLogger(__name__))


def retry_while_db_is_down(do: Callable[[], Result]) -> Result:
    """Return the result of `do`. The call is repeated while the database is down.

    `do` must be safe to repeat. Other errors of `do` are raised immediately, and an
    outage after ten minutes.
    """
    give_up = time.monotonic() + LONGEST
    while True:
        try:
            result = do()
        except Exception as error:
            outage = outage_of(error)
            if outage is None or time.monotonic() >= give_up:
                raise
            _log.met(outage, error)
        else:
            _log.worked()
            return result
        close_old_connections()
        time.sleep(BETWEEN)
