"""Settings of hall screens: views shown in turn, and announcements."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament


class HallView(models.TextChoices):
    """Views that a hall screen can show in turn, in their order."""

    SEATS = "seats", _("Seating, until the round starts")
    CLOCK = "clock", _("Clock")
    STANDINGS = "standings", _("Standings")
    LEADERS = "leaders", _("Standings, first 24 in large type")
    HANDS = "hands", _("Latest hands")


#: Seconds each view is shown: default and maximum.
USUAL_SECONDS, MOST_SECONDS = 12, 600

LONGEST_NAME = 40

#: Language setting of a screen that alternates between the tournament's two languages.
BOTH = "both"


def usual_turns() -> dict[str, int]:
    """Return the default seconds of each view, by name. Of the two views of the
    standings, only one is included."""
    shown = [view for view in HallView.values if view != HallView.LEADERS]
    return dict.fromkeys(shown, USUAL_SECONDS)


def _needs_announcement(name: str) -> models.CheckConstraint:
    condition = Q(announced_until__isnull=True) | ~Q(announcement="")
    return models.CheckConstraint(condition=condition, name=name)


class _Screen(models.Model):
    """Settings of a hall screen.

    `turns`: seconds of each view in the rotation. `language`: "" for the tournament's
    language, `BOTH` for the tournament's two languages in turn. `announcement`: a text
    shown until `announced_until`; if that is empty, without a time limit.
    """

    turns = models.JSONField(default=usual_turns)
    language = models.CharField(max_length=20, blank=True)
    announcement = models.CharField(max_length=200, blank=True)
    announced_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True


class HallScreen(_Screen):
    """The main hall screen, which the hall link opens. Its announcement appears on all
    hall screens."""

    tournament = models.OneToOneField(
        Tournament, models.CASCADE, related_name="hall_screen", primary_key=True
    )
    #: A further screen has these as fields.
    name = slug = ""

    class Meta:
        constraints = [_needs_announcement("hall_screen_ends_what_it_announces")]


class FurtherScreen(_Screen):
    """An additional screen with its own name, address and views, for example at the
    entrance.

    Renaming a screen leaves its address unchanged. Its announcement replaces the
    announcement for all screens.
    """

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="further_screens"
    )
    slug = models.SlugField(max_length=50)
    name = models.CharField(max_length=LONGEST_NAME)

    class Meta:
        ordering = ["pk"]
        constraints = [
            _needs_announcement("further_screen_ends_what_it_announces"),
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
