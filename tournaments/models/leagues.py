"""Leagues: tournaments with rounds on match days over weeks. Each player's best match
days count. A tournament without a row here is not a league."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.players_teams_and_check_ins import Player
from tournaments.models.seating_drafts import RoundSpan
from tournaments.models.tournament import Tournament


class League(models.Model):
    """The league settings of a tournament.

    `best_days`: number of each player's best match days that count, 0 for all.
    `least_days`: match days that a player needs to be ranked. `late_points`,
    `forfeit_points`: default deductions for lateness and no-show, in penalty points.
    """

    tournament = models.OneToOneField(
        Tournament, models.CASCADE, related_name="league", primary_key=True
    )
    best_days = models.PositiveSmallIntegerField(default=0)
    least_days = models.PositiveSmallIntegerField(default=0)
    late_points = models.PositiveIntegerField(default=1)
    forfeit_points = models.PositiveIntegerField(default=2)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(best_days__range=(0, 300), least_days__range=(0, 300)),
                name="league_days_sane",
            ),
            models.CheckConstraint(
                condition=Q(late_points__range=(0, 1_000_000))
                & Q(forfeit_points__range=(0, 1_000_000)),
                name="league_points_sane",
            ),
        ]


class MatchDay(RoundSpan):
    """A match day of a league: `rounds` rounds from `first_round` on.

    Rounds outside match days, such as a final after the season, always count.
    `opened_at`: time when check-in for this day was opened.
    """

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="match_days"
    )
    number = models.PositiveSmallIntegerField()
    date = models.DateField(null=True, blank=True)
    opened_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "number"], name="one_match_day_per_number"
            ),
            models.UniqueConstraint(
                fields=["tournament", "first_round"],
                name="one_match_day_per_first_round",
            ),
            models.CheckConstraint(
                condition=Q(
                    number__range=(1, 300),
                    first_round__range=(1, 300),
                    rounds__range=(1, 300),
                ),
                name="match_day_rounds_sane",
            ),
        ]

    def __str__(self) -> str:
        return str(_("Match day %(number)s") % {"number": self.number})


class FineKind(models.TextChoices):
    LATE = "late", pgettext_lazy("penalty", "Late")
    FORFEIT = "forfeit", pgettext_lazy("penalty", "No-show")
    OTHER = "other", pgettext_lazy("penalty", "Other")


class LeagueFine(models.Model):
    """A deduction for lateness or absence on a match day, in penalty points.

    It is deducted from the points that decide places, even if the match day is not
    among the player's best. The deduction and its reason are public.
    """

    day = models.ForeignKey(MatchDay, models.CASCADE, related_name="fines")
    player = models.ForeignKey(Player, models.CASCADE, related_name="league_fines")
    kind = models.CharField(max_length=10, choices=FineKind)
    points = models.PositiveIntegerField()
    reason = models.CharField(max_length=200, blank=True)
    by = models.CharField(max_length=150)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["day", "player", "kind"], name="one_fine_of_a_kind_per_day"
            ),
            models.CheckConstraint(
                condition=Q(points__range=(1, 1_000_000)),
                name="league_fine_takes_points",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=sorted(FineKind.values)),
                name="league_fine_kind_known",
            ),
        ]
