"""The valid years of a tournament, and the time zone of its pages.

Years far from today are typing errors, and calendars fail near their limits.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from difflib import SequenceMatcher
from heapq import nlargest
from zoneinfo import available_timezones

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.languages import page_language
from tournaments.models import Tournament, change_origin

YEARS = range(1900, 3000)


def is_in_years(day: date) -> bool:
    """Return whether the year of a day or time is valid for a tournament."""
    return day.year in YEARS


def refuse_other_years(day: date) -> None:
    """Raise ValidationError if the year of a day or time is not valid for a
    tournament."""
    if not is_in_years(day):
        raise ValidationError(
            _("Enter a year from %(first)s to %(last)s."),
            "other_year",
            {"first": YEARS[0], "last": YEARS[-1]},
        )


Respond = Callable[[HttpRequest], HttpResponseBase]


def follow(tournament: Tournament) -> None:
    """Use the tournament's time zone until the end of the request. Also use the
    tournament's language, unless the reader asked for an installed language."""
    timezone.activate(tournament.zone)
    page_language.follow(tournament)


def only_for_this_request(respond: Respond) -> Respond:
    """Return middleware that calls `respond` and then resets the time zone and the
    change origin, because the next request in the same thread may have others."""

    def respond_in_a_zone(request: HttpRequest) -> HttpResponseBase:
        with timezone.override(None), change_origin.afresh():
            return respond(request)

    return respond_in_a_zone


def zone_names() -> list[str]:
    """Return the sorted names of all time zones that are named after places, and "UTC"
    as the last."""
    places = (name for name in available_timezones() if "/" in name)
    return [*sorted(name for name in places if not name.startswith("Etc/")), "UTC"]


def zones_near(text: str) -> list[str]:
    """Return the names of the three time zones whose name or city is most similar to
    `text`."""
    matcher = SequenceMatcher(autojunk=False)
    matcher.set_seq2(_plain(text))

    def likeness(zone: str) -> float:
        return max(_likeness(matcher, zone), _likeness(matcher, zone.split("/")[-1]))

    return nlargest(3, zone_names(), key=likeness)


def _likeness(matcher: SequenceMatcher[str], name: str) -> float:
    matcher.set_seq1(_plain(name))
    return matcher.ratio()


def _plain(name: str) -> str:
    return name.casefold().replace("_", " ")
