"""Database models of series and seasons: chosen tournaments, the formula, penalties,
ratings, and the final standings of a closed season.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models import Club, Person, Tournament


class Unit(models.TextChoices):
    """The unit that gives a player one value: a tournament, a match day or a game."""

    TOURNAMENT = "tournament", _("Each tournament")
    NIGHT = "night", _("Each match day")
    GAME = "game", _("Each game")


class ValueKind(models.TextChoices):
    """The ways to calculate a player's value for a unit."""

    BASE_RANK = "base_rank", _("Base rank: 1,000 for the winner, 0 for the last place")
    PLACE_POINTS = "place_points", _("Points for the place")
    GAME_PLACE_POINTS = "game_place_points", _("Points for the place in each game")
    TABLE_POINTS = "table_points", _("Table points or final points")
    SCORE = "score", _("Score")


class RatingSystem(models.TextChoices):
    """The rating systems of series."""

    DANISH_MEAN = "danish_mean", _("Danish mean")
    ELO = "elo", _("Elo, in pairs")
    OPEN_SKILL = "open_skill", _("OpenSkill")


class RankingMethod(models.TextChoices):
    """The methods of rankings of series."""

    EMA = "ema", _("EMA's method")
    UK = "uk", _("Method of the United Kingdom (2026)")
    AUSTRIA = "austria", _("Method of Austria")


class Series(models.Model):
    """A series: the same competition in several seasons, with one ruleset.

    `ranking`: method of the ranking in which the tournaments of all seasons count, ""
    for none. `ranked_from`: tournaments that ended before this day do not count in the
    ranking, None for no limit; EMA's method ignores it. `rating`: rating system of the
    series' games, "" for none. `club`: the directors of this club may edit the series
    too.
    """

    slug = models.SlugField(max_length=80, unique=True)
    title = models.CharField(max_length=100)
    ruleset = models.CharField(max_length=20)
    is_public = models.BooleanField(default=False)
    ranking = models.CharField(max_length=20, choices=RankingMethod, blank=True)
    ranked_from = models.DateField(null=True, blank=True)
    rating = models.CharField(max_length=20, choices=RatingSystem, blank=True)
    club = models.ForeignKey(
        Club, models.SET_NULL, null=True, blank=True, related_name="series"
    )
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["title", "pk"]
        verbose_name_plural = "series"
        constraints = [
            models.CheckConstraint(
                condition=Q(rating__in=["", *sorted(RatingSystem.values)]),
                name="series_rating_known",
            ),
            models.CheckConstraint(
                condition=Q(ranking__in=["", *sorted(RankingMethod.values)]),
                name="series_ranking_known",
            ),
        ]

    def __str__(self) -> str:
        return self.title


class SeriesEditor(models.Model):
    """An account that may edit a series.

    The creator of the series is the first editor.
    """

    series = models.ForeignKey(Series, models.CASCADE, related_name="editors")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="edited_series"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["series", "user"], name="one_editor_per_account_and_series"
            )
        ]


class Season(models.Model):
    """A season of a series.

    `formula`: the parameters in `scoring.series.season_formula.Formula` that have no
    column, as JSON. `place_points`: points of the places, as texts. `closed_at`: when
    the standings in `SeasonPlace` became final. `awards`: keys of awards in
    `scoring.awards`. `award_games`: minimum number of games for some awards, None for
    the default.
    """

    series = models.ForeignKey(Series, models.CASCADE, related_name="seasons")
    slug = models.SlugField(max_length=80)
    title = models.CharField(max_length=100)
    unit = models.CharField(max_length=20, choices=Unit, default=Unit.TOURNAMENT)
    value = models.CharField(
        max_length=20, choices=ValueKind, default=ValueKind.TABLE_POINTS
    )
    place_points = models.JSONField(default=list)
    formula = models.JSONField(default=dict)
    awards = models.JSONField(default=list)
    award_games = models.PositiveSmallIntegerField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["series", "slug"], name="one_season_of_an_address"
            ),
            models.CheckConstraint(
                condition=Q(unit__in=sorted(Unit.values)), name="season_unit_known"
            ),
            models.CheckConstraint(
                condition=Q(value__in=sorted(ValueKind.values)),
                name="season_value_known",
            ),
            models.CheckConstraint(
                condition=~Q(unit="game", value="base_rank"),
                name="season_base_rank_not_of_a_game",
            ),
            models.CheckConstraint(
                condition=Q(award_games__isnull=True) | Q(award_games__range=(1, 999)),
                name="season_award_games_sane",
            ),
        ]

    def __str__(self) -> str:
        return self.title


