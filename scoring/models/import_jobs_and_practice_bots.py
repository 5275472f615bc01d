"""Event folders that were uploaded.

What the bots of a practice event remember, and what happens there on purpose.
"""

from __future__ import annotations

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models import Session, Tournament


class ImportJob(models.Model):
    """An event folder that was uploaded, and what became of it."""

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
    """How bots play in a practice event. `speed`: how many times as fast as people;
    `next_at`: when the worker is asked to look at them again; `busy_until`: a worker
    plays for them until then at most. Everything comes from `seed`."""

    tournament = models.OneToOneField(
        Tournament, models.CASCADE, related_name="bot_play", primary_key=True
    )
    seed = models.PositiveBigIntegerField()
    is_running = models.BooleanField(default=False)
    by_tiles = models.BooleanField(default=False)
    #: Whether they close, draw and start the rounds, too.
    runs_rounds = models.BooleanField(default=False)
    #: Whether incidents happen by chance; the next one not before `incident_at`.
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
        # For the tick of every second.
        indexes = [
            models.Index(
                fields=["next_at"], condition=Q(is_running=True), name="bots_due"
            )
        ]


class BotTable(models.Model):
    """What the device of a table knows that bots play at. `due_at`: when the next hand
    is over; `waiting`: how many are over that the server does not have; `retry_at`: not
    before then it is asked again, after so many `fails`. `hand`: the one to be sent
    next, 0 if that must be asked; `sending`: its fields and entry, until there is a
    receipt; `turn`: how often something else was sent for that hand. `token` and
    `cookies`: what the server gave the device."""

    session = models.OneToOneField(
        Session, models.CASCADE, related_name="bot", primary_key=True
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
    """Something that happens in a practice event on purpose, at a table or in the whole
    hall. `kind` is one of `scoring.practice.incident_catalogue`; `data` and the event
    say whether the crew has done what is to be done. `until`: of what ends by
    itself, when."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="incidents")
    session = models.ForeignKey(
        Session, models.CASCADE, null=True, blank=True, related_name="incidents"
    )
    kind = models.CharField(max_length=30)
    at = models.DateTimeField(default=timezone.now)
    until = models.DateTimeField(null=True, blank=True)
    #: Since when it has been there to be seen; before, it waits for its moment.
    begun_at = models.DateTimeField(null=True, blank=True)
    #: Since when it is known that the crew has done what was to be done.
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
