"""The Celery application, with Django's settings and the tasks of all apps, and the
scheduler of beat.

The scheduler sends tasks at intervals measured by the monotonic clock. Celery's own
scheduler calculates with dates and time zones several times a second, which costs five
times as much as sending.
"""

from __future__ import annotations

import os
from functools import cached_property
from time import monotonic

from celery import Celery
from celery.app.amqp import AMQP
from celery.beat import Scheduler
from celery.signals import after_task_publish

from mahjong_site import broker_outage_log, sqlite_message_queue
from mahjong_site.broker_outage_log import away


class Intervals(Scheduler):
    """Scheduler that sends each task of `CELERY_BEAT_SCHEDULE` at its interval in
    seconds.

    A task is first sent one interval after the start. If several runs of a task were
    missed, it is sent once.
    """

    @cached_property
    def _due(self) -> dict[str, float]:
        """Return the time when each task is due next, by task name, in seconds of the
        monotonic clock."""
        return {}

    def tick(self, *_celery: object, **_celery_too: object) -> float:
        """Send the tasks that are due. Return the seconds until the next task is
        due."""
        for name, entry in self.schedule.items():
            now, seconds = monotonic(), self.seconds(name)
            due = self._due.setdefault(name, now + seconds)
            if due <= now:
                self.apply_entry(entry, producer=self.producer)
                following = due + seconds
                self._due[name] = following if following > now else now + seconds
        return max(0.0, min(self._due.values()) - monotonic())

    def seconds(self, name: str) -> float:
        """Return the interval of a scheduled task in seconds."""
        return float(self.app.conf.beat_schedule[name]["schedule"])


os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mahjong_site.settings")


class Messages(AMQP):
    Connection = broker_outage_log.Connection


sqlite_message_queue.use()
app = Celery("mahjong_site", amqp=Messages)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


def app_for_second_worker() -> Celery:
    """Return a second application with the same settings and tasks.

    It is needed because an application can serve only one choice of queues in a
    process.
    """
    # The fixups of the first one connect Django to all workers.
    second = Celery("second", amqp=Messages, set_as_current=False, fixups=[])
    second.config_from_object("django.conf:settings", namespace="CELERY")
    return second


@after_task_publish.connect
def broker_has_answered(**_signal: object) -> None:
    """Record that the broker is back. Beat learns this only when a task is sent."""
    away.worked()
