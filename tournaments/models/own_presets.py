"""Presets that people keep for themselves: ways to play from which their next
tournaments start."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from tournaments.models.tournament import EndPolicy


class OwnPreset(models.Model):
    """A way to play that an account keeps under a name: the `options` of a ruleset that
    differ from those of its preset, as JSON, and how long a round is."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="own_presets"
    )
    name = models.CharField(max_length=100)
    ruleset = models.CharField(max_length=30)
    options = models.JSONField(default=dict)
    planned_rounds = models.PositiveSmallIntegerField()
    minutes = models.PositiveSmallIntegerField()
    end_policy = models.CharField(max_length=30, choices=EndPolicy)
    kept_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["name", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["account", "name"], name="own_preset_once_by_name"
            ),
            models.CheckConstraint(condition=~Q(name=""), name="own_preset_has_a_name"),
        ]
