"""What the live streams cost, for whoever measures the program."""

from __future__ import annotations

from prometheus_client import Counter, Gauge

from tournaments.upkeep import full_disk

VIEWERS = Gauge(
    "wind_live_viewers", "Live streams that are open", multiprocess_mode="livesum"
)
BYTES = Counter("wind_live_bytes", "Bytes written into live streams")

#: Bytes that are counted at once: a hand is told to thousands.
AT_ONCE = 65_536

_uncounted = 0
_open = 0


def viewers(change: int) -> None:
    """Count that so many more streams are open in this process."""
    global _open
    _open += change
    if can_count():
        VIEWERS.set(_open)


def can_count() -> bool:
    """Return whether figures can be counted. They are in files that are mapped into
    memory: a process that writes to a new part of one ends (SIGBUS) if the disk has no
    room for it."""
    return not full_disk.lacks_room()


def written(size: int) -> None:
    """Count what was written into a stream; a little later than it was."""
    global _uncounted
    _uncounted += size
    if _uncounted >= AT_ONCE and can_count():
        BYTES.inc(_uncounted)
        _uncounted = 0
