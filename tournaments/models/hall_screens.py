"""What the screens in the hall show besides what is played."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament


class HallView(models.TextChoices):
    """What can be shown in turn, in its order."""

    SEATS = "seats", _("Seating, until the round starts")
    CLOCK = "clock", _("Clock")
    STANDINGS = "standings", _("Standings")
    LEADERS = "leaders", _("Standings, first 24 in large type")
    HANDS = "hands", _("Latest hands")


#: Seconds of a turn where nobody chose any, and that nobody looks at one thing for
#: any longer.
USUAL_SECONDS, MOST_SECONDS = 12, 600

LONGEST_NAME = 40


def usual_turns() -> dict[str, int]:
    """The seconds of each view by its name: of the standings once."""
    shown = [view for view in HallView.values if view != HallView.LEADERS]
    return dict.fromkeys(shown, USUAL_SECONDS)


def _ends_what_it_announces(name: str) -> models.CheckConstraint:
    said = Q(announced_until__isnull=True) | ~Q(announcement="")
    return models.CheckConstraint(condition=said, name=name)


class _Screen(models.Model):
    """What a director lets screens show. `turns`: the seconds of each view that is
    shown in turn; `announcement`: shown up to `announced_until`, if there is one."""

    turns = models.JSONField(default=usual_turns)
    announcement = models.CharField(max_length=200, blank=True)
    announced_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True


class HallScreen(_Screen):
    """The screens that are opened by the hall's link alone. What they announce, every
    screen of the hall does."""

    tournament = models.OneToOneField(
        Tournament, models.CASCADE, related_name="hall_screen", primary_key=True
    )
    #: As a further screen has them.
    name = slug = ""

    class Meta:
        constraints = [_ends_what_it_announces("hall_screen_ends_what_it_announces")]


class FurtherScreen(_Screen):
    """A screen with a name, an address and turns of its own, as at the entrance. Its
    address stays when it is named otherwise. What it announces itself stands in the
    place of what every screen does."""

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="further_screens"
    )
    slug = models.SlugField(max_length=50)
    name = models.CharField(max_length=LONGEST_NAME)

    class Meta:
        ordering = ["pk"]
        constraints = [
            _ends_what_it_announces("further_screen_ends_what_it_announces"),
            models.CheckConstraint(
                condition=~Q(name="") & ~Q(slug=""), name="further_screen_is_named"
            ),
            models.UniqueConstraint(
                fields=["tournament", "slug"], name="further_screen_by_address"
            ),
            models.UniqueConstraint(
                fields=["tournament", "name"], name="further_screen_by_name"
            ),
        ]