class SeasonTournament(models.Model):
    """A tournament that counts in a season.

    `needed_qualification`: players had to qualify, which raises the tournament's weight
    in the ranking. `is_abroad`: whether the ranking counts the tournament as played
    abroad, None if the countries of tournament and club decide.
    """

    season = models.ForeignKey(Season, models.CASCADE, related_name="tournaments")
    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="season_tournaments"
    )
    position = models.PositiveSmallIntegerField()
    needed_qualification = models.BooleanField(default=False)
    is_abroad = models.BooleanField(null=True, blank=True)

    class Meta:
        ordering = ["position", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["season", "tournament"], name="a_tournament_once_in_a_season"
            ),
        ]


class SeasonPenalty(models.Model):
    """A deduction from a person's points in a season, in hundredths of a point.

    The deduction and its reason are public.
    """

    season = models.ForeignKey(Season, models.CASCADE, related_name="penalties")
    person = models.ForeignKey(Person, models.CASCADE, related_name="season_penalties")
    hundredths = models.PositiveIntegerField()
    reason = models.CharField(max_length=200)
    by = models.CharField(max_length=150)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["at", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(hundredths__range=(1, 100_000_000)),
                name="season_penalty_takes_points",
            ),
            models.CheckConstraint(
                condition=~Q(reason=""), name="season_penalty_has_a_reason"
            ),
        ]


class SeasonPlace(models.Model):
    """A row of the final standings of a closed season.

    The row stores no name: the person's current choice decides which name is shown.
    `person`: None after the person's data was deleted. `points`: an exact fraction as
    text. `attended`, `counted`: number of units attended,
    and of units that count.
    """

    season = models.ForeignKey(Season, models.CASCADE, related_name="places")
    position = models.PositiveIntegerField()
    place = models.PositiveIntegerField(null=True, blank=True)
    shared = models.BooleanField(default=False)
    person = models.ForeignKey(
        Person, models.SET_NULL, null=True, blank=True, related_name="season_places"
    )
    points = models.CharField(max_length=60)
    attended = models.PositiveSmallIntegerField()
    counted = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(
                fields=["season", "position"], name="one_season_place_per_position"
            ),
            models.CheckConstraint(
                condition=Q(place__isnull=True) | Q(place__gte=1),
                name="season_place_counts_from_one",
            ),
        ]


class SeriesRating(models.Model):
    """The ratings of a series with many tournaments, computed in the background.

    `made_of`: the data the ratings were computed from: rating system, merges of
    persons, and revision of each tournament by key. `ratings`: current value, number of
    games, and value before the last game, by person key. `games`: number of rated
    games. `until`: day of the last game.
    """

    series = models.OneToOneField(
        Series, models.CASCADE, primary_key=True, related_name="stored_rating"
    )
    made_of = models.JSONField()
    at = models.DateTimeField()
    ratings = models.JSONField()
    games = models.PositiveIntegerField()
    until = models.DateField(null=True, blank=True)


class SeriesLog(models.Model):
    """A logged change of a series, with time, author, kind and reason."""

    series = models.ForeignKey(Series, models.CASCADE, related_name="log")
    at = models.DateTimeField(default=timezone.now)
    by = models.CharField(max_length=150)
    kind = models.CharField(max_length=40)
    reason = models.CharField(max_length=200, blank=True)
    data = models.JSONField(default=dict)

    class Meta:
        ordering = ["-at", "-pk"]
