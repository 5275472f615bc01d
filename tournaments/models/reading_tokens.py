"""Tokens with which other programs read an event."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from tournaments.models.tournament import Tournament


class ReadingToken(models.Model):
    """Lets a program read of an event whatever its directors may read, until it is
    revoked. `name`: what it is for. Nothing of the token is stored: it is signed."""

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="reading_tokens"
    )
    name = models.CharField(max_length=100)
    made_at = models.DateTimeField(default=timezone.now)
    made_by = models.CharField(max_length=150)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-made_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=~models.Q(name=""), name="reading_token_has_a_name"
            )
        ]
