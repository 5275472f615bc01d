"""The clock of this machine, and how far it was moved: the moment at which the machine
started, by its own clock, changes when somebody sets that clock, and at no other time.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import uuid4

#: Steps of the clock up to this are left alone: no clock in a hall looks wrong by them.
SMALL_STEP = timedelta(seconds=2)

#: How long the two looks at the uptime around one at the wall clock may be apart.
_AT_ONCE = 0.05

#: Counts on while the machine sleeps, so that a laptop whose lid was shut has not had
#: its clock moved. Where there is no BOOTTIME (macOS), MONOTONIC does that.
_UPTIME = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)


def _boot() -> str:
    """Name this run of the machine; where nothing does, this program's own."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()[:36]
    except OSError:
        return str(uuid4())


BOOT = _boot()


@dataclass(frozen=True)
class Reading:
    """The wall clock and, at the same moment, the seconds since the machine started,
    with those that it slept. Uptimes of one `boot` can be compared."""

    wall: datetime
    uptime: float
    boot: str = BOOT

    @property
    def booted_at(self) -> datetime:
        """When the machine started, by its clock as it is set now."""
        return self.wall - timedelta(seconds=self.uptime)


def read() -> Reading:
    """Return the wall clock and the uptime of one moment: a process that was stopped
    between the two looks again."""
    while True:
        before = time.clock_gettime(_UPTIME)
        wall = time.time()
        after = time.clock_gettime(_UPTIME)
        if after - before < _AT_ONCE:
            return Reading(datetime.fromtimestamp(wall, UTC), (before + after) / 2)
