"""Winds drawn by lot in front of people, for one table or for a whole round. Both keep
their seed from the moment its hash is shown, so that every device shows the same
draw."""

from __future__ import annotations

from hashlib import sha256

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.rounds_games_and_seats import Round, Session

#: How far a draw at a table was shown:
#: `tournaments.seating.winds.wind_draw_procedure.Step`.
FIRST_STEP, LAST_STEP = 0, 7


class CeremonyOutcome(models.TextChoices):
    """SEATED: the seats are as they were drawn. OVERRULED: others were entered by
    hand after the draw had begun."""

    SEATED = "seated", _("Drawn")
    OVERRULED = "overruled", _("Entered by hand")


def no_dice() -> list[list[int] | None]:
    return [None, None]


class Drawing(models.Model):
    """What both have in common. `attempt` counts how often it was begun: a new seed
    needs a reason."""

    seed = models.CharField(max_length=64)
    attempt = models.PositiveIntegerField(default=1)
    begun_at = models.DateTimeField(default=timezone.now)
    begun_by = models.CharField(max_length=150)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True

    @property
    def commitment(self) -> str:
        """The hash that is shown from the beginning, as the engine has it
        (`tournaments.seating.random_seed.commitment`)."""
        return sha256(self.seed.encode()).hexdigest()


class Ceremony(Drawing):
    """The draw for seats at one table, as far as it has been shown.

    `numbers` are the start numbers of the four who draw; `dice` are the two throws
    where real dice were thrown, None where the program throws.
    """

    session = models.OneToOneField(Session, models.CASCADE, related_name="ceremony")
    numbers = models.JSONField()
    dice = models.JSONField(default=no_dice)
    step = models.PositiveSmallIntegerField(default=FIRST_STEP)
    outcome = models.CharField(max_length=20, choices=CeremonyOutcome, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(step__range=(FIRST_STEP, LAST_STEP)),
                name="ceremony_step_known",
            ),
            models.CheckConstraint(
                condition=Q(outcome="", finished_at__isnull=True)
                | Q(outcome__in=CeremonyOutcome.values, finished_at__isnull=False),
                name="ceremony_outcome_when_finished",
            ),
        ]


class WindLots(Drawing):
    """The winds of all tables of a round, drawn with one seed.

    `thrown` is what was thrown in the hall after the hash was shown. `tables` are
    the tables it was drawn for, with the start numbers of their four people.
    """

    round = models.OneToOneField(Round, models.CASCADE, related_name="wind_lots")
    thrown = models.CharField(max_length=200, blank=True)
    tables = models.JSONField(default=list)

    def covers(self, table: int) -> bool:
        """Whether the winds of that table were drawn with these lots."""
        return any(drawn["table"] == table for drawn in self.tables)
