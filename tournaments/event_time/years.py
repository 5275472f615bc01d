"""The years that an event can be in: what is far from them was mistyped, and no
calendar reaches beyond its own ends."""

from __future__ import annotations

from datetime import date

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

YEARS = range(1900, 3000)


def is_in_years(day: date) -> bool:
    """Whether an event can be on that day, or at that time."""
    return day.year in YEARS


def refuse_other_years(day: date) -> None:
    """Raises ValidationError for a day, or a time, on which no event can be."""
    if not is_in_years(day):
        raise ValidationError(
            _("Enter a year from %(first)s to %(last)s."),
            "other_year",
            {"first": YEARS[0], "last": YEARS[-1]},
        )
