"""The final standings of a finished tournament, and the state of the prize giving."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from tournaments.models import Tournament


class FinalStandings(models.Model):
    """The standings of a finished tournament at its `revision`, with the criteria used.

    Later changes of names, rules or scores do not alter these standings. Reopening the
    tournament deletes them; the log keeps a copy. `held_back`: hidden from the public
    until the prize giving.
    """

    tournament = models.OneToOneField(
        Tournament, models.CASCADE, related_name="final", primary_key=True
    )
    revision = models.PositiveBigIntegerField()
    at = models.DateTimeField()
    by = models.CharField(max_length=150)
    tie_breaks = models.JSONField()
    #: Teams in order, with places, figures and deductions.
    teams = models.JSONField(default=list)
    team_tie_breaks = models.JSONField(default=list)
    held_back = models.BooleanField(default=False)


class FinalPlace(models.Model):
    """A player's row in the final standings, with the names and figures of that time.

    `place`: None if not ranked; `position`: order of the rows. `parts`: table points;
    `parts` and `score` are multiples of 1/`divisor` if a fraction was carried into a
    stage. `level`: the last cut that the player made. `disqualified`: ranked last,
    without table points. `unstated`: criteria whose figures an imported list of results
    does not state; their columns are 0. `fined`: penalties in 1/12,000 table points if
    the total score ranks. `stage`, `group`: the player's last stage and group.
    `games_won`: number of games won in a series.
    """

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
    fined = models.BigIntegerField(null=True, blank=True)
    disqualified = models.BooleanField(null=True, blank=True)
    unstated = models.JSONField(null=True, blank=True)
    missed = models.PositiveIntegerField(default=0)
    sat_out = models.PositiveIntegerField(default=0)
    fixed = models.PositiveIntegerField(default=0)
    last_round = models.PositiveSmallIntegerField(null=True, blank=True)
    #: Figures of criteria without a column.
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
    """State of a prize giving.

    `places`: number of places revealed one by one. `shown_from`: the best place
    revealed so far, None before the first. Players who share a place are revealed
    together. `steps_shown`: number of revealed awards and category places, which all
    come before the first place revealed.
    """

    final = models.OneToOneField(
        FinalStandings, models.CASCADE, related_name="prize_giving", primary_key=True
    )
    places = models.PositiveSmallIntegerField()
    shown_from = models.PositiveSmallIntegerField(null=True, blank=True)
    steps_shown = models.PositiveSmallIntegerField(default=0)

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
        """Return whether first place is revealed."""
        return self.shown_from == 1
