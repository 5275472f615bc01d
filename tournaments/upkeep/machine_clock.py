"""Read this machine's clock, and detect when it is set. The machine's start time by the
wall clock changes only when the clock is set.
"""

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
    """Return the seconds since the machine started, including time asleep, so that a
    laptop's closed lid does not count as a clock step.

    Systems without BOOTTIME include it in MONOTONIC (macOS), and systems without
    `clock_gettime` in `time.monotonic` (Windows).
    """
    if not hasattr(time, "clock_gettime"):
        return time.monotonic()
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


def _boot() -> str:
    """Return the id of this machine's run; if the system has none, of this process."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()[:36]
    except OSError:
        return str(uuid4())


BOOT = _boot()


@dataclass(frozen=True)
class Reading:
    """A reading of the wall clock and, at the same moment, of the seconds since the
    machine started, including time asleep. Uptimes with the same `boot` are comparable.
    """

    wall: datetime
    uptime: float
    boot: str = BOOT

    @property
    def booted_at(self) -> datetime:
        """Return when the machine started, by its clock as set now."""
        return self.wall - timedelta(seconds=self.uptime)


def read() -> Reading:
    """Return wall clock and uptime of one moment. Reads again if the process was
    suspended between the two readings.
    """
    while True:
        before = _uptime()
        wall = time.time()
        after = _uptime()
        if after - before < _AT_ONCE:
            return Reading(datetime.fromtimestamp(wall, UTC), (before + after) / 2)
