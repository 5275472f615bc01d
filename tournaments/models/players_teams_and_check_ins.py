"""Persons, players of a tournament, teams, and check-in."""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Greatest, Least
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.models.names_without_accents import NAME_KEY_LENGTH, name_key
from tournaments.models.tournament import Tournament
from tournaments.models.uploaded_player_lists import PlayerImport
from tournaments.models.whole_names import whole_name


class ShownAs(models.TextChoices):
    """A player's choice of public name. The strictest choice is last."""

    FULL = "full", _("Full name")
    INITIALS = "initials", _("Initials")
    NUMBER = "number", _("Player number")

    @classmethod
    def strictest(cls, *choices: str) -> ShownAs:
        """Return the choice that shows the least."""
        return cls(max(choices, key=_FROM_MOST_TO_LEAST.index))


_FROM_MOST_TO_LEAST = tuple(ShownAs.values)


#: Fields that `Person.name_key` is computed from, in the order of `name_key`.
NAMES = ("first_name", "last_name")


class NameKeyField(models.CharField):  # type: ignore[type-arg]
    """The column of `Person.name_key`, computed whenever a person is saved."""

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        key = name_key(*attrgetter(*NAMES)(model_instance))
        setattr(model_instance, self.attname, key)
        return key


class PersonQuerySet(models.QuerySet["Person"]):
    """Query set of persons. Updates of names also update `name_key`."""

    def update(self, **values: object) -> int:
        if "name_key" in values or not set(NAMES) & values.keys():
            # `bulk_update` computed the keys already.
            return super().update(**values)
        keys = list(self.values_list("pk", flat=True))
        number = super().update(**values)
        persons = Person.objects.filter(pk__in=keys)
        for pk, *names in persons.values_list("pk", "first_name", "last_name"):
            Person.objects.filter(pk=pk).update(name_key=name_key(*names))
        return number

    def bulk_update(
        self,
        objs: Iterable[Person],
        fields: Iterable[str],
        batch_size: int | None = None,
    ) -> int:
        persons = list(objs)
        for person in persons:
            person.name_key = name_key(person.first_name, person.last_name)
        return super().bulk_update(persons, {*fields, "name_key"}, batch_size)


class Person(models.Model):
    """A person, who can be registered in any number of tournaments.

    `name_key`: the parts of the name without accents, in order, for comparison and
    search (`tournaments.models.names_without_accents`).
    `shown_as`: the strictest choice of all their registrations. Only database triggers
    write it (`tournaments.models.public_name_triggers`).
    """

    first_name = models.CharField(max_length=100, blank=True)
    last_name = models.CharField(max_length=100)
    country = models.CharField(max_length=60, blank=True)
    club = models.CharField(max_length=100, blank=True)
    ema_number = models.CharField(max_length=20, blank=True)
    shown_as = models.CharField(
        max_length=10, choices=ShownAs, default=ShownAs.FULL, editable=False
    )
    name_key = NameKeyField(max_length=NAME_KEY_LENGTH, editable=False, default="")

    objects = PersonQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(shown_as__in=ShownAs.values), name="person_shown_as_known"
            ),
        ]
        # For lists of persons by name, and for records of the same name or number.
        indexes = [
            models.Index(fields=["last_name", "first_name"], name="persons_by_name"),
            models.Index(fields=["name_key"], name="persons_by_name_key"),
            models.Index(
                fields=["ema_number"],
                condition=~Q(ema_number=""),
                name="persons_by_ema_number",
            ),
        ]

    def __str__(self) -> str:
        return whole_name(self.first_name, self.last_name)

    def save(
        self,
        *args: object,
        update_fields: Iterable[str] | None = None,
        **options: object,
    ) -> None:
        """Save the person. The key of the name is always saved too."""
        if update_fields is not None:
            update_fields = {*update_fields, "name_key"}
        super().save(*args, update_fields=update_fields, **options)  # type: ignore[arg-type]


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
    """A deduction from a team: from its table points, in penalty points, or from its
    score. The deduction and its reason are public."""

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


