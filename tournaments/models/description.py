"""The description of a tournament: dates, venue, organiser."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from tournaments.models.tournament import Tournament
from tournaments.reader_locale import comma


class EventDescription(models.Model):
    """The description on a tournament's public page. Unknown fields are empty.

    `logo` is a file name in `tournaments.files.stored_logos`.
    """

    tournament = models.OneToOneField(
        Tournament, models.CASCADE, related_name="description", primary_key=True
    )
    starts_on = models.DateField(null=True, blank=True)
    #: None for a tournament of one day.
    ends_on = models.DateField(null=True, blank=True)
    venue = models.CharField(max_length=200, blank=True)
    city = models.CharField(max_length=100, blank=True)
    country = models.CharField(max_length=60, blank=True)
    organiser = models.CharField(max_length=200, blank=True)
    text = models.TextField(blank=True)
    link = models.URLField(max_length=500, blank=True)
    contact = models.CharField(max_length=200, blank=True)
    logo = models.CharField(max_length=80, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(ends_on__isnull=True) | Q(ends_on__gte=F("starts_on")),
                name="description_ends_after_its_start",
            ),
            models.CheckConstraint(
                condition=Q(ends_on__isnull=True) | Q(starts_on__isnull=False),
                name="description_end_needs_a_start",
            ),
            models.CheckConstraint(
                condition=Q(link="")
                | Q(link__startswith="https://")
                | Q(link__startswith="http://"),
                name="description_link_is_of_the_web",
            ),
        ]

    @property
    def says_where(self) -> str:
        """Return the known parts of venue, city and country, separated by commas. If no
        part is known, return ""."""
        return comma().join(filter(None, (self.venue, self.city, self.country)))

    @property
    def is_empty(self) -> bool:
        """Return whether the description has nothing to show."""
        return not any(getattr(self, name) for name in DESCRIPTION_FIELDS)


#: Fields with content to show.
DESCRIPTION_FIELDS = (
    "starts_on",
    "ends_on",
    "venue",
    "city",
    "country",
    "organiser",
    "text",
    "link",
    "contact",
    "logo",
)
