"""What keeps the program going beside its pages."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Part(models.TextChoices):
    CLOCK = "clock", _("Clock")
    WORKER = "worker", _("Background worker")


class Heartbeat(models.Model):
    """When a part of the program last did something that beat had sent it: by the wall
    clock (`at`) and by the `uptime` of its machine, in seconds, which no setting of the
    clock changes; `boot` names that run of the machine. `booted_at` is when it began by
    the clock as it was last known to be set (`rounds.clock_steps`)."""

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
