"""Metrics of the live streams."""

from __future__ import annotations

from prometheus_client import Counter, Gauge

from tournaments.upkeep import full_disk

VIEWERS = Gauge(
    "wind_live_viewers", "Live streams that are open", multiprocess_mode="livesum"
)
BYTES = Counter("wind_live_bytes", "Bytes written into live streams")

#: Bytes collected before they are counted, because one hand is sent to thousands.
AT_ONCE = 65_536

_uncounted = 0
_open = 0


def viewers(change: int) -> None:
    """Add `change` to the number of this process's open streams."""
    global _open
    _open += change
    if can_count():
        VIEWERS.set(_open)


def can_count() -> bool:
    """Return whether metrics can be written.

    Their files are mapped into memory. If the disk is full, a process that writes to a
    new part of a file is killed (SIGBUS).
    """
    return not full_disk.lacks_room()


def written(size: int) -> None:
    """Count bytes written into a stream. The count appears with some delay."""
    global _uncounted
    _uncounted += size
    if _uncounted >= AT_ONCE and can_count():
        BYTES.inc(_uncounted)
        _uncounted = 0
