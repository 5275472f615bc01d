"""What lets a player's name be taken out of rows that nobody alters otherwise."""

from __future__ import annotations

from django.db import models
from django.db.models import Q


class Anonymisation(models.Model):
    """An event in which a name is being taken out, and each of its sessions
    (`session_id`).

    The guards of the log, of ledgers, of what was said at tables and of final standings
    let words of a row change, never its figures, only while its event or session is
    named here: within the one transaction that takes the name out and these rows away
    again. Like `Deletion` they name no row of another table.
    """

    tournament_id = models.PositiveBigIntegerField()
    session_id = models.PositiveBigIntegerField(null=True, blank=True, unique=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["tournament_id"],
                condition=Q(session_id__isnull=True),
                name="one_anonymisation_of_an_event",
            )
        ]
