"""Links to tables and personal pages, referee calls, push subscriptions and API tokens.

Links and tokens are signed and not stored; rows only record which are valid. A table or
player without a row has its first link. Only push subscriptions contain secrets.
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.players_teams_and_check_ins import Player
from tournaments.models.rounds_games_and_seats import Game, Round
from tournaments.models.tournament import Role, Tournament


class TableLink(models.Model):
    """The valid version of a table's links in a round. Links with a different `version`
    are invalid. If `revoked`, all links are invalid."""

    game = models.OneToOneField(Game, models.CASCADE, related_name="link")
    version = models.PositiveIntegerField(default=1)
    revoked = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(version__gte=1), name="table_link_version_positive"
            )
        ]


class TableSigns(models.Model):
    """The valid version of a tournament's table cards. Cards with a different `version`
    are invalid. Cards stay on the tables for the whole tournament."""

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


class CallSubject(models.TextChoices):
    """The subject of a referee call. ANYTHING: no subject was chosen."""

    ANYTHING = ""
    MORE_TIME = "time"
    CORRECTION = "correction"


class RefereeCall(models.Model):
    """A table's call for a referee. A table has at most one open call.

    `answered_at`: time when a referee accepted the call. `ended_at`: time when the call
    was settled or cancelled.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="calls")
    about = models.CharField(
        max_length=10, choices=CallSubject, default=CallSubject.ANYTHING, blank=True
    )
    called_at = models.DateTimeField(default=timezone.now)
    called_by = models.CharField(max_length=150)
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.CharField(max_length=150, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_by = models.CharField(max_length=150, blank=True)

    class Meta:
        ordering = ["called_at", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(about__in=CallSubject.values), name="referee_call_subject"
            ),
            models.UniqueConstraint(
                fields=["game"],
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
    """The valid version of a player's links in a tournament. Links with a different
    `version` are invalid."""

    player = models.OneToOneField(Player, models.CASCADE, related_name="link")
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
    """A browser that receives push messages about one player.

    `endpoint`: address of its push service. `public_key` and `secret`: encryption keys,
    in base64url. `site`: the address of this site when the browser subscribed.
    `language`: language of its messages.
    """

    player = models.ForeignKey(
        Player, models.CASCADE, related_name="push_subscriptions"
    )
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
    """A push message that was sent or is being sent. Each message is sent once, even if
    it does not arrive."""

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
    """A token for a program that reads what directors of a tournament can read. With a
    `role`, the program may also write everything that the role may. It is valid until
    revoked.

    `name`: its purpose. `used_at`: last use, to the minute. Only the token's hash is
    stored; older tokens have no hash and are signed.
    """

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="reading_tokens"
    )
    name = models.CharField(max_length=100)
    made_at = models.DateTimeField(default=timezone.now)
    made_by = models.CharField(max_length=150)
    revoked_at = models.DateTimeField(null=True, blank=True)
    role = models.CharField(max_length=20, choices=Role, blank=True)
    token_hash = models.CharField(max_length=64, null=True, blank=True, unique=True)
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-made_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(
                    role__in=("", Role.SCORER, Role.REFEREE, Role.DIRECTOR)
                ),
                name="reading_token_role_known",
            ),
            models.CheckConstraint(
                condition=models.Q(role="") | models.Q(token_hash__isnull=False),
                name="writing_token_has_hash",
            ),
            models.CheckConstraint(
                condition=~models.Q(name=""), name="reading_token_has_a_name"
            ),
        ]
