"""When beat sends what: every so many seconds, by a clock that is never set.

Celery's own scheduler finds out with dates and time zones what is due, several times a
second, which costs five times as much as sending it.

The Celery application: its settings are Django's, its tasks live in the apps.
"""

from __future__ import annotations

import os
from functools import cached_property
from time import monotonic

from celery import Celery
from celery.app.amqp import AMQP
from celery.beat import Scheduler
from celery.signals import after_task_publish

from mahjong_site import message_broker_and_log
from mahjong_site.message_broker_and_log import away


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


os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mahjong_site.settings")


class Messages(AMQP):
    Connection = message_broker_and_log.Connection


message_broker_and_log.use()
app = Celery("mahjong_site", amqp=Messages)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@after_task_publish.connect
def broker_has_answered(**_signal: object) -> None:
    """Beat asks for no new connection: what it sends tells that the broker is back."""
    away.worked()
