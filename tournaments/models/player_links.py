"""What opens a player's own page without an account.

Nothing here is secret: links are signed, and a row only says which of those that
were signed still counts. A player without a row has their first link.
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from tournaments.models.people import Entry


class PlayerLink(models.Model):
    """Which links of a player in a tournament count: those of this `version`."""

    entry = models.OneToOneField(Entry, models.CASCADE, related_name="link")
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(version__gte=1), name="player_link_version_positive"
            )
        ]
