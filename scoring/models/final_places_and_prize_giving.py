"""The final standings of a finished event, and how far they have been revealed."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from tournaments.models import Tournament


class FinalStandings(models.Model):
    """The standings of a finished event as they were at that `revision`, with the
    order of measures that decided places: no later change of a name, a rule or a score
    alters them. Opening the event again deletes them; the log keeps them. `held_back`:
    the public waits for the prize giving."""

    tournament = models.OneToOneField(
        Tournament, models.CASCADE, related_name="final", primary_key=True
    )
    revision = models.PositiveBigIntegerField()
    at = models.DateTimeField()
    by = models.CharField(max_length=150)
    tie_breaks = models.JSONField()
    #: The teams in their order, with places, figures and deductions.
    teams = models.JSONField(default=list)
    team_tie_breaks = models.JSONField(default=list)
    held_back = models.BooleanField(default=False)


class FinalPlace(models.Model):
    """A player's line of the final standings, in words and figures of that moment.
    `place` None: not ranked. `position` is the order of the lines. `parts` and `score`
    are multiples of 1/`divisor`, where a part of them was carried into a stage;
    `level`, `stage`, `group`: the last cut made, the last stage played, the group
    there; `games_won` where it is a series."""

    final = models.ForeignKey(FinalStandings, models.CASCADE, related_name="places")
    position = models.PositiveIntegerField()
    place = models.PositiveIntegerField(null=True, blank=True)
    shared = models.BooleanField(default=False)
    number = models.PositiveIntegerField()
    first_name = models.CharField(max_length=100, blank=True)
    last_name = models.CharField(max_length=100)
    country = models.CharField(max_length=60, blank=True)
    club = models.CharField(max_length=100, blank=True)
    ema_number = models.CharField(max_length=20, blank=True)
    team = models.CharField(max_length=100, blank=True)
    parts = models.BigIntegerField()
    score = models.BigIntegerField()
    hands_won = models.PositiveIntegerField()
    firsts = models.PositiveIntegerField()
    best = models.IntegerField()
    tables = models.PositiveIntegerField()
    logged = models.PositiveIntegerField(default=0)
    penalties = models.IntegerField(default=0)
    missed = models.PositiveIntegerField(default=0)
    sat_out = models.PositiveIntegerField(default=0)
    fixed = models.PositiveIntegerField(default=0)
    last_round = models.PositiveSmallIntegerField(null=True, blank=True)
    #: Figures by measures that decided places and have no column of their own.
    figures = models.JSONField(default=dict)
    divisor = models.PositiveBigIntegerField(null=True, blank=True)
    level = models.PositiveSmallIntegerField(null=True, blank=True)
    stage = models.PositiveSmallIntegerField(null=True, blank=True)
    group = models.PositiveSmallIntegerField(null=True, blank=True)
    games_won = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(
                fields=["final", "number"], name="one_final_place_per_number"
            ),
            models.UniqueConstraint(
                fields=["final", "position"], name="one_final_place_per_position"
            ),
            models.CheckConstraint(
                condition=Q(place__isnull=True) | Q(place__gte=1),
                name="final_place_counts_from_one",
            ),
        ]


class PrizeGiving(models.Model):
    """How far the final standings are revealed in the hall: of the first `places`
    places those from `shown_from` on; None: none yet. Players who share a place are
    revealed together."""

    final = models.OneToOneField(
        FinalStandings, models.CASCADE, related_name="prize_giving", primary_key=True
    )
    places = models.PositiveSmallIntegerField()
    shown_from = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(places__range=(1, 64)), name="prize_places_sane"
            ),
            models.CheckConstraint(
                condition=Q(shown_from__isnull=True)
                | Q(shown_from__gte=1, shown_from__lte=models.F("places")),
                name="prizes_shown_are_among_them",
            ),
        ]

    @property
    def is_complete(self) -> bool:
        """Whether the first place is revealed too."""
        return self.shown_from == 1
