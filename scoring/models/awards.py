"""Database models of awards: the director's choice, and the steps of a prize giving
before its places.
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from scoring.models.final_places_and_prize_giving import PrizeGiving
from tournaments.models import Tournament

#: Most places per category that get a prize.
MOST_CATEGORY_PLACES = 8
MOST_LEAST_GAMES = 99


class TournamentAwards(models.Model):
    """The awards that a tournament gives.

    `keys`: keys in `scoring.awards.award_catalogue`; `least_games`: minimum number of
    games for awards that are easier to win with few games, None for the default;
    `category_places`: number of places with a prize in each category.
    """

    tournament = models.OneToOneField(
        Tournament, models.CASCADE, primary_key=True, related_name="awards"
    )
    keys = models.JSONField(default=list)
    least_games = models.PositiveSmallIntegerField(null=True, blank=True)
    category_places = models.PositiveSmallIntegerField(default=1)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(least_games__isnull=True)
                | Q(least_games__range=(1, MOST_LEAST_GAMES)),
                name="award_games_sane",
            ),
            models.CheckConstraint(
                condition=Q(category_places__lte=MOST_CATEGORY_PLACES),
                name="category_places_sane",
            ),
        ]


class PrizeStep(models.Model):
    """A step of a prize giving before its places: an award, or a place of a category.

    `award`: key of the award, "" for a category. `value`: the award's value, an exact
    fraction as text. `holders`: all players who share the step, as objects with
    `number` (player number), `of` (number of cases) and `at` (round, table and hand of
    a record).
    """

    giving = models.ForeignKey(PrizeGiving, models.CASCADE, related_name="steps")
    position = models.PositiveSmallIntegerField()
    award = models.CharField(max_length=40, blank=True)
    category = models.CharField(max_length=100, blank=True)
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    value = models.CharField(max_length=60, blank=True)
    holders = models.JSONField(default=list)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(
                fields=["giving", "position"], name="one_prize_step_per_position"
            ),
            models.CheckConstraint(
                condition=Q(position__gte=1), name="prize_steps_count_from_one"
            ),
            models.CheckConstraint(
                condition=(
                    Q(category="", place__isnull=True) & ~Q(award="") & ~Q(value="")
                )
                | (Q(award="", value="", place__gte=1) & ~Q(category="")),
                name="prize_step_is_award_or_category",
            ),
        ]
