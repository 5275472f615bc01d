"""When beat sends what: every so many seconds, by a clock that is never set.

Celery's own scheduler finds out with dates and time zones what is due, several times a
second, which costs five times as much as sending it.
"""

from __future__ import annotations

from functools import cached_property
from time import monotonic

from celery.beat import Scheduler


class Intervals(Scheduler):
    """Sends each task of `CELERY_BEAT_SCHEDULE` when its interval, in seconds, is over,
    for the first time one interval after the start. What was missed is sent once."""

    @cached_property
    def _due(self) -> dict[str, float]:
        """When each task is sent next, by its name, on the clock that never jumps."""
        return {}

    def tick(self, *_celery: object, **_celery_too: object) -> float:
        """Send what is due; seconds until something is."""
        for name, entry in self.schedule.items():
            now, seconds = monotonic(), self.seconds(name)
            due = self._due.setdefault(name, now + seconds)
            if due <= now:
                self.apply_entry(entry, producer=self.producer)
                following = due + seconds
                self._due[name] = following if following > now else now + seconds
        return max(0.0, min(self._due.values()) - monotonic())

    def seconds(self, name: str) -> float:
        """The interval of an entry."""
        return float(self.app.conf.beat_schedule[name]["schedule"])
