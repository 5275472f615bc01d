"""Record of the times when everything that the clock needs was available."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Iterator


class Attendance:
    """Record of the times at which each part starts and stops.

    At first all parts are stopped.
    """

    def __init__(self, parts: Iterable[str]) -> None:
        self._gone = set(parts)
        self._since: float | None = None
        self._windows: list[tuple[float, float]] = []
        self._lock = threading.Lock()

    @property
    def missing(self) -> frozenset[str]:
        return frozenset(self._gone)

    def gone(self, part: str) -> None:
        with self._lock:
            self._gone.add(part)
            if self._since is not None:
                self._windows.append((self._since, time.time()))
                self._since = None

    def back(self, part: str) -> None:
        with self._lock:
            self._gone.discard(part)
            if not self._gone and self._since is None:
                self._since = time.time()

    def delay(self, due: float, happened: float) -> float:
        """Return the longest uninterrupted time in seconds between `due` and `happened`
        in which all parts were available; 0 if there was none.
        """
        return max(self._overlaps(due, happened), default=0.0)

    def _overlaps(self, start: float, end: float) -> Iterator[float]:
        now = [(self._since, time.time())] if self._since is not None else []
        for came, left in [*self._windows, *now]:
            if came < end and left > start:
                yield min(left, end) - max(came, start)
