"""What opens a table without an account, and the calls for a referee from there.

Nothing here is secret: links are signed, and these rows only say which of those
that were signed still count. A table without a row has its first link.

What opens a player's own page without an account.

Nothing here is secret: links are signed, and a row only says which of those that
were signed still counts. A player without a row has their first link.

Devices that players want messages on, and the messages they got.

Tokens with which other programs read an event.
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.players_teams_and_check_ins import Entry
from tournaments.models.rounds_games_and_seats import Round, Session
from tournaments.models.tournament import Tournament


class TableLink(models.Model):
    """Which links of a table in a round count: those of this `version`, unless
    they were `revoked`."""

    session = models.OneToOneField(Session, models.CASCADE, related_name="link")
    version = models.PositiveIntegerField(default=1)
    revoked = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(version__gte=1), name="table_link_version_positive"
            )
        ]


class TableSigns(models.Model):
    """Which of the signs that stay on a tournament's tables count."""

    tournament = models.OneToOneField(
        Tournament, models.CASCADE, related_name="table_signs"
    )
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(version__gte=1), name="table_signs_version_positive"
            )
        ]


class RefereeCall(models.Model):
    """A table that wants a referee. `answered`: one is on the way; `ended`: nobody
    needs to come any more. A table has one open call at most."""

    session = models.ForeignKey(Session, models.CASCADE, related_name="calls")
    called_at = models.DateTimeField(default=timezone.now)
    called_by = models.CharField(max_length=150)
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.CharField(max_length=150, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_by = models.CharField(max_length=150, blank=True)

    class Meta:
        ordering = ["called_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["session"],
                condition=Q(ended_at__isnull=True),
                name="one_open_call_per_table",
            ),
            models.CheckConstraint(
                condition=Q(answered_at__isnull=True, answered_by="")
                | (Q(answered_at__isnull=False) & ~Q(answered_by="")),
                name="referee_call_answered_by_somebody",
            ),
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True, ended_by="")
                | (Q(ended_at__isnull=False) & ~Q(ended_by="")),
                name="referee_call_ended_by_somebody",
            ),
        ]


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