class Player(models.Model):
    """A player of a tournament, with a player number.

    - `group`: every table must have one player of each group.
    - `fixed_table`: the only table where this player can sit.
    - `first_round`, `last_round`: limits for late arrivals and early departures. A
      `last_round` of 0 means no rounds. `away_rounds`: rounds missed in between.
    - `cut_after`: the last round of a player who did not qualify.
    - `is_filler`: a house player, never ranked.
    - `is_substitute`: plays for a withdrawn player, never ranked.
    - `is_disqualified`: ranked last, without table points.
    - `player_import`: the import that added the player.
    - `fee_paid`: a director has recorded the fee as paid.
    - `categories`: names of public categories such as Junior, separated by semicolons
      (`tournaments.people.categories`).
    - `shown_as`: the choice of public name in this tournament; `publicly_shown_as` is
      the choice that applies.
    - `has_namesake`, `has_public_namesake`: another player of the tournament has the
      same full or public name, so this player's number is added to the name
      (`tournaments.people.namesakes`).
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="players")
    person = models.ForeignKey(Person, models.PROTECT, related_name="players")
    number = models.PositiveIntegerField()
    team = models.ForeignKey(
        Team, models.SET_NULL, null=True, blank=True, related_name="players"
    )

    group = models.CharField(max_length=40, blank=True)
    fixed_table = models.PositiveSmallIntegerField(null=True, blank=True)
    first_round = models.PositiveSmallIntegerField(default=1)
    last_round = models.PositiveSmallIntegerField(null=True, blank=True)
    #: Round numbers, separated by commas.
    away_rounds = models.CharField(max_length=300, blank=True)
    #: Last round before the cut for which the player did not qualify.
    cut_after = models.PositiveSmallIntegerField(null=True, blank=True)
    is_filler = models.BooleanField(default=False)
    is_substitute = models.BooleanField(default=False)
    is_disqualified = models.BooleanField(default=False)
    fee_paid = models.BooleanField(default=False)
    categories = models.CharField(max_length=340, blank=True)
    shown_as = models.CharField(max_length=10, choices=ShownAs, default=ShownAs.FULL)
    has_namesake = models.BooleanField(default=False, editable=False)
    has_public_namesake = models.BooleanField(default=False, editable=False)
    player_import = models.ForeignKey(
        PlayerImport,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="players",
    )

    class Meta:
        ordering = ["number"]
        constraints = [
            models.CheckConstraint(
                condition=Q(fixed_table__isnull=True) | Q(fixed_table__gte=1),
                name="player_fixed_table_positive",
            ),
            models.CheckConstraint(
                condition=Q(shown_as__in=ShownAs.values), name="player_shown_as_known"
            ),
            models.CheckConstraint(
                condition=Q(first_round__gte=1), name="player_first_round_positive"
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
                fields=["tournament", "number"], name="one_player_per_number"
            ),
            models.UniqueConstraint(
                fields=["tournament", "person"], name="one_player_per_person"
            ),
        ]

    def __str__(self) -> str:
        return self._told_apart(str(self.person), self.has_namesake)

    @property
    def publicly_shown_as(self) -> ShownAs:
        """Return the choice of public name that applies: the strictest choice in any
        tournament."""
        return ShownAs.strictest(self.shown_as, self.person.shown_as)

    @property
    def public_name(self) -> str:
        """Return the public name, with the player number if another player has the same
        name.

        The public name may be shorter than the full name. All public output uses it
        (`tournaments.people.identities`).
        """
        return self._told_apart(self.lone_public_name, self.has_public_namesake)

    def _told_apart(self, name: str, is_shared: bool) -> str:
        return f"{name} ({self.number})" if is_shared else name

    @property
    def lone_public_name(self) -> str:
        """Return the public name without the number that distinguishes namesakes."""
        shown_as = self.publicly_shown_as
        if shown_as == ShownAs.FULL:
            return str(self.person)
        names = str(self.person).split()
        # A Chinese name can consist of its initials alone.
        if shown_as == ShownAs.INITIALS and any(len(name) > 1 for name in names):
            return " ".join(f"{name[0]}." for name in names)
        return gettext("Player %(number)s") % {"number": self.number}

    @property
    def category_names(self) -> tuple[str, ...]:
        """Return the names of the player's categories; empty if there are none."""
        return tuple(filter(None, map(str.strip, self.categories.split(";"))))

    def plays(self, round_: int) -> bool:
        """Return whether the player takes part in round `round_`."""
        return (
            self.first_round <= round_
            and (self.last_round is None or round_ <= self.last_round)
            and not self.is_cut(round_)
            and round_ not in self.away
        )

    def is_cut(self, round_: int) -> bool:
        """Return whether the player failed to qualify for a stage before round
        `round_`.
        """
        return self.cut_after is not None and round_ > self.cut_after

    @property
    def away(self) -> tuple[int, ...]:
        """Return the missed rounds between the player's first and last round."""
        return tuple(map(int, filter(None, self.away_rounds.split(","))))

    @away.setter
    def away(self, rounds: Iterable[int]) -> None:
        self.away_rounds = ",".join(map(str, sorted(set(rounds))))


class NeverMeet(models.Model):
    """Two players to keep apart, in any order."""

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="never_meet"
    )
    one = models.ForeignKey(Player, models.CASCADE, related_name="+")
    other = models.ForeignKey(Player, models.CASCADE, related_name="+")
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
    """A player's check-in status. Players without a row are not checked in. Check-in is
    in use if any player has a row."""

    player = models.OneToOneField(Player, models.CASCADE, related_name="check_in")
    state = models.CharField(max_length=20, choices=CheckInState)
    at = models.DateTimeField(default=timezone.now)
    by = models.CharField(max_length=150)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=CheckInState.values), name="check_in_state_known"
            )
        ]
