"""Models of failed clock tasks, and of heartbeats of the background processes."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.rounds_games_and_seats import Round


class ClockTask(models.TextChoices):
    START = "start", _("Start the round")
    WARN = "warn", _("Announce the last minutes")
    END = "end", _("Sound the gong")
    END_TABLE = "end_table", _("Sound the gong for a table")


class ClockFault(models.Model):
    """A failed clock task of a round, or of one `table` (0: the whole round).

    `again_at` is the time of the next attempt. The row counts only while the round's
    clock is at `clock_version`.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="clock_faults")
    task = models.CharField(max_length=20, choices=ClockTask)
    table = models.PositiveSmallIntegerField(default=0)
    clock_version = models.PositiveIntegerField()
    tries = models.PositiveIntegerField(default=1)
    error = models.CharField(max_length=300)
    again_at = models.DateTimeField()

    class Meta:
        ordering = ["round", "task", "table"]
        constraints = [
            models.UniqueConstraint(
                fields=["round", "task", "table"], name="one_clock_fault_per_task"
            ),
            models.CheckConstraint(
                condition=Q(task__in=ClockTask.values), name="clock_fault_task_known"
            ),
        ]


class Part(models.TextChoices):
    CLOCK = "clock", _("Clock")
    WORKER = "worker", _("Background worker")


class Heartbeat(models.Model):
    """The last time that a background process handled a message of Celery beat.

    `at`: the time of the wall clock. `uptime`: the machine's uptime in seconds, which
    setting the clock does not change. `boot`: id of the machine's current run.
    `booted_at`: the start of this run by the wall clock, as set at the last check
    (`rounds.server_clock_steps`).
    """

    part = models.CharField(max_length=20, primary_key=True, choices=Part)
    at = models.DateTimeField()
    boot = models.CharField(max_length=36, default="")
    uptime = models.FloatField(default=0)
    booted_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(part__in=Part.values), name="heartbeat_part_known"
            )
        ]
