"""What opens a table without an account, and the calls for a referee from there.

Nothing here is secret: links are signed, and these rows only say which of those
that were signed still count. A table without a row has its first link.
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone

from tournaments.models.rounds import Session
from tournaments.models.tournament import Tournament


class TableLink(models.Model):
    """Which links of a table in a round count: those of this `version`, unless
    they were `revoked`."""

    session = models.OneToOneField(Session, models.CASCADE, related_name="link")
    version = models.PositiveIntegerField(default=1)
    revoked = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(version__gte=1), name="table_link_version_positive"
            )
        ]


class TableSigns(models.Model):
    """Which of the signs that stay on a tournament's tables count."""

    tournament = models.OneToOneField(
        Tournament, models.CASCADE, related_name="table_signs"
    )
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(version__gte=1), name="table_signs_version_positive"
            )
        ]


class RefereeCall(models.Model):
    """A table that wants a referee. `answered`: one is on the way; `ended`: nobody
    needs to come any more. A table has one open call at most."""

    session = models.ForeignKey(Session, models.CASCADE, related_name="calls")
    called_at = models.DateTimeField(default=timezone.now)
    called_by = models.CharField(max_length=150)
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.CharField(max_length=150, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_by = models.CharField(max_length=150, blank=True)

    class Meta:
        ordering = ["called_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["session"],
                condition=Q(ended_at__isnull=True),
                name="one_open_call_per_table",
            ),
            models.CheckConstraint(
                condition=Q(answered_at__isnull=True, answered_by="")
                | (Q(answered_at__isnull=False) & ~Q(answered_by="")),
                name="referee_call_answered_by_somebody",
            ),
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True, ended_by="")
                | (Q(ended_at__isnull=False) & ~Q(ended_by="")),
                name="referee_call_ended_by_somebody",
            ),
        ]
