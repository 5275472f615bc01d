"""Public wind draws for one table or a whole round.

The random seed is stored from the moment when its hash is shown, so that every device
shows the same draw.
"""

from __future__ import annotations

from hashlib import sha256

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.rounds_games_and_seats import Game, Round

#: First and last step shown in a wind draw at a table, as in
#: `tournaments.seating.winds.wind_draw_procedure.Step`.
FIRST_STEP, LAST_STEP = 0, 7


class CeremonyOutcome(models.TextChoices):
    """The result of a wind draw. SEATED: the seats are as drawn. OVERRULED: other seats
    were entered manually after the draw had started."""

    SEATED = "seated", pgettext_lazy("wind draw", "Drawn")
    OVERRULED = "overruled", _("Entered by hand")


def no_dice() -> list[list[int] | None]:
    return [None, None]


class Drawing(models.Model):
    """Common fields of wind draws. `attempt` counts how often the draw was started; a
    restart needs a reason."""

    seed = models.CharField(max_length=64)
    attempt = models.PositiveIntegerField(default=1)
    begun_at = models.DateTimeField(default=timezone.now)
    begun_by = models.CharField(max_length=150)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True

    @property
    def commitment(self) -> str:
        """Return the hash of the seed, which is shown from the start; see
        `tournaments.seating.random_seed.commitment`."""
        return sha256(self.seed.encode()).hexdigest()


class Ceremony(Drawing):
    """The wind draw at one table, up to the current step.

    `numbers`: the player numbers at the table. `dice`: the two throws of real dice;
    None if the program throws.
    """

    game = models.OneToOneField(Game, models.CASCADE, related_name="ceremony")
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
    """The winds of all tables of a round, drawn with one random seed.

    `thrown`: the dice thrown in the hall after the hash was shown. `tables`: the
    tables, with their player numbers.
    """

    round = models.OneToOneField(Round, models.CASCADE, related_name="wind_lots")
    thrown = models.CharField(max_length=200, blank=True)
    tables = models.JSONField(default=list)

    def covers(self, table: int) -> bool:
        """Return whether this draw includes the winds of the table."""
        return any(drawn["table"] == table for drawn in self.tables)
