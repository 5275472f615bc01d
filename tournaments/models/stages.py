"""Stages: parts of a tournament with their players, groups and points carried over. A
tournament without rows here has a single stage."""

from __future__ import annotations

from fractions import Fraction

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.players_teams_and_check_ins import Player
from tournaments.models.seating_drafts import DrawMethod, RoundSpan
from tournaments.models.tournament import EndPolicy, Tournament

#: Number of players in a series.
TABLE = 4


class StageKind(models.TextChoices):
    QUALIFYING = "qualifying", pgettext_lazy("stage", "Qualifying")
    GROUPS = "groups", _("Groups")
    SEMI_FINAL = "semi_final", _("Semi-final")
    FINAL = "final", pgettext_lazy("stage", "Final")
    CONSOLATION = "consolation", pgettext_lazy("stage", "Consolation")
    OTHER = "other", _("Other stage")


class CutRule(models.TextChoices):
    """The rule for qualifying from the previous stage. REST: players who did not
    qualify for the other stage in the same rounds."""

    EVERYBODY = "everybody", _("All players")
    TOP = "top", _("Best overall")
    PER_GROUP = "per_group", _("Best of each group")
    REST = "rest", _("Players who did not qualify")


class CarryRule(models.TextChoices):
    EVERYTHING = "everything", _("All points")
    NOTHING = "nothing", _("Nothing")
    FRACTION = "fraction", _("Fraction of points and score")
    TABLE_POINTS = "table_points", _("Table points without the score")


class GroupingRule(models.TextChoices):
    """Ways to form groups.

    - HAND: a director edits the groups, which start in snake order.
    - DIVISIONS: the best players are in the first division. If the previous stage had
      divisions, players are promoted and relegated.
    - TEAMS: each group is a match of four teams.
    """

    SNAKE = "snake", _("By strength: 1-8-9-16, 2-7-10-15 …")
    LOT = "lot", _("Random")
    REGION = "region", _("By region: players of one country together")
    HAND = "hand", _("By hand")
    DIVISIONS = (
        "divisions",
        _("Divisions: the best in the first, with promotion and relegation"),
    )
    TEAMS = "teams", _("Team matches: 4 teams per match, at random")


class KeptApart(models.TextChoices):
    NOBODY = "", _("No one")
    CLUB = "club", _("Players of the same club")
    COUNTRY = "country", _("Players of the same country")


class FinalSeats(models.TextChoices):
    """Ways to seat the players of a stage."""

    BALANCED = "", _("As balanced by the seating")
    RANK = "rank", _("By rank: 1st as East, 2nd as South …")
    CHOICE = "choice", _("By choice: 1st chooses a seat, then 2nd …")
    EAST = "east", _("1st as East, the others at random")


class LeaverTables(models.TextChoices):
    """The rule for counting games of a player who withdraws during a stage, in the
    standings of the opponents.

    KEPT: as played. TIE: each of these tables counts as a four-way tie. HALF: as
    four-way ties if the player played less than half of the stage, otherwise as played.
    """

    KEPT = "", _("Games played count")
    TIE = "even", _("Each of these tables counts as a four-way tie")
    HALF = (
        "half",
        _("As four-way ties, if the player withdrew before half of the stage"),
    )


