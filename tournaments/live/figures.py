"""What the live streams cost, for whoever measures the program."""

from __future__ import annotations

from prometheus_client import Counter, Gauge

VIEWERS = Gauge(
    "wind_live_viewers", "Live streams that are open", multiprocess_mode="livesum"
)
BYTES = Counter("wind_live_bytes", "Bytes written into live streams")

#: Bytes that are counted at once: a hand is told to thousands.
AT_ONCE = 65_536

_uncounted = 0


def written(size: int) -> None:
    """Count what was written into a stream; a little later than it was."""
    global _uncounted
    _uncounted += size
    if _uncounted >= AT_ONCE:
        BYTES.inc(_uncounted)
        _uncounted = 0
