"""Rounds that follow on each other, as a stage, a match day and a draw have them.

Draws: plans of seats in the making, and what came of them.
"""

from __future__ import annotations

from datetime import datetime

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament


class RoundSpan(models.Model):
    """`rounds` rounds from `first_round` on."""

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
    """How a draw's plan comes to be: the engine's methods, and two more."""

    PLAN = "plan", _("Plan for all rounds")
    RANDOM = "random", _("Random")
    SWISS = "swiss", _("Swiss by standings")
    SNAKE = "snake", _("Snake by standings")
    INTERVALS = "intervals", _("Fixed intervals by standings")
    RANKS = "ranks", _("Tables by rank")
    IMPORT = "import", _("Imported plan")
    REPAIR = "repair", _("Repair of remaining rounds")


class DrawState(models.TextChoices):
    """PROMISED: the hash of the seed is published, a throw is waited for."""

    PROMISED = "promised", _("Seed hash published")
    WAITING = "waiting", _("Waiting")
    DRAWING = "drawing", _("In progress")
    FAILED = "failed", _("Failed")
    DRAFT = "draft", _("Draft")
    CONFIRMED = "confirmed", _("Confirmed")
    DISCARDED = "discarded", _("Discarded")


#: States in which a worker has the draw, or is about to.
AT_WORK = (DrawState.WAITING, DrawState.DRAWING)


class Draw(RoundSpan):
    """One draw of `rounds` rounds from `first_round` on.

    `request` is everything the plan depends on, as the engine reads it; with the
    `plan` (rounds of tables of start numbers) and its `report` it stays even when
    rounds are replaced. `drawn` is both, and the `fillers`, as they were before
    `edits` by hand. `version` counts changes of the draft; `attempt` counts how
    often a worker was given the draw, so that one believed lost cannot answer any
    more; `heard_at` is when the worker was last heard of. `basis` is the standing
    it used and `kept` why it is kept although that has changed since; both empty where
    it used none.
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
                condition=Q(rounds__range=(1, 99)), name="draw_rounds_sane"
            ),
            models.CheckConstraint(
                condition=Q(first_round__range=(1, 99)), name="draw_first_round_sane"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament} {self.number}"

    @property
    def is_at_work(self) -> bool:
        return self.state in AT_WORK

    def seconds(self, now: datetime) -> float:
        """How long the drawing took, or has taken until `now`."""
        if self.started_at is None:
            return 0.0
        return ((self.finished_at or now) - self.started_at).total_seconds()
