"""Players, and what they are in a tournament.

Who is there on the day, as the desk at the door knows it.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Greatest, Least
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament
from tournaments.models.uploaded_player_lists import PlayerImport


class ShownAs(models.TextChoices):
    """How a player who asks for it is named to everybody; the strictest last."""

    FULL = "full", _("Full name")
    INITIALS = "initials", _("Initials")
    NUMBER = "number", _("Player number")

    @classmethod
    def strictest(cls, *choices: str) -> ShownAs:
        """Return the choice that shows least."""
        return cls(max(choices, key=_FROM_MOST_TO_LEAST.index))


_FROM_MOST_TO_LEAST = tuple(ShownAs.values)


class Player(models.Model):
    """A person who plays, in any number of tournaments.

    `shown_as`: the strictest choice of all their registrations. Triggers of the
    database keep it (`tournaments.models.public_name_triggers`); nothing else writes
    it."""

    first_name = models.CharField(max_length=100, blank=True)
    last_name = models.CharField(max_length=100)
    country = models.CharField(max_length=60, blank=True)
    club = models.CharField(max_length=100, blank=True)
    ema_number = models.CharField(max_length=20, blank=True)
    shown_as = models.CharField(
        max_length=10, choices=ShownAs, default=ShownAs.FULL, editable=False
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(shown_as__in=ShownAs.values), name="player_shown_as_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()


class Team(models.Model):
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="teams")
    name = models.CharField(max_length=100)

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "name"], name="one_team_of_a_name"
            )
        ]

    def __str__(self) -> str:
        return self.name


class TeamDeduction(models.Model):
    """What a director took from a team as such: so many points of its table points, in
    the points a referee names, or of its score. Everybody sees it with its reason."""

    class Measure(models.TextChoices):
        TABLE_POINTS = "table_points", _("table points")
        SCORE = "score", _("score")

    team = models.ForeignKey(Team, models.CASCADE, related_name="deductions")
    measure = models.CharField(max_length=20, choices=Measure)
    points = models.PositiveIntegerField()
    reason = models.CharField(max_length=200)
    by = models.CharField(max_length=150)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["at", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(points__range=(1, 1_000_000)),
                name="team_deduction_takes_points",
            ),
            models.CheckConstraint(
                condition=Q(measure__in=["score", "table_points"]),
                name="team_deduction_measure_known",
            ),
            models.CheckConstraint(
                condition=~Q(reason=""), name="team_deduction_has_a_reason"
            ),
        ]


class Entry(models.Model):
    """A player in a tournament, with a start number.

    `group`: the area of which every table is to have one. `fixed_table`: the
    only table this player can sit at. `first_round` and `last_round`: those
    played by somebody who comes late or leaves early (0: none at all), but for the
    `away_rounds` in between; who did not make a cut plays no round after `cut_after`.
    A filler
    is a chair played by the host's people: it is never ranked. Nor is a substitute, who
    plays for somebody who left. `player_import`: the list with which the player came.
    `fee_paid`: as a director noted. `shown_as`: how they asked here to be named;
    `publicly_shown_as` is what holds.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField()
    team = models.ForeignKey(
        Team, models.SET_NULL, null=True, blank=True, related_name="entries"
    )

    group = models.CharField(max_length=40, blank=True)
    fixed_table = models.PositiveSmallIntegerField(null=True, blank=True)
    first_round = models.PositiveSmallIntegerField(default=1)
    last_round = models.PositiveSmallIntegerField(null=True, blank=True)
    #: Their numbers, with commas.
    away_rounds = models.CharField(max_length=300, blank=True)
    #: The last round before a cut that the player did not make.
    cut_after = models.PositiveSmallIntegerField(null=True, blank=True)
    is_filler = models.BooleanField(default=False)
    is_substitute = models.BooleanField(default=False)
    fee_paid = models.BooleanField(default=False)
    shown_as = models.CharField(max_length=10, choices=ShownAs, default=ShownAs.FULL)
    player_import = models.ForeignKey(
        PlayerImport,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="entries",
    )

    class Meta:
        ordering = ["number"]
        constraints = [
            models.CheckConstraint(
                condition=Q(fixed_table__isnull=True) | Q(fixed_table__gte=1),
                name="entry_fixed_table_positive",
            ),
            models.CheckConstraint(
                condition=Q(shown_as__in=ShownAs.values), name="entry_shown_as_known"
            ),
            models.CheckConstraint(
                condition=Q(first_round__gte=1), name="entry_first_round_positive"
            ),
            models.CheckConstraint(
                condition=Q(is_filler=False) | Q(team__isnull=True),
                name="filler_without_team",
            ),
            models.CheckConstraint(
                condition=Q(is_filler=False) | Q(is_substitute=False),
                name="filler_is_no_substitute",
            ),
            models.UniqueConstraint(
                fields=["tournament", "number"], name="one_entry_per_number"
            ),
            models.UniqueConstraint(
                fields=["tournament", "player"], name="one_entry_per_player"
            ),
        ]

    def __str__(self) -> str:
        return str(self.player)

    @property
    def publicly_shown_as(self) -> ShownAs:
        """How everybody reads the player: the strictest choice, here or elsewhere."""
        return ShownAs.strictest(self.shown_as, self.player.shown_as)

    @property
    def public_name(self) -> str:
        """The name for everybody, which can be less than the full name: what is shown,
        sent or written for the public takes it from here
        (`tournaments.people.identities`)."""
        shown_as = self.publicly_shown_as
        if shown_as == ShownAs.FULL:
            return str(self.player)
        names = str(self.player).split()
        # A Chinese name may be no more than its initials.
        if shown_as == ShownAs.INITIALS and any(len(name) > 1 for name in names):
            return " ".join(f"{name[0]}." for name in names)
        return gettext("Player %(number)s") % {"number": self.number}

    def plays(self, round_: int) -> bool:
        """Whether the player is there in the round of that number."""
        return (
            self.first_round <= round_
            and (self.last_round is None or round_ <= self.last_round)
            and not self.is_cut(round_)
            and round_ not in self.away
        )

    def is_cut(self, round_: int) -> bool:
        """Whether the player had not made a cut before the round of that number."""
        return self.cut_after is not None and round_ > self.cut_after

    @property
    def away(self) -> tuple[int, ...]:
        """The rounds between the first and the last that the player is not there."""
        return tuple(map(int, filter(None, self.away_rounds.split(","))))

    @away.setter
    def away(self, rounds: Iterable[int]) -> None:
        self.away_rounds = ",".join(map(str, sorted(set(rounds))))


class NeverMeet(models.Model):
    """Two who may not meet at a table, in whichever order they are named."""

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="never_meet"
    )
    one = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    other = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    reason = models.TextField(blank=True)

    class Meta:
        ordering = ["one__number", "other__number"]
        constraints = [
            models.UniqueConstraint(
                Least("one", "other"),
                Greatest("one", "other"),
                name="two_never_meet_once",
            ),
            models.CheckConstraint(
                condition=~Q(one=F("other")), name="never_meet_somebody_else"
            ),
        ]


class CheckInState(models.TextChoices):
    EXPECTED = "expected", _("Expected")
    HERE = "here", _("Checked in")
    LATE = "late", _("Late")
    NO_SHOW = "no_show", _("No-show")


class CheckIn(models.Model):
    """What the desk knows of a player. One without a row is not here yet. Check-in is
    in use as soon as anybody is marked at all."""

    entry = models.OneToOneField(Entry, models.CASCADE, related_name="check_in")
    state = models.CharField(max_length=20, choices=CheckInState)
    at = models.DateTimeField(default=timezone.now)
    by = models.CharField(max_length=150)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=CheckInState.values), name="check_in_state_known"
            )
        ]
