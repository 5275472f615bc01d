"""Invitations to help with a tournament, by a link that gives a role."""

from __future__ import annotations

from datetime import datetime

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from tournaments.models.tournament import Role, Tournament


class Invitation(models.Model):
    """A link by which anybody who opens it becomes a helper. `most_uses` None: any
    number; `expires_at` None: never. Nothing of the link is stored: it is signed."""

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="invitations"
    )
    role = models.CharField(max_length=20, choices=Role)
    most_uses = models.PositiveSmallIntegerField(null=True, blank=True)
    uses = models.PositiveSmallIntegerField(default=0)
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    made_at = models.DateTimeField(default=timezone.now)
    made_by = models.CharField(max_length=150)

    class Meta:
        ordering = ["-made_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(role__in=Role.values), name="invitation_role_known"
            ),
            models.CheckConstraint(
                condition=Q(most_uses__isnull=True) | Q(most_uses__gte=F("uses")),
                name="invitation_used_no_more_than_it_may",
            ),
        ]

    def is_open(self, now: datetime) -> bool:
        """Whether it still makes somebody a helper; of an archived event none."""
        return (
            self.revoked_at is None
            and self.tournament.archived_at is None
            and (self.expires_at is None or now < self.expires_at)
            and (self.most_uses is None or self.uses < self.most_uses)
        )
