"""Who is there on the day, as the desk at the door knows it."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.people import Entry


class CheckInState(models.TextChoices):
    EXPECTED = "expected", _("Expected")
    HERE = "here", _("Checked in")
    LATE = "late", _("Late")
    NO_SHOW = "no_show", _("No-show")


class CheckIn(models.Model):
    """What the desk knows of a player. One without a row is not here yet. Check-in is
    in use as soon as anybody is marked at all."""

    entry = models.OneToOneField(Entry, models.CASCADE, related_name="check_in")
    state = models.CharField(max_length=20, choices=CheckInState)
    at = models.DateTimeField(default=timezone.now)
    by = models.CharField(max_length=150)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=CheckInState.values), name="check_in_state_known"
            )
        ]
