"""What keeps the program going beside its pages."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Part(models.TextChoices):
    CLOCK = "clock", _("The clock")
    WORKER = "worker", _("The worker for draws and imports")


class Heartbeat(models.Model):
    """When a part of the program last did something that beat had sent it."""

    part = models.CharField(max_length=20, primary_key=True, choices=Part)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(part__in=Part.values), name="heartbeat_part_known"
            )
        ]
