"""Event folders that were uploaded."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models import Tournament


class ImportJob(models.Model):
    """An event folder that was uploaded, and what became of it."""

    class State(models.TextChoices):
        WAITING = "waiting", _("Waiting")
        DONE = "done", _("Imported")
        REFUSED = "refused", _("Refused")
        FAILED = "failed", _("Failed")

    by = models.ForeignKey("auth.User", models.CASCADE, related_name="import_jobs")
    at = models.DateTimeField(default=timezone.now)
    archive = models.BinaryField()
    accept_flagged = models.BooleanField(default=False)
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    report = models.JSONField(default=dict)
    tournament = models.ForeignKey(Tournament, models.SET_NULL, null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(
                    state__in=["waiting", "done", "refused", "failed"],
                ),
                name="import_job_state_known",
            )
        ]
