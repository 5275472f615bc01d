"""What lets the worker delete rows that stay otherwise."""

from __future__ import annotations

from django.db import models
from django.db.models import Q


class Deletion(models.Model):
    """An event that is being deleted for good, and each of its sessions (`session_id`).

    The guards of the log, of ledgers and of what was said at tables let a row go only
    while its event or session is named here: within the one transaction that deletes
    the event and takes these rows away again. They name no row of another table, so
    that the guards ask for nothing that a migration may rebuild.
    """

    tournament_id = models.PositiveBigIntegerField()
    session_id = models.PositiveBigIntegerField(null=True, blank=True, unique=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["tournament_id"],
                condition=Q(session_id__isnull=True),
                name="one_deletion_of_an_event",
            )
        ]
