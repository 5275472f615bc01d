"""Days in words. The year is added if it is not this one."""

from __future__ import annotations

from datetime import date

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import pgettext


def weekday_and_day(at: date) -> str:
    """Return, for example, "Friday 1 May", or "Friday 1 May 2026"."""
    if _is_this_year(at):
        return date_format(at, pgettext("date format", "l j F"))
    return date_format(at, pgettext("date format", "l j F Y"))


def short_weekday_and_day(at: date) -> str:
    """Return, for example, "Fri 1 May", or "Fri 1 May 2026"."""
    if _is_this_year(at):
        return date_format(at, pgettext("date format", "D j M"))
    return date_format(at, pgettext("date format", "D j M Y"))


def day_of_month(at: date) -> str:
    """Return, for example, "1 May", or "1 May 2026"."""
    return date_format(at, "MONTH_DAY_FORMAT" if _is_this_year(at) else "DATE_FORMAT")


def _is_this_year(at: date) -> bool:
    return at.year == timezone.localdate().year
