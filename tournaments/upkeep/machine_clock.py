"""Read the clock of this machine, and detect changes of the clock. The start time of
the machine, by the wall clock, changes only when the clock is changed."""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import uuid4

#: Steps up to this are ignored; no clock in a hall looks wrong by so little.
SMALL_STEP = timedelta(seconds=2)

#: Seconds that may pass between the two uptime readings around a clock reading.
_AT_ONCE = 0.05


def _uptime() -> float:
    """Return the seconds since the machine started, including sleep. A laptop that
    sleeps therefore does not look like a change of the clock.

    Systems without BOOTTIME include sleep in MONOTONIC (macOS). Systems without
    `clock_gettime` include sleep in `time.monotonic` (Windows).
    """
    if not hasattr(time, "clock_gettime"):
        return time.monotonic()
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


def _boot() -> str:
    """Return the id of the current run of this machine. If the system has no such id,
    return an id of this process."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()[:36]
    except OSError:
        return str(uuid4())


BOOT = _boot()


@dataclass(frozen=True)
class Reading:
    """The wall clock and the uptime (in seconds, including sleep) at the same moment.
    Uptimes with the same `boot` are comparable."""

    wall: datetime
    uptime: float
    boot: str = BOOT

    @property
    def booted_at(self) -> datetime:
        """Return the time when the machine started, by the current wall clock."""
        return self.wall - timedelta(seconds=self.uptime)


def read() -> Reading:
    """Return the wall clock and the uptime at the same moment. If the process was
    suspended between the two readings, read again."""
    while True:
        before = _uptime()
        wall = time.time()
        after = _uptime()
        if after - before < _AT_ONCE:
            return Reading(datetime.fromtimestamp(wall, UTC), (before + after) / 2)
