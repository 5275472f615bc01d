"""What was done to accounts, which are of no event and so in no event's log."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class ActKind(models.TextChoices):
    DEACTIVATED = "deactivated", _("Deactivated")
    ACTIVATED = "activated", _("Reactivated")
    SIGNED_OUT = "signed_out", _("Signed out everywhere")
    FACTOR_SET_UP = "factor_set_up", _("Two-factor authentication turned on")
    FACTOR_REMOVED = "factor_removed", _("Two-factor authentication turned off")
    RECOVERY_USED = "recovery_used", _("Recovery code used")


class AccountAct(models.Model):
    """One change of an account: who, when, what and why. The database refuses to alter
    it. Accounts are named, as in the logs of events: a line stays when its account is
    gone."""

    at = models.DateTimeField(default=timezone.now)
    by = models.CharField(max_length=150)
    account = models.CharField(max_length=150)
    kind = models.CharField(max_length=20, choices=ActKind)
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["-at", "-pk"]
