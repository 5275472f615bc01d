"""Messages that the installation sends to other servers, such as mail."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.notification_destinations import NotificationDestination
from tournaments.models.players_teams_and_check_ins import Player
from tournaments.models.self_registrations import SignUp
from tournaments.models.tournament import Tournament


class DeliveryKind(models.TextChoices):
    MAIL = "mail", _("Email")
    NOTICE = "notice", _("Notification")


class DeliveryState(models.TextChoices):
    WAITING = "waiting", _("Waiting")
    SENT = "sent", _("Sent")
    FAILED = "failed", _("Not sent")


class Delivery(models.Model):
    """One message to one `target`, such as an email address.

    `next_at`: time of the next attempt; None if the message was sent or given up.
    `expires_at`: latest time of an attempt. `answer`: last error that the other server
    reported. `sign_up` and `player`: the recipient's registration and player; deleting
    their address deletes the message. The text is deleted as soon as it is no longer
    needed, because it may contain links and codes.

    For a notification, `target` is the name of the destination's server, `subject` the
    text for people, and `body` the JSON for the service. `key`: the event that it
    reports; a destination gets only one delivery for each key. `refuse_at`: page where
    the recipient of an email can stop further emails.
    """

    kind = models.CharField(max_length=10, choices=DeliveryKind)
    target = models.CharField(max_length=300)
    subject = models.CharField(max_length=300, blank=True)
    body = models.TextField(blank=True)
    state = models.CharField(
        max_length=10, choices=DeliveryState, default=DeliveryState.WAITING
    )
    tries = models.PositiveSmallIntegerField(default=0)
    answer = models.CharField(max_length=300, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    next_at = models.DateTimeField(null=True, blank=True, default=timezone.now)
    expires_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)
    tournament = models.ForeignKey(
        Tournament,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="deliveries",
    )
    sign_up = models.ForeignKey(
        SignUp, models.CASCADE, null=True, blank=True, related_name="deliveries"
    )
    player = models.ForeignKey(
        Player, models.CASCADE, null=True, blank=True, related_name="deliveries"
    )
    destination = models.ForeignKey(
        NotificationDestination,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="deliveries",
    )
    key = models.CharField(max_length=60, blank=True)
    refuse_at = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ["-created_at", "-pk"]
        indexes = [
            models.Index(
                fields=["next_at"],
                condition=Q(next_at__isnull=False),
                name="delivery_due",
            )
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["destination", "tournament", "key", "target"],
                condition=~Q(key=""),
                name="one_delivery_per_destination_and_key",
            ),
            models.CheckConstraint(
                condition=Q(state__in=DeliveryState.values),
                name="delivery_state_known",
            ),
            models.CheckConstraint(
                condition=Q(
                    state=DeliveryState.WAITING,
                    next_at__isnull=False,
                    finished_at__isnull=True,
                )
                | (
                    ~Q(state=DeliveryState.WAITING)
                    & Q(next_at__isnull=True, finished_at__isnull=False, body="")
                ),
                name="delivery_waits_or_is_finished",
            ),
        ]