class Stage(RoundSpan):
    """A stage: `rounds` rounds from `first_round` on.

    A consolation uses the rounds of the previous stage. Empty `minutes` and
    `end_policy` mean the tournament's values. If `method` is empty, it is chosen when
    seating is generated.

    - `cut`: which players of the previous stage qualify; `cut_size`: how many (per
      group); `cut_rest`: how many of the others.
    - `carry`: points carried over; `bonuses`: extra points for the first, second …
      place of the previous stage, as written ("3", "3/2").
    - `groups`: number of groups, 0 for none; in divisions, `movers` players are
      promoted and as many relegated.
    - `series`: number of games to win a series, 0 for no series. In a series, all
      rounds are games of the same 4 players.
    - `leavers`: how games count for opponents of withdrawn players.
    - `is_decided`: the players of the stage are known.
    - `basis`, `kept`: the standings used for its cut; see `Draw`.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=20, choices=StageKind)
    name = models.CharField(max_length=60, blank=True)
    minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    end_policy = models.CharField(max_length=20, choices=EndPolicy, blank=True)
    method = models.CharField(max_length=20, choices=DrawMethod, blank=True)
    cut = models.CharField(max_length=20, choices=CutRule, default=CutRule.EVERYBODY)
    cut_size = models.PositiveSmallIntegerField(default=0)
    cut_rest = models.PositiveSmallIntegerField(default=0)
    carry = models.CharField(
        max_length=20, choices=CarryRule, default=CarryRule.EVERYTHING
    )
    carry_numerator = models.PositiveSmallIntegerField(default=1)
    carry_denominator = models.PositiveSmallIntegerField(default=1)
    bonuses = models.JSONField(default=list, blank=True)
    groups = models.PositiveSmallIntegerField(default=0)
    grouping = models.CharField(
        max_length=20, choices=GroupingRule, default=GroupingRule.SNAKE
    )
    movers = models.PositiveSmallIntegerField(default=0)
    apart = models.CharField(
        max_length=20, choices=KeptApart, blank=True, default=KeptApart.NOBODY
    )
    seats = models.CharField(
        max_length=20, choices=FinalSeats, blank=True, default=FinalSeats.BALANCED
    )
    series = models.PositiveSmallIntegerField(default=0)
    leavers = models.CharField(
        max_length=20, choices=LeaverTables, blank=True, default=LeaverTables.KEPT
    )
    is_decided = models.BooleanField(default=False)
    basis = models.JSONField(default=dict)
    kept = models.JSONField(default=dict)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "number"], name="one_stage_per_number"
            ),
            models.CheckConstraint(
                condition=Q(number__range=(1, 20)), name="stage_number_sane"
            ),
            models.CheckConstraint(
                condition=Q(kind__in=sorted(StageKind.values)), name="stage_kind_known"
            ),
            models.CheckConstraint(
                condition=Q(first_round__range=(1, 300), rounds__range=(1, 300)),
                name="stage_rounds_sane",
            ),
            models.CheckConstraint(
                condition=Q(minutes__isnull=True) | Q(minutes__range=(1, 600)),
                name="stage_minutes_sane",
            ),
            models.CheckConstraint(
                condition=Q(end_policy__in=["", *sorted(EndPolicy.values)]),
                name="stage_end_policy_known",
            ),
            models.CheckConstraint(
                condition=Q(number=1, cut=CutRule.EVERYBODY)
                | Q(number__gt=1, cut__in=sorted(CutRule.values)),
                name="stage_cut_comes_after_a_stage",
            ),
            models.CheckConstraint(
                condition=Q(cut__in=(CutRule.TOP, CutRule.PER_GROUP), cut_size__gte=1)
                | Q(cut__in=(CutRule.EVERYBODY, CutRule.REST), cut_size=0),
                name="stage_cut_has_a_size",
            ),
            models.CheckConstraint(
                condition=Q(cut_rest=0) | Q(cut=CutRule.PER_GROUP),
                name="stage_rest_of_groups",
            ),
            models.CheckConstraint(
                condition=Q(kind=StageKind.CONSOLATION, cut=CutRule.REST)
                | (~Q(kind=StageKind.CONSOLATION) & ~Q(cut=CutRule.REST)),
                name="stage_consolation_takes_the_rest",
            ),
            models.CheckConstraint(
                condition=Q(carry__in=sorted(CarryRule.values)),
                name="stage_carry_known",
            ),
            models.CheckConstraint(
                condition=Q(
                    carry=CarryRule.FRACTION,
                    carry_numerator__gte=1,
                    carry_numerator__lt=F("carry_denominator"),
                )
                | (
                    ~Q(carry=CarryRule.FRACTION)
                    & Q(carry_numerator=1, carry_denominator=1)
                ),
                name="stage_fraction_is_one",
            ),
            models.CheckConstraint(
                condition=Q(groups=0) | Q(groups__range=(2, 30)),
                name="stage_has_no_single_group",
            ),
            models.CheckConstraint(
                condition=Q(series=0)
                | Q(
                    series__range=(1, F("rounds")),
                    cut=CutRule.TOP,
                    cut_size=TABLE,
                    carry=CarryRule.NOTHING,
                    groups=0,
                ),
                name="stage_series_is_of_one_table",
            ),
            models.CheckConstraint(
                condition=Q(leavers__in=sorted(LeaverTables.values)),
                name="stage_leavers_known",
            ),
        ]

    def __str__(self) -> str:
        return self.name or str(self.get_kind_display())

    @property
    def is_beside(self) -> bool:
        """Return whether the stage uses the rounds of the previous stage."""
        return self.kind == StageKind.CONSOLATION

    @property
    def needs_deciding(self) -> bool:
        """Return whether a director must decide the players or groups of the stage."""
        return self.number > 1 or self.groups > 0

    @property
    def fraction(self) -> Fraction:
        return Fraction(self.carry_numerator, self.carry_denominator)

    @property
    def exact_bonuses(self) -> tuple[Fraction, ...]:
        return tuple(map(Fraction, self.bonuses))


class StagePlace(models.Model):
    """A player of a stage, with the group (0 for none) and the rank at
    qualification."""

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="places")
    player = models.ForeignKey(Player, models.CASCADE, related_name="stage_places")
    group = models.PositiveSmallIntegerField(default=0)
    rank = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["rank"]
        constraints = [
            models.UniqueConstraint(
                fields=["stage", "player"], name="one_place_per_stage_and_player"
            ),
            models.UniqueConstraint(
                fields=["stage", "rank"], name="one_player_per_rank_of_a_stage"
            ),
            models.CheckConstraint(
                condition=Q(group__range=(0, 30)), name="stage_place_group_sane"
            ),
            models.CheckConstraint(
                condition=Q(rank__gte=1), name="stage_place_rank_positive"
            ),
        ]
