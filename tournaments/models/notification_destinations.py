"""Destinations of notifications: chats and programs that follow a tournament."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.tournament import Tournament


class Service(models.TextChoices):
    """The kind of service a destination uses, such as email or Discord."""

    WEBHOOK = "webhook", _("Webhook")
    DISCORD = "discord", _("Discord")
    SLACK = "slack", _("Slack or compatible")
    TELEGRAM = "telegram", _("Telegram")
    MATRIX = "matrix", _("Matrix")
    NTFY = "ntfy", _("ntfy")
    EMAIL = "email", _("Email")


class Happening(models.TextChoices):
    """The kinds of events that notifications report."""

    REGISTRATION = "registration", _("Registration opened or changed")
    SEATING = "seating", pgettext_lazy("notification", "Seating published")
    START = "start", _("Round starts")
    TIME_UP = "time_up", _("Gong")
    GAME = "game", _("Table finished")
    CLOSED = "closed", _("Round closed")
    STANDINGS = "standings", _("Standings")
    FINAL = "final", _("Final result")
    ANNOUNCEMENT = "announcement", _("Announcement")


class NotificationDestination(models.Model):
    """A chat or program that gets notifications of a tournament, or of all public
    tournaments of the installation (`tournament` is None).

    - `address`: address of the service; email addresses, separated by spaces.
    - `secret`: key that signs webhooks, or token of Telegram, Matrix or ntfy. Addresses
      of Discord and Slack are secret too. Secrets are never shown again or logged.
    - `room`: chat or room, for Telegram and Matrix.
    - `happenings`: keys of `Happening`; `site`: address of the pages here, for links.
    - `sending_until`: the worker that sends to the destination is expected to finish by
      then; later, the worker counts as killed.
    - `failing_since`: time of the first failure after the last delivery; `stopped_at`:
      time when the program turned the destination off because it failed for a day.
    """

    tournament = models.ForeignKey(
        Tournament,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="notification_destinations",
    )
    service = models.CharField(max_length=20, choices=Service)
    name = models.CharField(max_length=60)
    address = models.CharField(max_length=1000)
    secret = models.CharField(max_length=300, blank=True)
    room = models.CharField(max_length=200, blank=True)
    happenings = models.JSONField(default=list)
    site = models.CharField(max_length=300)
    is_on = models.BooleanField(default=True)
    created_at = models.DateTimeField(default=timezone.now)
    created_by = models.CharField(max_length=150)
    failing_since = models.DateTimeField(null=True, blank=True)
    stopped_at = models.DateTimeField(null=True, blank=True)
    sending_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["name", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(service__in=Service.values),
                name="notification_service_known",
            ),
            models.CheckConstraint(
                condition=Q(stopped_at__isnull=True) | Q(is_on=False),
                name="notification_stopped_means_off",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def public_address(self) -> str:
        """Return the address without its secret parts, for pages."""
        if self.service == Service.EMAIL:
            return self.address
        return urlsplit(self.address).hostname or ""

    @property
    def happening_labels(self) -> list[str]:
        """Return the labels of the events that the destination is notified of, in their
        usual order."""
        return [str(one.label) for one in Happening if one.value in self.happenings]


class NotifiedRevision(models.Model):
    """The last revision of a tournament for which a destination got notifications."""

    destination = models.ForeignKey(
        NotificationDestination, models.CASCADE, related_name="notified"
    )
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="notified")
    revision = models.PositiveBigIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["destination", "tournament"],
                name="one_notified_revision_per_tournament",
            )
        ]
