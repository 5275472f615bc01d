"""What the screens in the hall show besides what is played."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament


class HallView(models.TextChoices):
    """What can be shown in turn, in its order."""

    SEATS = "seats", _("Seats, until the round begins")
    CLOCK = "clock", _("Clock")
    STANDINGS = "standings", _("Standings")
    HANDS = "hands", _("Latest hands")


#: Seconds of a turn where nobody chose any.
USUAL_SECONDS = 12


def usual_turns() -> dict[str, int]:
    """The seconds of each view by its name."""
    return dict.fromkeys(HallView.values, USUAL_SECONDS)


class HallScreen(models.Model):
    """What a director lets the screens show. `turns`: the seconds of each view that is
    shown in turn; `announcement`: shown on every screen up to `announced_until`, if
    there is one."""

    tournament = models.OneToOneField(
        Tournament, models.CASCADE, related_name="hall_screen", primary_key=True
    )
    turns = models.JSONField(default=usual_turns)
    announcement = models.CharField(max_length=200, blank=True)
    announced_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(announced_until__isnull=True) | ~Q(announcement=""),
                name="hall_screen_ends_what_it_announces",
            )
        ]
