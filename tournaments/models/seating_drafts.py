"""Models of seating drafts, and of spans of consecutive rounds."""

from __future__ import annotations

from datetime import datetime

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.tournament import Tournament


class RoundSpan(models.Model):
    """A span of consecutive rounds: `rounds` rounds from `first_round` on."""

    first_round = models.PositiveSmallIntegerField()
    rounds = models.PositiveSmallIntegerField()

    class Meta:
        abstract = True

    @property
    def last_round(self) -> int:
        return self.first_round + self.rounds - 1

    @property
    def round_numbers(self) -> range:
        return range(self.first_round, self.last_round + 1)


class DrawMethod(models.TextChoices):
    """The way a seating draft is made: the engine's methods, import and repair."""

    PLAN = "plan", _("Plan for all rounds")
    RANDOM = "random", _("Random")
    SWISS = "swiss", _("Swiss by standings")
    SNAKE = "snake", _("Snake by standings")
    INTERVALS = "intervals", _("Fixed intervals by standings")
    RANKS = "ranks", _("Tables by rank")
    IMPORT = "import", _("Imported plan")
    REPAIR = "repair", _("Repair of remaining rounds")


class DrawState(models.TextChoices):
    """The state of a seating draft. PROMISED: the hash of the random seed is published,
    and the draft waits for thrown dice.
    """

    PROMISED = "promised", _("Seed hash published")
    WAITING = "waiting", _("Waiting")
    DRAWING = "drawing", _("In progress")
    FAILED = "failed", _("Failed")
    DRAFT = "draft", _("Draft")
    CONFIRMED = "confirmed", pgettext_lazy("seating draft", "Confirmed")
    DISCARDED = "discarded", pgettext_lazy("seating draft", "Discarded")


#: States in which a worker generates the seating, or is about to.
AT_WORK = (DrawState.WAITING, DrawState.DRAWING)


class Draw(RoundSpan):
    """A seating draft of `rounds` rounds from `first_round` on.

    - `request`: all input of the engine. `request`, `plan` (rounds of tables of player
      numbers) and `report` are kept even if the rounds are replaced.
    - `drawn`: plan, report and `fillers` before the manual `edits`.
    - `version`: number of changes of the draft.
    - `attempt`: number of times that a worker got the draft; results of earlier
      attempts are rejected.
    - `heard_at`: time when the worker last reported.
    - `basis`: the standings used, empty if none; `kept`: reason for keeping them
      although they have changed since then.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="draws")
    number = models.PositiveIntegerField()
    method = models.CharField(max_length=20, choices=DrawMethod)
    state = models.CharField(
        max_length=20, choices=DrawState, default=DrawState.WAITING
    )
    request = models.JSONField(default=dict)
    seed = models.TextField(blank=True)
    thrown = models.TextField(blank=True)
    commitment = models.CharField(max_length=64, blank=True)

    drawn = models.JSONField(default=dict)
    plan = models.JSONField(default=list)
    report = models.JSONField(default=dict)
    notes = models.JSONField(default=list)
    fillers = models.JSONField(default=list)
    source = models.TextField(blank=True)
    moves = models.PositiveBigIntegerField(default=0)
    stopped = models.BooleanField(default=False)

    progress = models.JSONField(default=dict)
    stop_requested = models.BooleanField(default=False)
    faults = models.JSONField(default=list)
    attempt = models.PositiveIntegerField(default=0)
    heard_at = models.DateTimeField(null=True, blank=True)

    edits = models.JSONField(default=list)
    locked = models.JSONField(default=list)
    basis = models.JSONField(default=dict)
    kept = models.JSONField(default=dict)
    version = models.PositiveIntegerField(default=0)

    created_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    by = models.CharField(max_length=150)

    class Meta:
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "number"], name="one_draw_per_number"
            ),
            models.CheckConstraint(
                condition=Q(state__in=DrawState.values), name="draw_state_known"
            ),
            models.CheckConstraint(
                condition=Q(method__in=DrawMethod.values), name="draw_method_known"
            ),
            models.CheckConstraint(
                condition=Q(rounds__range=(1, 300)), name="draw_rounds_sane"
            ),
            models.CheckConstraint(
                condition=Q(first_round__range=(1, 300)), name="draw_first_round_sane"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament} {self.number}"

    @property
    def is_at_work(self) -> bool:
        return self.state in AT_WORK

    def seconds(self, now: datetime) -> float:
        """Return the seconds that generating took, or has taken until `now`; 0 before
        it started."""
        if self.started_at is None:
            return 0.0
        return ((self.finished_at or now) - self.started_at).total_seconds()
