"""What an account proves at sign-in besides its password."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone


class SecondFactor(models.Model):
    """The secret that a phone shares with the program, encrypted
    (`tournaments/access/second_factor/sealing.py`); the step of time of the last code
    that counted; and the hashes of the recovery codes that are left."""

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
