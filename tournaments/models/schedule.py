"""The schedule: times of rounds and breaks."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.tournament import Tournament


class PlanKind(models.TextChoices):
    ROUND = "round", _("Round")
    BREAK = "break", pgettext_lazy("pause in the schedule", "Break")
    OTHER = "other", pgettext_lazy("item of the schedule", "Other")


class PlanItem(models.Model):
    """An item of the schedule.

    A round has its number, even before it has seating. Every other item has a title. A
    break that can be shortened has `least_minutes`.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="day_plan")
    kind = models.CharField(max_length=10, choices=PlanKind)
    number = models.PositiveSmallIntegerField(null=True, blank=True)
    title = models.CharField(max_length=80, blank=True)
    start = models.DateTimeField()
    minutes = models.PositiveSmallIntegerField()
    least_minutes = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["start"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "number"], name="one_plan_item_per_round"
            ),
            models.UniqueConstraint(
                fields=["tournament", "start"], name="one_plan_item_at_a_time"
            ),
            models.CheckConstraint(
                condition=Q(
                    kind=PlanKind.ROUND,
                    number__isnull=False,
                    number__range=(1, 300),
                    title="",
                )
                | Q(
                    kind__in=(PlanKind.BREAK, PlanKind.OTHER),
                    number__isnull=True,
                    title__gt="",
                ),
                name="plan_item_is_a_round_or_has_a_title",
            ),
            models.CheckConstraint(
                condition=Q(minutes__range=(1, 1440)), name="plan_item_minutes_sane"
            ),
            models.CheckConstraint(
                condition=Q(least_minutes__isnull=True)
                | Q(kind=PlanKind.BREAK, least_minutes__lt=F("minutes")),
                name="plan_item_break_shrinks",
            ),
        ]

    def __str__(self) -> str:
        if self.kind == PlanKind.ROUND:
            return str(_("Round %(number)s") % {"number": self.number})
        return self.title

    @property
    def end(self) -> datetime:
        return self.start + timedelta(minutes=self.minutes)
