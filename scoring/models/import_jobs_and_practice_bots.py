"""Database models of uploaded tournament folders, and of bots and incidents in practice
tournaments.
"""

from __future__ import annotations

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models import Game, Tournament


class ImportJob(models.Model):
    """An uploaded tournament folder (`archive`, a zip) and the result of its import."""

    class State(models.TextChoices):
        WAITING = "waiting", _("Waiting")
        DONE = "done", _("Imported")
        REFUSED = "refused", _("Refused")
        FAILED = "failed", _("Failed")

    by = models.ForeignKey("auth.User", models.CASCADE, related_name="import_jobs")
    at = models.DateTimeField(default=timezone.now)
    archive = models.BinaryField()
    accept_flagged = models.BooleanField(default=False)
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    report = models.JSONField(default=dict)
    tournament = models.ForeignKey(Tournament, models.SET_NULL, null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(
                    state__in=["waiting", "done", "refused", "failed"],
                ),
                name="import_job_state_known",
            )
        ]


SLOWEST, FASTEST = 1, 100


class BotPlay(models.Model):
    """Settings of the bots in a practice tournament.

    `speed`: factor relative to people; `next_at`: when a worker handles the bots next;
    `busy_until`: latest end of the current work; `seed`: random seed of all actions.
    """

    tournament = models.OneToOneField(
        Tournament, models.CASCADE, related_name="bot_play", primary_key=True
    )
    seed = models.PositiveBigIntegerField()
    is_running = models.BooleanField(default=False)
    by_tiles = models.BooleanField(default=False)
    #: Whether bots also close, seat and start rounds.
    runs_rounds = models.BooleanField(default=False)
    #: Whether random incidents happen; the next one not before `incident_at`.
    incidents = models.BooleanField(default=False)
    incident_at = models.DateTimeField(null=True, blank=True)
    speed = models.PositiveSmallIntegerField(
        default=SLOWEST,
        validators=[MinValueValidator(SLOWEST), MaxValueValidator(FASTEST)],
    )
    next_at = models.DateTimeField(default=timezone.now)
    busy_until = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(speed__range=(SLOWEST, FASTEST)), name="bots_have_a_speed"
            )
        ]
        # For the tick every second.
        indexes = [
            models.Index(
                fields=["next_at"], condition=Q(is_running=True), name="bots_due"
            )
        ]


class BotTable(models.Model):
    """State of the device of a table where bots play.

    `due_at`: end of the next hand. `waiting`: number of finished hands that are not on
    the server yet. `retry_at`: time of the next attempt after `fails` failures. `hand`:
    number of the next hand to send, 0 to ask the server. `sending`: fields and entry of
    that hand until the receipt arrives. `turn`: number of earlier attempts with other
    content. `token` and `cookies`: credentials of the device.
    """

    game = models.OneToOneField(
        Game, models.CASCADE, related_name="bot", primary_key=True
    )
    due_at = models.DateTimeField()
    retry_at = models.DateTimeField(default=timezone.now)
    waiting = models.PositiveSmallIntegerField(default=0)
    fails = models.PositiveSmallIntegerField(default=0)
    hand = models.PositiveSmallIntegerField(default=0)
    turn = models.PositiveIntegerField(default=0)
    sending = models.JSONField(null=True, blank=True)
    token = models.CharField(max_length=100, blank=True)
    cookies = models.JSONField(default=dict, blank=True)


class Incident(models.Model):
    """A deliberate incident in a practice tournament, at a table or in the whole hall.

    `kind`: a key in `scoring.practice.incident_catalogue`; `data`: details needed to
    detect that staff have resolved the incident; `until`: when the incident ends
    automatically.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="incidents")
    game = models.ForeignKey(
        Game, models.CASCADE, null=True, blank=True, related_name="incidents"
    )
    kind = models.CharField(max_length=30)
    at = models.DateTimeField(default=timezone.now)
    until = models.DateTimeField(null=True, blank=True)
    #: When it became visible; None while it waits for a suitable moment.
    begun_at = models.DateTimeField(null=True, blank=True)
    #: When it was found resolved.
    done_at = models.DateTimeField(null=True, blank=True)
    data = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["at", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(done_at__isnull=True) | Q(begun_at__isnull=False),
                name="incident_done_after_it_began",
            )
        ]
