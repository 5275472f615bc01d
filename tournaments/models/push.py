"""Devices that players want messages on, and the messages they got."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.people import Entry
from tournaments.models.rounds import Round


class PushKind(models.TextChoices):
    SEAT = "seat", _("Seat of the next round")
    SOON = "soon", _("5 minutes before the start")


class PushSubscription(models.Model):
    """A browser that is told what concerns one player. `endpoint` is where its push
    service takes messages for it, `public_key` and `secret` what encrypts them, in
    base64url. `site` is the address it came from, `language` what it reads."""

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="push_subscriptions")
    endpoint = models.CharField(max_length=1000, unique=True)
    public_key = models.CharField(max_length=100)
    secret = models.CharField(max_length=40)
    site = models.CharField(max_length=300)
    language = models.CharField(max_length=20)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(endpoint__startswith="https://"),
                name="push_endpoint_is_https",
            )
        ]


class PushSent(models.Model):
    """A message that is sent, or was: each is sent once, whatever becomes of it."""

    subscription = models.ForeignKey(
        PushSubscription, models.CASCADE, related_name="sent"
    )
    kind = models.CharField(max_length=10, choices=PushKind)
    round = models.ForeignKey(Round, models.CASCADE, related_name="push_sent")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["subscription", "kind", "round"], name="one_push_of_a_kind"
            ),
            models.CheckConstraint(
                condition=Q(kind__in=PushKind.values), name="push_kind_known"
            ),
        ]
