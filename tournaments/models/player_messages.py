"""Messages from directors to players, settings of automatic emails, and addresses that
get no emails."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.players_teams_and_check_ins import Player
from tournaments.models.tournament import Tournament

#: Maximum length of a message in characters.
LONGEST_MESSAGE = 500


class MessageTo(models.TextChoices):
    """The choice of recipients of a message."""

    ALL = "all", _("All players")
    ROUND = "round", _("Players of one round")
    MISSING = "missing", _("Players who are not checked in")
    ONE = "one", _("One player")


class PlayerMessage(models.Model):
    """A message to players.

    `number`: round or player number, depending on `to`. `players`: its recipients.
    `key`: hash of the form and its content, so that sending a form twice sends one
    message.
    """

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="player_messages"
    )
    at = models.DateTimeField(default=timezone.now)
    by = models.CharField(max_length=150)
    to = models.CharField(max_length=10, choices=MessageTo)
    number = models.PositiveIntegerField(null=True, blank=True)
    text = models.CharField(max_length=LONGEST_MESSAGE)
    players = models.ManyToManyField(
        Player, through="MessageRecipient", related_name="messages"
    )
    devices = models.PositiveIntegerField(default=0)
    mails = models.PositiveIntegerField(default=0)
    key = models.CharField(max_length=64)

    class Meta:
        ordering = ["-at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "key"], name="one_message_per_form"
            ),
            models.CheckConstraint(
                condition=Q(to__in=MessageTo.values), name="message_to_known"
            ),
            models.CheckConstraint(
                condition=~Q(text=""), name="message_to_players_has_text"
            ),
        ]


class MessageRecipient(models.Model):
    """A recipient of a message. It has its own model, because copies of the whole
    installation leave out tables that Django creates automatically."""

    message = models.ForeignKey(
        PlayerMessage, models.CASCADE, related_name="recipients"
    )
    player = models.ForeignKey(Player, models.CASCADE, related_name="received")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["message", "player"], name="recipient_once_per_message"
            )
        ]


class PlayerMails(models.Model):
    """The automatic emails that a tournament sends to players.

    `site`: address of this installation, for links. `revision`: last log entry for
    which emails were sent. `results_sent`: the final results were sent, which happens
    only once.
    """

    tournament = models.OneToOneField(
        Tournament, models.CASCADE, related_name="player_mails"
    )
    registration = models.BooleanField(default=True)
    moved_up = models.BooleanField(default=True)
    seating = models.BooleanField(default=False)
    result = models.BooleanField(default=False)
    site = models.CharField(max_length=300, blank=True)
    revision = models.PositiveBigIntegerField(default=0)
    results_sent = models.BooleanField(default=False)


class RefusedMail(models.Model):
    """An address that gets no more emails about a tournament.

    Only its hash is stored, so that the row can stay after contact data is deleted. The
    hash is salted with the tournament. It is the same on every installation, so that it
    also applies after the tournament is moved.
    """

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="refused_mails"
    )
    digest = models.CharField(max_length=64)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "digest"], name="refused_mail_once"
            )
        ]
