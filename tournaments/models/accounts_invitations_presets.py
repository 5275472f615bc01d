"""Models of accounts: their log, invitations to join the staff, saved presets and
two-factor authentication.

Accounts belong to no tournament, so no tournament's log has their changes.
"""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import EndPolicy, Role, Tournament


class ActKind(models.TextChoices):
    DEACTIVATED = "deactivated", _("Deactivated")
    ACTIVATED = "activated", _("Reactivated")
    SIGNED_OUT = "signed_out", _("Signed out everywhere")
    FACTOR_SET_UP = "factor_set_up", _("Two-factor authentication turned on")
    FACTOR_REMOVED = "factor_removed", _("Two-factor authentication turned off")
    EMAIL_VERIFIED = "email_verified", _("Email address verified")
    EMAIL_REMOVED = "email_removed", _("Email address removed")
    PASSWORD_RESET = "password_reset", _("Password reset by email")
    RECOVERY_USED = "recovery_used", _("Recovery code used")


class AccountAct(models.Model):
    """A logged change of an account: who, when, what and why.

    The database rejects updates. Account names are stored as text, so that the row
    remains when the account is deleted.
    """

    at = models.DateTimeField(default=timezone.now)
    by = models.CharField(max_length=150)
    account = models.CharField(max_length=150)
    kind = models.CharField(max_length=20, choices=ActKind)
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["-at", "-pk"]

    @classmethod
    def note(
        cls, account: AbstractBaseUser, kind: ActKind, *, by: str, reason: str = ""
    ) -> None:
        """Log a change of `account`."""
        name = account.get_username()
        cls.objects.create(by=by, account=name, kind=kind, reason=reason)


class Invitation(models.Model):
    """An invitation link. Accounts that accept it join the staff.

    `most_uses` None: no limit. `expires_at` None: never expires. The link itself is
    signed and not stored.
    """

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
        """Return whether the invitation can still be used; always false in an archived
        tournament."""
        return (
            self.revoked_at is None
            and self.tournament.archived_at is None
            and (self.expires_at is None or now < self.expires_at)
            and (self.most_uses is None or self.uses < self.most_uses)
        )


class OwnPreset(models.Model):
    """A preset saved by an account.

    `options` has, as JSON, the options that differ from the ruleset's preset. The
    number of rounds and the round length are also saved.
    """

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


class SecondFactor(models.Model):
    """The second factor of an account.

    `secret`: encrypted (`tournaments/access/second_factor_and_totp.py`). `last_step`:
    the time step of the last accepted code. `recovery`: the hashes of the unused
    recovery codes.
    """

    account = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        related_name="second_factor",
        primary_key=True,
    )
    secret = models.CharField(max_length=255)
    last_step = models.PositiveBigIntegerField()
    recovery = models.JSONField(default=list)
    since = models.DateTimeField(default=timezone.now)


class AccountLanguage(models.Model):
    """The language that a person chose while signed in."""

    account = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        related_name="chosen_language",
        primary_key=True,
    )
    language = models.CharField(max_length=20)
